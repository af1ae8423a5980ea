import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateFamilies, ratePairs } from '#contract/resources/rate-names.ts';
import { rangesOf, readView, valuesOf, writeView, type RatesView } from './view.ts';

const view: fc.Arbitrary<RatesView> = fc.constantFrom(...rateFamilies).chain((family) =>
  fc.record({
    family: fc.constant(family),
    pair: fc.constantFrom(...ratePairs),
    range: fc.constantFrom(...rangesOf[family]),
    inverse: fc.boolean(),
    bucket: fc.option(fc.integer({ min: 0, max: 2_147_483_647 }), { nil: undefined }),
    value: fc.constantFrom(...valuesOf(family)),
    amount: fc.option(fc.string(), { nil: undefined }),
    of: fc.constantFrom('base' as const, 'quote' as const),
  }),
);

test('the address holds the whole view', () => {
  fc.assert(
    fc.property(view, (given) => {
      expect(readView(new URLSearchParams(writeView(given).toString()))).toEqual(given);
    }),
  );
});

test('what is usual stands not in the address, and nonsense is read as what is usual', () => {
  const usual = readView(new URLSearchParams());
  expect(writeView(usual).toString()).toBe('');
  expect(usual).toMatchObject({ family: 'weekly-bucket', pair: 'usdcmxn', range: 26, value: 'close' });
  expect(readView(new URLSearchParams('series=hourly&pair=x&range=7&bucket=-1&value=median&of=z'))).toEqual(
    usual,
  );
});
