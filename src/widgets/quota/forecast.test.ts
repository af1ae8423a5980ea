import { describe, expect, it } from 'vitest';
import { forecast, observedDays, usedSince, windowStart } from './forecast.ts';

const now = new Date('2026-11-20T15:00:00Z');
const since = windowStart(now);
const inside = (count: number) =>
  Array.from({ length: count }, () => new Date(now.getTime() - 86_400_000).toISOString());

describe('the forecast of a quota', () => {
  it('divides what is left by the pace of the days that were seen', () => {
    expect(forecast(100, 28, 28, now)).toEqual({ kind: 'day', on: new Date('2027-02-28T15:00:00Z') });
    // Half the time for the same use: twice the pace.
    expect(forecast(100, 28, 14, now)).toEqual({ kind: 'day', on: new Date('2027-01-09T15:00:00Z') });
  });

  it('tells no day where none can be reported', () => {
    expect(forecast(undefined, 10, 28, now).kind).toBe('unreported');
    expect(forecast(0, 10, 28, now).kind).toBe('used-up');
    expect(forecast(5, 0, 28, now).kind).toBe('unused');
    expect(forecast(5, 3, 28, now).kind).toBe('too-few');
    expect(forecast(5, 30, 3, now).kind).toBe('too-few');
    expect(forecast(100_000, 4, 28, now).kind).toBe('far');
  });

  it('looks only at the days since there is the organization', () => {
    expect(observedDays('2026-11-10T15:00:00Z', now)).toBe(10);
    expect(observedDays('2020-01-01T00:00:00Z', now)).toBe(28);
    expect(observedDays(undefined, now)).toBe(28);
  });

  it('counts dates of the window, and trusts a count only of a service that selected by date', () => {
    const old = '2026-01-01T00:00:00Z';
    expect(usedSince([...inside(2), old, null], since, now, 4)).toBe(2);
    expect(usedSince(inside(3), since, now, 40)).toBe(40);
    expect(usedSince([...inside(3), old], since, now, 40)).toBeUndefined();
  });
});
