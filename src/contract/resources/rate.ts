import { z } from 'zod/mini';
import { Int32 } from '../schema/scalars.ts';
import { registerFacts } from '../schema/schema-facts.ts';

/** A bucket of an exchange-rate series; `id` is the epoch second at which it starts (Rule RT-1). */
export const RateBucket = z.looseObject({
  id: z.nullish(Int32),
  open: z.nullish(z.number()),
  close: z.nullish(z.number()),
  low: z.nullish(z.number()),
  high: z.nullish(z.number()),
  average: z.nullish(z.number()),
  inverseOpen: z.nullish(z.number()),
  inverseClose: z.nullish(z.number()),
  inverseLow: z.nullish(z.number()),
  inverseHigh: z.nullish(z.number()),
  inverseAverage: z.nullish(z.number()),
  count: z.nullish(Int32),
});
export type RateBucket = z.infer<typeof RateBucket>;
registerFacts(RateBucket, {
  name: 'RateBucket',
  kind: 'part',
  required: [
    'id',
    'open',
    'close',
    'low',
    'high',
    'average',
    'inverseOpen',
    'inverseClose',
    'inverseLow',
    'inverseHigh',
    'inverseAverage',
    'count',
  ],
});

/**
 * One median of a rate at an instant. The service sends `median` and `inverse`; a live deployment sends `rate`,
 * `inverseRate` and `timestamp`, and its `id` need not be a time.
 */
export const MedianRate = z.looseObject({
  id: z.nullish(z.union([Int32, z.string()])),
  median: z.nullish(z.number()),
  inverse: z.nullish(z.number()),
  rate: z.nullish(z.number()),
  inverseRate: z.nullish(z.number()),
  timestamp: z.nullish(z.union([z.number(), z.string()])),
  network: z.nullish(Int32),
});
export type MedianRate = z.infer<typeof MedianRate>;
registerFacts(MedianRate, { name: 'MedianRate', kind: 'part', required: ['id'] });
