import { expect, it } from 'vitest';
import { dateOf, isoOf, dateOfSeconds, parseInteger } from './instants.ts';

const none = [
  '',
  'ayer',
  '2026-13-45T99:99:99Z',
  '0x',
  '__proto__',
  'x'.repeat(100_000),
  null,
  undefined,
  {},
  [],
];

it('an instant that is none throws nowhere and is never another one', () => {
  for (const value of [...none, Number.NaN, Number.POSITIVE_INFINITY, 9e15, -9e15]) {
    expect(dateOf(value).getTime()).toBeNaN();
    expect(isoOf(value)).toBe('');
  }
  for (const seconds of [1e20, Number.NaN, Number.NEGATIVE_INFINITY, null, undefined])
    expect(dateOfSeconds(seconds)).toBeUndefined();
});

it('an instant is read as it stands', () => {
  expect(isoOf('2026-11-18T17:41:07-06:00')).toBe('2026-11-18T23:41:07.000Z');
  expect(isoOf(dateOf(0))).toBe('1970-01-01T00:00:00.000Z');
  expect(dateOfSeconds(86_400)?.getTime()).toBe(86_400_000);
});

it('a whole number that is none is none', () => {
  for (const value of [...none, '1.5', '-1', '9'.repeat(5_000), 1.5, 2 ** 60])
    expect(parseInteger(value)).toBeUndefined();
  expect([parseInteger('12'), parseInteger('0xfF'), parseInteger(7), parseInteger(8n)]).toEqual([
    12n,
    255n,
    7n,
    8n,
  ]);
});
