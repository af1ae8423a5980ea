import type { Locator, Page } from '@playwright/test';
import { expectFirstFieldFocused, expectMenuReachable, expectReachable, prepareLooks } from './focus-walk.ts';
import { thingsOf } from './look-at-screens.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp, openStory } from './stories.ts';
import { paths } from '#widgets/paths.ts';

/** Expects the first field of a dialog that a button opens to have the focus, Tab to lead through it, and Esc back. */
async function expectDialogWalked(page: Page, button: Locator, name: string, key = 'Enter'): Promise<void> {
  // A page that comes takes the focus to its title.
  await settledScreen(page, { timeoutMs: 15_000 });
  await button.focus();
  await page.keyboard.press(key);
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await settledScreen(page, { timeoutMs: 15_000 });
  await expectFirstFieldFocused(dialog);
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

test(`Tab leads through the dialogs in which a hash is witnessed and hashes are pasted, each of which ${shown}`, async ({
  page,
}) => {
  await enterDemo(page);
  for (const [address, button, name] of [
    [paths.witnesses, 'Atestiguar un archivo', 'Atestiguar la huella de un archivo'],
    [paths.verify, 'Pegar huellas', 'Pegar huellas'],
  ] as const)
    await test.step(name, async () => {
      await goInApp(page, address);
      await expectDialogWalked(page, page.getByRole('button', { name: button }), name);
    });
});

/** Tab presses beyond the controls of the longest of these dialogs. */
const mostTabs = 12;

/** Expects Tab, forwards and backwards, to stay within a dialog beyond its ends. */
async function expectTabStays(page: Page, dialog: Locator): Promise<void> {
  const hasFocus = (): Promise<boolean> =>
    dialog.evaluate(
      (element) => element !== document.activeElement && element.contains(document.activeElement),
    );
  for (const key of ['Tab', 'Shift+Tab'])
    for (let tabs = 0; tabs < mostTabs; tabs += 1) {
      await page.keyboard.press(key);
      expect(await hasFocus(), `${key}, press ${tabs + 1}`).toBe(true);
    }
}

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const hasFocus = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < mostTabs && !(await hasFocus()); tabs += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

test('by keyboard alone, witnesses are chosen in their list and certified: the dialog takes the focus, keeps it, gives it back on Esc, and confirms with Enter', async ({
  page,
}) => {
  await enterDemo(page, '/witnesses?nom151=without&merkle=without');
  await settledScreen(page, { timeoutMs: 15_000 });
  const row = page.locator('main tbody tr[data-index]').first();
  await row.getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await expect(row.getByRole('checkbox')).toBeChecked();
  const button = page.getByRole('group', { name: '1 elegido' }).getByRole('button', { name: /^Certificar/ });
  const name = 'Certificar con NOM-151';
  await expectDialogWalked(page, button, name);

  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByRole('radio', { name: 'Una constancia para cada testigo' })).toBeFocused();
  await expectTabStays(page, dialog);
  await tabTo(page, dialog.getByRole('button', { name: 'Certificar 1', exact: true }));
  const certification = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/nom151-certification'),
  );
  await page.keyboard.press('Enter');
  await certification;
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('group', { name: '1 elegido' })).toHaveCount(0);
  // The button that opened it is gone with the selection: the focus is in the list, not lost.
  await expect(page.locator('main tbody tr:focus')).toHaveCount(1);
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
