import { expectAccessible } from './accessible.ts';
import {
  expectOpeningsAccessible,
  expectRoutesAccessible,
  reading,
  routeParts,
} from './accessible-routes.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';

for (const part of routeParts)
  test(`every route is accessible, dark, en, and in its colours light, ${part} part`, async ({
    page,
    service,
    demo,
  }) => {
    test.setTimeout(240_000);
    await reading(page, 'dark', 'en');
    if (part === 'first') await expectAccessible(page, '/connect');
    await page.getByRole('button', { name: /demo/i }).first().click();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await expectRoutesAccessible(page, service, demo, part);
  });

test('what opens over a page, and what is said to be wrong, is accessible, dark', async ({ page }) => {
  await reading(page, 'dark', 'es-MX');
  await enterDemo(page);
  await expectOpeningsAccessible(page);
});
