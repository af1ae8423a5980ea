import { isDay } from '#clock/instants.ts';
import type { Locale } from '#i18n/messages.ts';

/** The order in which a language writes a day, in the tokens of Day.js. */
export function dayFormat(locale: Locale): 'DD/MM/YYYY' | 'MM/DD/YYYY' {
  return locale === 'en' ? 'MM/DD/YYYY' : 'DD/MM/YYYY';
}

/** The day, `2026-11-25`, that a text names in the order of a language or in ISO 8601; else the text as it is. */
export function readDay(text: string, locale: Locale): string {
  const [, first = '', second = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  const [month, day] = locale === 'en' ? [first, second] : [second, first];
  const iso = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim();
  // While a year is typed its first digits name one of long ago: 2, 20, 202.
  return isDay(iso) && iso >= '1000' ? iso : text;
}

/** A day in the order of a language; a text that is no day as it is. */
export function writeDay(value: string, locale: Locale): string {
  if (!isDay(value)) return value;
  const [year = '', month = '', day = ''] = value.split('-');
  return dayFormat(locale).replace('DD', day).replace('MM', month).replace('YYYY', year);
}
