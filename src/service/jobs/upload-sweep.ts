import { sql } from 'drizzle-orm';
import type { Service } from '../domain/ports.ts';

/** Forgets upload addresses that were never used. */
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

/** Most rows of one statement. */
const sweepSize = 5_000;

export function createUploadSweep(
  { database, now }: Pick<Service, 'database' | 'now'>,
  onError: (error: unknown) => void = () => undefined,
): UploadSweep {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;

  const runOnce = async (): Promise<number> => {
    const before = new Date(now().getTime() - keptAfterEnd).toISOString();
    for (let swept = 0; ;) {
      // An address that a PUT holds is left to it.
      const gone = await database.rows(sql`delete from uploads where id in (
        select id from uploads where received_at is null and expires_at < ${before}::timestamptz
        limit ${sweepSize}::bigint for update skip locked) returning id`);
      swept += gone.length;
      if (gone.length < sweepSize) return swept;
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
