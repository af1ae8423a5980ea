import { isDay } from '#clock/instants.ts';

/**
 * The order in which days are typed, in the tokens of Day.js. It is the same in every language, as the rest of the
 * product writes the day before the month in English too: 05/11/2026 must not be two days.
 */
export const dayFormat = 'DD/MM/YYYY';

/** The day, `2026-11-25`, that a text names as `dayFormat` or in ISO 8601; else the text as it is. */
export function readDay(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  const iso = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim();
  // While a year is typed its first digits name one of long ago: 2, 20, 202.
  return isDay(iso) && iso >= '1000' ? iso : text;
}

/** A day as `dayFormat`; a text that is no day as it is. */
export function writeDay(value: string): string {
  if (!isDay(value)) return value;
  const [year, month, day] = value.split('-');
  return `${day}/${month}/${year}`;
}
