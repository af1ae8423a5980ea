import { randomUUID } from 'node:crypto';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import {
  addSigner,
  call,
  chooseFile,
  chooseKind,
  compose,
  composeHere,
  enterDemo,
  openRequestId,
  pdf,
} from './staff.ts';
import { copyPreparedData } from './prepared-data.ts';
import { expect, startService, test, type DemoSession, type RunningService } from './service.ts';

test.use({ fetchesAllParts: true });

test('a reload in the middle of composing loses nothing', async ({ page }) => {
  await enterDemo(page, '/requests/new');
  await chooseFile(page, 'Contrato.pdf', await pdf('Contrato que se recarga'));
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Contrato, versión final');
  await addSigner(page, 'Rodrigo Aranda Lizama');
  await page.getByRole('switch', { name: 'Conservar con NOM-151' }).check();
  await expect(page.getByText(/Guardado aquí a las/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Contrato, versión final');
  await expect(page.getByText('Contrato.pdf')).toBeVisible();
  await expect(page.getByText('Rodrigo Aranda Lizama').first()).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Conservar con NOM-151' })).toBeChecked();
  // The file's bytes came back too: it can be sent.
  await expect(page.getByText('No, el servicio no tiene testigo de esta huella')).toBeVisible();
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  await openRequestId(page);
});

test('what is typed in the last moment before a reload is stored', async ({ page }) => {
  await enterDemo(page, '/requests/new');
  await chooseKind(page, 'Texto');
  await page.getByRole('textbox', { name: 'Texto del documento' }).fill('Hasta la última letra');
  await expect(page.getByText(/Guardado aquí a las/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Texto del documento' }).press('End');
  await page.getByRole('textbox', { name: 'Texto del documento' }).pressSequentially('!');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Texto del documento' })).toHaveValue(
    'Hasta la última letra!',
  );
});

/** Composes and sends; the bytes of the document wait on their way until what is returned lets them through. */
async function sendHeld(page: Page, title: string): Promise<() => void> {
  await enterDemo(page, '/requests/new');
  await composeHere(page, title, ['Rodrigo Aranda Lizama']);
  let put = (): void => undefined;
  const held = new Promise<void>((resolve) => (put = resolve));
  await page.route('**/uploads/**', async (route) => {
    await held;
    await route.continue();
  });
  const uploading = page.waitForRequest('**/uploads/**');
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  await uploading;
  return put;
}

test('who goes elsewhere while it is being sent learns that it was, and is not taken back', async ({
  page,
}) => {
  const put = await sendHeld(page, 'Contrato que se envía solo');
  await page.getByRole('navigation').getByRole('link', { name: 'Directorio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Directorio' })).toBeVisible();
  put();
  await expect(page.getByText('Enviada a 1 firmante')).toBeVisible();
  await expect(page).toHaveURL(/\/directory$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Directorio' })).toBeVisible();
});

test('who composes another one while the first is being sent learns that it was, and stays with it', async ({
  page,
}) => {
  const put = await sendHeld(page, 'Contrato que se adelanta');
  const places = page.getByRole('navigation', { name: 'Navegación principal' });
  await places.getByRole('link', { name: /^Solicitudes/ }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Nueva/ })
    .click();
  const name = page.getByLabel('Nombre', { exact: true });
  await expect(name).toHaveValue('');
  await name.fill('El siguiente contrato');
  put();
  await expect(page.getByText('Enviada a 1 firmante')).toBeVisible();
  await expect(page).toHaveURL(/\/requests\/new\?draft=/);
  await expect(name).toHaveValue('El siguiente contrato');
});

test('an upload that is cut off is said, and goes on without repeating what was done', async ({ page }) => {
  await enterDemo(page, '/requests/new');
  await composeHere(page, 'Contrato cortado', ['Rodrigo Aranda Lizama']);
  let cut = 0;
  await page.route('**/uploads/**', async (route) => {
    cut += 1;
    if (cut === 1) await route.abort('connectionreset');
    else await route.continue();
  });
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  await expect(page.getByRole('heading', { name: 'No se confirmó la subida del documento' })).toBeVisible();
  await expect(
    page.getByText('No se creó ninguna solicitud. Puedes corregir lo que haga falta', { exact: false }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Enviada a 1 firmante')).toBeVisible();
  await openRequestId(page);
});

test('a send whose answer never came ends with one request', async ({ page, service, demo }) => {
  await enterDemo(page);
  // Counted by its name, so no other run of this test may have used it.
  const name = `Contrato sin respuesta ${randomUUID()}`;
  await compose(page, name, ['Rodrigo Aranda Lizama']);
  let lost = 0;
  await page.route('**/rest/v1/signature-request', async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    // The service does it; its answer is lost on the way back.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  await expect(page.getByRole('heading', { name: 'No se sabe si la solicitud se creó' })).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await openRequestId(page);
  const search = encodeURIComponent(JSON.stringify({ name }));
  const { body } = await call<{ info: { count: number } }>(
    service.origin,
    demo.organizations[0]!.apiKey,
    'GET',
    `/signature-requests?search=${search}`,
  );
  expect(body.info.count).toBe(1);
});

/** A key of the organization's own, made by one of its members, that can be switched off. */
async function makeKey(
  service: RunningService,
  demo: DemoSession,
): Promise<{ id: string; secret: string; token: string }> {
  const organization = demo.organizations[0]!;
  const members = await call<{ results: { subject: { id: string } }[] }>(
    service.origin,
    organization.apiKey,
    'GET',
    '/organization-members',
  );
  const member = members.body.results[0]!.subject.id;
  const token = demo.subjects.find(({ id }) => id === member)!.accessToken;
  const made = await call<{ id: string; secret: string }>(service.origin, token, 'POST', '/api-key', {
    name: 'Escritorio',
    organization: organization.id,
  });
  expect(made.status).toBe(200);
  return { ...made.body, token };
}

async function connectWith(page: Page, key: string): Promise<void> {
  await page.goto('/connect');
  await page.getByLabel('Clave de la organización').fill(key);
  await page.getByRole('button', { name: 'Conectar', exact: true }).click();
}

/** Goes on from what the check of the connection found. */
async function goOn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Conexión establecida' })).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).click();
}

test('AU-1 a wrong key is said at its field, and is stored nowhere', async ({ page }) => {
  await connectWith(page, 'tk_this-is-not-a-key');
  await expect(page.getByLabel('Clave de la organización')).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/\/connect/);
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
  );
  expect(stored).not.toContain('this-is-not-a-key');
});

test('AK-2 a key refused in the middle of work is requested in place, and the work goes on', async ({
  page,
  service,
  demo,
}) => {
  const first = await makeKey(service, demo);
  const second = await makeKey(service, demo);
  await connectWith(page, first.secret);
  await goOn(page);
  await expect(page.getByRole('navigation').getByRole('link', { name: /Solicitudes/ })).toBeVisible();
  // Only the address of the app changes, never the page: the key lives in memory alone.
  await page
    .getByRole('link', { name: /Nueva solicitud/ })
    .first()
    .click();
  await chooseFile(page, 'Contrato con clave nueva.pdf', await pdf('Contrato con clave nueva'));
  await addSigner(page, 'Rodrigo Aranda Lizama');
  await expect(page.getByText('No, el servicio no tiene testigo de esta huella')).toBeVisible();
  const off = await call(service.origin, first.token, 'PUT', '/api-key', { id: first.id, enabled: false });
  expect(off.status).toBe(200);
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  await expect(page.getByText('El servicio ya no acepta la clave').first()).toBeVisible();
  await page.getByLabel('Clave de la organización').fill(second.secret);
  await page.getByRole('button', { name: 'Usar esta clave' }).click();
  await openRequestId(page);
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.body.innerHTML]),
  );
  expect(stored).not.toContain(first.secret);
  expect(stored).not.toContain(second.secret);
});

test('work that fails because the service is gone is said, keeps what was read, and recovers', async ({
  page,
  context,
}) => {
  await enterDemo(page, '/requests?q=0421');
  const row = page.getByRole('main').getByText('Pagaré 0421, Comercializadora Istmo del Sur').first();
  await expect(row).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/sin red|no tiene red|No se actualizó/i).first()).toBeVisible({
    timeout: 20_000,
  });
  await expect(row).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/En vivo/).first()).toBeVisible({ timeout: 20_000 });
});

/**
 * The build as another one would be: every part under another name, and none under its old one. A part with its old
 * name would come out of the browser's cache and bring the old entry with it.
 */
async function otherBuild(folder: string): Promise<void> {
  await cp('dist', folder, { recursive: true });
  const web = join(folder, 'web');
  const assets = join(web, 'assets');
  const renamed = new Map<string, string>();
  for (const name of await readdir(assets)) {
    // A twin would be what it was.
    if (/\.(br|gz)$/.test(name)) await rm(join(assets, name));
    else
      renamed.set(
        name,
        name.replace(/-[\w-]{8}(?=\.\w+$)/, (hash) => `-${hash[1] === 'z' ? 'y' : 'z'}${hash.slice(2)}`),
      );
  }
  const inNames = new RegExp([...renamed.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const rewrite = async (path: string): Promise<void> =>
    writeFile(
      path,
      (await readFile(path, 'utf8')).replace(inNames, (name) => renamed.get(name) ?? name),
    );
  for (const [name, other] of renamed) {
    if (/\.(js|css)$/.test(name)) await rewrite(join(assets, name));
    await rename(join(assets, name), join(assets, other));
  }
  for (const name of ['index.html', 'build.json', 'sw.js']) {
    await rewrite(join(web, name));
    await Promise.all(['.br', '.gz'].map((ending) => rm(join(web, name + ending), { force: true })));
  }
}

test('a newer build that is published while a form is open breaks nothing in it, and comes with the next page', async ({
  page,
}, testInfo) => {
  // Two services start, one of a build that is copied first.
  test.setTimeout(150_000);
  const data = await copyPreparedData('testigo-builds-');
  const newer = testInfo.outputPath('dist');
  await otherBuild(newer);
  let service = await startService({}, data);
  const { origin } = service;
  try {
    // More is fetched here than the browser tells of by itself.
    await page.addInitScript(() => performance.setResourceTimingBufferSize(2_000));
    await page.goto(`${origin}/connect`);
    await page.getByRole('button', { name: 'Entrar a la demostración' }).click();
    await page.getByRole('link', { name: 'Nueva solicitud' }).first().click();
    await chooseFile(page, 'Contrato.pdf', await pdf('Contrato de dos versiones'));
    const name = page.getByRole('textbox', { name: 'Nombre' });
    await name.fill('Contrato de dos');
    const entry = () =>
      page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src);
    const before = await entry();
    // The parts that were not needed yet come to hand by themselves.
    const { parts } = (await (await fetch(`${origin}/build.json`)).json()) as { parts: string[] };
    const missing = () =>
      page.evaluate((names) => {
        const came = new Set(
          performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname),
        );
        return names.filter((name) => !came.has(`/${name}`));
      }, parts);
    await expect.poll(missing, { timeout: 30_000 }).toEqual([]);

    await service.stop('SIGTERM');
    service = await startService({ PORT: new URL(origin).port }, data, newer);
    expect((await fetch(before ?? '')).status).toBe(404);

    await name.press('End');
    await name.pressSequentially(' versiones');
    await chooseKind(page, 'Pagaré');
    await expect(page.getByRole('textbox', { name: 'Importe' })).toBeVisible();
    await chooseKind(page, 'Archivo');
    await addSigner(page, 'Rodrigo Aranda Lizama');
    await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
    await openRequestId(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Contrato de dos versiones' })).toBeVisible();
    expect(await entry()).toBe(before);

    // Another form is open when it is noticed: it stays, and the next page is of the newer build.
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Solicitudes/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Nueva', exact: true }).click();
    await chooseKind(page, 'Texto');
    await page.getByRole('textbox', { name: 'Texto del documento' }).fill('Hasta la última letra');
    await name.fill('Carta');
    await page.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() + 3_600_000;
      document.dispatchEvent(new Event('visibilitychange'));
      Date.now = now;
    });
    await expect(page.getByText(/Hay una versión más nueva/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Texto del documento' })).toHaveValue(
      'Hasta la última letra',
    );
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Solicitudes/ })
      .first()
      .click();
    await expect.poll(entry).not.toBe(before);
    await expect(page.getByText(/Hay una versión más nueva/)).toHaveCount(0);
    await page.getByRole('link', { name: 'Nueva', exact: true }).click();
    await page.getByRole('link', { name: 'Abrir', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Texto del documento' })).toHaveValue(
      'Hasta la última letra',
    );
    await expect(name).toHaveValue('Carta');
  } finally {
    await service.stop('SIGTERM');
    await Promise.all([data, newer].map((folder) => rm(folder, { recursive: true, force: true })));
  }
});

/** A page without a service worker: what one gives is not seen by a route. */
async function plainPage(browser: Browser, { origin }: RunningService): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, locale: 'es-MX', serviceWorkers: 'block' });
  return context.newPage();
}

test('a part of the form that does not come takes nothing with it', async ({ page, pageErrors }) => {
  await page.route('**/assets/iou-section-*.js', (route) => route.abort());
  await enterDemo(page, '/requests/new');
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Pagaré que espera');
  await chooseKind(page, 'Pagaré');
  await expect(page.getByText(/Esta parte no cargó/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Pagaré que espera');
  await page.unroute('**/assets/iou-section-*.js');
  await page.getByRole('button', { name: 'Volver a cargar' }).click();
  await expect(page.getByRole('textbox', { name: 'Importe' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Pagaré que espera');
  // The browser says aloud what did not come; that is what this is about.
  pageErrors.splice(0);
});

test('where the frame itself does not come that is said, and the page comes by itself once the service answers', async ({
  browser,
  service,
}) => {
  const page = await plainPage(browser, service);
  await page.clock.install();
  await enterDemo(page);
  const frame = /\/assets\/shell-[^/]*\.js$/;
  await page.route(frame, (route) => route.abort());
  await page.route('**/directory', (route) =>
    route.request().method() === 'HEAD' ? route.abort() : route.fallback(),
  );
  await page.goto('/directory');
  await expect(page.getByRole('heading', { level: 1, name: 'No se pudo cargar esta página' })).toBeVisible();
  await expectAccessible(page, 'a frame that did not come');
  // Answering, but still without its frame: it is loaded anew once, and then said.
  const loads = { count: 0 };
  page.on('load', () => (loads.count += 1));
  await page.unroute('**/directory');
  await expect.poll(() => loads.count).toBe(1);
  await expect(page.getByRole('heading', { level: 1, name: 'No se pudo cargar esta página' })).toBeVisible();
  // It would be loaded anew after 3 s.
  await page.clock.runFor(10_000);
  expect(loads.count).toBe(1);
  await expect(page.getByRole('heading', { level: 1, name: 'No se pudo cargar esta página' })).toBeVisible();
  await page.unroute(frame);
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Directorio' })).toBeVisible();

  // Silent, and then well again: nobody presses anything.
  await page.evaluate(() => sessionStorage.clear());
  await enterDemo(page);
  await page.route(frame, (route) => route.abort());
  await page.route('**/witnesses', (route) =>
    route.request().method() === 'HEAD' ? route.abort() : route.fallback(),
  );
  await page.goto('/witnesses');
  await expect(page.getByRole('heading', { level: 1, name: 'No se pudo cargar esta página' })).toBeVisible();
  await page.unroute(frame);
  await page.unroute('**/witnesses');
  await expect(page.getByRole('heading', { level: 1, name: 'Testigos' })).toBeVisible();
  await page.context().close();
});

test('where a part that reads the answers does not come, entering says so and the page that is loaded anew has it', async ({
  browser,
  service,
}) => {
  const page = await plainPage(browser, service);
  const part = /\/assets\/take-answer-[^/]*\.js$/;
  const enter = page.getByRole('button', { name: 'Entrar a la demostración' });
  const said = page.getByRole('alert').filter({ hasText: 'No se pudo cargar esta página' });
  await page.route(part, (route) => route.abort());
  await page.goto('/connect');
  await enter.click();
  await expect(said).toBeVisible();
  await expectAccessible(page, 'a part that did not come');
  await enter.click();
  await expect(enter).toBeEnabled();
  await expect(said).toBeVisible();
  // Some browsers never request a part twice: the page is loaded anew to have it.
  await page.unroute(part);
  await said.getByRole('button', { name: 'Reintentar' }).click();
  await enter.click();
  await expect(page.getByRole('navigation').getByRole('link', { name: /Solicitudes/ })).toBeVisible();

  // After a reload the place is restored: its list says so, and no key prompt asks for a key that they never had.
  await page.route(part, (route) => route.abort());
  await page.goto('/directory');
  await expect(page.getByRole('heading', { level: 1, name: 'Directorio' })).toBeVisible();
  const failed = page.getByRole('alert').filter({ hasText: 'No se pudo cargar el directorio' });
  await expect(failed).toBeVisible();
  await page.unroute(part);
  await failed.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
  await page.context().close();
});
