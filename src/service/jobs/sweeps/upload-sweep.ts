import { sql } from '../../storage/database/sql.ts';
import type { Service } from '../../handlers/ports.ts';
import { oneOf } from '../../storage/lists/conditions.ts';
import { isFree, openLease } from '../../storage/tables/work-items.ts';

/** Forgets upload addresses that were never used, and bytes that came to one and were never acknowledged. */
export interface UploadSweep {
  /** Forgets all that are due; answers how many. */
  runOnce(): Promise<number>;
  /** Runs now and then from here on. */
  start(): void;
  /** Ends after what is under way. */
  stop(): Promise<void>;
}

/** Milliseconds: for a day, whoever comes too late gets that as the answer (Rule UP-5). */
const graceMs = 86_400_000;
const pace = 3_600_000;

/** Most rows of one transaction. */
const sweepSize = 500;

export function createUploadSweep(
  { database, objects, now }: Pick<Service, 'database' | 'objects' | 'now'>,
  onError: (error: unknown) => void = () => undefined,
): UploadSweep {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;

  const runOnce = async (): Promise<number> => {
    const before = new Date(now().getTime() - graceMs).toISOString();
    for (let swept = 0; ;) {
      const removed = await sweepSome(database, objects, before);
      swept += removed;
      if (removed < sweepSize) return swept;
    }
  };
  const tick = (): void => {
    running ??= runOnce()
      .catch(onError)
      .finally(() => (running = undefined));
  };
  return {
    runOnce,
    start() {
      tick();
      timer = setInterval(tick, pace);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function sweepSome(
  database: Service['database'],
  objects: Service['objects'],
  before: string,
): Promise<number> {
  const lease = openLease();
  try {
    // An address that a PUT holds is left to it.
    const due = await database.rows<{ id: string; content_key: string }>(sql`
      update uploads t set lease = ${lease.id}, leased_until = ${lease.until()}
      where t.id in (select u.id from uploads u where u.received_at is null and u.expires_at < ${before}::timestamptz
        and ${isFree(database, sql`u`)} limit ${sweepSize}::bigint for update skip locked)
      returning t.id, t.content_key`);
    // A PUT that was cut between its file and its row left the file. It goes first, with no connection held: a sweep
    // that is cut in turn finds the row again, and the file by it.
    for (const { content_key: key } of due) await objects.remove(key);
    await database.rows(
      sql`delete from uploads where lease = ${lease.id} and received_at is null and ${oneOf(
        sql`id`,
        due.map(({ id }) => id),
      )}`,
    );
    return due.length;
  } catch (error) {
    lease.abandon();
    throw error;
  }
}
