import type { Page } from '@playwright/test';
import { expect, startService, test, type DemoSession } from './service.ts';
import { call, enterDemo } from './staff.ts';
import { openWitnessTab } from './stories.ts';
import { ask, drawnRows } from './witness-list.ts';

const number = new Intl.NumberFormat('es-MX');

interface Quota {
  readonly nom151: number;
  readonly groupedNOM151: number;
}

async function quotaOf(origin: string, { organizations }: DemoSession): Promise<Quota> {
  const { id, apiKey } = organizations[0]!;
  return (await call<{ quota: Quota }>(origin, apiKey, 'GET', `/organization/${id}`)).body.quota;
}

/** What the page asks a service to certify, by operation. */
function requestedOf(page: Page): { readonly single: string[]; readonly grouped: string[] } {
  const requested = { single: [] as string[], grouped: [] as string[] };
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    const { pathname, searchParams } = new URL(request.url());
    const id = searchParams.get('witnessId') ?? '';
    if (pathname.endsWith('/schedule-grouped-nom151-certification')) requested.grouped.push(id);
    else if (pathname.endsWith('/nom151-certification')) requested.single.push(id);
  });
  return requested;
}

/** Chooses the first so many rows of a list and opens what certifies them. */
async function chooseToCertify(page: Page, address: string, count: number): Promise<string[]> {
  await page.goto(address);
  const rows = page.locator('main tbody tr[data-index]');
  for (const at of [0, count - 1])
    await rows
      .nth(at)
      .getByRole('checkbox')
      .click({ modifiers: at === 0 ? [] : ['Shift'] });
  await expect(page.getByText(`${count} elegidos`)).toBeVisible();
  const chosen = (await drawnRows(page)).slice(0, count).map(({ id }) => id);
  await page.getByRole('button', { name: 'Certificar elegidos' }).click();
  return chosen;
}

test('NO-2 in a group: what each way costs is said before, and afterwards that is what was spent', async ({
  page,
  service,
  demo,
}) => {
  const count = 4;
  const before = await quotaOf(service.origin, demo);
  const requested = requestedOf(page);
  await enterDemo(page);
  const chosen = await chooseToCertify(page, '/witnesses?nom151=without&merkle=without', count);
  const dialog = page.getByRole('dialog');
  const single = dialog.getByRole('radio', { name: 'Una constancia para cada testigo' });
  const grouped = dialog.getByRole('radio', { name: 'Una constancia para el grupo' });
  await expect(single).toBeChecked();
  await expect(single).toHaveAccessibleDescription(
    new RegExp(`Usa ${count} constancias individuales\\. Hay ${number.format(before.nom151)}\\.$`),
  );
  await expect(grouped).toHaveAccessibleDescription(
    new RegExp(`Usa ${count} de la cuota agrupada\\. Hay ${number.format(before.groupedNOM151)}\\.$`),
  );
  await grouped.check();
  await expect(dialog).toContainText(
    `${number.format(before.groupedNOM151)} ahora, ${number.format(before.groupedNOM151 - count)} después`,
  );
  expect(requested).toEqual({ single: [], grouped: [] });
  expect(await quotaOf(service.origin, demo)).toEqual(before);

  await dialog.getByRole('button', { name: `Certificar ${count} en grupo` }).click();
  await expect.poll(() => requested.grouped.length).toBe(count);
  const key = demo.organizations[0]!.apiKey;
  const certified = { _id: { in: chosen }, merkleized: { nom151Provider: { exists: true } } };
  await expect
    .poll(async () => (await ask(service.origin, key, certified)).count, { timeout: 30_000 })
    .toBe(count);
  expect([...requested.grouped].sort()).toEqual([...chosen].sort());
  expect(requested.single).toEqual([]);
  expect(await quotaOf(service.origin, demo)).toMatchObject({
    nom151: before.nom151,
    groupedNOM151: before.groupedNOM151 - count,
  });
  const trayButton = page.getByRole('button', { name: /Operaciones/ }).first();
  await trayButton.click();
  const tray = page.getByRole('region', { name: 'Operaciones' });
  await expect(tray).toContainText(`Certificar ${count} testigos en grupo`);
  await expect(tray).toContainText(`${count} pedidos, con constancia en su próximo lote`);
  // It hangs below its button, with the right edges in line.
  const [hanging, above] = [(await tray.boundingBox())!, (await trayButton.boundingBox())!];
  expect(Math.abs(hanging.x + hanging.width - above.x - above.width)).toBeLessThanOrEqual(2);
  expect(hanging.y).toBeGreaterThanOrEqual(above.y + above.height);

  // One root for all of them, and each is folded up to it here, from its own path.
  interface Listed {
    results: { merkleized: { merkleRoot: string; merkleProof: string[] } }[];
  }
  const those = encodeURIComponent(JSON.stringify({ in: chosen }));
  const { body } = await call<Listed>(service.origin, key, 'GET', `/witnesses?_id=${those}`);
  expect(new Set(body.results.map(({ merkleized }) => merkleized.merkleRoot)).size).toBe(1);
  // As long as among many tenants: two levels would do for four.
  for (const { merkleized } of body.results) expect([5, 6, 7, 8]).toContain(merkleized.merkleProof.length);
  await page.goto(`/witnesses/${chosen[0]}`);
  const main = page.getByRole('main');
  await expect(main.locator('[data-check="merkleized.root"] [data-state="PASSED"]').first()).toBeVisible();
});

test('NO-2 what would not be requested is named with its reason, and is not requested', async ({
  page,
  service,
  demo,
}) => {
  const key = demo.organizations[0]!.apiKey;
  const requested = requestedOf(page);
  await enterDemo(page, '/witnesses');
  await page.getByRole('checkbox', { name: 'Elegir todas' }).click();
  await page.getByRole('button', { name: 'Certificar elegidos' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Una constancia para el grupo' }).check();
  const count = async (query: Record<string, unknown>): Promise<number> =>
    (await ask(service.origin, key, query)).count;
  const inBatch = await count({ merkleized: { exists: true } });
  const own = await count({ merkleized: { exists: false }, nom151: { exists: true } });
  const neither = await count({ merkleized: { exists: false }, nom151: { exists: false } });
  const fact = (label: string) =>
    dialog.getByText(label, { exact: true }).first().locator('xpath=following-sibling::*[1]');
  await expect(fact('Se certificarían')).toHaveText(number.format(neither));
  await expect(fact('Ya están en un grupo certificado')).toHaveText(number.format(inBatch));
  await expect(fact('Ya tienen constancia propia')).toHaveText(number.format(own));
  await dialog.getByText(`${inBatch + own} quedan fuera: cuáles y por qué`).click();
  await expect(dialog.getByRole('region', { name: 'Los que quedan fuera' })).toContainText(
    'Contrato individual de trabajo, A. S. Pech Uc',
  );
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  expect(requested).toEqual({ single: [], grouped: [] });
});

test('NO-1 one witness is certified from its own page, at the price that was said', async ({
  page,
  service,
  demo,
}) => {
  const key = demo.organizations[0]!.apiKey;
  const { ids } = await ask(service.origin, key, {
    nom151: { exists: false },
    merkleized: { exists: true },
    sort: { field: 'createdAt', order: 'asc' },
  });
  const [id] = ids;
  const before = await quotaOf(service.origin, demo);
  await enterDemo(page, `/witnesses/${id}`);
  await page.getByRole('button', { name: 'Certificar con NOM-151…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    `${number.format(before.nom151)} ahora, ${number.format(before.nom151 - 1)} después`,
  );
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/nom151-certification'),
  );
  await dialog.getByRole('button', { name: 'Certificar 1', exact: true }).click();
  const { nom151 } = (await (await answer).json()) as { nom151: { provider: string } };
  await expect(page.getByRole('button', { name: 'Certificar con NOM-151…' })).toHaveCount(0);
  await openWitnessTab(page, 'Datos');
  const reported = page.getByRole('main').locator('section').filter({ hasText: 'NOM-151' });
  await expect(reported.getByText(nom151.provider, { exact: true }).first()).toBeVisible();
  expect((await quotaOf(service.origin, demo)).nom151).toBe(before.nom151 - 1);
});

test('where a service does not certify in groups that is said, and only the other way is offered', async ({
  page,
}) => {
  const documented = await startService({ TESTIGO_TIER: 'documented' });
  try {
    await page.goto(`${documented.origin}/connect`);
    await page.getByRole('button', { name: 'Entrar a la demostración' }).click();
    await expect(page.getByRole('navigation').getByRole('link', { name: /Solicitudes/ })).toBeVisible();
    await chooseToCertify(page, `${documented.origin}/witnesses?nom151=without`, 2);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Este servicio no ofrece la constancia para el grupo');
    await expect(dialog.getByRole('radio')).toHaveCount(0);
    await expect(dialog).toContainText('El servicio no informa cuánta queda.');
    await dialog.getByRole('button', { name: 'Certificar 2', exact: true }).click();
    await page
      .getByRole('button', { name: /Operaciones/ })
      .first()
      .click();
    await expect(page.getByRole('region', { name: 'Operaciones' })).toContainText('2 certificados');
  } finally {
    await documented.stop();
  }
});

test('on a phone every row of a full tray can be scrolled to and pressed', async ({ page }) => {
  await enterDemo(page);
  const orders = 5;
  for (let at = 0; at < orders; at += 1) {
    const chosen = await chooseToCertify(page, '/witnesses?nom151=without&merkle=with', 2);
    await page.getByRole('dialog').getByRole('button', { name: 'Certificar 2', exact: true }).click();
    await expect
      .poll(async () => (await drawnRows(page)).filter(({ id }) => chosen.includes(id)), { timeout: 60_000 })
      .toEqual([]);
  }
  // Held sideways it has the least space.
  await page.setViewportSize({ width: 640, height: 360 });
  await page
    .getByRole('button', { name: /Operaciones/ })
    .first()
    .click();
  const tray = page.getByRole('region', { name: 'Operaciones' });
  const rows = tray.getByRole('listitem');
  await expect(rows).toHaveCount(orders);
  await expect(tray.getByText('2 certificados')).toHaveCount(orders, { timeout: 60_000 });
  for (const viewport of [
    { width: 640, height: 360 },
    { width: 360, height: 480 },
  ]) {
    await page.setViewportSize(viewport);
    const height = (await tray.boundingBox())?.height;
    expect(height, 'the rows need more space than there is').toBeLessThan(
      await tray.getByRole('list').evaluate((list) => list.scrollHeight),
    );
    for (const row of await rows.all()) {
      await row.scrollIntoViewIfNeeded();
      await expect(row).toBeInViewport({ ratio: 1 });
      // Whatever lies over a row would take the press.
      for (const part of [row, ...(await row.getByRole('button').all())]) await part.click({ trial: true });
    }
    await expect(tray.getByRole('button', { name: 'Quitar terminadas' })).toBeInViewport({ ratio: 1 });
  }
});
