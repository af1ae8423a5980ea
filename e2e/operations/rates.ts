import type { Page } from '@playwright/test';
import { rateFamilies, ratePairs, type RateFamily, type RatePair } from '#contract/resources/rate-names.ts';
import { goInApp } from '../stories.ts';
import type { AnyOperation, ListedRate, ReadRate } from './places.ts';
import type { Row } from './row.ts';
import type { World } from './world.ts';

/** Periods that are shown in each round: another count is another question, so that the page need not be loaded again. */
const ranges: Readonly<Record<RateFamily, readonly [number, number]>> = {
  'weekly-bucket': [13, 26],
  'daily-bucket': [14, 30],
  'monthly-bucket': [6, 12],
  median: [30, 100],
};

/** Prices that fit every series and that none of them has. */
const listed = 98_765.4321;
const read = 87_654.3219;

type Named = ListedRate | ReadRate | 'readWeeklyRate';

/** Every series: listed, and by the newest period that is older than those in sight. */
export const rates: Readonly<Record<Named, Row>> = allRates();

function allRates(): Readonly<Record<Named, Row>> {
  const entries = rateFamilies.flatMap((family) =>
    ratePairs.flatMap((pair): [AnyOperation, Row][] => {
      const address = (round: 0 | 1) => `/rates?series=${family}&pair=${pair}&range=${ranges[family][round]}`;
      const isDocumented = family === 'weekly-bucket' && pair === 'usdcmxn';
      return [
        [
          `list:${family}-${pair}`,
          {
            act: (page, _world, round) => goInApp(page, address(round)),
            mark: listed,
            shows: /98,765\.4321/,
          },
        ],
        [
          // The one name that is left out is that of the documented series.
          isDocumented ? 'readWeeklyRate' : (`read:${family}-${pair}` as ReadRate),
          {
            act: async (page: Page, world, round) => {
              const id = await olderThan(world, family, pair, ranges[family][round]);
              await goInApp(page, `${address(round)}&bucket=${id}`);
            },
            mark: read,
            shows: /87,654\.3219/,
          },
        ],
      ];
    }),
  );
  // The loops go through every family and pair: the keys are those of the type.
  return Object.fromEntries(entries) as Record<Named, Row>;
}

async function olderThan(world: World, family: RateFamily, pair: RatePair, shown: number): Promise<number> {
  const query = `orderBy=id&orderDirection=desc&limit=${shown + 1}`;
  const { items } = await world.ask<{ items: { id: number }[] }>('GET', `/${family}-${pair}-rates?${query}`);
  const last = items.at(-1);
  if (!last || items.length <= shown) throw new Error(`There is no older one of ${family} ${pair}.`);
  return last.id;
}
