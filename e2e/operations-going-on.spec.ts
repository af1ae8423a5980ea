import { createHash, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { BulkJob } from '#jobs/bulk/bulk-record.ts';
import { Bench } from './faults/bench.ts';
import { expect, test } from './service.ts';
import { call, composeHere, enterDemo } from './staff.ts';

test.use({ fetchesAllParts: true });

interface Person {
  readonly id: string;
  readonly commonName: string;
}

const text = 'Contrato que sigue en otra pestaña.\n'.repeat(60);
const md5 = createHash('md5').update(text).digest('hex');

/** Writes a bulk into the journal as it stands when the tab that began it died at once. */
async function leaveBulk(
  page: Page,
  bulk: { id: string; scope: string; name: string; organizationId: string; count: number },
  signers: readonly Person[],
): Promise<void> {
  await page.evaluate(
    async ({ id, scope, name, organizationId, count, people, text, md5 }) => {
      const at = new Date().toISOString();
      const size = new Blob([text]).size;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('testigo');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error('The database does not open.'));
      });
      const work = database.transaction(['bulks', 'bulkItems', 'files'], 'readwrite');
      const file = { id, scope, name: 'contrato.txt', type: 'text/plain', size, keptAt: at };
      work.objectStore('files').put({ ...file, file: new Blob([text]) });
      const plan = { organizationId, kind: 'raw', filePath: 'Contratos/contrato.txt', md5, size };
      for (let n = 0; n < count; n += 1)
        work.objectStore('bulkItems').put({
          operation: id,
          n,
          scope,
          state: 'waiting',
          fileId: id,
          step: 'upload',
          progress: { invited: {} },
          rows: [],
          plan: { ...plan, name: `${name} ${n}`, nom151: false, keepAsDraft: false, signers: people },
        });
      work.objectStore('bulks').put({
        id,
        scope,
        title: name,
        columns: [],
        status: 'running',
        total: count,
        counts: { waiting: count, running: 0, done: 0, failed: 0, refused: 0 },
        bytes: { total: count * size, sent: 0 },
        startedAt: at,
        updatedAt: at,
      });
      await new Promise((resolve) => {
        work.oncomplete = resolve;
      });
      database.close();
    },
    { ...bulk, text, md5, people: signers.map(({ id, commonName }) => ({ id, name: commonName })) },
  );
}

/** The bulk as the journal of the browser has it now. */
function readBulk(page: Page, id: string): Promise<BulkJob> {
  return page.evaluate(
    (of) =>
      new Promise<BulkJob>((resolve, reject) => {
        const opening = indexedDB.open('testigo');
        opening.onerror = () => reject(new Error('The database does not open.'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('bulks').objectStore('bulks').get(of);
          reading.onsuccess = () => {
            opening.result.close();
            // The page wrote it under this type.
            resolve(reading.result as BulkJob);
          };
        };
      }),
    id,
  );
}

test('a bulk goes on in another tab when the one that ran it dies, waits without a network, and sends each request once', async ({
  page,
  context,
  service,
  demo,
}) => {
  const organization = demo.organizations[0];
  if (!organization) throw new Error('The demo has no organization.');
  const { id: organizationId, apiKey } = organization;
  const links = await call<{ results: { subject: Person }[] }>(
    service.origin,
    apiKey,
    'GET',
    `/organization-links?pagination=${encodeURIComponent('{"page":1,"size":2}')}`,
  );
  const signers = links.body.results.map(({ subject }) => subject);
  expect(signers).toHaveLength(2);
  const count = 30;
  const id = randomUUID();
  const name = `Sigue ${id.slice(0, 8)}`;
  const done = async (of: Page): Promise<number> => (await readBulk(of, id)).counts.done;

  await enterDemo(page);
  const other = await context.newPage();
  await enterDemo(other);
  const scope = `${service.origin}/rest/v1#${organizationId}`;
  await leaveBulk(page, { id, scope, name, organizationId, count }, signers);
  await page.reload();
  await expect.poll(() => done(page), { timeout: 60_000 }).toBeGreaterThan(1);
  await other.reload();
  await other.getByRole('button', { name: /^Operaciones/ }).click();
  await expect(other.getByText(name, { exact: true })).toBeVisible();
  await page.close({ runBeforeUnload: false });
  const before = await done(other);
  await expect.poll(() => done(other), { timeout: 60_000 }).toBeGreaterThan(before + 2);

  const live = other.getByText(/^En vivo/);
  await expect(live).toBeVisible();
  await context.setOffline(true);
  await expect(live).toHaveCount(0);
  await expect(other.getByText(/no tiene red.*Continúa automáticamente a las/)).toBeVisible({
    timeout: 20_000,
  });
  await context.setOffline(false);
  await expect.poll(async () => (await readBulk(other, id)).status, { timeout: 40_000 }).toBe('done');
  await expect(other.getByText(`${count} solicitudes hechas`)).toBeVisible();

  const query = Object.entries({ search: { name }, pagination: { page: 1, size: 100 } })
    .map(([key, value]) => `${key}=${encodeURIComponent(JSON.stringify(value))}`)
    .join('&');
  const made = await call<{ results: { name: string; draft: boolean; invites: unknown[] }[] }>(
    service.origin,
    apiKey,
    'GET',
    `/signature-requests?${query}`,
  );
  const { results } = made.body;
  expect(results.map((request) => request.name).sort()).toEqual(
    Array.from({ length: count }, (_, n) => `${name} ${n}`).sort(),
  );
  for (const request of results) {
    expect(request.draft).toBe(false);
    expect(request.invites).toHaveLength(2);
  }
});

test('a send whose answer was cut off goes on by itself once it may, makes one request, and the form leads to it', async ({
  page,
  service,
  demo,
}) => {
  const name = `Contrato que continúa ${randomUUID().slice(0, 6)}`;
  const bench = new Bench(service.origin);
  await enterDemo(page, '/requests/new');
  await composeHere(page, name, ['Rodrigo Aranda Lizama']);
  await bench.set('createSignatureRequest', 'cut-after', 7);
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  await expect(page.getByRole('heading', { name: 'No se sabe si la solicitud se creó' })).toBeVisible();
  await bench.clear();
  // Nobody presses anything.
  await expect(page).toHaveURL(/\/requests\/[0-9a-f]{24}$/, { timeout: 40_000 });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const search = encodeURIComponent(JSON.stringify({ name }));
  const { body } = await call<{ results: { draft: boolean }[] }>(
    service.origin,
    demo.organizations[0]!.apiKey,
    'GET',
    `/signature-requests?search=${search}`,
  );
  expect(body.results.map(({ draft }) => draft)).toEqual([false]);
});
