import type { Random } from './random.ts';

/** One week of the USDC to peso rate; prices are pesos for one USDC, `inverse…` USDC for one peso. */
export interface SeedRate {
  /** Seconds of the week's start, a multiple of 604800 (Thursday 00:00 UTC). */
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

const week = 604_800;
const weeks = 130;

/**
 * Two and a half years of weeks up to the one that `now` is in. Each is made of its updates, a walk that is drawn
 * back to 18.40, so that every figure is what those updates give: the lowest inverse belongs to the highest price.
 */
export function planRates(random: Random, now: Date): SeedRate[] {
  const seconds = Math.floor(now.getTime() / 1000);
  const last = Math.floor(seconds / week) * week;
  let price = 17.1;
  return Array.from({ length: weeks }, (_, index) => {
    const id = last - (weeks - 1 - index) * week;
    const elapsed = Math.min(week, seconds - id);
    const count = Math.max(1, Math.floor(elapsed / 3600) - random.integer(0, 3));
    const updates = Array.from({ length: count }, () => {
      const drawn = price + 0.0009 * (18.4 - price) + 0.017 * random.normal();
      price = round(Math.min(20.4, Math.max(16.6, drawn)));
      return price;
    });
    return bucket(id, updates);
  });
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
