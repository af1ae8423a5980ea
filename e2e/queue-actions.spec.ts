import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import {
  expect,
  startService,
  test as base,
  type DemoSession,
  type RunningService,
  type WorkerFixtures,
} from './service.ts';
import { answerAs, call, enterDemo, openRequestId, pdf } from './staff.ts';
import { uploadFile } from './upload.ts';

// What the queue offers to do is done where it is pressed. The clock of the service is moved, so it is one of its own.

let service: RunningService;
let demo: DemoSession;

const test = base.extend<object, WorkerFixtures>({
  service: [
    async ({}, use) => {
      const own = await startService();
      await use(own);
      await own.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});
test.beforeEach(({ service: own, demo: entered }) => {
  service = own;
  demo = entered;
});

const maria = 'María Fernanda Ortega Ruiz';
const rodrigo = 'Rodrigo Aranda Lizama';
const day = 86_400;

async function act<T>(method: string, path: string, input?: unknown): Promise<T> {
  const { status, body } = await call<T>(service.origin, demo.organizations[0]!.apiKey, method, path, input);
  expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBe(200);
  return body;
}

/** A request of the demo's first organization that was sent to these people. */
async function sendTo(name: string, signers: readonly string[]): Promise<string> {
  const { apiKey, id: organization } = demo.organizations[0]!;
  const uploaded = await uploadFile(service.origin, apiKey, `${name}.pdf`, await pdf(name));
  const { id } = await act<{ id: string }>('POST', '/signature-request', {
    draft: false,
    name,
    content: { pdf: uploaded },
    organization,
  });
  for (const signer of signers)
    await act('POST', '/signature-request-invite', {
      signatureRequest: id,
      subject: demo.subjects.find(({ commonName }) => commonName === signer)!.id,
    });
  return id;
}

async function openOverview(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Resumen' }).click();
  await expect(page.getByRole('main').getByText('Cuota', { exact: true })).toBeVisible();
  const all = page.getByRole('button', { name: 'Ver todos' });
  if (await all.isVisible()) await all.click({ timeout: 2_000 }).catch(() => undefined);
}

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Asuntos por atender' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

test('a rejected request is corrected and sent again from its row, which leaves the queue', async ({
  page,
}) => {
  const name = 'Contrato que se corrige';
  const old = await sendTo(name, [maria, rodrigo]);
  await answerAs(service.origin, demo.organizations[0]!.apiKey, old, 'reject', rodrigo);
  await enterDemo(page);
  await openOverview(page);
  const action = rowOf(page, name).getByRole('button', { name: 'Corregir y reenviar' });
  await action.focus();
  await page.keyboard.press('Enter');

  // The composer has all of it.
  await expect(page.getByRole('heading', { name: 'Nueva solicitud' })).toBeVisible();
  const strip = page.getByRole('status').filter({ hasText: 'Corrige:' });
  await expect(strip).toContainText(`${name}. Rechazada por ${rodrigo} el `);
  await expect(strip.getByRole('link', { name })).toHaveAttribute('href', `/requests/${old}`);
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveValue(name);
  const form = page.getByRole('main');
  await expect(form.getByText(`${name}.pdf`).first()).toBeVisible();
  await expect(form.getByText(maria).first()).toBeVisible();
  await expect(form.getByText(rodrigo).first()).toBeVisible();
  await expectAccessible(page, 'composer of a correction');
  const draft = new URL(page.url()).searchParams.get('draft');

  // Pressed again, it leads to the same draft.
  await openOverview(page);
  await rowOf(page, name).getByRole('button', { name: 'Corregir y reenviar' }).click();
  await expect(page).toHaveURL(new RegExp(`draft=${draft}`));
  await page.getByRole('textbox', { name: 'Nombre' }).fill(`${name}, corregido`);
  await expect(page.getByText('No, el servicio no tiene testigo de esta huella')).toBeVisible();
  await page.getByRole('button', { name: /^Enviar/ }).click();
  const fresh = await openRequestId(page);
  const of = page.getByRole('status').filter({ hasText: 'Corrige:' });
  await expect(of.getByRole('link', { name })).toHaveAttribute('href', `/requests/${old}`);
  const sent = await act<{ name: string; invites: unknown[] }>('GET', `/signature-request/${fresh}`);
  expect(sent).toMatchObject({ name: `${name}, corregido`, draft: false });
  expect(sent.invites).toHaveLength(2);

  await of.getByRole('link', { name }).click();
  const by = page.getByRole('status').filter({ hasText: 'Corregida y enviada de nuevo:' });
  await expect(by.getByRole('link')).toHaveAttribute('href', `/requests/${fresh}`);
  await expect(page.getByRole('button', { name: 'Corregir y reenviar' })).toHaveCount(0);
  await expectAccessible(page, 'request that was corrected');
  await openOverview(page);
  await expect(page.getByRole('list', { name: 'Asuntos por atender' })).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
});

test('a reminder is copied from the queue’s row, and the row and the request say when', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.origin });
  const name = 'Contrato sin respuesta';
  const id = await sendTo(name, [maria]);
  const moved = await fetch(`${service.origin}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 3 * day }),
  });
  expect(moved.status).toBe(200);
  const { now } = (await (await fetch(`${service.origin}/sandbox/clock`)).json()) as { now: string };
  await page.clock.setFixedTime(now);
  await enterDemo(page);
  await openOverview(page);
  await rowOf(page, name).getByRole('button', { name: 'Recordar' }).click();

  const panel = page.getByRole('dialog', { name: 'Recordar a quien falta' });
  const copy = panel.getByRole('button', { name: `Copiar el recordatorio para ${maria}` });
  await expect(copy).toBeFocused();
  await expectAccessible(page, 'panel of reminders');
  await page.keyboard.press('Enter');
  await expect(panel.getByText(/^Recordatorio copiado/)).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain(maria);
  const link = new RegExp(`${service.origin}/requests/${id}#k=(\\S+)$`).exec(text);
  expect(link).not.toBeNull();
  const key = decodeURIComponent(link?.[1] ?? '');
  // The link is in the clipboard alone.
  expect(await page.content()).not.toContain(key);
  expect(page.url()).not.toContain(key);
  const stored = await page.evaluate(async () => {
    const open = indexedDB.open('testigo');
    const db = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result);
    });
    const all = [...db.objectStoreNames].map(
      (store) =>
        new Promise<unknown>((resolve) => {
          const read = db.transaction(store).objectStore(store).getAll();
          read.onsuccess = () => resolve(read.result);
        }),
    );
    return JSON.stringify([await Promise.all(all), { ...localStorage }]);
  });
  expect(stored).toContain('"means":"copied"');
  expect(stored).not.toContain(key);

  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(rowOf(page, name)).toContainText('recordado hace');
  await rowOf(page, name).getByRole('link', { name }).click();
  await expect(
    page
      .getByRole('main')
      .getByText(/^Recordatorio copiado/)
      .first(),
  ).toBeVisible();
});
