/**
 * The one place where the product takes the time from: ages, days, weeks, and the instants that it writes down.
 * Elapsed time is measured with `performance.now()`, which no change of the clock reaches.
 */
let source: (() => number) | undefined;

/** Milliseconds since 1970-01-01T00:00:00Z. */
export const currentMillis = (): number => (source ? source() : Date.now());

export const currentTime = (): Date => new Date(currentMillis());

/**
 * For tests: every later answer is the given instant, or comes from the given function. Without an argument the clock
 * of the machine answers again, which the setup of the tests restores after each test.
 *
 * @param time a function answers in milliseconds since 1970-01-01T00:00:00Z
 */
export function setClock(time?: Date | (() => number)): void {
  source = time instanceof Date ? () => time.getTime() : time;
}
