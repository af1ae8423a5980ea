import { expectAccessible } from './accessible.ts';
import {
  expectOpeningsAccessible,
  expectRoutesAccessible,
  reading,
  routeParts,
} from './accessible-routes.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';

// Contrast hangs on the theme and names on the language, and neither on the other: each is seen once with every route,
// dark and in English with the desk.

test('what checks the screens finds what is wrong with one', async ({ page }) => {
  await page.setContent('<html lang="es"><title>T</title><main><h1>T</h1><img src="data:,"></main></html>');
  await expect(expectAccessible(page, 'here')).rejects.toThrow(/here image-alt: img/);
});

for (const part of routeParts)
  test(`every route is accessible, light, es-MX, ${part} part`, async ({ page, service, demo }) => {
    test.setTimeout(240_000);
    await reading(page, 'light', 'es-MX');
    if (part === 'first') await expectAccessible(page, '/connect');
    await enterDemo(page);
    await expectRoutesAccessible(page, service, demo, part);
  });

test('what opens over a page, and what is said to be wrong, is accessible, light', async ({ page }) => {
  await reading(page, 'light', 'es-MX');
  await enterDemo(page);
  await expectOpeningsAccessible(page);
});
