import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayOf, startOfDay } from '#widgets/days.ts';
import { daysOf, rangeOf } from './days.ts';

const zones = [
  'America/Mexico_City',
  'America/Tijuana',
  'America/Cancun',
  'UTC',
  'Europe/Madrid',
  'Asia/Kathmandu',
];
const day = fc
  .date({ min: new Date('2010-01-02'), max: new Date('2035-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('days of the reader’s zone (Rule WI-17)', () => {
  test('a day begins where the calendar turns: the instant before is the day before', () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...zones), (given, zone) => {
        const start = startOfDay(given, zone);
        expect(dayOf(start, zone)).toBe(given);
        expect(dayOf(new Date(start.getTime() - 1), zone)).toBe(addDays(given, -1));
      }),
      { numRuns: 300 },
    );
  });

  test('a range holds exactly the instants of its days', () => {
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(...zones),
        fc.integer({ min: -86_400_000, max: 2 * 86_400_000 }),
        (given, zone, offset) => {
          const at = new Date(Date.parse(`${given}T00:00:00Z`) + offset);
          const { gte, lte } = rangeOf({ from: given, to: given }, at, zone);
          const inside = at.toISOString() >= (gte ?? '') && at.toISOString() <= (lte ?? '');
          expect(inside).toBe(dayOf(at, zone) === given);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('20 November in Mexico City begins at six in UTC and ends a millisecond before the next', () => {
    expect(rangeOf('today', new Date('2026-11-20T18:00:00Z'), 'America/Mexico_City')).toEqual({
      gte: '2026-11-20T06:00:00.000Z',
      lte: '2026-11-21T05:59:59.999Z',
    });
  });

  test('presets are the days that their names say', () => {
    expect(daysOf('7d', '2026-11-20')).toEqual({ from: '2026-11-14', to: '2026-11-20' });
    expect(daysOf('30d', '2026-11-20')).toEqual({ from: '2026-10-22', to: '2026-11-20' });
    expect(daysOf('this-month', '2026-11-20')).toEqual({ from: '2026-11-01', to: '2026-11-20' });
    expect(daysOf('last-month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(daysOf('last-month', '2026-01-05')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  });
});
