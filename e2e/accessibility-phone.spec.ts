import {
  expectOpeningsAccessible,
  expectPhoneOpeningsAccessible,
  expectRoutesAccessible,
  routeParts,
} from './accessible-routes.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';

test.use({ viewport: { width: 360, height: 740 } });

for (const part of routeParts)
  test(`every route is accessible on a phone, light and in its colours dark, and none is wider than it, ${part} part`, async ({
    page,
    service,
    demo,
  }) => {
    test.setTimeout(240_000);
    await enterDemo(page);
    await expectRoutesAccessible(page, service, demo, part, async (route) => {
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${route} is wider than the phone`).toBeLessThanOrEqual(0);
    });
  });

test('the search for a person, «Más» and the tray are accessible on a phone', async ({ page }) => {
  test.setTimeout(240_000);
  await enterDemo(page);
  await expectPhoneOpeningsAccessible(page);
});

test('what opens over a page is accessible on a phone too', async ({ page }) => {
  test.setTimeout(240_000);
  await enterDemo(page);
  await expectOpeningsAccessible(page);
});
