import type { Browser, Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { readDrawnQr } from './read-qr.ts';
import { expect, test, type DemoSession } from './service.ts';
import { call, enterDemo } from './staff.ts';
import { typeDay } from './type-day.ts';

interface Person {
  readonly id: string;
  readonly commonName: string;
  readonly RFC: string;
  readonly serialNumber: string;
  readonly EVMAddress: string;
  readonly createdAt: string;
}

interface Listed<T> {
  readonly info: { readonly count: number };
  readonly results: readonly T[];
}

const keyOf = (demo: DemoSession): string => demo.organizations[0]?.apiKey ?? '';
const ownId = (demo: DemoSession): string => demo.organizations[0]?.id ?? '';

/** What the interface answers for the same arguments. */
async function ask(
  origin: string,
  key: string,
  query: Readonly<Record<string, unknown>>,
  pagination: { page?: number; size: number } = { size: 100 },
): Promise<Listed<Person>> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, pagination }))
    search.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const { status, body } = await call<Listed<Person>>(origin, key, 'GET', `/subjects?${search}`);
  expect(status).toBe(200);
  return body;
}

const idsOf = ({ results }: Listed<Person>): string[] => results.map(({ id }) => id);

/** Whom the rows of the table lead to, in their order. */
const shown = (page: Page): Promise<string[]> =>
  page
    .locator('main tbody tr[data-index] a[href^="/directory/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''));

/** The rows are those of the interface, in its order; an empty answer is no test. */
async function expectRows(page: Page, answer: Listed<Person>): Promise<void> {
  expect(answer.results.length).toBeGreaterThan(0);
  await expect.poll(() => shown(page)).toEqual(idsOf(answer));
}

/** Opens a filter by the name on its chip. */
async function filter(page: Page, name: string): Promise<Locator> {
  const main = page.getByRole('main');
  const more = main.getByRole('button', { name: 'Más filtros' });
  const chip = main.getByRole('button', { name, exact: true }).first();
  if (!(await chip.isVisible()) && (await more.isVisible())) await more.click();
  await chip.click();
  return page.getByRole('dialog', { name, exact: true });
}

const day = (instant: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Mexico_City' }).format(new Date(instant));

test('SB-1 filters, order and pages give the rows of the interface, and their address alone gives them again', async ({
  page,
  service,
  demo,
}) => {
  const { origin } = service;
  const key = keyOf(demo);
  const newest = { sort: { field: 'createdAt', order: 'desc' } };
  const everybody = await ask(origin, key, newest);
  const [first, second] = everybody.results;
  const middle = everybody.results[4];
  if (!first || !second || !middle) throw new Error('The demo has too few people.');
  const states: { readonly url: string; readonly answer: Listed<Person> }[] = [];
  const see = async (query: object, pagination?: { page?: number; size: number }): Promise<void> => {
    const answer = await ask(origin, key, { ...newest, ...query }, pagination);
    await expectRows(page, answer);
    states.push({ url: page.url(), answer });
  };

  await enterDemo(page, '/directory');
  await see({});
  const main = page.getByRole('main');
  await expect(main.getByText(`${everybody.info.count} personas`)).toBeVisible();

  await test.step('what is typed, by keyboard alone', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('ORTÉGA');
    await see({ search: { commonName: 'ortega' } });
    await expect(main.getByText(`1 de ${everybody.info.count} personas`)).toBeVisible();
    await page.keyboard.press('Escape');
    await see({});
    await page.keyboard.type(first.serialNumber);
    await expect(main.getByText('Se busca por CURP completa.')).toBeVisible();
    await see({ serialNumber: { eq: first.serialNumber } });
    await page.keyboard.press('Escape');
    await see({});
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/directory/${second.id}`);
    await page.goBack();
    await see({});
  });

  await test.step('who is linked', async () => {
    const linked = { organization: { eq: ownId(demo) } };
    await (await filter(page, 'Vínculo')).getByRole('button', { name: /^Con vínculo/ }).click();
    await see(linked);
    await expect(main.getByText('Con vínculo', { exact: true })).toHaveCount(
      (await ask(origin, key, linked)).info.count,
    );
    await main.getByRole('button', { name: 'Vínculo: Con vínculo' }).click();
    const panel = page.getByRole('dialog', { name: 'Vínculo' });
    await panel.getByRole('button', { name: /^Sin vínculo/ }).click();
    await see({ organization: { ne: ownId(demo) } });
    await main.getByRole('button', { name: 'Quitar el filtro Vínculo' }).click();
  });

  await test.step('values that are pasted, and text within', async () => {
    const panel = await filter(page, 'RFC');
    await panel.getByRole('combobox').selectOption('ninguno de estos');
    await panel.getByRole('textbox').fill(`${first.RFC.toLowerCase()}\n${second.RFC}`);
    await expectAccessible(page, 'filter of the directory');
    await panel.getByRole('button', { name: 'Aplicar' }).click();
    await see({ RFC: { nin: [first.RFC, second.RFC] } });
    const text = await filter(page, 'Contiene el texto');
    await text.getByRole('textbox', { name: 'El correo contiene' }).fill('.mx');
    await text.getByRole('textbox', { name: 'El nombre contiene' }).fill('SÁ');
    await text.getByRole('button', { name: 'Aplicar' }).click();
    const within = await ask(origin, key, {
      ...newest,
      RFC: { nin: [first.RFC, second.RFC] },
      search: { emailAddress: '.mx', commonName: 'SÁ' },
    });
    await expect.poll(() => shown(page)).toEqual(idsOf(within));
    await main.getByRole('button', { name: 'Quitar el filtro Contiene el texto' }).click();
    await main.getByRole('button', { name: 'Quitar el filtro RFC' }).click();
    const address = await filter(page, 'Cartera');
    await address.getByRole('textbox').fill(middle.EVMAddress.slice(2).toUpperCase());
    await address.getByRole('button', { name: 'Aplicar' }).click();
    await see({ EVMAddress: { eq: middle.EVMAddress } });
    await main.getByRole('button', { name: 'Quitar el filtro Cartera' }).click();
  });

  await test.step('days in the zone of the reader, scope', async () => {
    const panel = await filter(page, 'Alta');
    await typeDay(panel, 'Desde', day(middle.createdAt));
    await typeDay(panel, 'Hasta', day(second.createdAt));
    await panel.getByRole('button', { name: 'Aplicar' }).click();
    await see({
      createdAt: {
        gte: new Date(`${day(middle.createdAt)}T00:00:00-06:00`).toISOString(),
        lte: new Date(`${day(second.createdAt)}T23:59:59.999-06:00`).toISOString(),
      },
    });
    expect((states.at(-1)?.answer.results.length ?? 0) < everybody.results.length).toBe(true);
    await main.getByRole('button', { name: 'Quitar el filtro Alta' }).click();
    await (await filter(page, 'Alcance')).getByRole('button', { name: /relacionadas/ }).click();
    await see({ accessScope: 'Organization' });
    await main.getByRole('button', { name: 'Quitar el filtro Alcance' }).click();
  });

  await test.step('order by the heads of columns, and pages', async () => {
    const head = (name: string) => main.getByRole('columnheader', { name }).getByRole('button');
    await head('Alta').click();
    await see({ sort: { field: 'createdAt', order: 'asc' } });
    await head('Último cambio').click();
    await see({ sort: { field: 'updatedAt', order: 'desc' } });
    await main.getByRole('combobox', { name: 'Filas' }).selectOption('10');
    await see({ sort: { field: 'updatedAt', order: 'desc' } }, { page: 1, size: 10 });
    await main.getByRole('button', { name: 'Página siguiente' }).click();
    await see({ sort: { field: 'updatedAt', order: 'desc' } }, { page: 2, size: 10 });
    await expect(main.getByText(`11 a ${everybody.info.count} de ${everybody.info.count}`)).toBeVisible();
    await page.goBack();
    await expect.poll(() => shown(page)).toHaveLength(10);
  });

  await test.step('the addresses alone', async () => {
    // Some of each kind: what was typed, values, days, order and page.
    for (const { url, answer } of states.filter((_, at) => at % 3 === 2)) {
      await page.goto(url);
      await expectRows(page, answer);
    }
  });
});

test('SB-2 WI-11 a person is shown with what the interface says, and their wallet by the arguments of its lists', async ({
  page,
  service,
  demo,
}) => {
  const { origin } = service;
  const key = keyOf(demo);
  interface Token {
    readonly id: string;
    readonly owner?: { readonly id: string };
    readonly ownerId: string;
  }
  const { body: tokens } = await call<{ items: Token[] }>(origin, key, 'GET', '/endorsables?limit=100');
  const people = (await ask(origin, key, {})).results;
  const held = tokens.items.find(({ ownerId }) => people.some(({ EVMAddress }) => EVMAddress === ownerId));
  const [a, b] = people.filter(({ EVMAddress }) => EVMAddress !== held?.ownerId);
  if (!held || !a || !b) throw new Error('The demo has no token that somebody holds.');
  // Enough movements for more than one page.
  const passed = await fetch(`${origin}/sandbox/tokens/${held.id}/transfer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: Array.from({ length: 26 }, (_, at) => (at % 2 === 0 ? a.id : b.id)) }),
  });
  expect(passed.status).toBe(200);

  interface Wallet {
    readonly certificate: { readonly serialNumber: string };
    readonly wallet: {
      readonly endorseToEvents: {
        readonly items: readonly { readonly id: string; readonly digest: string }[];
        readonly pageInfo: { readonly endCursor: string };
      };
    };
  }
  const read = async (list: Record<string, string | number>): Promise<Wallet> => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(list))
      search.set(`subject_wallet_wallet_endorseToEvents_${name}`, String(value));
    const { status, body } = await call<Wallet>(origin, key, 'GET', `/subject/${a.id}?${search}`);
    expect(status).toBe(200);
    return body;
  };
  // The chain is read into the service's tables beside the transfer.
  await expect
    .poll(async () => (await read({ limit: 100 })).wallet.endorseToEvents.items.length)
    .toBeGreaterThanOrEqual(13);

  await enterDemo(page, `/directory/${a.id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: a.commonName })).toBeVisible();
  for (const text of [a.RFC, a.serialNumber])
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible();
  await main.getByText('Decodificado aquí', { exact: true }).click();
  const serial = Buffer.from((await read({ limit: 1 })).certificate.serialNumber, 'hex').toString('ascii');
  // By the service and by the bytes.
  await expect(main.getByText(serial, { exact: true })).toHaveCount(2);

  const wallet = main.getByRole('region', { name: 'Cartera' });
  const moved = async (): Promise<string[]> =>
    wallet
      .getByRole('list', { name: 'Recibió' })
      .locator('.token a')
      .evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('event') ?? ''),
      );
  const expectMoved = async (list: Record<string, string | number>): Promise<Wallet> => {
    const answer = await read(list);
    const ids = answer.wallet.endorseToEvents.items.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    await expect.poll(moved).toEqual(ids);
    return answer;
  };
  await wallet.getByRole('tab', { name: 'Recibió' }).click();
  const byTime = { orderBy: 'timestamp', orderDirection: 'desc', limit: 10 };
  const start = await expectMoved(byTime);
  await wallet.getByRole('button', { name: 'Página siguiente' }).click();
  await expectMoved({ ...byTime, after: start.wallet.endorseToEvents.pageInfo.endCursor });
  await wallet.getByRole('button', { name: 'Página anterior' }).click();
  await expectMoved(byTime);
  await wallet.getByRole('combobox', { name: 'Ordenar por' }).selectOption('ID');
  await wallet.getByText('Ascendente').click();
  await wallet.getByRole('button', { name: 'De', exact: true }).click();
  await page.getByRole('combobox', { name: 'La otra parte' }).fill(b.RFC);
  await page.getByRole('option', { name: b.commonName }).click();
  const from = {
    orderBy: 'id',
    orderDirection: 'asc',
    limit: 10,
    where: JSON.stringify({ fromId: b.EVMAddress }),
  };
  await expectMoved(from);
  await expect(wallet.getByRole('button', { name: `De: ${b.commonName}` })).toBeVisible();
  await page.goto(page.url());
  await expectMoved(from);
  await expectAccessible(page, 'a person with their wallet');
});

/** A browser of somebody who is not connected, as whoever scans a code has one. */
async function visitorPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-MX' });
  return context.newPage();
}

test('OL-2 OL-3 IV-2 the code holds an address that links a person; without the link an invite is refused with its reason', async ({
  page,
  browser,
  service,
  demo,
}) => {
  const { origin } = service;
  const key = keyOf(demo);
  const organization = ownId(demo);
  const people = (await ask(origin, key, { organization: { ne: organization } })).results;
  const person = people.find(({ commonName }) => commonName === 'Ricardo Beltrán Nájera');
  if (!person) throw new Error('The demo has nobody without a link.');
  const links = async (): Promise<readonly { id: string }[]> => {
    const filterOf = (id: string): string => encodeURIComponent(JSON.stringify({ eq: id }));
    const path = `/organization-links?subject=${filterOf(person.id)}&organization=${filterOf(organization)}`;
    return (await call<Listed<{ id: string }>>(origin, key, 'GET', path)).body.results;
  };
  const { body: requests } = await call<Listed<{ id: string }>>(
    origin,
    key,
    'GET',
    '/signature-requests?draft=true&pagination={"size":1}',
  );
  const invite = async (): Promise<{ status: number; body: unknown }> =>
    call(origin, key, 'POST', '/signature-request-invite', {
      signatureRequest: requests.results[0]?.id,
      subject: person.id,
    });
  expect(await links()).toEqual([]);

  await enterDemo(page, '/organization?tab=links');
  const code = page.getByRole('img', { name: /^Código de vínculo con / });
  await expect(code.locator('path')).toHaveCount(1);
  const width = Number((await code.getAttribute('viewBox'))?.split(' ')[2]);
  const address = readDrawnQr((await code.locator('path').getAttribute('d')) ?? '', width);
  expect(address).toBe(`${origin}/link?organization=${organization}`);
  await expect(page.getByRole('link', { name: address })).toBeVisible();
  expect(address).not.toContain(key);

  const phone = await visitorPage(browser);
  await test.step('whoever scans it links themselves, by keyboard', async () => {
    await phone.goto(address);
    const name = demo.organizations[0]?.name ?? '';
    await expect(phone.getByRole('heading', { level: 1, name: `Vincularse con ${name}` })).toBeVisible();
    await expect(phone.getByText('No firma por ti', { exact: false })).toBeVisible();
    const token = phone.getByLabel('Tu token de acceso');
    await token.fill(key);
    await token.press('Enter');
    await expect(
      phone.getByText('no permite crear un vínculo con este acceso', { exact: false }),
    ).toBeVisible();
    expect(await links()).toEqual([]);
    await expectAccessible(phone, 'the page to link at');
    const who = phone.getByRole('combobox', { name: '¿Quién eres?' });
    await who.focus();
    await phone.keyboard.type('Ricardo');
    await expect(who).toHaveValue(person.id);
    await phone.keyboard.press('Tab');
    await phone.keyboard.press('Enter');
    await expect(phone.getByText(`${name} ya puede invitarte a firmar.`)).toBeFocused();
    expect(await links()).toHaveLength(1);
    await expectAccessible(phone, 'the page to link at, linked');
    await phone.goto(address);
    await phone.getByRole('combobox', { name: '¿Quién eres?' }).selectOption(person.commonName);
    await phone.getByRole('button', { name: 'Vincularme' }).first().click();
    await expect(phone.getByText('Ya tienes vínculo con esta organización', { exact: false })).toBeVisible();
    expect(await links()).toHaveLength(1);
  });
  await phone.context().close();

  const invited = await invite();
  expect(invited.status).toBe(200);
  const [link] = await links();
  await page.goto(`/organization?tab=links&link=${link?.id ?? ''}`);
  await expect(page.getByRole('region', { name: 'Un vínculo' }).getByText(person.commonName)).toBeVisible();

  await test.step('the link is removed once it is read what waits', async () => {
    await page.goto(`/directory/${person.id}`);
    const card = page.getByRole('region', { name: 'Vínculo' });
    await card.getByRole('button', { name: 'Quitar vínculo' }).click();
    await expect(card.getByText('Ya no se le podrá invitar', { exact: false })).toBeVisible();
    await expect(card.getByText(/invitaci[oó]n(es)? espera/)).toBeVisible();
    await expectAccessible(page, 'what follows when a link is removed');
    // The safe way has the focus.
    await page.keyboard.press('Enter');
    expect(await links()).toHaveLength(1);
    await card.getByRole('button', { name: 'Quitar vínculo' }).click();
    await card.getByRole('button', { name: 'Quitar vínculo' }).click();
    await expect(card.getByText('No hay vínculo', { exact: false })).toBeVisible();
    expect(await links()).toEqual([]);
  });

  await test.step('and an invite is refused', async () => {
    const card = page.getByRole('region', { name: 'Vínculo' });
    await expect(page.getByRole('button', { name: 'Nueva solicitud para este firmante' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Mostrar código de vínculo' }).click();
    await expect(card.getByRole('img', { name: /^Código/ })).toBeInViewport();
    await card.getByRole('button', { name: 'Ocultar el código' }).click();
    const refused = await invite();
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.stringMatching(/link/i)]);
  });
});

test('nobody, a page that is no more, and a failure are distinguished, and accessible', async ({ page }) => {
  await enterDemo(page);
  const main = page.getByRole('main');
  await page.goto('/directory?q=nadie%20as%C3%AD');
  await expect(main.getByText('Sin coincidencias entre 12')).toBeVisible();
  await expectAccessible(page, 'nobody matches');
  await main.getByRole('button', { name: 'Quitar el filtro' }).click();
  await expect(main.getByText('12 personas')).toBeVisible();
  await page.goto('/directory?page=9');
  await expect(main.getByText('La página 9 no existe')).toBeVisible();
  await main.getByRole('button', { name: 'Primera página' }).click();
  await expect(main.getByText('1 a 12 de 12')).toBeVisible();
  await page.route('**/rest/v1/subjects?*', (route) =>
    route.fulfill({ status: 500, body: '{"message":"No disk"}' }),
  );
  await page.reload();
  await expect(main.getByText('No se pudo cargar el directorio')).toBeVisible();
  await expectAccessible(page, 'the directory that failed');
  await page.unroute('**/rest/v1/subjects?*');
  await main.getByRole('button', { name: 'Reintentar' }).click();
  await expect(main.getByText('1 a 12 de 12')).toBeVisible();
});

test('the CSV holds everybody who matches, and no secret', async ({ page, service, demo }) => {
  const key = keyOf(demo);
  await enterDemo(page, '/directory?link=linked&size=10');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar estos resultados como CSV' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await saving).createReadStream()) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const answer = await ask(service.origin, key, {
    organization: { eq: ownId(demo) },
    sort: { field: 'createdAt', order: 'desc' },
  });
  const rows = text.trim().split('\r\n').slice(1);
  expect(rows.map((row) => row.split(',')[0])).toEqual(idsOf(answer));
  expect(text).not.toMatch(/push/i);
});
