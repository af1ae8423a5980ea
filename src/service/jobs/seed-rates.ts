import { insertRows } from '../storage/bulk.ts';
import type { Queries } from '../storage/database.ts';
import type { SeedContext } from './seed-context.ts';

/** The rate series. */
export async function writeRates(demo: SeedContext, tx: Queries): Promise<void> {
  await insertRows(
    tx,
    'rate_buckets',
    demo.story.rates.map((rate) => ({
      family: 'weekly-bucket',
      pair: 'usdcmxn',
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
    })),
  );
}
