import { mkdir, writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { everyScreen } from './every-screen.ts';
import { beginDraft, thingsOf } from './look-at-screens.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';

// The inventory of all buttons, links and menu items of every screen with what each leads to, made from the running
// app: `reports/controls.md`. None leads only to where the user already is, and none is without effect.

/** What a control leads to. */
interface Line {
  readonly screen: string;
  readonly kind: 'link' | 'button' | 'menu item';
  readonly name: string;
  readonly leads: string;
  /** Why it should not be there as it is. */
  readonly fault: string | undefined;
}

/** All that a press can change, as text: where the user is, what is shown, what was copied, saved, printed or sent. */
interface Situation {
  readonly address: string;
  readonly content: string;
  readonly done: number;
}

test('every control of every screen leads somewhere else or does something', async ({
  page,
  service,
  demo,
}) => {
  test.setTimeout(7_200_000);
  page.setDefaultTimeout(30_000);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.origin });
  await page.addInitScript(countDeeds);
  await enterDemo(page);
  const things = await thingsOf(service, demo, await beginDraft(page, 'Borrador del inventario'));
  const only = process.env.CONTROLS_SCREENS?.split(',');
  const lines: Line[] = [];
  // The frame stands around every screen: it is pressed through once.
  const framed = new Set<string>();
  for (const [name, addresses] of Object.entries(everyScreen(things))) {
    if (only && !only.includes(name)) continue;
    for (const address of addresses)
      await test.step(address, async () => {
        await open(page, address);
        const controls = await listControls(page);
        for (const control of controls) {
          const key = `${control.kind} ${control.name}`;
          if (!control.inMain && framed.has(key)) continue;
          if (!control.inMain) framed.add(key);
          lines.push(...(await lookAt(page, control, address)));
        }
      });
  }
  await mkdir('reports', { recursive: true });
  await writeFile('reports/controls.md', tableOf(lines));
  expect(lines.length).toBeGreaterThan(only ? 0 : 200);
  expect(
    lines.filter(({ fault }) => fault).map(({ screen, kind, name, fault }) => [screen, kind, name, fault]),
  ).toEqual([]);
});

interface Control {
  readonly kind: 'link' | 'button';
  readonly name: string;
  readonly href: string | undefined;
  readonly isDisabled: boolean;
  /** It names the place where the user is, as such. */
  readonly isCurrent: boolean;
  readonly inMain: boolean;
  /** Which of those with this name it is. */
  readonly nth: number;
}

async function open(page: Page, address: string): Promise<void> {
  // Without a dialog or menu of the press before, and without a change that would be lost.
  await closeDialogs(page);
  await restoreChoices(page);
  await goInApp(page, '/settings');
  await goInApp(page, address);
  await settledScreen(page, { timeoutMs: 15_000 });
  // Its part may have been fetched meanwhile.
  await closeDialogs(page);
}

const closeDialogs = (page: Page): Promise<void> =>
  expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 5_000 });

const demoName = 'Grupo Ceibal';
const account = /^(Tu sesión|Your session)$/;

/** The theme, the language and the organization that this inventory is of, where a press chose another. */
async function restoreChoices(page: Page): Promise<void> {
  const light = page.getByRole('button', { name: /^(Tema claro|Light theme)$/ });
  if ((await light.count()) > 0) await light.first().click();
  const choose = async (button: Locator, item: string): Promise<void> => {
    await button.click();
    await page.getByRole('menu').getByText(item, { exact: true }).click();
  };
  if ((await page.locator('html').getAttribute('lang')) !== 'es-MX')
    await choose(page.getByRole('button', { name: account }), 'Español (México)');
  const organizations = page.getByRole('navigation').locator('button[aria-haspopup="menu"]');
  if ((await organizations.count()) > 0 && !(await organizations.first().innerText()).includes(demoName))
    await choose(organizations.first(), demoName);
}

/** The visible links and buttons; of rows that are alike those of the first. Each carries its place in this list. */
function listControls(page: Page): Promise<Control[]> {
  return page.evaluate(() => {
    const counts = new Map<string, number>();
    const found: Control[] = [];
    for (const marked of document.querySelectorAll('[data-control]')) marked.removeAttribute('data-control');
    for (const element of document.querySelectorAll<HTMLElement>('a[href], button, [role="button"]')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]')) continue;
      const kind = element.tagName === 'A' ? 'link' : 'button';
      const name = nameOf(element);
      const key = `${kind} ${name}`;
      const nth = counts.get(key) ?? 0;
      counts.set(key, nth + 1);
      element.setAttribute('data-control', JSON.stringify([kind, name, nth]));
      const row = element.closest('li, tr, [role="row"], [data-index]');
      const isFirstRow = !row?.parentElement || [...row.parentElement.children].indexOf(row) === 0;
      if (!isFirstRow && !element.closest('nav')) continue;
      found.push({
        kind,
        name,
        href: element.getAttribute('href') ?? undefined,
        isDisabled: element.matches(':disabled, [aria-disabled="true"]'),
        isCurrent: element.matches('[aria-current], [aria-pressed="true"], [aria-selected="true"]'),
        inMain: element.closest('main') !== null,
        nth,
      });
    }
    return found;

    function nameOf(element: HTMLElement): string {
      const by = element
        .getAttribute('aria-labelledby')
        ?.split(/\s+/)
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ');
      const text = element.getAttribute('aria-label') ?? by ?? (element.innerText || element.title);
      return text.replace(/\s+/g, ' ').trim();
    }
  });
}

/** Follows a link by its address, presses a button and the items of the menu that it opens. */
async function lookAt(page: Page, control: Control, screen: string): Promise<Line[]> {
  const { kind, name, href, isDisabled, isCurrent } = control;
  const line = (leads: string, fault?: string): Line => ({ screen, kind, name, leads, fault });
  const nameless = name === '' ? 'has no name' : undefined;
  if (kind === 'link') {
    // The brand leads to the overview from everywhere.
    const isHere = href === screen && !isCurrent && name !== 'Testigo';
    return [line(href ?? '', nameless ?? (isHere ? 'leads to where the user is' : undefined))];
  }
  if (isDisabled) return [line('disabled', nameless)];
  await open(page, screen);
  if ((await (await locate(page, control)).count()) === 0)
    return [line('not there when the screen was opened again', 'was not found again')];
  const before = await situation(page);
  await press(page, control);
  const after = await effectOf(page, before);
  // What is chosen already stays chosen.
  const fault = nameless ?? (after === undefined && !isCurrent ? 'is without effect' : undefined);
  const lines = [line(after ?? 'nothing', fault)];
  const menu = page.getByRole('menu');
  if (await menu.isVisible().catch(() => false)) {
    const items = menu.locator('[role^="menuitem"]');
    const names = await items.allInnerTexts();
    for (const [at, text] of names.entries()) {
      const item = items.nth(at);
      const itemName = `${name} › ${text.replace(/\s+/g, ' ').trim()}`;
      await open(page, screen);
      await press(page, control);
      if (!(await item.isVisible().catch(() => false))) continue;
      const isChosen = (await item.getAttribute('aria-checked')) === 'true';
      const isOff = (await item.getAttribute('aria-disabled')) === 'true';
      const open_ = await situation(page);
      await item.click({ timeout: 5_000 }).catch(() => undefined);
      // That the menu closes is no effect.
      const closed = await effectOf(page, { ...before, done: open_.done });
      lines.push({
        screen,
        kind: 'menu item',
        name: itemName,
        leads: isOff ? 'disabled' : (closed ?? 'nothing'),
        fault: closed === undefined && !isChosen && !isOff ? 'is without effect' : undefined,
      });
      await stayInside(page);
    }
  }
  await stayInside(page);
  return lines;
}

/**
 * The control of this kind and name on the screen as it stands now, which may still be coming. Where a press used it up,
 * as a signature that a sandbox made, or changed it, another of its likeness stands for it.
 */
async function locate(page: Page, control: Control): Promise<Locator> {
  const { kind, name, nth } = control;
  const marked = (one: Pick<Control, 'kind' | 'name' | 'nth'>): Locator =>
    page.locator(`[data-control=${JSON.stringify(JSON.stringify([one.kind, one.name, one.nth]))}]`);
  let now: readonly Control[] = [];
  const isThere = async (): Promise<boolean> => {
    now = await listControls(page);
    return now.some((one) => one.kind === kind && one.name === name && one.nth === nth);
  };
  const found = await expect
    .poll(isThere, { timeout: 5_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
  if (found) return marked(control);
  const alike = now.find((one) => one.kind === kind && likeness(one.name) === likeness(name));
  return marked(alike ?? control);
}

/** The verb that a name begins with; the hash of what was chosen is another once another was chosen. */
const likeness = (name: string): string =>
  /^(?:0x)?[0-9a-f]{40,}/.test(name) ? 'hash' : (/^\S+/.exec(name)?.[0] ?? '');

/** Where a screen draws the control anew while it is being pressed, it is looked for once more. */
async function press(page: Page, control: Control): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    const button = await locate(page, control);
    const isPressed = await button.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    if (isPressed) return;
  }
}

/** A press may lead out, or choose another language there: the way back in has the words of the inventory. */
async function stayInside(page: Page): Promise<void> {
  const isInside = await page.evaluate(() => {
    const inside = !location.pathname.startsWith('/connect');
    if (!inside) localStorage.clear();
    return inside;
  });
  if (!isInside) await enterDemo(page);
}

async function situation(page: Page): Promise<Situation> {
  const { address, done, marks } = await page.evaluate(() => ({
    address: location.pathname + location.search,
    done: (window as { testigoDeeds?: number }).testigoDeeds ?? 0,
    // The theme and the language are of the document; where the focus went is an effect too.
    marks: [
      ...[...document.documentElement.attributes].map(({ name, value }) => `${name}=${value}`),
      document.activeElement?.tagName,
      document.activeElement?.getAttribute('name'),
      document.activeElement?.id,
    ].join(' '),
  }));
  const shown = await page.locator('body').ariaSnapshot();
  // Seconds and counts go on by themselves.
  return { address, done, content: `${shown.replace(/\d+/g, '#').replace(/ \[active\]/g, '')}\n${marks}` };
}

/** In a few words, what is otherwise than before; undefined where nothing is, after two seconds. */
async function effectOf(page: Page, before: Situation): Promise<string | undefined> {
  const deadline = Date.now() + 2_000;
  for (;;) {
    const after = await situation(page);
    if (after.address !== before.address) return after.address;
    if (after.done !== before.done) return 'copies, saves, prints or sends';
    if (after.content !== before.content) {
      const dialog = page.getByRole('dialog').last();
      if (await dialog.isVisible().catch(() => false))
        return `dialog “${
          (await dialog.getAttribute('aria-label')) ??
          (await dialog
            .getByRole('heading')
            .first()
            .innerText()
            .catch(() => ''))
        }”`;
      if (
        await page
          .getByRole('menu')
          .isVisible()
          .catch(() => false)
      )
        return 'menu';
      return 'changes the screen';
    }
    if (Date.now() > deadline) return undefined;
  }
}

/** Counts what leaves no trace on the screen. */
function countDeeds(): void {
  const host = window as { testigoDeeds?: number };
  host.testigoDeeds = 0;
  const count = (): void => void (host.testigoDeeds = (host.testigoDeeds ?? 0) + 1);
  window.print = count;
  window.open = () => (count(), null);
  const copy = navigator.clipboard.writeText.bind(navigator.clipboard);
  navigator.clipboard.writeText = (text) => (count(), copy(text));
  const makeAddress = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (object) => (count(), makeAddress(object));
  document.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'file') count();
  });
  const send = window.fetch.bind(window);
  window.fetch = (input, init) => {
    if (init?.method !== undefined && init.method !== 'GET') count();
    return send(input, init);
  };
}

function tableOf(lines: readonly Line[]): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|').slice(0, 160);
  return [
    '| Screen | Control | Name | Leads to | Fault |',
    '|---|---|---|---|---|',
    ...lines.map(
      ({ screen, kind, name, leads, fault = '' }) =>
        `| ${cell(screen)} | ${kind} | ${cell(name)} | ${cell(leads)} | ${fault} |`,
    ),
    '',
  ].join('\n');
}
