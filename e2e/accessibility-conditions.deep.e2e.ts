import { paths } from '#widgets/paths.ts';
import { reading } from './accessible-routes.ts';
import { expectAccessibleNow } from './accessible.ts';
import { putInCondition } from './conditions.ts';
import { everyScreen } from './every-screen.ts';
import { thingsOf } from './look-at-screens.ts';
import { settledScreen, waitForQuietDocument } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';

// With their data the screens are seen in accessibility*.spec.ts.

const looks = [
  ['empty', 'light', 'es-MX', 1440],
  ['loading', 'dark', 'es-MX', 1440],
  ['failed', 'dark', 'en', 1440],
  ['empty', 'dark', 'en', 360],
  ['loading', 'light', 'en', 360],
  ['failed', 'light', 'es-MX', 360],
] as const;

for (const [condition, theme, language, width] of looks)
  test(`every screen of ${width} px is accessible while its data is ${condition}`, async ({
    page,
    service,
    demo,
  }) => {
    test.setTimeout(600_000);
    await page.setViewportSize({ width, height: width === 360 ? 780 : 900 });
    await enterDemo(page);
    await reading(page, theme, language);
    await putInCondition(page, condition);
    await page.goto(paths.rates);
    await expect(page.getByRole('navigation').filter({ visible: true }).first()).toBeVisible();
    for (const address of Object.values(everyScreen(await thingsOf(service, demo, 'not-here'))).flat()) {
      await goInApp(page, address);
      await (condition === 'loading'
        ? waitForQuietDocument(page, { timeoutMs: 3_000, quietMs: 600 })
        : settledScreen(page, { timeoutMs: 15_000 }));
      await expectAccessibleNow(page, `${condition} ${address}`);
    }
  });
