import { createRepeatedRun } from './repeated-run.ts';
import type { RepeatedRun, RunDelays } from './repeated-run.ts';

/** A job that runs again and again, and is started again where it stands still. */
export interface WatchedRun extends RepeatedRun {
  /**
   * Starts the job anew where it has completed no look for so many milliseconds; what stands still is left to itself
   * and begins nothing more.
   *
   * @returns whether it did
   */
  restartIfStill(lookTime: number): boolean;
}

/** Milliseconds that stopping waits for what was left to itself. */
const patience = 500;

/**
 * @param run the job; calls `look` after each part of it, which answers whether it is to go on
 * @param onError called for a run that failed; it is tried again
 */
export function createWatchedRun(
  run: (look: () => boolean) => Promise<number>,
  delays: RunDelays,
  onError: (error: unknown) => void,
): WatchedRun {
  let lastLook = performance.now();
  let stopped = false;
  const left: Promise<void>[] = [];

  const create = (): RepeatedRun => {
    const look = (): boolean => {
      if (current !== self) return false;
      lastLook = performance.now();
      return !stopped;
    };
    const self = createRepeatedRun(
      async () => {
        look();
        try {
          return await run(look);
        } finally {
          look();
        }
      },
      delays,
      onError,
    );
    return self;
  };
  let current = create();

  return {
    start() {
      stopped = false;
      lastLook = performance.now();
      current.start();
    },
    wake: () => current.wake(),
    restartIfStill(lookTime) {
      if (stopped || performance.now() - lastLook < lookTime) return false;
      left.push(current.stop());
      current = create();
      lastLook = performance.now();
      current.start();
      return true;
    },
    async stop() {
      stopped = true;
      await current.stop();
      if (left.length === 0) return;
      await Promise.race([
        Promise.all(left),
        new Promise((resolve) => setTimeout(resolve, patience).unref()),
      ]);
    },
  };
}
