import { parseInteger } from '#clock/instants.ts';
import type { RateValue } from '#client/families/rates.ts';
import type { RateFamily } from '#contract/resources/rate-names.ts';
import {
  formatDay,
  formatDays,
  formatDayTime,
  formatNumber,
  type FormatOptions,
} from '#ui/formats/formats.ts';
import { m } from '#i18n/messages.ts';
import type { RateCurrency } from './convert.ts';
import { asFraction, readDecimal, round, writeDecimal } from './decimal.ts';
import { endOf } from './periods.ts';

/** From which day to which a period is, in UTC as the series counts; a median is of one instant. */
export function periodWords(family: RateFamily, id: number, options: FormatOptions): string {
  const utc = { ...options, utc: true };
  const from = new Date(id * 1000);
  const end = endOf(family, id);
  if (family === 'median') return m.rates_instant({ time: formatDayTime(from, utc) });
  if (family === 'daily-bucket') return formatDay(from, utc);
  if (end === undefined) return m.rates_from({ from: formatDay(from, utc) });
  // The last day that is wholly in it.
  const [first, last] = formatDays(from, (end - 1) * 1000, utc);
  return m.rates_from_to({ from: first, to: last });
}

export function valueWord(value: RateValue): string {
  switch (value) {
    case 'open':
      return m.rates_open();
    case 'close':
      return m.rates_close();
    case 'high':
      return m.rates_high();
    case 'low':
      return m.rates_low();
    case 'average':
      return m.rates_average();
    case 'median':
      return m.rates_median();
  }
}

export function familyWord(family: RateFamily): string {
  switch (family) {
    case 'weekly-bucket':
      return m.rates_weekly();
    case 'daily-bucket':
      return m.rates_daily();
    case 'monthly-bucket':
      return m.rates_monthly();
    case 'median':
      return m.rates_medians();
  }
}

/** What a series is called inside a sentence: «serie USDC–MXN, semanal». */
export function seriesWords(
  family: RateFamily,
  { base, quote }: { base: RateCurrency; quote: RateCurrency },
): string {
  return m.rates_series_name({ family: familyWord(family).toLocaleLowerCase(), base, quote });
}

/** Decimal text with its thousands apart, and with so many decimals where they are given. */
export function decimalWords(text: string, { locale }: FormatOptions, decimals?: number): string {
  const read = readDecimal(text);
  const written = read && decimals !== undefined ? writeDecimal(round(asFraction(read), decimals)) : text;
  const [whole = '', fraction] = written.split('.');
  const head = /^\d+$/.test(whole) ? formatNumber(parseInteger(whole) ?? Number.NaN, locale) : whole;
  return fraction === undefined ? head : `${head}.${fraction}`;
}
