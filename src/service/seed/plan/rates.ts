import type { RateFamily, RatePair } from '#contract/resources/rate-names.ts';
import type { Random } from './random.ts';

/** One period of a series; prices are of what the pair names first, `inverse…` of what it names last. */
export interface SeedRate {
  /** Seconds of the period's start; a week starts on a multiple of 604800 (Thursday 00:00 UTC). */
  readonly id: number;
  readonly open: number;
  readonly close: number;
  readonly low: number;
  readonly high: number;
  /** Running mean of the `count` updates. */
  readonly average: number;
  readonly inverseOpen: number;
  readonly inverseClose: number;
  readonly inverseLow: number;
  readonly inverseHigh: number;
  readonly inverseAverage: number;
  readonly count: number;
}

/** What one instant's price was. */
export interface SeedMedian {
  readonly id: number;
  readonly median: number;
  readonly inverse: number;
}

/** A series that is not the documented one. */
export type SeedSeries =
  | {
      readonly pair: RatePair;
      readonly family: Exclude<RateFamily, 'median'>;
      readonly rates: readonly SeedRate[];
    }
  | { readonly pair: RatePair; readonly family: 'median'; readonly rates: readonly SeedMedian[] };

/** A price at an instant, epoch seconds. */
interface Update {
  readonly at: number;
  readonly price: number;
}

const hour = 3600;
const day = 24 * hour;
const week = 7 * day;
const weeks = 130;
/** Number of the newest days and medians that are generated. */
const mostDays = 400;
const mostMedians = 300;

/**
 * Two and a half years of weeks of the USDC to peso rate up to the one that `now` is in. Each is made of its updates,
 * a walk that is drawn back to 18.40, so that every figure is what those updates give: the lowest inverse belongs to
 * the highest price.
 */
export function planRates(random: Random, now: Date): SeedRate[] {
  return planWeeks(random, now).map(({ id, updates }) =>
    bucket(
      id,
      updates.map(({ price }) => price),
    ),
  );
}

/** The same updates by days, months and single instants, and those of the other two pairs, which follow from them. */
export function planOtherRates(random: Random, now: Date, aside: Random): SeedSeries[] {
  const usdcmxn = planWeeks(random, now).flatMap(({ updates }) => updates);
  // A coin that is held to a dollar stays within a few hundredths of a cent of it.
  const usdcusd = usdcmxn.map(({ at }) => ({ at, price: round(1 + 0.0003 * aside.normal()) }));
  const mxnusd = usdcmxn.map(({ at, price }, index) => ({
    at,
    price: round((usdcusd[index]?.price ?? 1) / price),
  }));
  const pairs: readonly (readonly [RatePair, readonly Update[]])[] = [
    ['usdcmxn', usdcmxn],
    ['usdcusd', usdcusd],
    ['mxnusd', mxnusd],
  ];
  return pairs.flatMap(([pair, updates]): SeedSeries[] => [
    ...(pair === 'usdcmxn'
      ? []
      : [
          {
            pair,
            family: 'weekly-bucket' as const,
            rates: periods(updates, (at) => Math.floor(at / week) * week),
          },
        ]),
    // The first of the days and months may lack its beginning.
    {
      pair,
      family: 'daily-bucket',
      rates: periods(updates, (at) => Math.floor(at / day) * day)
        .slice(1)
        .slice(-mostDays),
    },
    { pair, family: 'monthly-bucket', rates: periods(updates, monthOf).slice(1) },
    {
      pair,
      family: 'median',
      rates: updates
        .slice(-mostMedians)
        .map(({ at, price }) => ({ id: at, median: price, inverse: 1 / price })),
    },
  ]);
}

function planWeeks(random: Random, now: Date): { id: number; updates: Update[] }[] {
  const seconds = Math.floor(now.getTime() / 1000);
  const last = Math.floor(seconds / week) * week;
  let price = 17.1;
  return Array.from({ length: weeks }, (_, index) => {
    const id = last - (weeks - 1 - index) * week;
    const elapsed = Math.min(week, seconds - id);
    const count = Math.max(1, Math.floor(elapsed / hour) - random.integer(0, 3));
    const updates = Array.from({ length: count }, (__, nth) => {
      const drawn = price + 0.0009 * (18.4 - price) + 0.017 * random.normal();
      price = round(Math.min(20.4, Math.max(16.6, drawn)));
      return { at: id + Math.floor((nth * elapsed) / count), price };
    });
    return { id, updates };
  });
}

/** Updates, oldest first, by the periods that they are in. */
function periods(updates: readonly Update[], startOf: (at: number) => number): SeedRate[] {
  const byStart = new Map<number, number[]>();
  for (const { at, price } of updates) {
    const start = startOf(at);
    const there = byStart.get(start);
    if (there) there.push(price);
    else byStart.set(start, [price]);
  }
  return [...byStart].map(([id, prices]) => bucket(id, prices));
}

function monthOf(at: number): number {
  const date = new Date(at * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
}

function bucket(id: number, updates: readonly number[]): SeedRate {
  const inverse = updates.map((update) => 1 / update);
  return {
    id,
    ...summary(updates),
    inverseOpen: inverse[0] ?? 0,
    inverseClose: inverse.at(-1) ?? 0,
    inverseLow: Math.min(...inverse),
    inverseHigh: Math.max(...inverse),
    inverseAverage: mean(inverse),
    count: updates.length,
  };
}

const summary = (
  updates: readonly number[],
): Pick<SeedRate, 'open' | 'close' | 'low' | 'high' | 'average'> => ({
  open: updates[0] ?? 0,
  close: updates.at(-1) ?? 0,
  low: Math.min(...updates),
  high: Math.max(...updates),
  average: mean(updates),
});

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const round = (price: number): number => Math.round(price * 1e6) / 1e6;
