/** Days of the past that a forecast looks at. */
export const windowDays = 28;

const day = 86_400_000;
/** Fewer uses, or a shorter past, say nothing of a pace. */
const leastUses = 4;
const leastDays = 7;
/** Beyond this a pace of four weeks says nothing of a day. */
const mostDays = 730;

export type Forecast =
  /** The service does not say how many are left. */
  | { readonly kind: 'unreported' }
  | { readonly kind: 'used-up' }
  | { readonly kind: 'unused' }
  /** Too few uses, or too short a past. */
  | { readonly kind: 'too-few' }
  | { readonly kind: 'far' }
  | { readonly kind: 'day'; readonly on: Date };

/**
 * When a quota runs out if it goes on being used as lately.
 *
 * @param used how many were used in the last `days` days
 */
export function forecast(left: number | null | undefined, used: number, days: number, now: Date): Forecast {
  if (left == null) return { kind: 'unreported' };
  if (left <= 0) return { kind: 'used-up' };
  if (used === 0) return { kind: 'unused' };
  if (used < leastUses || days < leastDays) return { kind: 'too-few' };
  const until = (left / used) * days;
  if (until > mostDays) return { kind: 'far' };
  return { kind: 'day', on: new Date(now.getTime() + until * day) };
}

/** How many days of the window the organization was there for. */
export function observedDays(createdAt: string | null | undefined, now: Date): number {
  const age = createdAt ? (now.getTime() - Date.parse(createdAt)) / day : windowDays;
  return Number.isFinite(age) ? Math.max(0, Math.min(windowDays, age)) : windowDays;
}

/** The window's begin, on a whole UTC day, so that the same question is the same from one minute to the next. */
export function windowStart(now: Date): Date {
  const start = now.getTime() - windowDays * day;
  return new Date(start - (start % day));
}

/**
 * How many of these dates lie in the window. Where the list was cut short, the service's count stands for the
 * rest, but only if it did select by date: else nothing can be said.
 *
 * @param dates of those that were read
 * @param count of all that match, by the service
 */
export function usedSince(
  dates: readonly (string | null | undefined)[],
  since: Date,
  now: Date,
  count: number | undefined,
): number | undefined {
  const inside = dates.filter((date) => {
    const at = Date.parse(date ?? '');
    return at >= since.getTime() && at <= now.getTime() + day;
  }).length;
  if (count === undefined || count <= dates.length) return inside;
  return inside === dates.length ? count : undefined;
}
