import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { reading } from './accessible-routes.ts';
import { deepIf } from './deep-tag.ts';
import { noThings } from './every-screen.ts';
import { messageStart } from './face-steps.ts';
import { everyFace } from './faces.ts';
import { thingsOf } from './look-at-screens.ts';
import { measureScreen } from './screen-figures.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';

// What a press opens at 360 px. Screens as they open are in calm.spec.ts.

test.use({ viewport: { width: 360, height: 780 } });

/** What stands over a page, or beside it. */
const floating = ':is([role="dialog"], [role="menu"], [role="listbox"], [role="region"], aside)';

/** Of what stands over the page: how much wider than itself its content is, and whether it lies beside the window. */
const overWide = (page: Page): Promise<string[]> =>
  page.locator(floating).evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .flatMap((one) => {
        const { left, right } = one.getBoundingClientRect();
        const over = one.scrollWidth - one.clientWidth;
        const name = one.getAttribute('aria-label') ?? one.textContent.slice(0, 60);
        return [
          ...(over > 0 ? [`${name}: ${over} px of its content`] : []),
          ...(left < 0 || right > innerWidth ? [`${name}: from ${left} to ${right} px`] : []),
        ];
      }),
  );

/** Loads a page anew, and waits until it takes keys: what is painted first does not. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('button', { name: messageStart('shell_account') })).toBeVisible();
  await settledScreen(page, { timeoutMs: 15_000 });
}

async function expectNarrow(page: Page, name: string): Promise<void> {
  await settledScreen(page, { timeoutMs: 15_000 });
  expect.soft((await measureScreen(page)).sideways, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  expect.soft(await overWide(page), `${name} is too wide`).toEqual([]);
}

/** By what they are: so many that workers share them. */
const groups = {
  'no form that is filled in, no search for a person and no list that is read': /^(?:composer|bulk)-/,
  'no selection, filter, palette, menu or answer': /^(?!composer|bulk|witness-)/,
  'no tab of a witness': /^witness-/,
};

test('the groups of faces hold each face once', () => {
  for (const name of Object.keys(everyFace(noThings)))
    expect(
      Object.values(groups).filter((names) => names.test(name)),
      name,
    ).toHaveLength(1);
});

for (const language of ['es-MX', 'en'] as const)
  for (const [what, names] of Object.entries(groups))
    test(
      `on a phone in ${language} ${what} scrolls sideways`,
      deepIf(language === 'en'),
      async ({ page, service, demo }) => {
        test.setTimeout(240_000);
        await reading(page, 'light', language);
        await enterDemo(page);
        const faces = everyFace(await thingsOf(service, demo, 'not-here'));
        for (const [name, { address, steps }] of Object.entries(faces).filter(([face]) => names.test(face)))
          await test.step(name, async () => {
            await open(page, address);
            await steps(page);
            await expectNarrow(page, name);
          });
      },
    );

test('on a phone the menu of all places lies within the screen', async ({ page }) => {
  await enterDemo(page, paths.requests);
  await page.getByRole('navigation').getByRole('button', { name: 'Más' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNarrow(page, 'more');
});
