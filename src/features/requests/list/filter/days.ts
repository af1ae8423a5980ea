import { isoOf } from '#clock/instants.ts';
import { addDays, dayOf, startOfDay } from '#widgets/days.ts';
import { type Created, type Days } from '../view.ts';

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
    ...(from ? { gte: isoOf(startOfDay(from, timeZone)) } : {}),
    ...(to ? { lte: isoOf(startOfDay(addDays(to, 1), timeZone).getTime() - 1) } : {}),
  };
}
