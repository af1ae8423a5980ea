import { everyScreen } from './every-screen.ts';
import { thingsOf } from './look-at-screens.ts';
import { measureScreen } from './screen-figures.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';

type NumberOf<Parts extends readonly string[]> = { readonly [Part in keyof Parts]: number };
type Limits = NumberOf<ReturnType<typeof everyScreen>['settings']>;

/**
 * Pixels below which each part stays, in the order of `everyScreen`: a tenth more than it has in a window of 780 px,
 * which no page is lower than. A new part does not compile until it has its limit.
 */
const limits: Readonly<Record<'1440' | '360', Limits>> = {
  1440: [1_000, 860, 1_080, 1_020, 860],
  360: [1_350, 1_000, 1_465, 1_370, 860],
};

for (const width of [1440, 360] as const)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 780 } });

    test(`each part of the settings at ${width} px is lower than its limit`, async ({
      page,
      service,
      demo,
    }) => {
      await enterDemo(page);
      const { settings } = everyScreen(await thingsOf(service, demo, ''));
      for (const [part, address] of settings.entries()) {
        await goInApp(page, address);
        await expect(page.locator(`main nav a[aria-current="page"][href="${address}"]`)).toHaveCount(1);
        await settledScreen(page, { timeoutMs: 15_000, quietMs: 500 });
        const limit = limits[width][part] ?? 0;
        expect.soft((await measureScreen(page)).height, address).toBeLessThan(limit);
      }
    });
  });
