import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { expectAccessible, expectAccessibleInOtherTheme } from './accessible.ts';
import { everyScreen } from './every-screen.ts';
import { beginDraft, thingsOf } from './look-at-screens.ts';
import { expect, type DemoSession, type RunningService } from './service.ts';
import { call } from './staff.ts';
import { settledScreen } from './screen-state.ts';
import { goInApp } from './stories.ts';

/** What else a witness shows: the other tabs under its verdict, and the drawings of other strategies. */
const witnessFaces = [
  'tab=times',
  'tab=chain',
  'tab=repeat',
  'tab=raw',
  'ver=nom151.imprint',
  'ver=external.root',
] as const;

/**
 * Every screen with its other faces, with something real in it, and what the table of addresses does not tell apart: a
 * new path is among them as soon as it has its line in `everyScreen`.
 */
async function routes(page: Page, service: RunningService, demo: DemoSession): Promise<string[]> {
  const key = demo.organizations[0]!.apiKey;
  const first = async (path: string): Promise<string> =>
    (await call<{ results: { id: string }[] }>(service.origin, key, 'GET', path)).body.results[0]!.id;
  const things = await thingsOf(service, demo, await beginDraft(page, 'Contrato de obra'));
  const { fromId, toId, digest } = await lastTransfer(service, key);
  const transfers = new URLSearchParams({ where: `network==421614;(from==${fromId},to==${toId})` });
  return [
    ...new Set([
      ...Object.values(everyScreen(things)).flat(),
      ...witnessFaces.map((face) => `${paths.witness(things.witness)}?${face}`),
      // The newest are in other states.
      paths.request(await first('/signature-requests')),
      paths.witness(await first('/witnesses')),
      `${paths.endorsements}?${transfers}`,
      paths.token(digest),
      paths.wallet(toId),
      '/nowhere',
    ]),
  ];
}

/** The newest transfer between two people. */
async function lastTransfer(
  { origin }: RunningService,
  key: string,
): Promise<{ fromId: string; toId: string; digest: string }> {
  const where = JSON.stringify({ fromId_not: `0x${'0'.repeat(40)}` });
  const path = `/endorse-events?${new URLSearchParams({ where, orderBy: 'timestamp', orderDirection: 'desc' })}`;
  const { body } = await call<{ items: { fromId: string; toId: string; digest: string }[] }>(
    origin,
    key,
    'GET',
    path,
  );
  const [event] = body.items;
  if (!event) throw new Error('The demo has no transfer.');
  return event;
}

/** The page from now on is read in a theme and a language. */
export async function reading(page: Page, theme: 'light' | 'dark', language: 'es-MX' | 'en'): Promise<void> {
  const preferences = JSON.stringify({ theme, language });
  await page.addInitScript((text) => localStorage.setItem('testigo.preferences', text), preferences);
  await page.goto('/connect');
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** The routes in parts that take about as long, so that workers can share them. */
export const routeParts = ['first', 'second', 'third', 'fourth'] as const;
export type RoutePart = (typeof routeParts)[number];

/** Nothing on any route of one part breaks a rule of axe, nor in the other theme one about colours; the page is in the demo. */
export async function expectRoutesAccessible(
  page: Page,
  service: RunningService,
  demo: DemoSession,
  part: RoutePart,
  check: (route: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const all = await routes(page, service, demo);
  const length = Math.ceil(all.length / routeParts.length);
  const start = routeParts.indexOf(part) * length;
  for (const route of all.slice(start, start + length)) {
    await openInApp(page, route);
    await expect(page.getByRole('heading', { level: 1 }).last()).toBeVisible();
    await expectAccessible(page, route);
    await expectAccessibleInOtherTheme(page, route);
    await check(route);
  }
}

/** Opens a route without loading the app again, and waits until its screen is at rest. */
async function openInApp(page: Page, route: string): Promise<void> {
  const title = await page.title();
  const isOtherScreen = new URL(route, page.url()).pathname !== new URL(page.url()).pathname;
  const headings = page.getByRole('heading', { level: 1 });
  for (const heading of await headings.all())
    await heading.evaluate((it) => it.setAttribute('data-before', ''));
  await goInApp(page, route);
  // The screen before stays until this one is there. A request and its witness have the same title.
  if (isOtherScreen)
    await expect
      .poll(async () => (await page.title()) !== title || (await page.locator('[data-before]').count()) === 0)
      .toBe(true);
  await settledScreen(page, { timeoutMs: 15_000 });
}

/** Nor does anything that opens over a page, or is said to be wrong; the page is in the demo, in Spanish. */
export async function expectOpeningsAccessible(page: Page): Promise<void> {
  await expectFrameOpeningsAccessible(page);
  await expectListOpeningsAccessible(page);
  await expectWitnessDialogsAccessible(page);
  await expectComposerOpeningsAccessible(page);

  await page.route('**/rest/v1/witnesses?**', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto(paths.witnesses);
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page, 'failed list');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** What every screen has: the palette, the menu of the session, the keys. */
async function expectFrameOpeningsAccessible(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Búsqueda y comandos' });
  await palette.getByRole('combobox').fill('Pagaré');
  await expect(palette.getByRole('option', { name: /Pagaré 0421/ }).first()).toBeVisible();
  await expectAccessible(page, 'palette');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();

  await page.getByRole('button', { name: 'Tu sesión' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'menu');
  await page.keyboard.press('Escape');

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'keys');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function expectListOpeningsAccessible(page: Page): Promise<void> {
  await page.goto('/requests?q=Finiquito');
  await page.getByRole('main').getByText('Finiquito, J. I. Treviño Garza').first().click();
  await expect(page).toHaveURL(/[0-9a-f]{24}/);
  await expectAccessible(page, 'request in the pane');
  await page.goto(paths.requests);
  await page.getByRole('button', { name: 'Estado' }).click();
  await expectAccessible(page, 'filter');
}

/** The dialogs that certify witnesses, save a case file and explain a verdict. */
async function expectWitnessDialogsAccessible(page: Page): Promise<void> {
  await page.goto(`${paths.witnesses}?nom151=without&merkle=without`);
  const main = page.getByRole('main');
  // On a wide screen the first one selects all rows.
  await main.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Certificar elegidos' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'Una constancia para el grupo' })).toBeVisible();
  await expectAccessible(page, 'dialog that certifies');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.goto(paths.witnesses);
  await main.locator('a[href*="/witnesses/"]').first().click();
  const save = page.getByRole('button', { name: 'Guardar expediente' });
  await expect(save).toBeEnabled({ timeout: 30_000 });
  for (const [button, name] of [
    [save, 'Guardar expediente'],
    [page.getByRole('link', { name: 'Cómo leer esto' }), 'Cómo leer un veredicto'],
  ] as const) {
    await button.click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectAccessible(page, `dialog «${name}»`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
}

async function expectComposerOpeningsAccessible(page: Page): Promise<void> {
  await page.goto(paths.newRequest);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  const missing = page.getByText('Elige un documento.');
  await expect(missing).toBeVisible();
  // Who sends by keyboard is taken to what is missing.
  await expect(missing).toBeFocused();
  await expectAccessible(page, 'composer with what is missing');
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Contrato de prueba');
  await page.getByRole('button', { name: 'Descartar este borrador' }).click();
  await expect(page.getByRole('group', { name: '¿Descartar este borrador?' })).toBeVisible();
  await expectAccessible(page, 'composer before discarding');
}

/** Nor what opens on a phone alone, or otherwise than on a wide screen: the search for a person, «Más» and the tray. */
export async function expectPhoneOpeningsAccessible(page: Page): Promise<void> {
  await page.goto(paths.newRequest);
  await page.getByRole('button', { name: /^Buscar a una persona/ }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('option').first()).toBeVisible();
  await expectAccessible(page, 'search for a person');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  await page.goto(paths.requests);
  await page.getByRole('navigation').getByRole('button', { name: 'Más', exact: true }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, '«Más»');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);

  await page.getByRole('button', { name: /^Operaciones/ }).click();
  await expect(page.getByRole('region', { name: 'Operaciones' })).toBeVisible();
  await expectAccessible(page, 'tray');
}
