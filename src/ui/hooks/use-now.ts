import { useMemo, useSyncExternalStore } from 'react';
import { currentMillis, currentTime } from '#clock/clock.ts';

/** One clock for all that tick at the same pace: a long list has one timer, not one for each row. */
class Clock {
  #now = currentTime();
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #every: number;
  readonly #listeners = new Set<() => void>();

  constructor(every: number) {
    this.#every = every;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#start();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };

  readonly now = (): Date => {
    // Nobody keeps it going yet: whoever asks first must not get the time of the last list, and all that is drawn
    // together gets one. The clock may be put back.
    if (this.#listeners.size === 0 && Math.abs(currentMillis() - this.#now.getTime()) >= 1000)
      this.#now = currentTime();
    return this.#now;
  };

  // A hidden page does not tick; it catches up when it is shown again.
  readonly #tick = (): void => {
    if (document.hidden) return;
    this.#now = currentTime();
    for (const listener of this.#listeners) listener();
  };

  #start(): void {
    // Rows that were just rendered with the present time do not render a second time.
    this.now();
    this.#timer = setInterval(this.#tick, this.#every);
    document.addEventListener('visibilitychange', this.#tick);
  }

  #stop(): void {
    clearInterval(this.#timer);
    document.removeEventListener('visibilitychange', this.#tick);
  }
}

const clocks = new Map<number, Clock>();

function clockOf(every: number): Clock {
  let clock = clocks.get(every);
  if (!clock) {
    clock = new Clock(every);
    clocks.set(every, clock);
  }
  return clock;
}

/** The current time, renewed every `every` milliseconds and when the page is shown again. */
export function useNow(every: number): Date {
  const clock = useMemo(() => clockOf(every), [every]);
  return useSyncExternalStore(clock.subscribe, clock.now);
}
