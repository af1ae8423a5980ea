import { expectAccessible } from './accessible.ts';
import { expectOpeningsAccessible, expectRoutesAccessible, reading } from './accessible-routes.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';

test.describe.configure({ mode: 'parallel' });

test('every route is accessible, dark, en', async ({ page, service, demo }) => {
  test.setTimeout(240_000);
  await reading(page, 'dark', 'en');
  await expectAccessible(page, '/connect');
  await page.getByRole('button', { name: /demo/i }).first().click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expectRoutesAccessible(page, service, demo);
});

test('what opens over a page, and what is said to be wrong, is accessible, dark', async ({ page }) => {
  await reading(page, 'dark', 'es-MX');
  await enterDemo(page);
  await expectOpeningsAccessible(page);
});
