/** Runs one job again and again, never twice at once: soon after it was woken, and by itself after the delay it answers. */
export interface RepeatedRun {
  start(): void;
  /** Something waits. What comes during a run is seen by another one right after it. */
  wake(): void;
  /** Ends after what is under way. */
  stop(): Promise<void>;
}

/** Milliseconds. */
export interface RunDelays {
  /** Between being woken and the run: what comes together is done together. */
  readonly gather: number;
  /** After a failure, twice as long after each further one in a row: a disk stays full for a while. */
  readonly retry: number;
  readonly longestRetry: number;
}

/**
 * @param run the job; answers after how many milliseconds it looks again
 * @param onError receives the failure of a run; it is tried again
 */
export function createRepeatedRun(
  run: () => Promise<number>,
  { gather, retry, longestRetry }: RunDelays,
  onError: (error: unknown) => void,
): RepeatedRun {
  let timer: NodeJS.Timeout | undefined;
  /** When the timer fires; Infinity: none is set. */
  let due = Infinity;
  let running: Promise<void> | undefined;
  let wakes = 0;
  let stopped = true;
  let failuresInARow = 0;

  const schedule = (delay: number): void => {
    const at = performance.now() + delay;
    if (stopped || at >= due) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(begin, delay);
    timer.unref();
  };
  const begin = (): void => {
    due = Infinity;
    running = once().then((delay) => {
      running = undefined;
      schedule(delay);
    });
  };
  const once = async (): Promise<number> => {
    const wakesBefore = wakes;
    try {
      const delay = await run();
      failuresInARow = 0;
      return wakes > wakesBefore ? gather : delay;
    } catch (error) {
      const delay = Math.min(retry * 2 ** failuresInARow, longestRetry);
      failuresInARow += 1;
      onError(error);
      return delay;
    }
  };
  return {
    start() {
      stopped = false;
      schedule(0);
    },
    wake() {
      // A timer that fired during a run would be lost: the run itself sees to the next one.
      if (running) wakes += 1;
      else schedule(gather);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
