import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#service/storage/database/sql.ts';
import type { Database } from '#service/storage/database/database.ts';
import type { PostgresqlServer } from '../service/postgresql.ts';
import { idleSeconds, processorSeconds, processorSecondsWithChildren } from './processor-time.ts';
import type { WorkerPool } from './pool.ts';

/** What was preserved while it was measured, and what it took. */
export interface Measurement {
  readonly perSecond: number;
  /** Shares of one core: of each worker, of PostgreSQL, and of the authorities, which this process is. */
  readonly cores: {
    readonly workers: readonly number[];
    readonly postgresql: number;
    readonly authorities: number;
    /** Of all cores together: where nothing is idle, other work or these processes take all that the machine has. */
    readonly idle: number;
  };
}

export type Waiting = 'NOM151' | 'MERKLEIZED';

/** Seconds that are not measured: the first batches are on their way. */
const warmUpSeconds = 8;

/**
 * Lets witnesses wait, more than the workers preserve, and counts those that are preserved within a while.
 *
 * @param count witnesses that wait
 * @throws Error where fewer witnesses wait than the workers preserved
 */
export async function measure(
  { workers, database }: WorkerPool,
  server: PostgresqlServer,
  waiting: Waiting,
  { count, seconds }: { readonly count: number; readonly seconds: number },
): Promise<Measurement> {
  await addWaiting(database, waiting, count);
  await sleep(warmUpSeconds * 1000);
  const readCounters = async () => ({
    at: performance.now(),
    left: await countWaiting(database),
    workers: workers.map(({ processId }) => processorSeconds(processId)),
    postgresql: processorSecondsWithChildren(server.processId()),
    authorities: processorSeconds(process.pid),
    idle: idleSeconds(),
  });
  const before = await readCounters();
  await sleep(seconds * 1000);
  const after = await readCounters();
  if (after.left === 0)
    throw new Error(`All ${count} witnesses were preserved before the end: let more of them wait (--count).`);
  const took = (after.at - before.at) / 1000;
  return {
    perSecond: (before.left - after.left) / took,
    cores: {
      workers: after.workers.map((used, index) => (used - (before.workers[index] ?? 0)) / took),
      postgresql: (after.postgresql - before.postgresql) / took,
      authorities: (after.authorities - before.authorities) / took,
      idle: (after.idle - before.idle) / took,
    },
  };
}

/** Preserved witnesses for each that waits: with none the planner would not expect an index of what waits to be short. */
const preservedShare = 3;

async function addWaiting(database: Database, waiting: Waiting, count: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.rows(sql`insert into organizations (id, name, search_name, quota_id, quota_nom151, created_at, updated_at)
      values (${organization}, 'Notaría 7', 'notaria 7', ${organization}, ${count}::integer, now(), now())`);
    await tx.rows(sql`insert into witnesses (id, organization_id, kind, hash, waiting, created_at, updated_at)
      select lpad(to_hex(n + ${count}::bigint * ${preservedShare}), 24, '0'), ${organization}, 'signature',
        encode(sha256(n::text::bytea), 'hex'), case when n > 0 then ${waiting} end, at, at
      from generate_series(1 - ${count}::bigint * ${preservedShare}, ${count}::bigint) n,
        lateral (select now() - (${count} - n) * interval '1 millisecond' as at) made`);
  });
  await database.rows(sql`vacuum analyze witnesses`);
  // As an instance without the role of a worker reports it.
  await database.rows(sql`select pg_notify('testigo', 'work')`);
}

const organization = 'a'.repeat(24);

async function countWaiting(database: Database): Promise<number> {
  const [row] = await database.rows<{ count: number }>(
    sql`select count(*) as count from witnesses where waiting is not null`,
  );
  return row?.count ?? 0;
}
