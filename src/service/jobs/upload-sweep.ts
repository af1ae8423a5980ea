import { sql } from 'drizzle-orm';
import type { Service } from '../domain/ports.ts';
import { oneOf } from '../storage/conditions.ts';
import type { Queries } from '../storage/queries.ts';

/** Forgets upload addresses that were never used, and bytes that came to one and were never acknowledged. */
export interface UploadSweep {
  /** Forgets all that are due; answers how many. */
  runOnce(): Promise<number>;
  /** Runs now and then from here on. */
  start(): void;
  /** Ends after what is under way. */
  stop(): Promise<void>;
}

/** Milliseconds: for a day, whoever comes too late is told so (Rule UP-5). */
const keptAfterEnd = 86_400_000;
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
    const before = new Date(now().getTime() - keptAfterEnd).toISOString();
    for (let swept = 0; ;) {
      const gone = await database.transaction((tx) => sweepSome(tx, objects, before));
      swept += gone;
      if (gone < sweepSize) return swept;
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

async function sweepSome(tx: Queries, objects: Service['objects'], before: string): Promise<number> {
  // An address that a PUT holds is left to it.
  const due = await tx.rows<{ id: string; content_key: string }>(sql`select id, content_key from uploads
    where received_at is null and expires_at < ${before}::timestamptz
    limit ${sweepSize}::bigint for update skip locked`);
  // A PUT that was cut between its file and its row left the file. It goes first: a sweep that is cut in turn finds
  // the row again, and the file by it.
  for (const { content_key: key } of due) await objects.remove(key);
  await tx.rows(
    sql`delete from uploads where ${oneOf(
      sql`id`,
      due.map(({ id }) => id),
    )}`,
  );
  return due.length;
}
