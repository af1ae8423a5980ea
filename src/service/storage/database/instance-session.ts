import type { Socket } from 'node:net';
import pg from 'pg';
import { SettingsError } from '../../settings/read-setting.ts';
import { advisoryLocks } from './advisory-locks.ts';
import type { Queries } from './queries.ts';
import { sql } from './sql.ts';

/** What instances of one database report to each other. */
export type Topic = 'work' | 'clock' | 'faults';

/**
 * One process among those that serve a PostgreSQL database. Its locks and its listening are those of one connection, so
 * they end with the process, however it ends; nothing of it is written to a table.
 */
export interface InstanceSession {
  /** Whether no other instance serves the database: this one is the first, or the others have ended. */
  isAlone(): Promise<boolean>;
  /** Instances that serve the database, this one among them once its start is over. */
  count(): Promise<number>;
  /** Ends the time in which this instance alone migrates and seeds; from now on it counts. */
  finishStart(): Promise<void>;
  /** Whether the connection stands, with its locks. */
  isPresent(): boolean;
  /** Calls the listener for each report of any instance, this one among them. */
  listen(topic: Topic, listener: () => void): void;
  announce(topic: Topic): Promise<void>;
  close(): Promise<void>;
}

export interface InstanceOptions {
  /** Whether every instance sees the documents of the others, in an object store. */
  readonly sharesDocuments: boolean;
  /** Milliseconds until a connection stands. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds without an answer after which the connection is lost, as by a line that was cut without a word. */
  readonly answerTimeoutMs?: number;
  /** Called when the connection was lost, and for each attempt that did not bring it back. */
  readonly onLost: (error: unknown) => void;
}

/** Advisory locks of this class, by what they stand for. */
const lockClass = advisoryLocks.instances;
const locks = { start: 1, documents: 2, serving: 3, trees: 4 } as const;

const channel = 'testigo';

/** Milliseconds. What ended a moment ago may still have its locks; a first start takes a while on a slow machine. */
const patience = { documents: 3_000, start: 300_000, retry: 100, reconnect: 1_000, end: 1_000 };

/** A connection whose other end is gone without a word ends its locks on the server within half a minute. */
const connectionOptions =
  '-c timezone=UTC -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4';

/**
 * Joins the instances of a database and waits until none of them is starting. Where documents lie in a folder of the
 * instance, there can be no other (Rule ST-48).
 *
 * @throws SettingsError where this instance and one that is there already cannot serve the same database
 */
export async function joinInstances(
  databaseUrl: string,
  { sharesDocuments, connectTimeoutMs = 5_000, answerTimeoutMs = 10_000, onLost }: InstanceOptions,
): Promise<InstanceSession> {
  const listeners = new Map<Topic, () => void>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isServing = false;
  let isClosed = false;

  const connect = async (): Promise<pg.Client> => {
    const opened = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      options: connectionOptions,
    });
    // Without a listener a connection that breaks would end the process.
    opened.on('error', () => undefined);
    try {
      await opened.connect();
      await takeDocuments(opened, sharesDocuments);
      if (isServing) await lockServing(opened);
      opened.on('notification', ({ payload }) => listeners.get(payload as Topic)?.());
      await opened.query(`listen ${channel}`);
    } catch (error) {
      await opened.end().catch(() => undefined);
      throw error;
    }
    return opened;
  };
  const watch = (opened: pg.Client): void => {
    client = opened;
    opened.once('end', () => {
      if (isClosed || client !== opened) return;
      client = undefined;
      onLost(new Error('The connection that holds the locks of this instance ended.'));
      reconnect();
    });
  };
  const reconnect = (): void => {
    timer = setTimeout(() => {
      connect().then(watch, (error: unknown) => {
        onLost(error);
        if (!isClosed) reconnect();
      });
    }, patience.reconnect);
    timer.unref();
  };
  const query = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    if (!client) throw new Error('The connection that holds the locks of this instance is lost.');
    const answer = client.query<Row & pg.QueryResultRow>(text, [...values]);
    return (await answered(client, answer, answerTimeoutMs)).rows;
  };
  const count = async (): Promise<number> => {
    const [row] = await query<{ count: string }>(
      `select count(*) as count from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and granted
        and database = (select oid from pg_database where datname = current_database())`,
      [lockClass, locks.serving],
    );
    return Number(row?.count ?? 0);
  };

  const first = await connect();
  try {
    await first.query(`set lock_timeout = ${patience.start}`);
    await first.query('select pg_advisory_lock($1, $2)', [lockClass, locks.start]);
  } catch (error) {
    await first.end().catch(() => undefined);
    if (!isLockTimeout(error)) throw error;
    throw new SettingsError(
      'DATABASE_URL: another instance has been starting on this database for 5 minutes.',
    );
  }
  watch(first);
  return {
    count,
    isAlone: async () => (await count()) <= (isServing ? 1 : 0),
    async finishStart() {
      isServing = true;
      if (client) await lockServing(client);
      await query('select pg_advisory_unlock($1, $2)', [lockClass, locks.start]);
    },
    isPresent: () => client !== undefined,
    listen: (topic, listener) => void listeners.set(topic, listener),
    async announce(topic) {
      await query('select pg_notify($1, $2)', [channel, topic]);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      if (client) await answered(client, client.end(), patience.end).catch(() => undefined);
    },
  };
}

/** Ends a connection whose other end does not answer: the system itself waits a quarter of an hour for it. */
async function answered<T>(client: pg.Client, answer: Promise<T>, milliseconds: number): Promise<T> {
  // The types of pg leave out the connection of a client, and its own `end` waits for the other end.
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  const late = setTimeout(() => stream.destroy(), milliseconds);
  try {
    return await answer;
  } finally {
    clearTimeout(late);
  }
}

/** An instance alone with its documents excludes all others; those that share theirs exclude only such an instance. */
async function takeDocuments(client: pg.Client, sharesDocuments: boolean): Promise<void> {
  const attempt = sharesDocuments ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  const last = performance.now() + patience.documents;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`select ${attempt}($1, $2) as taken`, [
      lockClass,
      locks.documents,
    ]);
    if (rows[0]?.taken) return;
    if (performance.now() > last) break;
    await new Promise((resolve) => setTimeout(resolve, patience.retry));
  }
  throw new SettingsError(
    'TESTIGO_S3_BUCKET: another instance serves this database, and several need one object store for their documents; set it for all of them.',
  );
}

/**
 * Whether an instance serves the database whose build reads stored proofs alone; undefined: one is starting, of whichever
 * build. Until the transaction ends none starts.
 */
export async function isOlderBuildServing(tx: Queries): Promise<boolean | undefined> {
  const [start] = await tx.rows<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockClass}::int, ${locks.start}::int) as free`,
  );
  if (!start?.free) return undefined;
  const [row] = await tx.rows<{ older: boolean }>(sql`
    select count(*) filter (where objid = ${locks.serving}::oid) > count(*) filter (where objid = ${locks.trees}::oid) as older
    from pg_locks where locktype = 'advisory' and classid = ${lockClass}::oid and granted
      and database = (select oid from pg_database where datname = current_database())`);
  return row?.older === true;
}

/** Builds that make proofs of the trees of batches have a lock of their own: whoever only serves is an older one. */
async function lockServing(client: pg.Client): Promise<void> {
  await lockShared(client, locks.trees);
  await lockShared(client, locks.serving);
}

async function lockShared(client: pg.Client, lock: number): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [lockClass, lock]);
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';
