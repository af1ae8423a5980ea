import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';

test.use({ fetchesAllParts: true });

/** Lists that look again by themselves: how one comes to them, and something that stands in them once they are read. */
const lists = [
  {
    name: 'requests',
    link: /^Solicitudes/,
    reads: '**/rest/v1/signature-requests?*',
    shows: 'main table tbody tr',
  },
  {
    name: 'witnesses',
    link: /^Testigos/,
    reads: '**/rest/v1/witnesses?*',
    shows: 'main tbody tr[data-index]',
  },
  {
    name: 'keys',
    link: 'Organización',
    tab: 'Claves de API',
    reads: '**/rest/v1/api-keys?*',
    shows: 'main li .name',
  },
];

/** Marks what is focused: an element that is made anew has no mark. */
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => document.activeElement?.setAttribute('data-marked', ''));

for (const { name, link, tab, reads, shows } of lists)
  test(`${name}: a list that cannot be read says so for as long as it is tried again, and comes by itself`, async ({
    page,
  }) => {
    await enterDemo(page);
    let requested = 0;
    await page.route(reads, (route) => {
      requested += 1;
      return route.abort('connectionrefused');
    });
    await page.getByRole('navigation').getByRole('link', { name: link }).click();
    if (tab) await page.getByRole('tab', { name: tab }).click();
    const said = page.getByRole('main').getByRole('alert').filter({ hasText: 'No se pud' }).first();
    const again = said.getByRole('button', { name: 'Reintentar' });
    await again.focus();
    await mark(page);
    await expectAccessible(page, 'a list that cannot be read');
    // Another look, with its tries: nothing is taken from under the reader's hand.
    const before = requested;
    await expect.poll(() => requested, { timeout: 60_000 }).toBeGreaterThan(before + 3);
    await expect(page.locator('[data-marked]')).toBeFocused();
    await again.press('Enter');
    await expect(page.locator('[data-marked]')).toBeFocused();
    await page.unroute(reads);
    await expect(page.locator(shows).first()).toBeVisible();
    await expect(said).toHaveCount(0);
  });
