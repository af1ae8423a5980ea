import { paths } from '#widgets/paths.ts';
import { expectAccessible, expectAccessibleInOtherTheme, expectAccessibleNow } from './accessible.ts';
import {
  expectOpeningsAccessible,
  expectRoutesAccessible,
  reading,
  routeParts,
} from './accessible-routes.ts';
import { conditions, putInCondition } from './conditions.ts';
import { everyScreen } from './every-screen.ts';
import { thingsOf } from './look-at-screens.ts';
import { settledScreen, waitForQuietDocument } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';

// Names hang on the language and contrast on the theme, and with long words or narrow windows a little on both: every
// route is seen with all rules light in Spanish and on a phone, and each time with the rules about colours in the other
// theme; dark in English by accessibility-dark.deep.e2e.ts.

test('what checks the screens finds what is wrong with one', async ({ page }) => {
  await page.setContent('<html lang="es"><title>T</title><main><h1>T</h1><img src="data:,"></main></html>');
  await expect(expectAccessible(page, 'here')).rejects.toThrow(/here image-alt: img/);
});

test('what checks the colours of the other theme finds what is wrong there alone', async ({ page }) => {
  await page.setContent(`<html lang="es" data-theme="light"><title>T</title><style>
    p { color: #000; background: #fff } [data-theme='dark'] p { color: #444; background: #333 }
  </style><main><h1>T</h1><p>Texto</p></main></html>`);
  await expectAccessible(page, 'here');
  await expect(expectAccessibleInOtherTheme(page, 'here')).rejects.toThrow(/here, dark color-contrast: p/);
});

for (const part of routeParts)
  test(`every route is accessible, light, es-MX, and in its colours dark, ${part} part`, async ({
    page,
    service,
    demo,
  }) => {
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

// All the others are seen so in accessibility-conditions.deep.e2e.ts.
for (const condition of conditions)
  test(`the overview, the requests, a witness and a request are accessible while their data is ${condition}`, async ({
    page,
    service,
    demo,
  }) => {
    await enterDemo(page);
    const { overview, requests, witness, request } = everyScreen(await thingsOf(service, demo, ''));
    await putInCondition(page, condition);
    // What was read before is forgotten.
    await page.goto(paths.rates);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    for (const [address] of [overview, requests, witness, request]) {
      await goInApp(page, address);
      await expect(page).toHaveURL(address);
      await (condition === 'loading'
        ? waitForQuietDocument(page, { timeoutMs: 3_000, quietMs: 600 })
        : settledScreen(page, { timeoutMs: 15_000 }));
      await expectAccessibleNow(page, `${condition} ${address}`);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
