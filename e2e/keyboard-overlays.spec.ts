import type { Locator, Page } from '@playwright/test';
import { expectMenuReachable, expectReachable, prepareLooks } from './focus-walk.ts';
import { thingsOf } from './look-at-screens.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp, openStory } from './stories.ts';
import { paths } from '#widgets/paths.ts';

/** Expects Tab to lead through a dialog that a button opens, and Esc back to the button. */
async function expectDialogWalked(page: Page, button: Locator, name: string, key = 'Enter'): Promise<void> {
  // A page that comes takes the focus to its title.
  await settledScreen(page, { timeoutMs: 15_000 });
  await button.focus();
  await page.keyboard.press(key);
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await expectReachable(page, name, 1);
  // None of its controls leads out of it.
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
}

/** Expects the arrows to lead through a menu that a button opens, and Esc back to the button. */
async function expectMenuWalked(page: Page, button: Locator): Promise<void> {
  await settledScreen(page, { timeoutMs: 15_000 });
  await prepareLooks(page);
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await expectMenuReachable(page, menu);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
}

const shown = 'shows the focus, and Esc leads back to its button';

test(`Tab leads through the dialog that saves a case file, which ${shown}`, async ({
  page,
  service,
  demo,
}) => {
  await enterDemo(page);
  await openStory(page, await thingsOf(service, demo, ''));
  const button = page.getByRole('button', { name: 'Guardar expediente' });
  await expectDialogWalked(page, button, 'Guardar expediente');
});

test(`Tab leads through the dialog in which a list of people is pasted, which ${shown}`, async ({ page }) => {
  await enterDemo(page);
  await goInApp(page, paths.newRequest);
  await expectDialogWalked(
    page,
    page.getByRole('button', { name: 'Pegar una lista' }),
    'Agregar firmantes de una lista',
  );
});

test(`the keys of the app are listed in a dialog, which ${shown}`, async ({ page }) => {
  await enterDemo(page);
  await expectDialogWalked(page, page.getByRole('button', { name: 'Tu sesión' }), 'Atajos de teclado', '?');
});

test(`the arrows lead through the menu of the session and that of a request, each of which ${shown}`, async ({
  page,
  service,
  demo,
}) => {
  await enterDemo(page);
  await expectMenuWalked(page, page.getByRole('button', { name: 'Tu sesión' }));
  await goInApp(page, paths.request((await thingsOf(service, demo, '')).request));
  await expectMenuWalked(page, page.getByRole('button', { name: 'Más acciones' }));
});
