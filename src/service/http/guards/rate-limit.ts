/** How many seconds to wait, or undefined when the request may pass. */
export type CheckRate = (key: string) => number | undefined;

export interface RateLimit {
  /** Counts a request that may pass. */
  readonly check: CheckRate;
  /** Requests of the last 60 seconds that were counted here, of each key with at least so many. */
  usage(least: number): ReadonlyMap<string, number>;
  /** Sets how many requests of each key the other instances counted; keys that are absent have none. */
  setOthers(counts: ReadonlyMap<string, number>): void;
}

const seconds = 60;

interface Count {
  /** Requests of each of the last 60 seconds, at the second's remainder. */
  readonly perSecond: Uint32Array;
  /** The newest second that was counted. */
  newest: number;
  total: number;
}

/**
 * At most `most` requests of one key in any 60 seconds, counted by the second (Rule AU-6). What is counted here is exact;
 * what other instances counted is as old as their last report.
 *
 * @param most 0 turns it off
 * @param now milliseconds, never going back
 */
export function createRateLimit(most: number, now: () => number): RateLimit {
  const counts = new Map<string, Count>();
  let others: ReadonlyMap<string, number> = new Map();
  let lastSwept = 0;
  const check: CheckRate = (key) => {
    const second = Math.floor(now() / 1000);
    if (second - lastSwept >= seconds) {
      lastSwept = second;
      for (const [other, count] of counts) if (second - count.newest >= seconds) counts.delete(other);
    }
    const count = counts.get(key) ?? { perSecond: new Uint32Array(seconds), newest: second, total: 0 };
    counts.set(key, count);
    forget(count, second);
    if (count.total + (others.get(key) ?? 0) >= most) return wait(count, second);
    count.perSecond[second % seconds] = (count.perSecond[second % seconds] ?? 0) + 1;
    count.total += 1;
    return undefined;
  };
  return {
    check: most === 0 ? () => undefined : check,
    usage(least) {
      const second = Math.floor(now() / 1000);
      for (const count of counts.values()) forget(count, second);
      return new Map(
        [...counts].flatMap(([key, { total }]) => (total >= least ? [[key, total] as const] : [])),
      );
    },
    setOthers: (reported) => (others = reported),
  };
}

/** Drops what is 60 seconds old or older. */
function forget(count: Count, second: number): void {
  const elapsedSeconds = Math.min(Math.max(second - count.newest, 0), seconds);
  for (let step = 1; step <= elapsedSeconds; step += 1) {
    const slot = (count.newest + step) % seconds;
    count.total -= count.perSecond[slot] ?? 0;
    count.perSecond[slot] = 0;
  }
  count.newest = Math.max(count.newest, second);
}

/** Seconds until the oldest counted second is forgotten; 1 where only other instances counted some. */
function wait(count: Count, second: number): number {
  for (let step = 1; step <= seconds; step += 1)
    if ((count.perSecond[(second + step) % seconds] ?? 0) > 0) return step;
  return 1;
}
