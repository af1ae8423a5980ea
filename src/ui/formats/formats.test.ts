import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { overwriteGetLocale, type Locale } from '#i18n/messages.ts';
import * as f from './formats.ts';

const at = new Date('2026-11-18T23:41:07Z');
const options = (locale: Locale, utc = false): f.FormatOptions => ({
  locale,
  timeZone: 'America/Mexico_City',
  utc,
});

describe.each([
  ['es-MX', '18 nov 2026', 'hoy', 'ayer', 'hace 4 s', 'hace 22 min', 'Viernes 20 de noviembre de 2026'],
  ['en', '18 Nov 2026', 'today', 'yesterday', '4 s ago', '22 min ago', 'Friday 20 November 2026'],
] as const)('in %s', (locale, day, today, yesterday, seconds, minutes, longDay) => {
  beforeEach(() => {
    overwriteGetLocale(() => locale);
  });
  const o = options(locale);

  it('shows an instant in the zone of the reader, with the zone named', () => {
    expect(f.formatDayTime(at, o, true)).toBe(`${day}, 17:41:07`);
    expect(f.formatDayTime(at, o)).toBe(`${day}, 17:41`);
    expect(f.formatZone(at, o)).toBe('UTC−06:00');
  });

  it('shows the same instant in UTC when the switch is on', () => {
    expect(f.formatDayTime(at, options(locale, true), true)).toBe(`${day}, 23:41:07`);
    expect(f.formatZone(at, options(locale, true))).toBe('UTC');
  });

  it('says today and yesterday by the calendar of the zone, not by hours', () => {
    const now = new Date('2026-11-19T05:30:00Z'); // 23:30 of the 18th there
    expect(f.formatInList(at, now, o)).toBe(`${today} 17:41`);
    const after = new Date('2026-11-19T06:30:00Z'); // 00:30 of the 19th
    expect(f.formatInList(at, after, o)).toBe(`${yesterday} 17:41`);
    expect(f.formatInList(at, new Date('2026-11-20T18:00:00Z'), o)).toBe(day.replace(' 2026', ''));
    expect(f.formatInList(at, new Date('2027-01-05T18:00:00Z'), o)).toBe(day);
  });

  it('is relative only under one hour', () => {
    const ago = (ms: number) => f.formatRelative(at, new Date(at.getTime() + ms));
    expect(ago(4000)).toBe(seconds);
    expect(ago(22 * 60_000)).toBe(minutes);
    expect(ago(3_600_000)).toBeNull();
  });

  it('writes the long day', () => {
    expect(f.formatLongDay(new Date('2026-11-20T15:42:00Z'), o)).toBe(longDay);
  });

  it('groups numbers from four digits on', () => {
    expect(f.formatNumber(1284, locale)).toBe('1,284');
    expect(f.formatNumber(1284.5, locale, 2)).toBe('1,284.5');
    expect(f.formatNumber(1284.5, locale, 2, 2)).toBe('1,284.50');
    expect(f.formatPercent(0.91, locale)).toBe('91%');
  });

  it('writes sizes in decimal units', () => {
    expect(f.formatBytes(412_300, locale)).toBe('412 kB');
    expect(f.formatBytes(182_400_000, locale)).toBe('182.4 MB');
    expect(f.formatBytes(999_999, locale)).toBe('1 MB');
    expect(f.formatBytes(12, locale)).toBe('12 B');
  });

  it('writes money with its code, because $ alone is two currencies', () => {
    expect(f.formatMoney('480000', 'MXN', locale)).toBe('$480,000.00 MXN');
    expect(f.formatMoney('1250000.5', 'MXN', locale)).toBe('$1,250,000.50 MXN');
    expect(f.formatMoney('-12.345', 'USDC', locale)).toBe('−12.345 USDC');
  });

  it('never rounds an amount, however long', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        fc.stringMatching(/^[0-9]{2,18}$/),
        (whole, fraction) => {
          const text = f.formatMoney(`${whole}.${fraction}`, 'MXN', locale);
          expect(text.replace(/[$,]/g, '')).toBe(`${whole}.${fraction} MXN`);
        },
      ),
      { numRuns: 100 },
    );
  });
});

it('says an age in the largest whole unit, which stays on the line of its number', () => {
  const table: [number, string][] = [
    [-5, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [22 * 60_000, '22 min'],
    [5 * 3_600_000, '5 h'],
    [86_400_000 - 1, '23 h'],
    [9 * 86_400_000, '9 d'],
  ];
  for (const [ms, text] of table) expect(f.formatAge(ms)).toBe(text.replace(' ', '\u00a0'));
});

it('writes UTC without a fraction that is zero', () => {
  expect(f.formatUtc(at)).toBe('2026-11-18T23:41:07Z');
  expect(f.formatUtc(new Date('2026-11-18T23:41:07.120Z'))).toBe('2026-11-18T23:41:07.120Z');
});

it('names the offset that a zone had at that instant', () => {
  const tijuana = { locale: 'en', timeZone: 'America/Tijuana', utc: false } as const;
  expect(f.formatZone(new Date('2026-07-01T00:00:00Z'), tijuana)).toBe('UTC−07:00');
  expect(f.formatZone(new Date('2026-12-01T00:00:00Z'), tijuana)).toBe('UTC−08:00');
});

it('two days leave out what they share, in both languages', () => {
  const at = (locale: 'es-MX' | 'en') => ({ locale, timeZone: 'UTC', utc: true }) as const;
  const days = (from: string, to: string, locale: 'es-MX' | 'en' = 'es-MX') =>
    f.formatDays(`${from}T00:00:00Z`, `${to}T23:59:59Z`, at(locale));
  expect(days('2026-11-19', '2026-11-25')).toEqual(['19', '25 nov 2026']);
  expect(days('2026-10-29', '2026-11-04')).toEqual(['29 oct', '4 nov 2026']);
  expect(days('2025-11-30', '2026-11-30')).toEqual(['30 nov 2025', '30 nov 2026']);
  expect(days('2026-11-19', '2026-11-25', 'en')).toEqual(['19', '25 Nov 2026']);
});

it('a country has its name in the language of the reader, and what is no code stays', () => {
  expect(f.formatCountry('MX', 'es-MX')).toBe('México');
  expect(f.formatCountry('US', 'en')).toBe('United States');
  expect(f.formatCountry('Mexico', 'en')).toBe('Mexico');
});

it('a date that is none is shown as its text, and a number that is none as a dash', () => {
  overwriteGetLocale(() => 'es-MX');
  const o = { locale: 'es-MX', timeZone: 'America/Mexico_City', utc: false } as const;
  const now = new Date('2026-11-20T12:00:00Z');
  const forms = [
    f.formatDay,
    f.formatMonth,
    f.formatTime,
    f.formatDayTime,
    f.formatLongDay,
    (at: f.At) => f.formatInList(at, now, o),
    f.formatUtc,
  ];
  for (const form of forms) {
    expect(form('2026-13-45T99:99:99Z', o)).toBe('2026-13-45T99:99:99Z');
    expect(form('x'.repeat(100_000), o)).toBe('x'.repeat(40));
    expect(form(new Date(Number.NaN), o)).toBe('fecha ilegible');
    expect(form('a\u202Eb', o)).toBe('a·b');
    expect(form(1e300, o)).toBe('fecha ilegible');
  }
  expect(f.formatZone('ayer', o)).toBe('UTC');
  expect(f.formatCalendarDay('ayer', 'es-MX')).toBe('ayer');
  expect(f.formatRelative(new Date(Number.NaN), now)).toBeNull();
  expect(f.formatAge(Number.NaN)).toBe('—');
  expect(f.formatNumber(Number.POSITIVE_INFINITY, 'es-MX')).toBe('—');
  expect(f.formatPercent(Number.NaN, 'es-MX')).toBe('—');
  expect(f.formatMoney('9'.repeat(100_000), 'MXN\u202E', 'es-MX')).toBe(`${'9'.repeat(40)}… MXN⟨U+202E⟩`);
});
