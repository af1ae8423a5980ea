import { measureScreen, recordLayoutShifts, sumOf, takeLayoutShifts } from './screen-figures.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';

const routes = [
  '/requests',
  '/requests?view=board',
  '/requests/new',
  '/requests/bulk',
  '/witnesses',
  '/endorsements',
  '/directory',
  '/directory/certificates',
  '/directory/issuers',
  '/organization',
  '/rates',
  // Not after the other tab of the same screen: a press leads from one to the other.
  '/endorsements?view=tokens',
  '/settings',
  '/sandbox',
  '/sandbox?tab=signers',
  '/verify',
];

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test(`no screen at ${viewport.width} px moves by itself while it comes, is blank, or scrolls sideways`, async ({
      page,
    }) => {
      await recordLayoutShifts(page);
      await enterDemo(page);
      await settledScreen(page, { timeoutMs: 15_000 });
      for (const route of routes) {
        const before = page.url();
        await takeLayoutShifts(page);
        await goInApp(page, route);
        await expect(page).not.toHaveURL(before);
        const state = await settledScreen(page, { timeoutMs: 15_000 });
        const movements = (await takeLayoutShifts(page)).filter(({ afterInput }) => !afterInput);
        const { sideways } = await measureScreen(page);
        expect(
          [route, state.heading, state.rest].every((text) => text !== ''),
          route,
        ).toBe(true);
        expect.soft(sideways, `${route} scrolls sideways`).toBeLessThanOrEqual(0);
        expect.soft(sumOf(movements), `${route} moves: ${JSON.stringify(movements)}`).toBeLessThan(0.02);
      }
    });
  });
