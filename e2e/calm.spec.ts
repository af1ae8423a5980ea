import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';

declare global {
  interface Window {
    /** What moved by itself since it was last emptied: how much, and what. */
    movements: { readonly by: number; readonly what: string }[];
  }
}

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
      await page.addInitScript(() => {
        window.movements = [];
        new PerformanceObserver((list) => {
          // The DOM types have no LayoutShift.
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
            sources: readonly { node: Node | null }[];
          })[]) {
            if (entry.hadRecentInput) continue;
            const what = entry.sources.map(({ node }) => (node as Element | null)?.className ?? '').join(' ');
            window.movements.push({ by: entry.value, what });
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await enterDemo(page);
      await settledScreen(page, { timeoutMs: 15_000 });
      for (const route of routes) {
        const before = page.url();
        await page.evaluate(() => {
          window.movements.length = 0;
        });
        await goInApp(page, route);
        await expect(page).not.toHaveURL(before);
        const state = await settledScreen(page, { timeoutMs: 15_000 });
        const { movements, sideways } = await page.evaluate(() => ({
          movements: window.movements,
          sideways: document.documentElement.scrollWidth - window.innerWidth,
        }));
        expect(
          [route, state.heading, state.rest].every((text) => text !== ''),
          route,
        ).toBe(true);
        expect.soft(sideways, `${route} scrolls sideways`).toBeLessThanOrEqual(0);
        const moved = movements.reduce((sum, { by }) => sum + by, 0);
        expect.soft(moved, `${route} moves: ${JSON.stringify(movements)}`).toBeLessThan(0.02);
      }
    });
  });
