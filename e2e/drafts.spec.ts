import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { browserLaunch } from './browser.ts';
import { addSigner, call, chooseFile, chooseKind, enterDemo, openRequestId, pdf } from './staff.ts';
import { expect, moveClock, test } from './service.ts';

const signer = 'Rodrigo Aranda Lizama';
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Nombre' });
const savedAt = (page: Page) => page.getByText(/Guardado aquí a las/);
const unknownHash = (page: Page) => page.getByText('No, el servicio no tiene testigo de esta huella');

/** A request with a file, a name and a signer, all of it stored. Returns the draft's address. */
async function composeStored(page: Page, title: string): Promise<string> {
  await page.goto('/requests/new');
  await chooseFile(page, `${title}.pdf`, await pdf(title));
  await nameField(page).fill(`${title}, versión final`);
  await addSigner(page, signer);
  await expect(unknownHash(page)).toBeVisible();
  await expect(savedAt(page)).toBeVisible();
  return page.url();
}

async function expectWhole(page: Page, title: string): Promise<void> {
  await expect(nameField(page)).toHaveValue(`${title}, versión final`);
  await expect(page.getByText(`${title}.pdf`)).toBeVisible();
  await expect(page.getByText(signer).first()).toBeVisible();
  // Computed from the bytes, so they are all there.
  await expect(unknownHash(page)).toBeVisible();
}

/** Bytes in the private file system of the origin, file by file. */
const storedSizes = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('testigo-files', { create: true });
    const sizes: number[] = [];
    // The types of this project do not know what the browser iterates.
    // Not in the types of the browser's interface yet.
    const entries = folder as unknown as { values(): AsyncIterable<FileSystemFileHandle> };
    for await (const handle of entries.values()) sizes.push((await handle.getFile()).size);
    return sizes;
  });

async function countNamed(origin: string, key: string, name: string): Promise<number> {
  const search = encodeURIComponent(JSON.stringify({ name }));
  const { body } = await call<{ info: { count: number } }>(
    origin,
    key,
    'GET',
    `/signature-requests?search=${search}`,
  );
  return body.info.count;
}

test('a browser that crashes keeps the draft with its bytes, and it is sent after', async ({ service }) => {
  // Two browsers start, one after the other.
  test.setTimeout(120_000);
  const folder = await mkdtemp(join(tmpdir(), 'testigo-profile-'));
  const launch = async (): Promise<BrowserContext> => {
    const context = await chromium.launchPersistentContext(folder, {
      ...(await browserLaunch()),
      baseURL: service.origin,
      locale: 'es-MX',
      viewport: { width: 1440, height: 900 },
    });
    await moveClock(context);
    return context;
  };
  try {
    const before = await launch();
    const page = await before.newPage();
    await enterDemo(page);
    await composeStored(page, 'Contrato que sobrevive');
    const gone = new Promise((resolve) => before.once('close', resolve));
    const session = await before.newCDPSession(page);
    await session.send('Browser.crash').catch(() => undefined);
    await gone;

    const after = await launch();
    const again = await after.newPage();
    await enterDemo(again);
    await again.goto('/requests/new');
    await again.getByRole('link', { name: 'Abrir', exact: true }).click();
    await expectWhole(again, 'Contrato que sobrevive');
    await again.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
    await openRequestId(again);
    // What was sent is no draft, and its bytes are stored no longer.
    await expect.poll(() => storedSizes(again)).toEqual([]);
    await after.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a page that is killed without notice keeps what was typed', async ({ page, context }) => {
  await enterDemo(page);
  const address = await composeStored(page, 'Contrato de página cerrada');
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await enterDemo(again);
  await again.goto(address);
  await expectWhole(again, 'Contrato de página cerrada');
});

test('two tabs cannot change or send one draft; the second may take it over with all that is in it', async ({
  page,
  context,
  service,
  demo,
}) => {
  await enterDemo(page);
  const address = await composeStored(page, 'Contrato de dos pestañas');
  const second = await context.newPage();
  await enterDemo(second);
  await second.goto(address);
  await expect(second.getByText(/Este borrador está abierto en otra pestaña/)).toBeVisible();
  await expect(nameField(second)).toBeDisabled();
  await expect(second.getByRole('button', { name: 'Enviar a 1 firmante' })).toHaveCount(0);

  // The very last letter of the first tab comes along.
  await nameField(page).fill('Contrato de dos pestañas, la última letra');
  await second.getByRole('button', { name: 'Editarlo aquí' }).click();
  await expect(nameField(second)).toBeEnabled();
  await expect(nameField(second)).toHaveValue('Contrato de dos pestañas, la última letra');
  await expect(page.getByText(/Este borrador está abierto en otra pestaña/)).toBeVisible();
  await expect(nameField(page)).toBeDisabled();

  await expect(unknownHash(second)).toBeVisible();
  await second.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  await openRequestId(second);
  // The first tab says what became of it.
  await page.bringToFront();
  await expect(page.getByText('Este borrador ya es una solicitud')).toBeVisible();
  expect(
    await countNamed(
      service.origin,
      demo.organizations[0]!.apiKey,
      'Contrato de dos pestañas, la última letra',
    ),
  ).toBe(1);
});

test('two tabs that press at the same moment send one request, also where the browser gave both the draft', async ({
  page,
  context,
  service,
  demo,
}) => {
  // Without the lock of drafts, as in a tab that was asleep: the lock of the send is what is left.
  await context.addInitScript(() => {
    // The empty page that a tab begins with is no secure context, and has none.
    if (!('locks' in navigator)) return;
    const request = navigator.locks.request.bind(navigator.locks) as (
      ...given: unknown[]
    ) => Promise<unknown>;
    Object.defineProperty(navigator.locks, 'request', {
      value: (name: string, ...rest: unknown[]) =>
        request(name.startsWith('testigo-draft-') ? `${name} ${Math.random()}` : name, ...rest),
    });
  });
  await enterDemo(page);
  const title = `Contrato a la vez ${Date.now()}`;
  const address = await composeStored(page, title);
  const second = await context.newPage();
  await enterDemo(second);
  await second.goto(address);
  await expectWhole(second, title);
  const press = (tab: Page) => tab.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  await Promise.all([press(page), press(second)]);
  const ids = await Promise.all([openRequestId(page), openRequestId(second)]);
  expect(new Set(ids).size).toBe(1);
  expect(await countNamed(service.origin, demo.organizations[0]!.apiKey, `${title}, versión final`)).toBe(1);
});

test('a draft of the build before, with its bytes in the database, opens and is sent', async ({
  page,
  demo,
}) => {
  await enterDemo(page);
  const scope = `${new URL(page.url()).origin}/rest/v1#${demo.organizations[0]!.id}`;
  await page.goto('/favicon.svg');
  const bytes = [...(await pdf('Contrato de antes'))];
  await page.evaluate(
    async ({ scope, bytes }) => {
      await new Promise((resolve) => {
        indexedDB.deleteDatabase('testigo').onsuccess = resolve;
      });
      const open = indexedDB.open('testigo', 3);
      await new Promise((resolve, reject) => {
        open.onupgradeneeded = () => {
          for (const name of ['drafts', 'operations', 'certifications', 'writes'])
            open.result.createObjectStore(name, { keyPath: 'id' }).createIndex('scope', 'scope');
          open.result.createObjectStore('files', { keyPath: 'id' });
          open.result.createObjectStore('requests', { keyPath: 'key' }).createIndex('scope', 'scope');
          open.result
            .createObjectStore('certifyItems', { keyPath: ['operation', 'n'] })
            .createIndex('state', ['operation', 'state', 'n']);
        };
        open.onsuccess = resolve;
        open.onerror = reject;
      });
      const id = 'a-draft-of-before';
      const change = open.result.transaction(['drafts', 'files'], 'readwrite');
      const name = 'Contrato de antes.pdf';
      const type = 'application/pdf';
      change.objectStore('drafts').put({
        id,
        scope,
        kind: 'file',
        name: 'Contrato de antes',
        text: '',
        iou: undefined,
        file: { name, type, size: bytes.length },
        signers: [],
        nom151: false,
        keepAsDraft: true,
        updatedAt: '2026-11-01T09:00:00.000Z',
      });
      const file = new Blob([new Uint8Array(bytes)], { type });
      change.objectStore('files').put({ id, scope, file, name, type });
      await new Promise((resolve) => {
        change.oncomplete = resolve;
      });
      open.result.close();
    },
    { scope, bytes },
  );
  await page.goto('/requests/new');
  await page.getByRole('link', { name: 'Abrir', exact: true }).click();
  await expect(nameField(page)).toHaveValue('Contrato de antes');
  await expect(unknownHash(page)).toBeVisible();
  await page.getByRole('button', { name: 'Guardar borrador' }).click();
  await openRequestId(page);
});

test('a full disk is said where it happens, nothing typed is lost, and it goes on once there is space', async ({
  page,
  context,
}) => {
  await enterDemo(page);
  await composeStored(page, 'Contrato que cabe');
  const origin = new URL(page.url()).origin;
  const browser = await context.newCDPSession(page);
  const quota = (quotaSize?: number) =>
    browser.send('Storage.overrideQuotaForOrigin', {
      origin,
      ...(quotaSize === undefined ? {} : { quotaSize }),
    });
  const { usage } = await browser.send('Storage.getUsageAndQuota', { origin });
  await quota(Math.ceil(usage) + 20_000);

  await page.goto('/requests/new');
  const large = Buffer.concat([await pdf('Contrato que no cabe'), Buffer.alloc(400_000, 32)]);
  await chooseFile(page, 'Contrato que no cabe.pdf', large);
  await expect(page.getByText(/«Contrato que no cabe.pdf» \(.*\) no se guardó/)).toBeVisible();
  await addSigner(page, signer);
  await nameField(page).fill('Contrato que no cabe, con nombre');
  // It is not begun: a send that is not written down could be sent twice.
  await expect(unknownHash(page)).toBeVisible();
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  await expect(page.getByRole('heading', { name: 'No se envió' })).toBeVisible();
  await expect(nameField(page)).toHaveValue('Contrato que no cabe, con nombre');

  await quota();
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText(/no se guardó/)).toHaveCount(0);
  await expect(savedAt(page)).toBeVisible();
  await page.reload();
  await expect(nameField(page)).toHaveValue('Contrato que no cabe, con nombre');
  await expect(unknownHash(page)).toBeVisible();
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  await openRequestId(page);
});

test('discarding asks first, and takes the bytes along', async ({ page }) => {
  await enterDemo(page);
  await composeStored(page, 'Contrato que se descarta');
  expect(await storedSizes(page)).toHaveLength(1);
  await page.goto('/requests/new');
  await page.getByRole('button', { name: /^Descartar: Contrato que se descarta/ }).click();
  await page.getByRole('button', { name: 'Conservar', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Abrir', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Descartar: Contrato que se descarta/ }).click();
  await page.getByRole('button', { name: 'Descartar', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Abrir', exact: true })).toHaveCount(0);
  await expect.poll(() => storedSizes(page)).toEqual([]);
});

test('leaving says exactly what is stored, and erases it down to the bytes when the user chooses so', async ({
  page,
  context,
}) => {
  await enterDemo(page);
  await composeStored(page, 'Contrato que se borra');
  await page.goto('/requests/new');
  await chooseKind(page, 'Texto');
  await page.getByRole('textbox', { name: 'Texto del documento' }).fill('Otro borrador');
  await expect(savedAt(page)).toBeVisible();
  const leave = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Tu sesión' }).click();
    await page.getByRole('menuitem', { name: 'Desconectar' }).click();
  };
  const dialog = page.getByRole('dialog');
  const fact = (label: string) => dialog.locator(`dt:text-is("${label}") + dd`);
  await leave();
  await expect(fact('Borradores')).toHaveText('2');
  await expect(fact('Archivos')).toHaveText(/^1, /);
  await dialog.getByRole('button', { name: 'Desconectar y conservarlo' }).click();
  await expect(page).toHaveURL(/\/connect/);
  expect(await storedSizes(page)).toHaveLength(1);

  await enterDemo(page);
  // What is typed in another tab up to the last moment goes too.
  const second = await context.newPage();
  await enterDemo(second);
  await second.goto('/requests/new');
  await chooseKind(second, 'Texto');
  await second.getByRole('textbox', { name: 'Texto del documento' }).fill('En otra pestaña');
  await leave();
  await expect(fact('Borradores')).toHaveText(/^[23]$/);
  await dialog.getByRole('button', { name: 'Desconectar y borrarlo' }).click();
  await expect(page).toHaveURL(/\/connect/);
  await expect(second).toHaveURL(/\/connect/);
  expect(await storedSizes(page)).toEqual([]);
  const left = await page.evaluate(async () => {
    const open = indexedDB.open('testigo');
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    const names = [...open.result.objectStoreNames];
    const read = open.result.transaction(names);
    const counts = names.map(
      (name) =>
        new Promise<number>((resolve) => {
          const count = read.objectStore(name).count();
          count.onsuccess = () => resolve(count.result);
        }),
    );
    return { records: await Promise.all(counts), names: Object.keys(localStorage) };
  });
  expect(left.records.every((count) => count === 0)).toBe(true);
  expect(left.names.filter((name) => name.startsWith('testigo.unsaved-draft.'))).toEqual([]);
});

test('what of a draft cannot be opened here is said, and nothing of it is touched', async ({ page }) => {
  await enterDemo(page);
  const address = await composeStored(page, 'Contrato sin bytes');
  // As a browser does that clears what it did not promise to keep.
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry('testigo-files', { recursive: true });
  });
  await page.reload();
  await expect(
    page.getByText(/Los bytes de «Contrato sin bytes.pdf» ya no están en este navegador/),
  ).toBeVisible();
  await expect(nameField(page)).toHaveValue('Contrato sin bytes, versión final');
  await chooseFile(page, 'Contrato sin bytes.pdf', await pdf('Contrato sin bytes'));
  await expect(page.getByText(/ya no están en este navegador/)).toHaveCount(0);
  await expect(savedAt(page)).toBeVisible();
  await page.reload();
  await expectWhole(page, 'Contrato sin bytes');

  await page.goto('/settings');
  const id = new URL(address).searchParams.get('draft') ?? '';
  const change = (how: 'grow' | 'read') =>
    page.evaluate(
      async ({ id, how }) => {
        const open = indexedDB.open('testigo');
        await new Promise((resolve) => {
          open.onsuccess = resolve;
        });
        const store = open.result.transaction('drafts', 'readwrite').objectStore('drafts');
        const read = store.get(id);
        await new Promise((resolve) => {
          read.onsuccess = resolve;
        });
        const record = read.result as Record<string, unknown>;
        if (how === 'grow') store.put({ ...record, shape: 99, paragraphs: ['uno'] });
        open.result.close();
        return record;
      },
      { id, how },
    );
  await change('grow');
  await page.goto(address);
  await expect(page.getByText('Este borrador lo guardó una versión más nueva de Testigo')).toBeVisible();
  await page.getByRole('link', { name: 'Empezar otra' }).click();
  await expect(page.getByText(/1 borrador de una versión más nueva/)).toBeVisible();
  expect(await change('read')).toMatchObject({ shape: 99, paragraphs: ['uno'] });
});
