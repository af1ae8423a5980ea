import type { operations } from '#contract/operations/operations.ts';
import { paths } from '#widgets/paths.ts';
import { expect, test } from './service.ts';
import { call, enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';
import { ask, drawnRows, rowCount } from './witness-list.ts';

/** An address of the list, and the arguments of the interface that mean the same. */
interface Case {
  readonly address: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The page of the interface that is in sight. */
  readonly page?: number;
  /** Every witness of the demo is so. */
  readonly all?: true;
}

type Argument = keyof (typeof operations)['listWitnesses']['query'];

/** The calendar day in Mexico City (UTC−6 all year), so many days ago: the ages of the demo are counted from its start. */
const dayAgo = (days: number): string =>
  new Date(Date.now() - 6 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
const [firstDay, lastDay] = [dayAgo(75), dayAgo(14)];
/** The first and the last instant of these days, written by hand. */
const from = `${firstDay}T06:00:00.000Z`;
const to = `${dayAgo(13)}T05:59:59.999Z`;

/** Every documented argument of `/witnesses`: one that is added has no cases and is no type. */
const casesOf = (
  ids: readonly string[],
  hashes: readonly string[],
  owner: string,
  organization: string,
): Readonly<Record<Argument, readonly Case[]>> => ({
  _id: [
    { address: `find=${ids[3]}`, query: { _id: { eq: ids[3] } } },
    { address: `find=${ids[3]},${ids[9]}`, query: { _id: { in: [ids[3], ids[9]] } } },
  ],
  hash: [
    { address: `find=${hashes[4]}`, query: { hash: { eq: hashes[4] } } },
    { address: `find=0x${hashes[4]}+${hashes[7]}`, query: { hash: { in: [hashes[4], hashes[7]] } } },
  ],
  algorithm: [{ address: 'algorithm=SHA256', query: { algorithm: { eq: 'SHA256' } }, all: true }],
  claimable: [
    { address: 'claimable=yes', query: { claimable: true } },
    { address: 'claimable=no', query: { claimable: false } },
  ],
  claimed: [
    { address: 'claimed=yes', query: { claimed: true } },
    { address: 'claimed=no', query: { claimed: false } },
  ],
  initialOwner: [
    { address: 'owner=*', query: { initialOwner: { exists: true } } },
    { address: 'owner=-', query: { initialOwner: { exists: false } } },
    { address: `owner=${owner}`, query: { initialOwner: { eq: owner } } },
  ],
  organization: [
    {
      address: `organization=${organization}`,
      query: { organization: { eq: organization } },
      all: true,
    },
  ],
  nom151: [
    { address: 'nom151=with', query: { nom151: { exists: true } } },
    { address: 'nom151=without', query: { nom151: { exists: false } } },
    {
      address: `nom151-provider=TESTIGO-SANDBOX&nom151-from=${firstDay}&nom151-to=${lastDay}`,
      query: { nom151: { provider: { eq: 'TESTIGO-SANDBOX' }, createdAt: { gte: from, lte: to } } },
    },
  ],
  merkleized: [
    { address: 'merkle=with', query: { merkleized: { exists: true } } },
    { address: 'merkle=without', query: { merkleized: { exists: false } } },
    {
      address: `merkle-provider=TESTIGO-SANDBOX&merkle-algorithm=SHA256&merkle-from=${firstDay}&merkle-to=${lastDay}`,
      query: {
        merkleized: {
          nom151Provider: { eq: 'TESTIGO-SANDBOX' },
          algorithm: { eq: 'SHA256' },
          createdAt: { gte: from, lte: to },
        },
      },
    },
  ],
  createdAt: [
    { address: `from=${firstDay}&to=${lastDay}`, query: { createdAt: { gte: from, lte: to } } },
    { address: `from=${firstDay}`, query: { createdAt: { gte: from } } },
  ],
  updatedAt: [
    {
      address: `changed-from=${firstDay}&changed-to=${lastDay}`,
      query: { updatedAt: { gte: from, lte: to } },
    },
  ],
  sort: (['createdAt', 'updatedAt'] as const).flatMap((field) =>
    (['asc', 'desc'] as const).map((order) => ({
      address: `sort=${field}&order=${order}`,
      query: { sort: { field, order } },
      all: true as const,
    })),
  ),
  pagination: [{ address: 'page=2', query: {}, page: 2, all: true }],
});

test('WN-1 WN-2 WN-3 every documented filter, sort and page of /witnesses works through the address', async ({
  page,
  service,
  demo,
}) => {
  test.setTimeout(120_000);
  const { id: organization, apiKey: key } = demo.organizations[0]!;
  const { body } = await call<{ results: { id: string; hash: string }[] }>(
    service.origin,
    key,
    'GET',
    '/witnesses?pagination={"size":20}',
  );
  const owned = await call<{ results: { initialOwner: { id: string } }[] }>(
    service.origin,
    key,
    'GET',
    `/witnesses?initialOwner=${encodeURIComponent('{"exists":true}')}`,
  );
  const cases = casesOf(
    body.results.map(({ id }) => id),
    body.results.map(({ hash }) => hash),
    owned.body.results[0]!.initialOwner.id,
    organization,
  );
  const everything = await ask(service.origin, key, {});
  await enterDemo(page);
  for (const [argument, ways] of Object.entries(cases)) {
    expect([argument, ways.length > 0]).toEqual([argument, true]);
    for (const { address, query, page: at = 1, all } of ways) {
      const { count, ids } = await ask(service.origin, key, query, at);
      // A filter that takes nothing away, or everything, shows nothing.
      expect([address, count > 0, count === everything.count]).toEqual([address, true, all === true]);
      await goInApp(page, `${paths.witnesses}?${address}`);
      const first = (at - 1) * 100;
      await expect
        .poll(
          async () => {
            const rows = (await drawnRows(page)).filter(
              ({ index }) => index >= first && index < first + ids.length,
            );
            return {
              count: await rowCount(page).catch(() => -1),
              drawn: rows.length > 0,
              wrong: rows.filter(({ index, id }) => ids[index - first] !== id),
            };
          },
          { message: `${argument}: ${address}` },
        )
        .toEqual({ count, drawn: true, wrong: [] });
    }
  }
});

test('NO-2 a queue of certifications is reported before it begins, goes on by itself after a reload, and asks once for each', async ({
  page,
  service,
  demo,
}) => {
  test.setTimeout(90_000);
  const { id: organization, apiKey: key } = demo.organizations[0]!;
  const quota = async (): Promise<number> => {
    const { body } = await call<{ quota: { nom151: number } }>(
      service.origin,
      key,
      'GET',
      `/organization/${organization}`,
    );
    return body.quota.nom151;
  };
  const before = await quota();
  const wanted = 14;
  // Requests for a witness are counted where it leaves the browser too.
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/nom151-certification'))
      requested.push(new URL(request.url()).searchParams.get('witnessId') ?? '');
  });
  await enterDemo(page);
  await goInApp(page, `${paths.witnesses}?nom151=without&merkle=with`);
  const rows = page.locator('main tbody tr[data-index]');
  await expect(rows.nth(wanted)).toBeVisible();
  for (const at of [0, wanted - 1])
    await rows
      .nth(at)
      .getByRole('checkbox')
      .click({ modifiers: at === 0 ? [] : ['Shift'] });
  const chosen = (await drawnRows(page)).slice(0, wanted).map(({ id }) => id);
  await page.getByRole('button', { name: 'Certificar elegidos' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Todavía no se ha pedido nada');
  const number = new Intl.NumberFormat('es-MX');
  await expect(dialog).toContainText(
    `${number.format(before)} ahora, ${number.format(before - wanted)} después`,
  );
  expect(requested).toEqual([]);
  expect(await quota()).toBe(before);
  await dialog.getByRole('button', { name: `Certificar ${wanted}`, exact: true }).click();

  await expect.poll(() => requested.length).toBeGreaterThanOrEqual(3);
  await page.reload();
  const untilReload = requested.length;
  expect(untilReload).toBeLessThan(wanted);
  // Nothing is pressed: it goes on.
  await expect.poll(async () => before - (await quota()), { timeout: 30_000 }).toBe(wanted);
  await page
    .getByRole('button', { name: /Operaciones/ })
    .first()
    .click();
  const tray = page.getByRole('region', { name: 'Operaciones' });
  await expect(tray).toContainText(`${wanted} certificados`);
  await tray.getByRole('button', { name: 'Quitar terminadas' }).click();
  await expect(tray).toContainText('Ninguna operación');

  expect([...requested].sort()).toEqual([...chosen].sort());
  expect(await quota()).toBe(before - wanted);
  const certified = await ask(service.origin, key, { _id: { in: chosen }, nom151: { exists: true } });
  expect(certified.count).toBe(wanted);
});
