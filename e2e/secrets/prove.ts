import { mkdir, readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { SandboxFaultKind } from '#contract/sandbox/injected-faults.ts';
import { beginBulk } from '../chaos/bulk.ts';
import { Bench } from '../faults/bench.ts';
import { settledScreen } from '../screen-state.ts';
import { expect, test, type DemoSession, type RunningService } from '../service.ts';
import { call, compose, composeHere, enterDemo } from '../staff.ts';
import { exportEvidence, goInApp } from '../stories.ts';
import { formsOf, leaksIn } from './forms.ts';
import { frontOf, recorder } from './hosts.ts';
import { Watch } from './watch.ts';
import { fetchWhole, fulfillChanged } from '../whole-answers.ts';

const signer = 'Rodrigo Aranda Lizama';

interface Listed<Item> {
  readonly results: readonly Item[];
}

/** Keys that the demo gives to this page, and the anonymous key of every request that it can read. */
async function guardAll(watch: Watch, origin: string, demo: DemoSession): Promise<readonly string[]> {
  for (const { name, apiKey } of demo.organizations) watch.guard(`the key of ${name}`, apiKey);
  for (const { commonName, accessToken } of demo.subjects)
    watch.guard(`the token of ${commonName}`, accessToken);
  const path = `/signature-requests?pagination=${encodeURIComponent('{"size":100}')}`;
  const { body } = await call<Listed<{ id: string; anonymousKey?: string }>>(
    origin,
    keyOf(demo),
    'GET',
    path,
  );
  const known = body.results.filter(({ anonymousKey }) => anonymousKey);
  for (const { id, anonymousKey } of known) watch.guard(`the anonymous key of ${id}`, anonymousKey ?? '');
  return known.map(({ id }) => id);
}

const keyOf = (demo: DemoSession): string => demo.organizations[0]?.apiKey ?? '';

async function download(page: Page, name: string, role: 'button' | 'menuitem' = 'button'): Promise<string> {
  const saving = page.waitForEvent('download');
  await page.getByRole(role, { name }).first().click();
  return readFile(await (await saving).path(), 'latin1');
}

/** Where secrets could come to light when something fails: by operation, what a reader opens. */
const scenes: Readonly<Record<string, (request: string) => string>> = {
  listSignatureRequests: () => '/requests?q=x',
  readSignatureRequest: (request) => `/requests/${request}`,
  listOrganizationLinks: () => '/organization?tab=links',
};

/** Watches everything that leaves the page or stays behind it, for every secret that it is given. */
async function watchPage(
  page: Page,
  context: BrowserContext,
  service: RunningService,
  demo: DemoSession,
): Promise<{ readonly watch: Watch; readonly request: string }> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.origin });
  const watch = new Watch();
  watch.of(context);
  page.on('framenavigated', (frame) => watch.note('an address', frame.url()));
  const [request = ''] = await guardAll(watch, service.origin, demo);
  expect(request).not.toBe('');
  return { watch, request };
}

/** @param places of which there must have been some, beside addresses */
function expectNothingLeaked(watch: Watch, service: RunningService, places: readonly string[]): void {
  expect(watch.leaks).toEqual([]);
  // What found nothing looked at something.
  for (const where of ['a requested address', 'an address', ...places])
    expect(watch.looked[where] ?? 0, where).toBeGreaterThan(0);
  expect(service.printed().length).toBeGreaterThan(100);
  // The key goes to the interface of the service and nowhere else: not to the addresses of its uploads either.
  expect(watch.authorized.length).toBeGreaterThan(10);
  expect(watch.authorized.filter((line) => !line.includes(` ${service.origin}/rest/v1/`))).toEqual([]);
}

/** Nothing that leaves the page or stays behind it has a key in it, whatever fails. */
export function proveSecrets(faults: readonly SandboxFaultKind[]): void {
  // Its log says as much as it can.
  test.use({ environment: { TESTIGO_LOG: 'trace' } });

  test('a secret is found in every form that it may take', () => {
    const secret = 'tk_live_0123456789abcdefghij+/=';
    const forms = new Map([['it', formsOf(secret)]]);
    const spoken = [
      secret,
      `?key=${encodeURIComponent(secret)}&a=1`,
      Buffer.from(secret).toString('base64'),
      ...['a', 'ab', 'abc'].map((before) => Buffer.from(`${before}:${secret}:z`).toString('base64')),
      Buffer.from(`x:${secret}`).toString('base64url'),
    ];
    for (const text of spoken) expect(leaksIn('here', text, forms), text).toHaveLength(1);
    expect(leaksIn('here', 'tk_live_ and nothing else', forms)).toEqual([]);
  });

  test('with faults, in addresses, details, the log and everything stored: no key, no anonymous key', async ({
    page,
    context,
    service,
    demo,
    pageErrors,
  }) => {
    test.setTimeout(60_000 + faults.length * 60_000);
    const { watch, request } = await watchPage(page, context, service, demo);
    const bench = new Bench(service.origin);

    await enterDemo(page);
    const key = page.locator('input[type="password"]').filter({ visible: true }).first();
    for (const fault of faults)
      for (const [operation, place] of Object.entries(scenes)) {
        // A fresh page has nothing left of what was read before, which would hide that a read failed.
        await page.goto('/settings/drift');
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
        await bench.set(operation, fault, 7);
        await goInApp(page, place(request));
        expect(await bench.strikes(operation, fault, 20_000), `${operation} meets ${fault}`).toBe(true);
        // What fails in passing is tried again first; behind the question for a key a page goes on waiting.
        const rest = settledScreen(page, { timeoutMs: 20_000, quietMs: 500 });
        await Promise.race([rest, key.waitFor({ timeout: 20_000 }).catch(() => rest)]);
        const details = page.getByRole('button', { name: 'Copiar detalles' }).first();
        if (await details.isVisible()) {
          const copied = () => page.evaluate(() => navigator.clipboard.readText());
          await page.evaluate(() => navigator.clipboard.writeText(''));
          await details.click();
          await expect.poll(copied).not.toBe('');
          watch.note('copied details', await copied());
        }
        await watch.screen(page, `${operation} with ${fault}`);
        await bench.clear();
        if (!(await key.isVisible())) continue;
        await key.fill(keyOf(demo));
        await key.press('Enter');
        await expect(key).toBeHidden();
        // A key that was typed does not survive a reload; the demo gives its own anew.
        await enterDemo(page);
      }

    await watch.stored(page, 'after the faults');
    watch.note('the log of the service', service.printed());
    expectNothingLeaked(watch, service, ['copied details']);
    // With faults a page may log that something failed; that it handles it is looked at in the matrix of faults.
    pageErrors.length = 0;
  });

  test('in what is sent, exports, the log, addresses and everything stored: no key, no anonymous key', async ({
    page,
    context,
    service,
    demo,
    pageErrors,
  }, info) => {
    test.setTimeout(240_000);
    const { watch } = await watchPage(page, context, service, demo);
    const bench = new Bench(service.origin);
    await enterDemo(page);

    // Something is written, so that the stores hold something.
    await compose(page, 'Documento con secretos', [signer]);
    await watch.stored(page, 'while it is composed');
    await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
    await expect(page).toHaveURL(/\/requests\/[0-9a-f]{24}$/);
    await guardAll(watch, service.origin, demo);

    await page.goto('/requests');
    await page.getByRole('button', { name: 'Exportar', exact: true }).click();
    watch.note('the CSV of requests', await download(page, 'CSV de resultados', 'menuitem'));
    await page.goto('/directory');
    watch.note('the CSV of people', await download(page, 'Exportar estos resultados como CSV'));
    await page.goto('/endorsements');
    watch.note('the CSV of events', await download(page, 'Exportar resultados como CSV'));
    const one = demo.subjects.find(({ commonName }) => commonName === signer)?.id ?? '';
    const many = ['uno', 'dos'].map((n) => ({
      name: `Envío con secretos ${n}`,
      text: n,
      signers: [one, ''],
    }));
    await beginBulk(page, many);
    await expect(page.getByText(/^Terminado\./)).toBeVisible({ timeout: 40_000 });
    watch.note('the CSV of a bulk', await download(page, 'Resultado en CSV'));
    await guardAll(watch, service.origin, demo);
    const { body } = await call<Listed<{ id: string; signatureRequest?: object }>>(
      service.origin,
      keyOf(demo),
      'GET',
      '/witnesses',
    );
    const witness = body.results.find(({ signatureRequest }) => signatureRequest)?.id ?? '';
    await mkdir(info.outputPath(), { recursive: true });
    for (const kind of ['Expediente', 'Página que se comprueba sola']) {
      await page.goto(`/witnesses/${witness}`);
      const exporting = page.getByRole('button', { name: 'Guardar expediente', exact: true });
      await expect(exporting).toBeEnabled({ timeout: 30_000 });
      const file = await exportEvidence(page, info.outputPath(), kind);
      watch.note(`the export «${kind}»`, await readFile(file, 'latin1'));
    }
    await bench.set('listSignatureRequests', 'unknown-fields', 7);
    await goInApp(page, '/requests');
    await bench.strikes('listSignatureRequests', 'unknown-fields', 20_000);
    await settledScreen(page, { timeoutMs: 20_000, quietMs: 500 });
    await bench.clear();
    await goInApp(page, '/settings/drift');
    watch.note('the export of differences', await download(page, 'Exportar como JSON'));
    await goInApp(page, '/organization?tab=record');
    await expect(page.getByText('POST /signature-request', { exact: true }).first()).toBeVisible();
    await watch.screen(page, 'the record of changes');
    await watch.stored(page, 'at the end');
    watch.note('the log of the service', service.printed());

    expectNothingLeaked(watch, service, ['localStorage', 'private files']);
    expect(Object.keys(watch.looked).some((where) => where.startsWith('IndexedDB'))).toBe(true);
    // Unknown fields may be logged.
    pageErrors.length = 0;
  });

  test('an upload address that leads elsewhere gets no Authorization, and the bytes do not follow', async ({
    browser,
    service,
  }) => {
    test.setTimeout(90_000);
    const elsewhere = await recorder();
    const front = await frontOf(service.origin, `${elsewhere.origin}/taken`);
    try {
      const page = await browser.newPage({
        baseURL: front.origin,
        locale: 'es-MX',
        timezoneId: 'America/Mexico_City',
      });
      await page.route('**/rest/v1/sign-file-url*', async (route) => {
        const response = await fetchWhole(route);
        const reported = (await response.json()) as { key: string };
        const changed = { ...reported, url: `${front.origin}/uploads/led-away` };
        await fulfillChanged(route, response, JSON.stringify(changed));
      });
      await enterDemo(page, '/requests/new');
      await composeHere(page, 'Documento que se redirige', [signer]);
      await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
      await expect(page.getByRole('heading', { name: 'No se confirmó la subida del documento' })).toBeVisible(
        {
          timeout: 40_000,
        },
      );
      expect(front.uploads.length).toBeGreaterThan(0);
      for (const headers of [...front.uploads, ...elsewhere.requests])
        expect(headers.authorization).toBeUndefined();
      expect(elsewhere.requests).toEqual([]);
      await page.close();
    } finally {
      front.close();
      elsewhere.close();
    }
  });
}
