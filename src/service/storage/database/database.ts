import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from './sql.ts';
import pg from 'pg';
import { createVersionReader } from './data-version.ts';
import { migrate, readMigrations } from './migrate.ts';
import type { Migration } from './migrate.ts';
import { openLasting } from './lasting-engine.ts';
import type { Engine } from './lasting-engine.ts';
import type { Queries } from './queries.ts';
import type { PostgresqlSettings } from '../../settings/postgresql.ts';
import { tracedCall } from '../../tracing/spans.ts';
import { watchSpace } from '../space.ts';
import type { FreeBytes, Space } from '../space.ts';
import type { EngineSource, SqlEngine, SqlRunner } from './sql-engine.ts';
import { accessStore, StorageUnavailable } from '../unavailable.ts';
import { openWorkerEngine } from './worker-engine.ts';

export interface Database extends Queries {
  readonly kind: 'embedded' | 'postgresql';
  /**
   * Everything in `work` or nothing. Inside it, only `tx` may be used: the embedded database has one connection.
   * A transaction that lost against another is run again, so `work` has no effect outside the database.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  /** Names what is committed now. Equal names mean that nothing was committed in between, by whatever process. */
  version(): Promise<string>;
  /** Absent of the embedded database, which has one connection. */
  pool?(): PoolUse;
  close(): Promise<void>;
}

/** Connections of a pool, and statements that wait for one. */
export interface PoolUse {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface DatabaseOptions {
  /** Folder of the embedded database; in memory when absent. */
  readonly dataFolder?: string;
  /** What `prepareEmptyDataDir` made: a first start loads it instead of building one. */
  readonly prepared?: Blob | undefined;
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl?: string | undefined;
  readonly postgresql?: Partial<PostgresqlSettings> | undefined;
  readonly migrations?: readonly Migration[];
  /** Free bytes of the disk; absent: the system reports them. */
  readonly freeBytes?: FreeBytes | undefined;
  /** Reported where the half of a database is that a start left which was killed while it filled the folder. */
  readonly onMovedAside?: ((path: string) => void) | undefined;
  /** How the embedded database of a folder is run; in a thread of its own without it. */
  readonly openEngine?: ((source: EngineSource) => Promise<SqlEngine>) | undefined;
}

/** Opens the database and brings it to the newest migration. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = options.databaseUrl
    ? openPostgresql(options.databaseUrl, options.postgresql)
    : await openEmbedded(options);
  // A migration of many rows takes minutes, and so long another instance waits for it.
  const unlimited = options.databaseUrl
    ? openPostgresql(options.databaseUrl, { ...options.postgresql, poolSize: 1, statementTimeoutMs: 0 })
    : database;
  try {
    const migrations = options.migrations ?? readMigrations();
    await unlimited.transaction((tx) => migrate(tx, migrations));
  } catch (error) {
    await database.close();
    throw error;
  } finally {
    if (unlimited !== database) await unlimited.close();
  }
  return database;
}

/**
 * A migrated, empty data folder as one file, to be made at build time and given to `openDatabase`.
 *
 * @param compression gzip, or none where the file never leaves memory: 4 or 40 MB
 */
export async function prepareEmptyDataDir(
  migrations?: readonly Migration[],
  compression: 'gzip' | 'none' = 'gzip',
): Promise<Blob> {
  const { openLocalEngine } = await import('./local-engine.ts');
  const engine = await openLocalEngine({});
  const database = embedded(unbreakable(engine));
  await database.transaction((tx) => migrate(tx, migrations ?? readMigrations()));
  const blob = await engine.dump(compression);
  await database.close();
  return blob;
}

/** Whether a data folder has no embedded database, or one whose filling was cut off before it was ever used. */
export function isNewDataFolder(dataFolder: string): boolean {
  const folder = join(dataFolder, 'database');
  return existsSync(join(dataFolder, fillingMark)) || !existsSync(folder) || readdirSync(folder).length === 0;
}

/** Reads a prepared data folder from a file; undefined when there is none. */
export async function readPrepared(path: string): Promise<Blob | undefined> {
  return existsSync(path) ? new Blob([await readFile(path)], { type: 'application/x-gzip' }) : undefined;
}

/** Whether a statement failed because a value that must be unique is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** Whether a statement failed because the database does not know what a value of the call names. */
export function isInvalidValue(error: unknown): boolean {
  return codeOf(error) === '22023';
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** This file stands beside the folder while the engine fills it for the first time. */
const fillingMark = 'database-is-being-filled';

/**
 * In a folder it runs in a thread of its own, because a statement keeps its thread busy from its beginning to its end.
 * One in memory serves a test or a build, and stays in this thread: it is there sooner.
 */
async function openEmbedded({
  dataFolder,
  prepared,
  freeBytes,
  onMovedAside,
  openEngine = openWorkerEngine,
}: DatabaseOptions): Promise<Database> {
  if (dataFolder === undefined) {
    const { openLocalEngine } = await import('./local-engine.ts');
    return embedded(unbreakable(await openLocalEngine({ prepared })));
  }
  const folder = join(dataFolder, 'database');
  const filling = join(dataFolder, fillingMark);
  await mkdir(dataFolder, { recursive: true });
  const space = watchSpace(dataFolder, freeBytes);
  await space.require('database');
  const isNew = isNewDataFolder(dataFolder);
  if (isNew) {
    const aside = await moveAside(folder);
    if (aside !== undefined) onMovedAside?.(aside);
    await writeFile(filling, '');
    await mkdir(folder, { recursive: true });
  }
  const engine = await openLasting(() =>
    openEngine({ folder, prepared: existsSync(filling) ? prepared : undefined }),
  );
  if (isNew) await rm(filling, { force: true });
  return embedded(engine, space);
}

/**
 * A start that was killed while it filled the folder left half of a database. Nothing was acknowledged yet, but nothing
 * is deleted on the word of a file beside it either: it is put where somebody can look at it.
 *
 * @returns where it is now; undefined where there was nothing
 */
async function moveAside(folder: string): Promise<string | undefined> {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return undefined;
  for (let number = 1; ; number += 1) {
    const aside = `${folder}-unfinished-${number}`;
    if (existsSync(aside)) continue;
    await rename(folder, aside);
    return aside;
  }
}

/** Matches statements that only read: they still run when the disk is full. */
const reads = /^\s*(?:select|with)\b(?![\s\S]*\b(?:insert\s+into|update|delete\s+from)\b)/i;

/** An engine in memory: with it everything that was in it would be gone. */
const unbreakable = (engine: SqlEngine): Engine<SqlEngine> => ({
  run: (use) => use(engine),
  close: () => engine.close(),
});

function embedded(engine: Engine<SqlEngine>, space?: Space): Database {
  const queriesOf = (run: Engine<SqlRunner>['run'], before?: (text: string) => Promise<void>): Queries => ({
    async rows<Row extends object>(query: Sql) {
      const { text, values } = query;
      await before?.(text);
      return run((runner) => runner.query<Row>(text, values));
    },
    async script(text) {
      await before?.(text);
      await run((runner) => runner.exec(text));
    },
  });
  const access: Engine<SqlEngine>['run'] = (use) => accessStore('database', () => engine.run(use));
  const requireSpace = async (text: string): Promise<void> => {
    if (!reads.test(text)) await space?.require('database');
  };
  const queries = queriesOf(access, requireSpace);
  return {
    kind: 'embedded',
    ...queries,
    version: createVersionReader(queries),
    async transaction(work) {
      await space?.require('database');
      return access((opened) => opened.transaction((tx) => work(queriesOf((use) => use(tx)))));
    },
    close: () => engine.close(),
  };
}

/** Milliseconds between two statements of a transaction whose statements may take as long as they take. */
const longestPause = 600_000;

/**
 * Settings of a connection. Compiling the plan of a list takes up to seconds, and starting parallel workers for it a tenth
 * of a second, where running it takes milliseconds; commands, which read whole tables, may use them.
 */
const optionsOf = (statementTimeoutMs: number): string =>
  `-c timezone=UTC -c jit=off${statementTimeoutMs === 0 ? '' : ' -c max_parallel_workers_per_gather=0'}`;

/** @param postgresql.statementTimeoutMs 0: a statement may take as long as it takes */
function openPostgresql(
  databaseUrl: string,
  { poolSize = 10, statementTimeoutMs = 60_000, connectTimeoutMs = 5_000 }: Partial<PostgresqlSettings> = {},
): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    options: optionsOf(statementTimeoutMs),
    // The server ends a statement that takes longer. One that is gone without a word is known to be gone soon after.
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + 1_000,
    // A machine that lost its power, or stands still, in the middle of a transaction would hold its locks for hours.
    idle_in_transaction_session_timeout: statementTimeoutMs || longestPause,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types: {
      getTypeParser: ((id: Parameters<typeof pg.types.getTypeParser>[0], format?: 'text' | 'binary') =>
        id === pg.types.builtins.INT8
          ? Number
          : (pg.types.getTypeParser(id, format) as unknown)) as typeof pg.types.getTypeParser, // pg types the parser of each id apart
    },
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  // After a crash the server may have lost what it acknowledged, where it was set so: such versions are others.
  let breaks = 0;
  pool.on('error', () => (breaks += 1));
  const queriesOf = (runner: Pick<pg.Pool, 'query'> | pg.PoolClient): Queries => ({
    async rows<Row extends object>(query: Sql) {
      const { text, values } = query;
      const verb = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
      return tracedCall(verb, { 'db.system.name': 'postgresql', 'db.operation.name': verb }, () =>
        accessStore('database', async () => (await runner.query<Row & pg.QueryResultRow>(text, values)).rows),
      );
    },
    async script(text) {
      await accessStore('database', () => runner.query(text));
    },
  });
  const once = async <T>(work: (tx: Queries) => Promise<T>): Promise<T> => {
    const client = await accessStore('database', () => pool.connect());
    // A connection that breaks between two statements says so by this event, and to nobody else.
    const broke = (): void => undefined;
    client.on('error', broke);
    try {
      await accessStore('database', () => client.query('begin'));
      const result = await work(queriesOf(client));
      await accessStore('database', () => client.query('commit'));
      client.release();
      return result;
    } catch (error) {
      // What was not answered is followed by no rollback: it would wait as long once more. The transaction ends with its
      // connection. Otherwise the rollback tells whether that can be used again.
      if (error instanceof StorageUnavailable && error.why === 'lost') client.release(true);
      else
        await client.query('rollback').then(
          () => client.release(),
          () => client.release(true),
        );
      throw error;
    } finally {
      client.off('error', broke);
    }
  };
  const queries = queriesOf(pool);
  const readVersion = createVersionReader(queries);
  return {
    kind: 'postgresql',
    ...queries,
    version: async () => `${breaks} ${await readVersion()}`,
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(work);
        } catch (error) {
          if (attempt >= 5 || !lostAgainstAnother.has(codeOf(error))) throw error;
        }
      }
    },
    close: () => pool.end(),
  };
}

/** Serialization failure and deadlock: run again, the transaction would have held alone. */
const lostAgainstAnother: ReadonlySet<unknown> = new Set(['40001', '40P01']);
