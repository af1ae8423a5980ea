import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ProofError } from '../errors.ts';
import { instantText, readInstant } from './instant.ts';

it('what is written is read back, to the millisecond', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      (date) => {
        expect(readInstant(instantText(date.getTime()), 'x')).toBe(date.getTime());
        expect(readInstant(date.toISOString(), 'x')).toBe(date.getTime());
      },
    ),
  );
});

it.each([
  ['2026-11-20T15:00:00Z', Date.UTC(2026, 10, 20, 15)],
  ['2026-11-20t15:00:00.5z', Date.UTC(2026, 10, 20, 15) + 500],
  ['2026-11-20T15:00:00.123456789Z', Date.UTC(2026, 10, 20, 15) + 123],
  ['2026-11-20T09:00:00-06:00', Date.UTC(2026, 10, 20, 15)],
  ['2026-11-20T20:30:00+05:30', Date.UTC(2026, 10, 20, 15)],
  ['2026-11-21T14:59:00+23:59', Date.UTC(2026, 10, 20, 15)],
  ['2026-11-20T15:00:00.000000000-00:00', Date.UTC(2026, 10, 20, 15)],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
])('%s is the instant %d', (text, instant) => {
  expect(readInstant(text, 'x')).toBe(instant);
});

it.each([
  [''],
  ['2026-11-20'],
  ['2026-11-20T15:00:00'],
  ['2026-11-20 15:00:00Z'],
  ['2026-13-01T00:00:00Z'],
  ['2026-00-01T00:00:00Z'],
  ['2026-02-29T00:00:00Z'],
  ['2026-04-31T00:00:00Z'],
  ['2026-11-20T24:00:00Z'],
  ['2026-11-20T23:60:00Z'],
  ['2026-11-20T23:59:60Z'],
  ['2026-11-20T15:00:00+24:00'],
  ['2026-11-20T15:00:00+00:60'],
  ['2026-11-20T15:00:00+0000'],
  ['0099-01-01T00:00:00Z'],
  [' 2026-11-20T15:00:00Z'],
  ['2026-11-20T15:00:00.Z'],
  ['2026-11-20T15:00:00.0000000001Z'],
  ['+002026-11-20T15:00:00Z'],
])('%j is no instant', (text) => {
  expect(() => readInstant(text, 'x')).toThrow(ProofError);
});
