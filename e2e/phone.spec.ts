import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { reading } from './accessible-routes.ts';
import { everyScreen } from './every-screen.ts';
import { beginDraft, thingsOf } from './look-at-screens.ts';
import { settledScreen, waitForQuietDocument } from './screen-state.ts';
import { expect, test } from './service.ts';
import { chooseKind, enterDemo } from './staff.ts';
import { enterStories, goInApp, openStory, readStory } from './stories.ts';

test.use({ viewport: { width: 360, height: 780 } });

/** Pixels by which the window can be scrolled beyond what the page fills: there is nothing there. */
const emptyBelow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const frame = document.querySelector('main')?.parentElement?.getBoundingClientRect();
    return document.documentElement.scrollHeight - Math.ceil((frame?.bottom ?? 0) + scrollY);
  });

/** Scrolls as a finger does, to the end: what only a script can scroll to is out of reach. */
async function scrollDown(page: Page): Promise<void> {
  await page.mouse.move(180, 400);
  for (let step = 0; step < 12; step += 1) {
    await page.mouse.wheel(0, 400);
    // The wheel returns before the page has scrolled: two frames later it has.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
}

test('on a phone a pagaré is written to its end: all of the form can be reached, and nothing lies beyond it', async ({
  page,
}) => {
  await enterDemo(page);
  await page.getByRole('link', { name: 'Nueva solicitud' }).click();
  await chooseKind(page, 'Pagaré');
  await page.getByRole('textbox', { name: 'Importe' }).fill('342800');
  await page.getByRole('textbox', { name: 'Texto del pagaré' }).fill('Debo y pagaré $1.00');
  expect(await emptyBelow(page)).toBeLessThanOrEqual(0);
  await scrollDown(page);
  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeInViewport();
  expect(await emptyBelow(page)).toBeLessThanOrEqual(0);
});

test('the button that begins a request stays where it is when what waits has been read', async ({ page }) => {
  await enterDemo(page);
  let read = (): void => undefined;
  const held = new Promise<void>((resolve) => (read = resolve));
  await page.route('**/rest/v1/signature-requests?**', async (route) => {
    // Taking up the connection asks how many there are.
    if (!route.request().url().includes('%22size%22%3A1%7D')) await held;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Resumen' })).toBeVisible();
  const begin = page.getByRole('link', { name: 'Nueva solicitud' });
  // The requests are held, so the screen can only be as still as it gets without their answers.
  await waitForQuietDocument(page, { timeoutMs: 3_000 });
  const before = await begin.boundingBox();
  read();
  await expect(page.getByText(/^En vivo, hace/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /asuntos por atender$/ })).toBeVisible();
  expect(await begin.boundingBox()).toEqual(before);
});

test('no page of the organization goes on below its end', async ({ page }) => {
  await enterDemo(page);
  for (const path of [
    // Entering leads to the first page: it is the last one here, so that each is another than the one before.
    '/requests',
    '/requests/new',
    '/requests/bulk',
    '/witnesses',
    '/endorsements',
    '/directory',
    '/directory/certificates',
    '/directory/issuers',
    '/organization',
    '/rates',
    '/settings',
    '/settings?part=appearance',
    '/settings?part=trust',
    '/settings?part=nodes',
    '/settings?part=stored',
    '/verify',
    '/',
  ]) {
    const before = page.url();
    await goInApp(page, path);
    await expect(page).not.toHaveURL(before);
    await settledScreen(page, { timeoutMs: 15_000 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/);
    expect(await emptyBelow(page), path).toBeLessThanOrEqual(0);
  }
});

test('on a phone the search of a list has the whole width while it is used, and the filters are beside it again after', async ({
  page,
}) => {
  await enterDemo(page, '/witnesses');
  // The filters have their widths once the list is there.
  await settledScreen(page, { timeoutMs: 15_000 });
  const search = page.getByRole('searchbox');
  const widthOf = async (): Promise<number> => (await search.boundingBox())?.width ?? 0;
  const before = await widthOf();
  await search.click();
  await expect.poll(widthOf).toBeGreaterThan(2 * before);
  await search.fill('zzzz');
  await page.getByRole('heading', { level: 1 }).click();
  expect(await widthOf()).toBeGreaterThan(2 * before);
  await expect(page.getByText('«Huella o ID: zzzz» oculta', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Quitar el filtro' }).click();
  await expect.poll(widthOf).toBe(before);
});

test('on a phone an open check leads to its drawing, which comes into view and takes the focus', async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterStories(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await openStory(page, await readStory(service.origin, 'clean-contract'));
  const blocks = page.locator('[data-section="witness"][data-block="merkleized"]');
  await blocks.locator('[data-check] button[aria-expanded="false"]').first().click();
  await blocks.getByRole('button', { name: 'Ver el dibujo' }).click();
  const drawing = page.getByRole('group', { name: 'Prueba dibujada' });
  await expect(drawing).toBeFocused();
  await expect(drawing).toHaveAttribute('data-drawing', 'merkleized');
  const { y = -1 } = (await drawing.boundingBox()) ?? {};
  expect(y).toBeGreaterThanOrEqual(50);
  expect(y).toBeLessThan(120);
});

test('on a phone the strip of the demo is one line of 28 px', async ({ page }) => {
  await enterDemo(page);
  const strip = page.getByRole('status').filter({ hasText: 'Datos ficticios' });
  await expect(strip).toBeVisible();
  expect((await strip.boundingBox())?.height).toBe(28);
});

test('on a phone requests are selected in their list, and exported', async ({ page }) => {
  await enterDemo(page, '/requests');
  const boxes = page.getByRole('main').getByRole('listitem').getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  const bar = page.getByRole('group', { name: '2 elegidas' });
  await expect(bar).toBeVisible();
  await expect(page).toHaveURL(/\/requests$/);
  await expect(bar.getByRole('button', { name: 'Exportar' })).toBeEnabled();
  await page.getByRole('button', { name: 'Quitar selección' }).click();
  await expect(boxes.nth(0)).not.toBeChecked();
});

test('what confirms an action stands above the bar of a selection, on a phone and on a wide screen', async ({
  page,
}) => {
  await enterDemo(page, '/requests');
  await page.getByRole('main').getByRole('listitem').getByRole('checkbox').first().check();
  const bar = page.getByRole('group', { name: '1 elegida' });
  await expect(bar).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Vistas', exact: true }).click();
  await page.getByRole('dialog', { name: 'Vistas' }).getByRole('textbox').fill('Elegidas');
  await page.keyboard.press('Enter');
  const snack = page.locator('.MuiSnackbar-root', { hasText: 'Elegidas' });
  await expect(snack).toBeVisible();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 780 });
    const [above, below] = [await snack.boundingBox(), await bar.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? Infinity), `${width}`).toBeLessThanOrEqual(below?.y ?? 0);
  }
  await bar.getByRole('button', { name: 'Quitar selección' }).click();
  await expect(bar).toHaveCount(0);
});

test('on a phone the button that sends a request is in view before anything is scrolled, and stays where it is', async ({
  page,
}) => {
  await enterDemo(page);
  await goInApp(page, '/requests/new');
  const send = page.getByRole('button', { name: 'Enviar', exact: true });
  await expect(send).toBeInViewport({ ratio: 1 });
  await settledScreen(page, { timeoutMs: 15_000 });
  const section = page.getByRole('heading', { name: 'Firmantes' });
  const [before, sectionBefore] = [await send.boundingBox(), await section.boundingBox()];
  await scrollDown(page);
  expect((await section.boundingBox())?.y).toBeLessThan(sectionBefore?.y ?? 0);
  expect(await send.boundingBox()).toEqual(before);
});

test('on a phone the search for a person fills the screen', async ({ page }) => {
  await enterDemo(page);
  await goInApp(page, '/requests/new');
  await page.getByRole('button', { name: /^Buscar a una persona/ }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('option').first()).toBeVisible();
  expect(await sheet.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 780 });
});

for (const [language, titles, dropping] of [
  [
    'es-MX',
    {
      compose: 'Elige el documento',
      verify: 'Elige documentos, pruebas, constancias o expedientes',
      documents: 'Elige los documentos',
      table: 'Elige la tabla',
      anchor: 'Elige un certificado',
    },
    /su[eé]lta|soltar/i,
  ],
  [
    'en',
    {
      compose: 'Choose the document',
      verify: 'Choose documents, proofs, NOM-151 certificates or case files',
      documents: 'Choose the documents',
      table: 'Choose the table',
      anchor: 'Choose a certificate',
    },
    /\bdrop/i,
  ],
] as const)
  test(`on a phone files are chosen: nothing in ${language} speaks of dropping them`, async ({ page }) => {
    await reading(page, 'light', language);
    await enterDemo(page);
    for (const [path, ...expected] of [
      ['/requests/new', titles.compose],
      ['/verify', titles.verify],
      ['/requests/bulk', titles.documents, titles.table],
      ['/settings?part=trust', titles.anchor],
    ] as const)
      await test.step(path, async () => {
        await goInApp(page, path);
        for (const title of expected)
          await expect(page.getByText(title, { exact: true }).first()).toBeVisible();
        await settledScreen(page, { timeoutMs: 15_000 });
        expect(await page.locator('main').innerText()).not.toMatch(dropping);
      });
  });

test('on a phone the bar at the end of the screen has four places and «Más», and leads to the verifier', async ({
  page,
}) => {
  await enterDemo(page, '/requests');
  const bar = page.getByRole('navigation', { name: 'Navegación principal' });
  await expect(bar.locator(':is(a, button)')).toHaveText([
    'Resumen',
    'Solicitudes',
    'Testigos',
    'Verificar',
    'Más',
  ]);
  // All of it, at the end of the window.
  await expect(bar).toBeInViewport({ ratio: 1 });
  const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {};
  expect(y + height).toBe(780);
  await bar.getByRole('link', { name: 'Verificar' }).click();
  await expect(page).toHaveURL(/\/verify$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Elige documentos/);
  await expect(page.getByRole('link', { name: 'Verificar' })).toHaveAttribute('aria-current', 'page');
});

test('on a phone an arrow leads from a request, a witness, a person and a token back to their list', async ({
  page,
  service,
  demo,
}) => {
  await enterDemo(page);
  const things = await thingsOf(service, demo, '');
  for (const [address, list, name] of [
    [paths.request(things.request), paths.requests, 'Solicitudes'],
    [paths.witness(things.witness), paths.witnesses, 'Testigos'],
    [paths.subject(things.subject), paths.directory, 'Directorio'],
    [paths.token(things.token), paths.endorsements, 'Endosos'],
  ] as const)
    await test.step(name, async () => {
      await goInApp(page, address);
      const back = page.getByRole('banner').getByRole('link', { name: `Volver a ${name}`, exact: true });
      await expect(back).toBeInViewport({ ratio: 1 });
      await back.click();
      await expect.poll(() => new URL(page.url()).pathname).toBe(list);
      await expect(page.getByRole('navigation').getByText(name, { exact: true }).last()).toHaveText(name);
      // There is nothing above a list.
      await expect(back).toHaveCount(0);
    });
});

test('on a phone no screen shows the keys of a keyboard', async ({ page, service, demo }) => {
  await enterDemo(page);
  const things = await thingsOf(service, demo, await beginDraft(page, 'Contrato de obra'));
  for (const address of Object.values(everyScreen(things)).flat())
    await test.step(address, async () => {
      await goInApp(page, address);
      await settledScreen(page, { timeoutMs: 15_000 });
      await expect(page.getByRole('heading', { level: 1 }).last()).toHaveText(/\S/);
      await expect.soft(page.locator('kbd:visible'), address).toHaveCount(0);
    });
});
