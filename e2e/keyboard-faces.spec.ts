import type { Locator, Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { everyFace } from './faces.ts';
import { expectFirstFieldFocused, expectReachable } from './focus-walk.ts';
import { openRequests, thingsOf } from './look-at-screens.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';

// What stands on a screen only after a press. Screens as they open are walked in keyboard.spec.ts, dialogs and menus in
// keyboard-overlays.spec.ts.

const title = 'and what has the focus shows it';

/** Presses a control as somebody does who has no pointer. */
async function pressByKeys(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  // A page that comes takes the focus to its title.
  await settledScreen(page, { timeoutMs: 15_000 });
  await control.focus();
  await page.keyboard.press(key);
}

/** Expects a panel that stands on the page of a request to have the focus, and Tab to reach all of the page. */
async function expectPanelWalked(page: Page, heading: string, first: Locator): Promise<void> {
  await expect(page.getByRole('main').getByText(heading, { exact: true }).last()).toBeVisible();
  await expect(first).toBeFocused();
  await expectReachable(page, heading);
}

test(`Tab reaches every control of the panels of a request that waits, which take the focus, ${title}`, async ({
  page,
  service,
  demo,
}) => {
  await enterDemo(page);
  const { waiting } = await openRequests(service, demo);
  await goInApp(page, paths.request(waiting.id));
  const main = page.getByRole('main');
  for (const [button, heading, first] of [
    [
      'Recordar',
      'Recordar a quien falta',
      main.getByRole('button', { name: /^Copiar el recordatorio/ }).first(),
    ],
    ['Invitar a firmar', 'Invitar a firmar', main.getByRole('combobox', { name: 'A quién' })],
    ['Copiar enlace', '¿Copiar un enlace con acceso?', main.getByRole('button', { name: 'Cancelar' })],
  ] as const)
    await test.step(button, async () => {
      const opener = main.getByRole('button', { name: button, exact: true });
      await pressByKeys(page, opener);
      await expectPanelWalked(page, heading, first);
      // Pressed again, it takes the panel away.
      await pressByKeys(page, opener);
      await expect(first).toHaveCount(0);
    });
});

test(`Tab reaches every control of the panels of a draft, which take the focus, ${title}`, async ({
  page,
  service,
  demo,
}) => {
  await enterDemo(page);
  const { draft } = await openRequests(service, demo);
  await goInApp(page, paths.request(draft));
  const main = page.getByRole('main');
  await pressByKeys(page, main.getByRole('button', { name: 'Más acciones' }));
  await expect(page.getByRole('menuitem', { name: 'Cambiar nombre' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectPanelWalked(page, 'Cambiar nombre', main.getByRole('textbox', { name: 'Nombre' }));
});

test(`Tab reaches every control of a filter, which Enter opens and Esc closes, ${title}`, async ({
  page,
}) => {
  await enterDemo(page);
  await goInApp(page, paths.requests);
  const chip = page.getByRole('main').getByRole('button', { name: 'Estado', exact: true });
  await pressByKeys(page, chip);
  const panel = page.getByRole('dialog', { name: 'Estado' });
  await expect(panel).toBeVisible();
  await expectFirstFieldFocused(panel);
  await expectReachable(page, 'filter of requests', 4, '[role="dialog"]');
  await expect(panel.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(chip).toBeFocused();
});

test(`Tab reaches every control of the bar of what Space selects, ${title}`, async ({ page }) => {
  await enterDemo(page);
  for (const [address, words, action] of [
    [paths.requests, '1 elegida', 'Exportar'],
    // Of few rows: the links of each are stops of Tab, and the bar stands after all of them.
    [`${paths.witnesses}?nom151=without&merkle=without`, '1 elegido', 'Certificar elegidos'],
  ] as const)
    await test.step(address, async () => {
      await goInApp(page, address);
      await expect(page.getByRole('main').locator('tbody tr[data-index]').first()).toBeVisible();
      await pressByKeys(page, page.getByRole('main').locator('tbody').getByRole('checkbox').first(), 'Space');
      const bar = page.getByRole('group', { name: words });
      await expect(bar.getByRole('button', { name: action })).toBeVisible();
      await expectReachable(page, words);
    });
});

test('a comma leads from the selected row to what can be done with it, past all other rows', async ({
  page,
}) => {
  await enterDemo(page);
  for (const [address, words] of [
    [paths.requests, '1 elegida'],
    [paths.witnesses, '1 elegido'],
  ] as const)
    await test.step(address, async () => {
      await goInApp(page, address);
      await pressByKeys(page, page.getByRole('main').locator('tbody').getByRole('checkbox').first(), 'Space');
      const first = page.getByRole('group', { name: words }).getByRole('button').first();
      await expect(first).toBeVisible();
      await page.keyboard.press(',');
      await expect(first).toBeFocused();
    });
});

test(`Tab reaches every control of the form of a pagaré, which the arrows choose, ${title}`, async ({
  page,
}) => {
  await enterDemo(page);
  await goInApp(page, paths.newRequest);
  const kinds = page.getByRole('radiogroup', { name: 'Tipo de documento' });
  await expect(kinds).toBeVisible();
  await pressByKeys(page, kinds.getByRole('radio', { name: 'Archivo' }), 'ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(kinds.getByRole('radio', { name: 'Pagaré' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Importe' })).toBeVisible();
  await expectReachable(page, 'pagaré', 15);
  // The button in the field of a date is for the pointer: the keys empty the field without it.
  const emptying = page.getByTitle('Borrar la fecha');
  await expect(emptying).toHaveCount(1);
  await page.getByRole('main').getByRole('spinbutton').first().focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(emptying).toHaveCount(0);
});

test(`Tab reaches every control of the composer that is filled in, of more filters and of a new key, ${title}`, async ({
  page,
  service,
  demo,
}) => {
  await enterDemo(page);
  const faces = everyFace(await thingsOf(service, demo, ''));
  for (const name of ['composer-filled', 'witnesses-more filters', 'organization-new key'])
    await test.step(name, async () => {
      const face = faces[name];
      if (!face) throw new Error(`There is no face ${name}.`);
      await page.goto(face.address);
      await settledScreen(page, { timeoutMs: 15_000 });
      await face.steps(page);
      await expectReachable(page, name);
    });
});

test(`Tab reaches every control of the verifier with a row open, which Enter opens, ${title}`, async ({
  page,
  service,
  demo,
}) => {
  await enterDemo(page);
  const face = everyFace(await thingsOf(service, demo, ''))['verify-a document']!;
  await goInApp(page, face.address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Suelta documentos/);
  await face.steps(page);
  const row = page.getByRole('row', { name: /Convenio ajeno/ });
  await expect(row).toContainText('Sin determinar');
  await pressByKeys(page, row);
  await expect(page.getByRole('complementary')).toContainText('Convenio ajeno');
  await expectReachable(page, 'row of the verifier');
});

test('the arrows lead to every choice of the palette, and Enter takes one', async ({
  page,
  service,
  demo,
}) => {
  await enterDemo(page);
  const face = everyFace(await thingsOf(service, demo, '')).palette!;
  await goInApp(page, face.address);
  await settledScreen(page, { timeoutMs: 15_000 });
  await face.steps(page);
  const palette = page.getByRole('dialog', { name: 'Búsqueda y comandos' });
  await expectFirstFieldFocused(palette);
  const options = palette.getByRole('option');
  await expect(palette.getByRole('option', { name: /Pagaré 0421/ }).first()).toBeVisible();
  await settledScreen(page, { timeoutMs: 15_000 });
  const ids = await options.evaluateAll((all) => all.map(({ id }) => id));
  const field = palette.getByRole('combobox');
  const seen = new Set<string>();
  for (const _id of ids) {
    seen.add((await field.getAttribute('aria-activedescendant')) ?? '');
    await page.keyboard.press('ArrowDown');
  }
  expect([...seen].sort()).toEqual([...ids].sort());
  // Its field is all that Tab reaches, and the caret shows where the focus is.
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await field.press('Enter');
  await expect(palette).toHaveCount(0);
});
