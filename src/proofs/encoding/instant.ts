/** Instants: whole milliseconds since 1970-01-01T00:00:00Z, read from RFC 3339 text. This layer has no clock. */
import { unreadable } from '../errors.ts';

export type Instant = number;

const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** Reads an RFC 3339 §5.6 date-time with its zone. A day, hour or second that does not exist is unreadable. */
export function readInstant(text: string, subject: string): Instant {
  const match = rfc3339.exec(text);
  if (match === null) throw unreadable(subject, 'a date and time as in RFC 3339, with its zone');
  const part = (group: number): number => Number(match[group] ?? '0');
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  const fraction = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const utc = Date.UTC(year, month - 1, day, hour, minute, second, fraction);
  const date = new Date(utc);
  // Date.UTC lets 31 February run over into March and reads the years 0 to 99 as 1900 to 1999.
  const parts = [year, month, day, hour, minute, second];
  const real = [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  if (parts.some((value, at) => value !== real[at]) || part(9) > 23 || part(10) > 59)
    throw unreadable(subject, 'a date and time that exists');
  const offset = (part(9) * 60 + part(10)) * 60_000;
  return match[8] === '+' ? utc - offset : utc + offset;
}

/** RFC 3339 in UTC with milliseconds only where there are some. */
export function instantText(instant: Instant): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}
