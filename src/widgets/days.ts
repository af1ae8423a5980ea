// Days are days in the app's zone (from the browser's zone data); the wire knows only instants in UTC.
import { isoOf } from '#clock/instants.ts';

export { isDay } from '#clock/instants.ts';

/** The calendar day, `2026-11-20`, of an instant in a zone; the empty text where it is no instant. */
export function dayOf(at: Date, timeZone: string): string {
  if (Number.isNaN(at.getTime())) return '';
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
}

/**
 * The first instant of a day in a zone. Zones change their offset, so it is looked for: the offset at a
 * guess is taken away, twice, because the guess may stand on the other side of a change.
 */
export function startOfDay(day: string, timeZone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`);
  let at = wall;
  for (let round = 0; round < 2; round += 1) at = wall - offsetAt(new Date(at), timeZone);
  // Where clocks jump over midnight the day begins at the jump.
  return dayOf(new Date(at), timeZone) < day ? new Date(at + 3_600_000) : new Date(at);
}

/** Milliseconds by which the zone's clock is ahead of UTC. */
function offsetAt(at: Date, timeZone: string): number {
  if (Number.isNaN(at.getTime())) return 0;
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    at,
  );
  return Date.parse(`${wall.replace(' ', 'T')}Z`) - Math.floor(at.getTime() / 1000) * 1000;
}

export function addDays(day: string, count: number): string {
  return isoOf(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).slice(0, 10);
}

/** A day's first and last instant, as the wire wants them. */
export function dayBounds(day: string, timeZone: string): { first: string; last: string } {
  const next = startOfDay(addDays(day, 1), timeZone);
  return { first: isoOf(startOfDay(day, timeZone)), last: isoOf(next.getTime() - 1) };
}

/** The instant at which a clock in a zone shows a day and a time, `09:30` or `09:30:15`. */
export function atClock(day: string, time: string, timeZone: string): Date {
  const wall = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`);
  let at = wall;
  for (let round = 0; round < 2; round += 1) at = wall - offsetAt(new Date(at), timeZone);
  return new Date(at);
}

/** `09:30:15`: what a clock in a zone shows. */
export function clockOf(at: Date, timeZone: string): string {
  return isoOf(Math.floor(at.getTime() / 1000) * 1000 + offsetAt(at, timeZone)).slice(11, 19);
}

/** Calendar days `YYYY-MM-DD`, both included, either open. */
export interface DaySpan {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** First and last instant of a day in UTC, RFC 3339. */
export type Bounds = (day: string) => { first: string; last: string };

/** Limits of a range of instants, as the query of a list takes them. */
export interface InstantRange {
  readonly gte?: string;
  readonly lte?: string;
}

/** Days, both included and either open, as the instants that the wire wants; undefined: both are open. */
export function instantsOf(
  from: string | undefined,
  to: string | undefined,
  bounds: Bounds,
): InstantRange | undefined {
  if (!from && !to) return undefined;
  return { ...(from ? { gte: bounds(from).first } : {}), ...(to ? { lte: bounds(to).last } : {}) };
}
