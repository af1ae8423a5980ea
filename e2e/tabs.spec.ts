import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, test, type DemoSession, type RunningService } from './service.ts';
import { expectAccessible } from './accessible.ts';
import { settledScreen } from './screen-state.ts';
import { call, chooseKind, enterDemo } from './staff.ts';

/** What a page knows of the other tabs of its browser, as `recordChannels` records it. */
interface TabRecord {
  /** Names of the channels that the page has opened. */
  readonly opened: string[];
  /** Kinds of the messages that came. */
  readonly received: string[];
  /** The messages themselves. */
  readonly messages: unknown[];
}

/** Records in every page of a context that is opened from now on what comes to it from other tabs. */
async function recordChannels(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const record: TabRecord = { opened: [], received: [], messages: [] };
    Object.assign(globalThis, { tabRecord: record });
    globalThis.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        record.opened.push(name);
        this.addEventListener('message', ({ data }: MessageEvent<{ kind?: string } | null>) => {
          record.received.push(data?.kind ?? '');
          record.messages.push(data);
        });
      }
    };
  });
}

/** Of the page that is loaded now. */
const readTabRecord = (page: Page): Promise<TabRecord> =>
  // The page's global has a member that its type does not know: recordChannels adds it.
  page.evaluate(() => (globalThis as unknown as { tabRecord: TabRecord }).tabRecord);

test.beforeEach(({ context }) => recordChannels(context));

/** A page of the demo in a tab of its own. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await enterDemo(page, path);
  return page;
}

/** Until every one of these tabs receives what the others say to all: a tab joins them after its first screen. */
async function untilJoined(...pages: Page[]): Promise<void> {
  for (const page of pages)
    await expect.poll(async () => (await readTabRecord(page)).opened).toContain('testigo-tabs');
}

/**
 * Moves the clock of all pages of a context, in steps. After each step the requests of its timers have their answers and
 * the other tabs have received them: else time would pass for the timers that wait for an answer.
 *
 * @param isDone ends it early
 * @returns the milliseconds that passed for the pages, those that the answers took among them
 */
async function advance(
  context: BrowserContext,
  milliseconds: number,
  isDone: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<number> {
  const started = Date.now();
  const stepMs = 2_000;
  let moved = 0;
  while (moved < milliseconds && !(await isDone())) {
    await context.clock.runFor(stepMs);
    moved += stepMs;
    for (const page of context.pages())
      if (page.url() !== 'about:blank') await settledScreen(page, { timeoutMs: 5_000, quietMs: 50 });
  }
  return moved + Date.now() - started;
}

async function askToLeave(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Tu sesión' }).click();
  await page.getByRole('menuitem', { name: /Desconectar/ }).click();
  return page.getByRole('dialog');
}

/** Signs out; what is stored stays. */
async function leave(page: Page): Promise<void> {
  const dialog = await askToLeave(page);
  await dialog.getByRole('button', { name: /^Desconectar( y conservarlo)?$/ }).click();
}

/** A draft of the demo's first organization, made beside the pages as another person would. */
async function makeDraft(service: RunningService, demo: DemoSession, name: string): Promise<string> {
  const { id, apiKey } = demo.organizations[0]!;
  const listed = await call<{ results: { content: Record<string, string> }[] }>(
    service.origin,
    apiKey,
    'GET',
    '/signature-requests?type=PDFContent',
  );
  const pdf = listed.body.results.find(({ content }) => content.pdf)?.content.pdf;
  const made = await call<{ id: string }>(service.origin, apiKey, 'POST', '/signature-request', {
    draft: true,
    name,
    content: { pdf },
    organization: id,
    nom151: false,
  });
  expect(made.status).toBe(200);
  return made.body.id;
}

const rename = (service: RunningService, demo: DemoSession, id: string, name: string) =>
  call(service.origin, demo.organizations[0]!.apiKey, 'PUT', `/signature-request/${id}`, { name });

test('signing out in one tab signs out the others of that organization, which keep what was typed', async ({
  page,
  context,
}) => {
  await enterDemo(page);
  const composing = await openTab(context, '/requests/new');
  await chooseKind(composing, 'Texto');
  await composing.getByRole('textbox', { name: 'Texto del documento' }).fill('Lo que escribía');
  const third = await openTab(context, '/witnesses');
  await untilJoined(page, composing, third);
  // Typed in the very moment: not yet stored when the other tab signs out.
  await composing.getByRole('textbox', { name: 'Texto del documento' }).press('End');
  await composing.getByRole('textbox', { name: 'Texto del documento' }).pressSequentially('!');
  await leave(page);
  for (const other of [composing, third]) {
    await expect(other).toHaveURL(/\/connect/);
    await expect(other.getByText(/La sesión se cerró en otra pestaña/)).toBeVisible();
    expect(await other.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(
      'testigo.session',
    );
  }
  // Nothing of an organization is on screen any more.
  await expect(third.getByRole('navigation', { name: 'Navegación principal' })).toHaveCount(0);
  await composing.getByRole('button', { name: 'Entrar a la demostración' }).click();
  // Back where it was, with everything that was typed.
  await expect(composing).toHaveURL(/\/requests\/new/);
  await expect(composing.getByRole('textbox', { name: 'Texto del documento' })).toHaveValue(
    'Lo que escribía!',
  );
});

test('what one tab changes is read again in the others at once, and a secret is in no message', async ({
  page,
  context,
  service,
  demo,
}) => {
  const name = `Vista por dos ${randomUUID()}`;
  const id = await makeDraft(service, demo, name);
  await context.clock.install();
  const list = await openTab(context, `/requests?q=${name.slice(-8)}`);
  await expect(list.getByText(name).first()).toBeVisible();
  await enterDemo(page, `/requests/${id}`);
  await untilJoined(page, list);
  // The list does not look again by itself: its clock stands still.
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Cambiar nombre' }).click();
  const changed = `Cambiada aquí ${name.slice(-8)}`;
  await page.getByRole('textbox', { name: 'Nombre del documento' }).fill(changed);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: changed })).toBeVisible();
  // The change is posted a moment later, with others that come close together.
  await context.clock.runFor(500);
  await expect(list.getByText(changed).first()).toBeVisible();
  const { received } = await readTabRecord(list);
  expect(received).toContain('changed');
  expect(JSON.stringify((await readTabRecord(list)).messages)).not.toContain('nonymousKey');
});

test('what is erased in one tab is gone from all, also from one that was about to keep something', async ({
  page,
  context,
}) => {
  await context.clock.install();
  await enterDemo(page);
  const composing = await openTab(context, '/requests/new');
  await chooseKind(composing, 'Texto');
  const text = composing.getByRole('textbox', { name: 'Texto del documento' });
  await text.fill('Lo que se borra');
  await expect(composing.getByText(/Guardado aquí a las/)).toBeVisible();
  await untilJoined(page, composing);
  const dialog = await askToLeave(page);
  const erase = dialog.getByRole('button', { name: 'Desconectar y borrarlo' });
  await expect(erase).toBeVisible();
  await text.press('End');
  await Promise.all([text.pressSequentially(' y esto también'), erase.click()]).catch(() => undefined);
  await expect(composing).toHaveURL(/\/connect/);
  await expect(composing.getByText(/se pidió borrar/)).toBeVisible();
  await expect(page).toHaveURL(/\/connect/);
  const countStored = (): Promise<number> =>
    composing.evaluate(async () => {
      const opened = indexedDB.open('testigo');
      await new Promise((resolve) => (opened.onsuccess = resolve));
      const db = opened.result;
      const all = [...db.objectStoreNames].map(
        (name) =>
          new Promise<number>((resolve) => {
            const count = db.transaction(name).objectStore(name).count();
            count.onsuccess = () => resolve(count.result);
          }),
      );
      const found = (await Promise.all(all)).reduce((sum, count) => sum + count, 0);
      db.close();
      const words = Object.values(localStorage).filter((value) => value.includes('Lo que se borra'));
      return found + words.length;
    });
  await expect.poll(countStored).toBe(0);
  // Nothing comes back that was about to be stored: every timer that could store it has run.
  await context.clock.runFor(10_000);
  expect(await countStored()).toBe(0);
});

test('another organization is another session: it neither shows what is of the first nor is signed out with it', async ({
  page,
  context,
  service,
  demo,
}) => {
  await context.clock.install();
  const name = `Solo de la primera ${randomUUID()}`;
  await makeDraft(service, demo, name);
  await enterDemo(page);
  const other = await openTab(context, '/requests');
  const slept = await openTab(context, '/requests');
  await expect(other.getByText(name).first()).toBeVisible();
  await other.getByRole('button', { name: demo.organizations[0]!.name }).first().click();
  await other.getByRole('menuitemradio', { name: demo.organizations[1]!.name }).click();
  await expect(other.getByText(name)).toHaveCount(0);
  await page.goto('/requests');
  await untilJoined(page, other);
  await slept.goto('about:blank');
  // The first tab reads its list meanwhile, and says so to the others.
  const reading = page.waitForResponse((response) => response.url().includes('/rest/v1/signature-requests?'));
  await advance(context, 6_000);
  await reading;
  await expect(page.getByText(name).first()).toBeVisible();
  await expect(other.getByText(name)).toHaveCount(0);
  await leave(page);
  await expect(page).toHaveURL(/\/connect/);
  await expect.poll(async () => (await readTabRecord(other)).received).toContain('signed-out');
  await settledScreen(other, { timeoutMs: 5_000 });
  await expect(other.getByRole('table', { name: 'Solicitudes' })).toBeVisible();
  // A tab that was away notices when it comes back.
  await slept.goto('/requests');
  await expect(slept).toHaveURL(/\/connect/);
  await expect(slept.getByText(/La sesión se cerró en otra pestaña/)).toBeVisible();
  await expect(slept.getByText(name)).toHaveCount(0);
});

test('two people who rename one draft: each reads both names, and who saves last has seen what is replaced', async ({
  page,
  browser,
  service,
  demo,
}) => {
  const id = await makeDraft(service, demo, 'Convenio');
  const colleague = await browser.newContext({ locale: 'es-MX', baseURL: service.origin });
  const theirs = await colleague.newPage();
  for (const one of [page, theirs]) {
    await enterDemo(one);
    await one.goto(`/requests/${id}`);
    await one.getByRole('button', { name: 'Más acciones' }).click();
    await one.getByRole('menuitem', { name: 'Cambiar nombre' }).click();
  }
  await page.getByRole('textbox', { name: 'Nombre del documento' }).fill('Convenio de obra');
  await theirs.getByRole('textbox', { name: 'Nombre del documento' }).fill('Convenio marco');
  await theirs.getByRole('button', { name: 'Guardar' }).click();
  await expect(theirs.getByRole('heading', { level: 1, name: 'Convenio marco' })).toBeVisible();
  const note = page.getByRole('group', { name: 'Dos versiones de «Nombre del documento»' });
  await expect(note.getByText('Convenio marco')).toBeVisible();
  await expect(note.getByText('Convenio de obra')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Nombre del documento' })).toHaveValue('Convenio de obra');
  await expectAccessible(page, 'conflict');
  await page.getByRole('button', { name: 'Guardar' }).click();
  // Nothing is saved before the reader decided: the decision has the focus.
  await expect(note).toBeFocused();
  await expect(theirs.getByRole('heading', { level: 1, name: 'Convenio marco' })).toBeVisible();
  await note.getByRole('button', { name: 'Conservar lo mío' }).click();
  await expect(page.getByText(/Al guardar se reemplaza «Convenio marco»/)).toBeVisible();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Convenio de obra' })).toBeVisible();
  await expect(theirs.getByRole('heading', { level: 1, name: 'Convenio de obra' })).toBeVisible();

  // To be sent is what was seen: a draft that somebody renamed a moment ago is looked over first.
  await page.getByRole('button', { name: 'Enviar', exact: true }).first().click();
  await rename(service, demo, id, 'Convenio último');
  await page
    .getByRole('group')
    .getByRole('button', { name: 'Enviar', exact: true })
    .click({ timeout: 2_000 })
    .catch(() => undefined);
  await expect(
    page.getByText('El nombre era «Convenio de obra» y ahora es «Convenio último».'),
  ).toBeVisible();
  const { body } = await call<{ draft: boolean }>(
    service.origin,
    demo.organizations[0]!.apiKey,
    'GET',
    `/signature-request/${id}`,
  );
  expect(body.draft).toBe(true);
  await colleague.close();
});

test('a profile that was changed a moment before it is saved is read again, and nothing unseen is replaced', async ({
  page,
  service,
  demo,
}) => {
  const { id, name, apiKey } = demo.organizations[0]!;
  const put = (input: object) => call(service.origin, apiKey, 'PUT', '/organization', { id, ...input });
  await enterDemo(page, '/organization');
  await page.getByRole('button', { name: 'Editar perfil' }).click();
  await page.getByRole('textbox', { name: 'Correo' }).fill('mio@ceibal.example');
  // After the last look of the page, and before the next.
  await put({ emailAddress: 'suyo@ceibal.example' });
  await page.getByRole('button', { name: 'Guardar' }).click();
  const note = page.getByRole('group', { name: 'Dos versiones de «Correo»' });
  await expect(note.getByText('suyo@ceibal.example')).toBeVisible();
  await expect(note.getByText('mio@ceibal.example')).toBeVisible();
  await note.getByRole('button', { name: 'Usar el valor actual' }).click();
  await expect(page.getByRole('textbox', { name: 'Correo' })).toHaveValue('suyo@ceibal.example');
  await page.getByRole('textbox', { name: 'Nombre' }).fill(`${name} (prueba)`);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} (prueba)` })).toBeVisible();
  await expect(page.getByText('suyo@ceibal.example')).toBeVisible();
  await put({ name });
});
