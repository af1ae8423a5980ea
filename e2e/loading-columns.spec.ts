import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { putInCondition } from './conditions.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';

const lists = [`${paths.requests}?view=board`, paths.witnesses, paths.endorsements, paths.directory];

/** Where the headings of a list begin, and whether its keys are said. */
const frameOf = (page: Page) =>
  page.locator('main').evaluate((main) => ({
    heads: [...main.querySelectorAll('th, section > h2')].map((head) => {
      const { left, top } = head.getBoundingClientRect();
      // Counts of the board come with its rows.
      return { word: head.firstChild?.textContent, left: Math.round(left), top: Math.round(top) };
    }),
    hasKeys: main.querySelector('[aria-hidden="true"] kbd') !== null,
  }));

test('a list that loads has its headings and its keys where they stay when its rows come; no bar leaves its cell', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterDemo(page);
  const bars = page.locator('main .MuiSkeleton-root');
  await putInCondition(page, 'loading');
  const loading = new Map<string, Awaited<ReturnType<typeof frameOf>>>();
  for (const address of lists) {
    await page.goto(address);
    await expect(bars.first()).toBeVisible();
    loading.set(address, await frameOf(page));
  }
  await page.goto(`${paths.requests}?sel=${'0'.repeat(24)}`);
  const inCells = page.locator('td > .MuiSkeleton-root');
  await expect(inCells.first()).toBeVisible();
  const escaped = await inCells.evaluateAll((all) =>
    all.filter((bar) => bar.getBoundingClientRect().right > bar.parentElement!.getBoundingClientRect().right),
  );
  expect(escaped).toHaveLength(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const address of lists) {
    await page.goto(address);
    await expect(page.locator('main :is(td, section li)').first()).toBeVisible();
    await expect(bars).toHaveCount(0);
    expect.soft(await frameOf(page), address).toEqual(loading.get(address));
  }
});
