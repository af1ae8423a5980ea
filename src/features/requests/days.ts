import { type Created, type Days } from './view.ts';

/** The calendar day, `2026-11-20`, of an instant in a zone. */
export function dayOf(at: Date, timeZone: string): string {
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
  const wall = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at);
  return Date.parse(`${wall.replace(' ', 'T')}Z`) - Math.floor(at.getTime() / 1000) * 1000;
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** The days that a filter of creation means on a given day. */
export function daysOf(created: Created, today: string): Days {
  if (typeof created !== 'string') return created;
  const firstOfMonth = `${today.slice(0, 8)}01`;
  switch (created) {
    case 'today':
      return { from: today, to: today };
    case '7d':
      return { from: addDays(today, -6), to: today };
    case '30d':
      return { from: addDays(today, -29), to: today };
    case 'this-month':
      return { from: firstOfMonth, to: today };
    case 'last-month': {
      const last = addDays(firstOfMonth, -1);
      return { from: `${last.slice(0, 8)}01`, to: last };
    }
  }
}

/** First and last instant, RFC 3339 UTC, of the days that a filter means (Rule WI-17). */
export function rangeOf(created: Created, now: Date, timeZone: string): { gte?: string; lte?: string } {
  const { from, to } = daysOf(created, dayOf(now, timeZone));
  return {
    ...(from ? { gte: startOfDay(from, timeZone).toISOString() } : {}),
    ...(to ? { lte: new Date(startOfDay(addDays(to, 1), timeZone).getTime() - 1).toISOString() } : {}),
  };
}
