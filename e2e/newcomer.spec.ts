import type { Locator, Page } from '@playwright/test';
import { expect, test } from './service.ts';
import { chooseFile, pdf } from './staff.ts';

const title = 'Convenio de prueba';
const signer = 'Rodrigo Aranda Lizama';

/** Counts what a person does: every press, typed field and chosen file is one action; moving there by Tab or arrows is none. */
interface Person {
  readonly press: (target: Locator) => Promise<void>;
  /** Takes an option of the list that is open. */
  readonly take: (name: string) => Promise<void>;
  readonly choose: (name: string, buffer: Buffer) => Promise<void>;
  readonly count: () => number;
}

function newcomer(
  page: Page,
  press: (target: Locator) => Promise<void>,
  choose: (page: Page, name: string, buffer: Buffer) => Promise<void> = chooseFile,
): Person {
  let actions = 0;
  const act = async (doing: Promise<unknown>): Promise<void> => {
    actions += 1;
    await doing;
  };
  return {
    press: (target) => act(press(target)),
    take: (name) => act(takeOption(page, name)),
    choose: (name, buffer) => act(choose(page, name, buffer)),
    count: () => actions,
  };
}

const byPointer = (target: Locator): Promise<void> => target.click();

/** Tab presses in which every part of the longest of these screens is reached. */
const mostTabs = 150;

/** As somebody without a pointer does: on with Tab from where the focus is. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  const hasFocus = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < mostTabs && !(await hasFocus()); tabs += 1)
    await target.page().keyboard.press('Tab');
  await expect(target).toBeFocused();
}

async function byKeyboard(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press('Enter');
}

/** By the button that opens the dialog of the system, which stands outside the page. */
async function chooseByKeyboard(page: Page, name: string, buffer: Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await byKeyboard(page.getByRole('button', { name: 'Elegir archivo' }));
  await (await choosing).setFiles({ name, mimeType: 'application/pdf', buffer });
}

/** From the first page to a sent request, by visible names alone. */
async function sendRequest(page: Page, person: Person, isPhone: boolean): Promise<void> {
  await page.goto('/');
  await person.press(page.getByRole('button', { name: 'Entrar a la demostración' }));
  await person.press(page.getByRole('main').getByRole('link', { name: 'Nueva solicitud' }));
  await person.choose(`${title}.pdf`, await pdf(title));
  // On a phone the field is a button that opens the search; elsewhere its list opens when it has the focus.
  if (isPhone) {
    await person.press(page.getByRole('button', { name: /^Buscar a una persona/ }));
    await page.getByRole('option', { name: signer }).scrollIntoViewIfNeeded();
  } else await person.press(page.getByRole('combobox', { name: 'Buscar a una persona' }));
  await person.press(page.getByRole('option', { name: signer }));
  await person.press(page.getByRole('button', { name: 'Enviar a 1 firmante' }));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** From the sent request, by the next steps that the demo offers, to the verdict of its witness. */
async function reachVerdict(page: Page, person: Person): Promise<void> {
  await person.press(page.getByRole('button', { name: new RegExp(`^Firmar como ${signer}`) }));
  await person.press(page.getByRole('button', { name: 'Ver el veredicto' }));
  // While it is verified the banner has another state; one with warnings has this one too.
  await expect(page.locator('main section[data-state="PASSED"] h2').first()).toHaveText(
    /existía a más tardar/,
  );
  await expect(page).toHaveURL(/\/witnesses\/[0-9a-f]{24}$/);
}

/** Moves in the open list of a field, as Tab does between parts, and takes the option with Enter. */
async function takeOption(page: Page, name: string): Promise<void> {
  const option = page.getByRole('option', { name });
  await option.waitFor();
  const isMarked = (): Promise<boolean> =>
    option.evaluate(({ id }) => document.activeElement?.getAttribute('aria-activedescendant') === id);
  for (let moves = 0; moves < mostTabs && !(await isMarked()); moves += 1)
    await page.keyboard.press('ArrowDown');
  expect(await isMarked()).toBe(true);
  await page.keyboard.press('Enter');
}

/** The same without a pointer: the list of people opens when its field has the focus. */
async function sendRequestByKeyboard(page: Page, person: Person, isPhone: boolean): Promise<void> {
  await page.goto('/');
  await person.press(page.getByRole('button', { name: 'Entrar a la demostración' }));
  await person.press(page.getByRole('main').getByRole('link', { name: 'Nueva solicitud' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Nueva solicitud' })).toBeVisible();
  await person.choose(`${title}.pdf`, await pdf(title));
  const search = page.getByRole('combobox', { name: 'Buscar a una persona' });
  if (isPhone) {
    await person.press(page.getByRole('button', { name: /^Buscar a una persona/ }));
    await expect(search).toBeFocused();
  } else await tabTo(search);
  await person.take(signer);
  await person.press(page.getByRole('button', { name: 'Enviar a 1 firmante' }));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

for (const [where, viewport] of [
  ['on a wide screen', { width: 1440, height: 900 }],
  ['on a phone', { width: 360, height: 780 }],
] as const)
  test.describe(where, () => {
    test.use({ viewport });

    test(`a newcomer ${where} sends a request in at most 6 actions, and has its verdict in at most 12`, async ({
      page,
    }) => {
      const person = newcomer(page, byPointer);
      await sendRequest(page, person, viewport.width < 600);
      expect(person.count()).toBeLessThanOrEqual(6);
      await reachVerdict(page, person);
      expect(person.count()).toBeLessThanOrEqual(12);
    });

    test(`a newcomer without a pointer ${where}, whom Tab leads to each part, sends a request in at most 6 actions, and has its verdict in at most 12`, async ({
      page,
    }) => {
      const person = newcomer(page, byKeyboard, chooseByKeyboard);
      await sendRequestByKeyboard(page, person, viewport.width < 600);
      expect(person.count()).toBeLessThanOrEqual(6);
      await reachVerdict(page, person);
      expect(person.count()).toBeLessThanOrEqual(12);
    });
  });

test('a newcomer signs what they sent in the sandbox, in at most 12 actions', async ({ page }) => {
  const person = newcomer(page, byPointer);
  await sendRequest(page, person, false);
  await person.press(page.getByRole('button', { name: 'Actuar como firmante' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Simulador' })).toBeVisible();
  await person.press(page.getByRole('main').getByRole('button', { name: new RegExp(signer) }));
  await expect(page.getByText(`Simulación: actúas como ${signer}.`)).toBeVisible();
  const invite = page.getByRole('listitem').filter({ hasText: title }).first();
  await person.press(invite.getByRole('button', { name: 'Firmar' }));
  await expect(invite.getByText(/Firmada|Atestiguada/).first()).toBeVisible();
  expect(person.count()).toBeLessThanOrEqual(12);
});
