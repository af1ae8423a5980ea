import { readFile } from 'node:fs/promises';
import type { Page, Route } from '@playwright/test';
import { addresses } from '#contract/operations/addresses.ts';
import { settledScreen } from './screen-state.ts';
import { expect, test } from './service.ts';
import { call, enterDemo } from './staff.ts';
import { fetchWhole, fulfillChanged } from './whole-answers.ts';

/** A value that only an altered answer holds. */
const planted = 'valor-que-nadie-debe-ver-7391';
const plantedKey = 'ab12'.repeat(6);

type Row = Record<string, unknown>;

/** Answers of a list as they come from the service, each row altered on its way. */
async function alter(page: Page, path: string, change: (row: Row) => void, seen: string[]): Promise<void> {
  const isIt = (url: URL): boolean => url.pathname === `/rest/v1${path}`;
  await page.route(isIt, async (route: Route) => {
    const response = await fetchWhole(route);
    if (!response.ok()) return route.fulfill({ response });
    const body = (await response.json()) as { results: Row[] };
    seen.push(...valuesOf(body));
    for (const row of body.results) change(row);
    return fulfillChanged(route, response, JSON.stringify(body));
  });
}

/** Every text of an answer that could tell something: ids, hashes, names, dates, keys. */
function valuesOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length >= 6 ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(valuesOf);
}

const move = (row: Row, from: string, to: string): void => {
  row[to] = row[from];
  Reflect.deleteProperty(row, from);
};

/** The row of a difference, under the operation that it is of. */
const difference = (page: Page, operation: string, field: string) =>
  page
    .getByRole('table', { name: operation, exact: true })
    .getByRole('row')
    .filter({ has: page.locator('td:first-child').getByText(field, { exact: true }) });

async function openDrift(page: Page): Promise<void> {
  const navigation = page.getByRole('navigation');
  await navigation.getByRole('link', { name: 'Ajustes' }).click();
  await page.getByRole('link', { name: 'Diferencias con la especificación de la API' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Diferencias con la especificación de la API',
  );
}

test('what is missing, unknown, renamed or of another type is collected; the export holds no secret and no value', async ({
  page,
  service,
  demo,
}) => {
  const { apiKey } = demo.organizations[0]!;
  const seen: string[] = [];
  await alter(
    page,
    '/witnesses',
    (row) => {
      Reflect.deleteProperty(row, 'hash');
      row.colour = { said: planted, [plantedKey]: 1 };
      move(row, 'updatedAt', 'updated_at');
      row.claimed = 'quizá';
    },
    seen,
  );
  await alter(
    page,
    '/signature-requests',
    (row) => {
      row.finalized = { es: planted };
      row.secretNote = row.anonymousKey;
    },
    seen,
  );
  await enterDemo(page);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Testigos/ })
    .click();
  await expect(page.getByRole('main').locator('tbody tr[data-index]').first()).toBeVisible();
  await openDrift(page);

  const witnesses = 'GET /witnesses';
  const cells = (operation: string, field: string) => difference(page, operation, field).getByRole('cell');
  await expect(cells(witnesses, 'results[].hash').nth(1)).toHaveText('Falta');
  await expect(cells(witnesses, 'results[].colour').nth(1)).toHaveText('No está en la especificación');
  await expect(cells(witnesses, 'results[].colour').nth(3)).toHaveText(/\{said: text, \(key\): number\}/);
  await expect(cells(witnesses, 'results[].updatedAt').nth(1)).toHaveText('Ahora se llama updated_at');
  await expect(cells(witnesses, 'results[].claimed').nth(1)).toHaveText('De otro tipo o forma');
  await expect(cells(witnesses, 'results[].claimed').nth(3)).toHaveText(/text$/);
  const requests = 'GET /signature-requests';
  await expect(cells(requests, 'results[].finalized').nth(1)).toHaveText('De otro tipo o forma');
  await expect(cells(requests, 'results[].secretNote').nth(1)).toHaveText('No está en la especificación');

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar como JSON' }).click();
  const text = await readFile(await (await saving).path(), 'utf8');
  interface Exported {
    format: string;
    service: string;
    differences: { request: string; field: string; kind: string; found: string; tier: string }[];
  }
  const exported = JSON.parse(text) as Exported;
  expect(exported).toMatchObject({ format: 'testigo-drift/1', service: `${service.origin}/rest/v1` });
  const kinds = exported.differences
    .filter(({ request }) => request === witnesses)
    .map(({ field, kind }) => `${kind} ${field}`);
  for (const one of [
    'missing results[].hash',
    'extra results[].colour',
    'renamed results[].updatedAt',
    'type results[].claimed',
  ])
    expect(kinds).toContain(one);
  expect(exported.differences.every(({ tier }) => tier.length > 0)).toBe(true);

  const { body } = await call<{ results: { anonymousKey: string }[] }>(
    service.origin,
    apiKey,
    'GET',
    '/signature-requests',
  );
  const secrets = body.results.map(({ anonymousKey }) => anonymousKey);
  // Some of them came by here.
  expect(secrets.some((one) => seen.includes(one))).toBe(true);
  const shown = (await page.getByRole('main').textContent()) ?? '';
  for (const one of [apiKey, planted, plantedKey, ...secrets, ...new Set(seen)]) {
    expect(text).not.toContain(one);
    expect(shown).not.toContain(one);
  }
});

test('nothing differs in what the service itself answers, and that is said with how much was looked at', async ({
  page,
}) => {
  await enterDemo(page);
  for (const name of [/Solicitudes/, /Testigos/, 'Endosos', 'Directorio', 'Organización', 'Tipo de cambio']) {
    await page.getByRole('navigation').getByRole('link', { name }).click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(/\S/);
    await settledScreen(page, { timeoutMs: 10_000 });
  }
  await openDrift(page);
  await expect(page.getByText('Sin diferencias')).toBeVisible();
  await expect(page.getByText(/^Se compar\S+ \d\d+ respuestas/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Exportar como JSON' })).toBeDisabled();
});

test('every operation stands in the table of settings with its tier, whether it is there, and what happens without it', async ({
  page,
  service,
}) => {
  // Only these two do not exist on the way to this service.
  const absent = ['/certificates', '/wallets'];
  await page.route(
    (url) => absent.includes(url.pathname.replace('/rest/v1', '')),
    (route) => route.fulfill({ status: 404, json: { statusCode: 404, message: 'Cannot GET' } }),
  );
  await enterDemo(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Ajustes' }).click();
  await page.getByText(/^Testigo usa \d+ operaciones de la API: /).click();
  const table = page.getByRole('region', { name: 'Operaciones de la API' });
  const operations = Object.values(addresses);
  await expect(table.getByRole('row')).toHaveCount(operations.length + 1);
  const tiers = {
    documented: 'Especificación',
    published: 'Publicada por un servicio en uso',
    embedded: 'Solo este servicio',
  };
  const rows = await table
    .getByRole('row')
    .evaluateAll((all) => all.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)));
  for (const { method, path, tier } of operations) {
    const row = rows.find(([name]) => name === `${method} ${path}`);
    expect(row?.[1], path).toBe(tiers[tier]);
    expect(row?.[3], path).toMatch(/\S.*\.$/);
  }
  const presence = (operation: string) =>
    table
      .getByRole('row')
      .filter({ has: page.locator('td:first-child').getByText(operation, { exact: true }) })
      .getByRole('cell')
      .nth(2);
  await expect(presence('GET /certificates')).toHaveText('No disponible');
  await expect(presence('GET /wallets')).toHaveText('No disponible', { timeout: 20_000 });
  await expect(presence('GET /witnesses')).toHaveText('Responde');
  await expect(presence('GET /endorsables')).toHaveText('Responde', { timeout: 20_000 });
  await expect(presence('POST /nom151-certification')).toHaveText('sin consultar');

  // What was found is of then; queried again, it is what it is now.
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Consultar de nuevo' }).click();
  await expect(presence('GET /certificates')).toHaveText('Responde', { timeout: 20_000 });
  await expect(presence('GET /wallets')).toHaveText('Responde');
  expect((await fetch(`${service.origin}/rest/v1/certificates`)).status).toBe(401);
});
