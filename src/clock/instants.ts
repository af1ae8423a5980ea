// Instants that somebody else wrote. None of these throws, whatever it is given.

/** The instant that a value names; an invalid `Date` where it names none. */
export function dateOf(value: unknown): Date {
  if (value instanceof Date) return value;
  return new Date(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN);
}

/** ISO 8601 in UTC; the empty text where the value is no instant. */
export function isoOf(value: unknown): string {
  const date = dateOf(value);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

/** The instant of a count of seconds since 1970; undefined where it was not sent or is none. */
export function dateOfSeconds(seconds: number | null | undefined): Date | undefined {
  const date = dateOf(seconds == null ? undefined : seconds * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The whole number that a value spells; undefined where it spells none. */
export function parseInteger(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  // Beyond this it is no number of the interface, and reading it would take longer than anybody waits.
  return typeof value === 'string' && /^(?:\d{1,80}|0x[\da-f]{1,64})$/i.test(value)
    ? BigInt(value)
    : undefined;
}

/** A day of the calendar: `2026-02-30` is none. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && isoOf(at).startsWith(text);
}
