import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { addWitness } from '#service/handlers/witnesses/witnesses.ts';
import { openDatabase } from '#service/storage/database/database.ts';
import { paths } from '#widgets/paths.ts';
import { watchTasks } from './page-work.ts';
import { copyPreparedData } from './prepared-data.ts';
import { expect, startService, test as base } from './service.ts';
import { goInApp } from './stories.ts';
import { ask, drawnRows, enterAs, rowCount } from './witness-list.ts';

const many = 10_000;
const organizationName = 'Cooperativa Nube de Sal';
const hashOf = (n: number): string => createHash('sha256').update(`Acuse de entrega ${n}`).digest('hex');

/** A service with the demo and so many witnesses more, each made a minute after the one before, so that their order is known. */
const test = base.extend({
  service: [
    async ({ environment }, use) => {
      const folder = await copyPreparedData('testigo-many-');
      const first = await startService(environment, folder);
      const { organizations } = (await (await fetch(`${first.origin}/sandbox/session`)).json()) as {
        organizations: { id: string; name: string }[];
      };
      await first.stop();
      const organizationId = organizations.find(({ name }) => name === organizationName)!.id;
      const database = await openDatabase({ dataFolder: folder });
      const started = Date.now();
      await database.transaction(async (tx) => {
        for (let n = 0; n < many; n += 1)
          await addWitness(tx, {
            organizationId,
            hash: hashOf(n),
            kind: 'interface',
            signatureRequestId: null,
            waiting: 'MERKLEIZED',
            nom151: false,
            at: new Date(started - (many - n) * 60_000),
          });
      });
      await database.close();
      const service = await startService(environment, folder);
      await use(service);
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

test('10,000 witnesses: read by pages, drawn by the screenful, in order from end to end, no task of the page over 100 ms', async ({
  page,
  service,
  demo,
}) => {
  test.setTimeout(300_000);
  const key = demo.organizations.find(({ name }) => name === organizationName)!.apiKey;
  // All of them are conserved first: what is measured is the page.
  await expect
    .poll(async () => (await ask(service.origin, key, { merkleized: { exists: true } })).count, {
      timeout: 200_000,
      intervals: [2_000],
    })
    .toBeGreaterThanOrEqual(many);
  const { count } = await ask(service.origin, key, {});
  expect(count).toBeGreaterThanOrEqual(many);
  const answers: number[] = [];
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.endsWith('/witnesses')) return;
    void response.json().then(
      ({ results }: { results: unknown[] }) => answers.push(results.length),
      () => undefined,
    );
  });
  await enterAs(page, organizationName);
  await goInApp(page, `${paths.witnesses}?order=asc`);
  await expect.poll(() => rowCount(page).catch(() => 0)).toBe(count);
  const scroll = page.locator('.witness-list-scroll');
  await expect(scroll).toBeVisible();
  const readTasks = await watchTasks(page);
  // By hand: a screen at a time, then in leaps, as with the bar.
  let most = 0;
  const drawn = async (): Promise<void> => {
    most = Math.max(most, await page.locator('main tbody tr[data-index]').count());
  };
  await scroll.hover();
  for (let step = 0; step < 40; step += 1) {
    await page.mouse.wheel(0, 600);
    await drawn();
  }
  for (const share of [0.1, 0.25, 0.5, 0.75, 0.9, 1]) {
    await scroll.evaluate((box, part) => {
      box.scrollTop = (box.scrollHeight - box.clientHeight) * part;
    }, share);
    await drawn();
    await expect
      .poll(async () => {
        const rows = await drawnRows(page);
        return rows.length > 0 && rows.every(({ id }) => id !== '');
      })
      .toBe(true);
    const rows = await drawnRows(page);
    const pages = new Map<number, readonly string[]>();
    for (const { index, id } of rows) {
      const at = Math.floor(index / 100) + 1;
      const ids =
        pages.get(at) ??
        (await ask(service.origin, key, { sort: { field: 'createdAt', order: 'asc' } }, at)).ids;
      pages.set(at, ids);
      expect([index, id]).toEqual([index, ids[index % 100]]);
    }
  }
  expect((await drawnRows(page)).at(-1)?.index).toBe(count - 1);
  const tasks = await readTasks();
  expect(tasks.length).toBeGreaterThan(0);
  expect(tasks.filter((milliseconds) => milliseconds > 100)).toEqual([]);
  expect(most).toBeLessThanOrEqual(100);
  expect(Math.max(...answers)).toBeLessThanOrEqual(100);
  // Far fewer pages than there are: those that were flown over were not read.
  expect(answers.length).toBeLessThan(40);

  // One among all, by the whole of its hash and by its beginning.
  for (const find of [hashOf(7_777), hashOf(7_777).slice(0, 12)]) {
    await goInApp(page, `${paths.witnesses}?find=${find}`);
    await expect.poll(() => rowCount(page).catch(() => 0), { timeout: 60_000 }).toBe(1);
    await expect(page.locator('main tbody tr[data-index]')).toHaveCount(1);
  }
  // The address keeps the place.
  await goInApp(page, `${paths.witnesses}?page=51`);
  const { ids } = await ask(service.origin, key, {}, 51);
  await expect
    .poll(async () => (await drawnRows(page)).find(({ index }) => index === 5_005)?.id)
    .toBe(ids[5]);
});
