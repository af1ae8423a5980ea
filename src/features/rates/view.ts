import { rateValues, type RateValue } from '#client/families/rates.ts';
import { rateFamilies, ratePairs, type RateFamily, type RatePair } from '#contract/resources/rate-names.ts';
import type { RateCurrency } from '#widgets/rates/convert.ts';

/** Which currency is bought, and in which its price is said. */
export const currenciesOf: Readonly<Record<RatePair, { base: RateCurrency; quote: RateCurrency }>> = {
  usdcmxn: { base: 'USDC', quote: 'MXN' },
  mxnusd: { base: 'MXN', quote: 'USD' },
  usdcusd: { base: 'USDC', quote: 'USD' },
};

/** How many periods are shown, by series; the second is shown at first. */
export const rangesOf: Readonly<Record<RateFamily, readonly number[]>> = {
  'weekly-bucket': [13, 26, 52, 130],
  'daily-bucket': [14, 30, 90, 365],
  'monthly-bucket': [6, 12, 24, 60],
  median: [30, 100, 300, 1000],
};

/** What the page shows: all of it stands in the address. */
export interface RatesView {
  readonly family: RateFamily;
  readonly pair: RatePair;
  readonly range: number;
  /** The price the other way round, by the service's inverse values. */
  readonly inverse: boolean;
  /** The period that the converter uses; absent: the newest. */
  readonly bucket: number | undefined;
  readonly value: RateValue;
  /** As typed, and in which currency; absent: nobody typed one. */
  readonly amount: string | undefined;
  readonly of: 'base' | 'quote';
}

const within = <Name extends string>(names: readonly Name[], param: string | null): Name | undefined =>
  names.find((name) => name === param);

export function readView(search: URLSearchParams): RatesView {
  const family = within(rateFamilies, search.get('series')) ?? 'weekly-bucket';
  const ranges = rangesOf[family];
  const range = ranges.find((count) => String(count) === search.get('range')) ?? ranges[1] ?? 26;
  const bucket = search.get('bucket') ?? '';
  const values = valuesOf(family);
  return {
    family,
    pair: within(ratePairs, search.get('pair')) ?? 'usdcmxn',
    range,
    inverse: search.get('inverse') === '1',
    bucket: /^\d{1,10}$/.test(bucket) ? Number(bucket) : undefined,
    value: within(values, search.get('value')) ?? values[0] ?? 'close',
    amount: search.get('amount') ?? undefined,
    of: search.get('of') === 'quote' ? 'quote' : 'base',
  };
}

/** The values that a series has, the one that the converter begins with first. */
export function valuesOf(family: RateFamily): readonly RateValue[] {
  return rateValues.filter((value) => (value === 'median') === (family === 'median'));
}

/** What of the address changes; what is as it is anyway is left out of it. */
export function writeView(view: RatesView): URLSearchParams {
  const search = new URLSearchParams();
  const put = (name: string, value: string, usual: string): void => {
    if (value !== usual) search.set(name, value);
  };
  put('series', view.family, 'weekly-bucket');
  put('pair', view.pair, 'usdcmxn');
  put('range', String(view.range), String(rangesOf[view.family][1]));
  put('inverse', view.inverse ? '1' : '', '');
  put('bucket', view.bucket === undefined ? '' : String(view.bucket), '');
  put('value', view.value, valuesOf(view.family)[0] ?? 'close');
  if (view.amount !== undefined) search.set('amount', view.amount);
  put('of', view.of, 'base');
  return search;
}
