import { expect, it } from 'vitest';
import { readDay } from './read-day.ts';

const today = '2026-03-01';

it.each([
  ['2026-11-26', '2026-11-26'],
  ['26/11/2026', '2026-11-26'],
  ['1.2.2026', '2026-02-01'],
  ['26 nov', '2026-11-26'],
  ['26 de noviembre de 2025', '2025-11-26'],
  ['Nov 26, 2026', '2026-11-26'],
  ['5 august', '2026-08-05'],
  ['hoy', today],
  ['Yesterday', '2026-02-28'],
])('reads «%s» as a day', (text, day) => {
  expect(readDay(text, today)).toBe(day);
});

it.each(['31/02/2026', '26 foo', 'Contrato 12', '2026', '12', 'nov', '1234567890'])(
  'takes «%s» for no day',
  (text) => {
    expect(readDay(text, today)).toBeUndefined();
  },
);

it('reads no day that lacks what only today could say', () => {
  expect(readDay('26 nov')).toBeUndefined();
  expect(readDay('hoy')).toBeUndefined();
});
