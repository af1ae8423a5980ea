import type { RateFamily, RatePair } from '#contract/resources/rate-names.ts';
import { insertRows, type BulkRow } from '../../storage/tables/bulk.ts';
import type { Queries } from '../../storage/database/queries.ts';
import type { SeedRate } from '../plan/rates.ts';
import type { SeedContext } from './seed-context.ts';

/** The rate series. */
export async function writeRates(demo: SeedContext, tx: Queries): Promise<void> {
  const { rates, otherRates } = demo.story;
  await insertRows(tx, 'rate_buckets', [
    ...rates.map((rate) => bucketRow('weekly-bucket', 'usdcmxn', rate)),
    ...otherRates.flatMap((series) =>
      series.family === 'median'
        ? []
        : series.rates.map((rate) => bucketRow(series.family, series.pair, rate)),
    ),
  ]);
  await insertRows(
    tx,
    'rate_medians',
    otherRates.flatMap((series) =>
      series.family === 'median' ? series.rates.map((rate) => ({ pair: series.pair, ...rate })) : [],
    ),
  );
}

const bucketRow = (family: RateFamily, pair: RatePair, rate: SeedRate): BulkRow => ({
  family,
  pair,
  id: rate.id,
  open: rate.open,
  close: rate.close,
  low: rate.low,
  high: rate.high,
  average: rate.average,
  inverse_open: rate.inverseOpen,
  inverse_close: rate.inverseClose,
  inverse_low: rate.inverseLow,
  inverse_high: rate.inverseHigh,
  inverse_average: rate.inverseAverage,
  count: rate.count,
});
