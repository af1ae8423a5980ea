import { plainText } from '#ui/formats/plain-text.ts';
import { addDays, isDay } from '#widgets/days.ts';

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];
const monthsEnglish = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A day as people write it: `2026-11-26`, `26/11/2026`, `26 nov`, `26 de noviembre de 2026`, `Nov 26, 2026`, hoy, ayer.
 * The day stands before the month where both are numbers, in either language: the reader sees which day was understood.
 *
 * @param today as `2026-11-26`; without it, days that lack a year and words are not days
 */
export function readDay(text: string, today?: string): string | undefined {
  const plain = plainText(text).trim();
  if (isDay(plain)) return plain;
  if (today !== undefined && /^(?:hoy|today)$/.test(plain)) return today;
  if (today !== undefined && /^(?:ayer|yesterday)$/.test(plain)) return addDays(today, -1);
  const numeric = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(plain);
  if (numeric) return dayOf(numeric[3], Number(numeric[2]), numeric[1]);
  const dayFirst = /^(\d{1,2})(?: de)? ([a-z]{3,10})\.?(?:,?(?: de)? (\d{4}))?$/.exec(plain);
  if (dayFirst) return dayOf(dayFirst[3] ?? today?.slice(0, 4), monthOf(dayFirst[2]), dayFirst[1]);
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:,? (\d{4}))?$/.exec(plain);
  if (monthFirst) return dayOf(monthFirst[3] ?? today?.slice(0, 4), monthOf(monthFirst[1]), monthFirst[2]);
  return undefined;
}

function monthOf(word = ''): number {
  const start = word.slice(0, 3);
  return Math.max(months.indexOf(start), monthsEnglish.indexOf(start)) + 1;
}

function dayOf(year: string | undefined, month: number, day = ''): string | undefined {
  const text = `${year ?? ''}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}
