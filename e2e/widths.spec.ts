import type { Page } from '@playwright/test';
import { deepIf } from './deep-tag.ts';
import { everyScreen } from './every-screen.ts';
import { beginDraft, thingsOf } from './look-at-screens.ts';
import { measureScreen } from './screen-figures.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';

// Widths between a phone and 1440 px, and beyond. Those two are in calm.spec.ts.

/** Tables that scroll sideways in what holds them, and how much of them is out of sight. */
const cutTables = (page: Page): Promise<string[]> =>
  page.locator('main table').evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .flatMap((one) => {
        let holder: Element | null = one;
        while (holder && !/auto|scroll/.test(getComputedStyle(holder).overflowX))
          holder = holder.parentElement;
        const over = holder ? holder.scrollWidth - holder.clientWidth : 0;
        // A pixel is what the browser rounds.
        return over > 1 ? [`${one.getAttribute('aria-label') ?? ''}: ${over} px`] : [];
      }),
  );

for (const [isDeep, widths] of [
  [false, [768, 3840]],
  [true, [1024, 1920]],
] as const) {
  const title = `at ${widths.join(' and ')} px no screen scrolls sideways, and none loses its title when the window changes its width`;

  test(title, deepIf(isDeep), async ({ page, service, demo }) => {
    test.setTimeout(240_000);
    await enterDemo(page);
    const things = await thingsOf(service, demo, await beginDraft(page, 'Contrato de obra'));
    for (const address of Object.values(everyScreen(things)).flat())
      await test.step(address, async () => {
        await goInApp(page, address);
        await settledScreen(page, { timeoutMs: 15_000 });
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          await settledScreen(page, { timeoutMs: 15_000, quietMs: 100 });
          const { sideways } = await measureScreen(page);
          expect.soft(sideways, `${address} at ${width} px`).toBeLessThanOrEqual(0);
          expect.soft(await cutTables(page), `${address} at ${width} px cuts a table`).toEqual([]);
          await expect(page.locator('main h1').last(), `${address} at ${width} px`).toHaveText(/\S/);
        }
      });
  });
}
