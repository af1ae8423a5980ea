import { paths, withQuery } from '#widgets/paths.ts';
import { deepIf } from './deep-tag.ts';
import type { DoubleTier } from './published/document.ts';
import { connect, look, lookInApp, taken, violationsOf, withLive, type Live } from './published/live.ts';
import { settledScreen } from './screen-state.ts';
import { expect, startService, test } from './service.ts';
import { addSigner, call, chooseFile, chooseKind, openRequestId, pdf } from './staff.ts';
import { openWitnessTab } from './stories.ts';
import { typeDay } from './type-day.ts';
import { uploadFile } from './upload.ts';

// Every test has a deployment of its own: what one changes, no other reads.

const tiers: readonly DoubleTier[] = ['published', 'documented'];
const linked = 'Rodrigo Aranda Lizama';

interface Listed {
  readonly results: readonly { readonly id: string; readonly commonName?: string; readonly hash?: string }[];
}

/** What the organization of the test has, by the service behind the double. */
async function listed({ page: { origin }, demo }: Live, path: string): Promise<Listed['results']> {
  const { body } = await call<Listed>(origin, demo.organizations[0]!.apiKey, 'GET', path);
  return body.results;
}

for (const tier of tiers)
  test(
    `a ${tier} deployment is sent each kind of document, each by one create`,
    deepIf(tier === 'documented'),
    async ({ page }) => {
      test.setTimeout(150_000);
      await withLive(tier, async (live) => {
        await connect(page, live);
        const flat = tier === 'published' ? 1 : 0;
        // Each kind is composed and sent, each by one create and one invite.
        const kinds = [
          async () => chooseFile(page, 'Convenio vivo.pdf', await pdf('Convenio vivo')),
          () => chooseFile(page, 'Datos vivos.json', Buffer.from('{"vivo":true}'), 'application/json'),
          async () => {
            await chooseKind(page, 'Texto');
            await page.getByRole('textbox', { name: 'Texto del documento' }).fill('Carta responsiva viva.');
            await page.getByRole('textbox', { name: 'Nombre' }).fill('Carta viva');
          },
          async () => {
            await chooseKind(page, 'Pagaré');
            await page.getByRole('textbox', { name: 'Importe' }).fill('480,000.50');
            await page.getByRole('combobox', { name: 'Suscriptor' }).fill('Luis Alberto');
            await page.getByRole('option', { name: /Luis Alberto Canché/ }).click();
            await page.getByRole('combobox', { name: 'Beneficiario' }).fill('Ana Sofía');
            await page.getByRole('option', { name: /Ana Sofía Pech/ }).click();
            await page.getByText('Coordenadas', { exact: true }).click();
            await page.getByRole('textbox', { name: 'Latitud' }).fill('20.967370');
            await page.getByRole('textbox', { name: 'Longitud' }).fill('-89.592586');
            await page.getByRole('textbox', { name: 'Nombre' }).fill('Pagaré vivo');
            await expect(page.getByText('coincide', { exact: true })).toHaveCount(6);
          },
        ];
        const made: string[] = [];
        for (const [at, composing] of kinds.entries()) {
          await page.goto(`${live.page.origin}${paths.newRequest}`);
          await composing();
          await addSigner(page, 'Luis Alberto Canché Poot');
          await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
          made.push(await openRequestId(page));
          // Its parts are still on their way; the page is left once they are there.
          await settledScreen(page, { timeoutMs: 20_000 });
          expect(taken(live, 'POST', '/signature-request')).toHaveLength(at + 1);
          expect(taken(live, 'POST', '/signature-request-invite')).toHaveLength(at + 1);
        }
        expect(new Set(made).size).toBe(kinds.length);
        const creates = live.double.calls.filter(
          ({ method, path }) => method === 'POST' && path === '/signature-request',
        );
        // Nothing named the form before the first one; a sure refusal is no request.
        expect(creates).toHaveLength(kinds.length + flat);
        // Nothing says how a request is changed either: the documented address is tried once.
        const violations = violationsOf(live);
        const isForm = (line: string): boolean =>
          /^(POST \/signature-request |PUT \/signature-request\/)/.test(line);
        expect(violations.filter((line) => !isForm(line))).toEqual([]);
        expect(violations).toHaveLength(2 * flat);
      });
    },
  );

const among = (path: string, queries: readonly string[]): string[] => queries.map((query) => path + query);

/** Addresses of every screen, in parts that each take their time. */
const screensOf: Readonly<Record<string, (live: Live) => Promise<string[]>>> = {
  'on every screen': async (live) => {
    const [request] = await listed(live, '/signature-requests');
    const [witness] = await listed(live, '/witnesses');
    const [subject] = await listed(live, '/subjects');
    return [
      paths.overview,
      paths.request(request!.id),
      paths.witness(witness!.id),
      `${paths.witnesses}?sel=${witness!.id}`,
      `${paths.witnesses}?find=${witness!.hash}`,
      paths.verify,
      paths.endorsements,
      `${paths.endorsements}?view=tokens`,
      paths.wallet(`0x${'cd'.repeat(20)}`),
      paths.subject(subject!.id),
      paths.rates,
      ...among(paths.organization, ['', '?tab=members', '?tab=links', '?tab=keys', '?tab=record']),
      paths.settings,
      paths.drift,
    ];
  },
  'by every filter of requests': () => Promise.resolve(among(paths.requests, requestFilters)),
  'by every filter of witnesses': () => Promise.resolve(among(paths.witnesses, witnessFilters)),
  'by every filter of people, certificates and issuers': () =>
    Promise.resolve([
      ...among(paths.directory, directoryFilters),
      ...among(paths.certificates, certificateFilters),
      ...among(paths.issuers, issuerFilters),
    ]),
};

for (const tier of tiers)
  for (const [how, addresses] of Object.entries(screensOf))
    test(
      `a ${tier} deployment is read ${how} without one call that it would refuse`,
      deepIf(tier === 'documented'),
      async ({ page }) => {
        test.setTimeout(180_000);
        await withLive(tier, async (live) => {
          await connect(page, live);
          const screens = await addresses(live);
          for (const screen of screens)
            await test.step(
              screen,
              () => (how === 'on every screen' ? look(page, live, screen) : lookInApp(page, screen)),
              { timeout: 20_000 },
            );
          // A list is read for each of its filters.
          expect(live.double.calls.length).toBeGreaterThan(screens.length);
          expect(violationsOf(live)).toEqual([]);
        });
      },
    );

const certificateFilters = [
  '',
  `?issuer=${'ab'.repeat(12)}`,
  '?subject=*',
  '?serial=00001000000504465028',
  '?version=3',
  '?starts-from=2020-01-01&ends-to=2030-01-01',
  '?sort=updatedAt&order=asc',
];

const issuerFilters = [
  '',
  '?q=AC',
  '?organization=Sat&town=M',
  '?country=MX&postal-code=6300',
  '?from=2020-01-01',
];

const requestFilters = [
  '',
  '?view=board',
  ...['pdf', 'json', 'raw', 'IOU'].map((kind) => `?kind=${kind}`),
  ...['waiting', 'unwitnessed', 'rejected', 'drafts'].map((tab) => `?tab=${tab}`),
  ...['draft', 'waiting', 'rejected', 'signed', 'witnessed', 'unsigned'].map((state) => `?state=${state}`),
  ...['nom151', 'merkleized', 'external', 'none'].map((strategy) => `?kept=${strategy}`),
  '?q=pagar&created=30d&sort=created',
  '?created=2026-01-01..2026-12-31&sort=updated',
  '?created=last-month&sort=-created',
  `?signer=${'ab'.repeat(12)}`,
];

const witnessFilters = [
  '',
  '?nom151=with',
  '?nom151=without',
  '?merkle=with',
  '?merkle=without',
  '?nom151-provider=PSC-UNO',
  '?nom151-from=2026-01-01&nom151-to=2026-12-31',
  '?merkle-provider=PSC-UNO&merkle-algorithm=SHA256',
  '?merkle-from=2026-01-01',
  '?algorithm=SHA256',
  '?claimable=yes&claimed=no',
  '?owner=*',
  '?owner=-',
  `?find=0x${'ab'.repeat(32)}`,
  `?find=${'ab'.repeat(12)}`,
  '?from=2026-01-01&to=2026-12-31',
  '?changed-from=2026-01-01',
  '?sort=updatedAt&order=asc',
];

const directoryFilters = [
  '',
  `?address=0x${'cd'.repeat(20)}`,
  '?q=Rodrigo',
  `?q=0x${'CD'.repeat(20)}`,
  '?q=rodrigo@ceibal.mx',
  '?country=MX',
  '?country=!MX',
  '?link=linked',
  '?link=unlinked',
  '?rfc-part=AAL&email=mx&name=a',
  '?rfc=AAAA010101AAA',
  '?scope=Subject',
  '?scope=Organization',
  '?from=2026-01-01&changed-to=2026-12-31',
  '?sort=updatedAt&order=asc&size=10&page=2',
];

test('a request of a published deployment is renamed, sent, answered and followed to its witness', async ({
  page,
}) => {
  test.setTimeout(150_000);
  await withLive('published', async (live) => {
    const { origin } = live.page;
    const key = live.demo.organizations[0]!.apiKey;
    await connect(page, live);
    // As a draft, made beside the page.
    const sandbox = await sampleDraft(live);
    await page.goto(origin + paths.request(sandbox));
    await page.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name: 'Cambiar nombre' }).click();
    await page.getByRole('textbox', { name: 'Nombre del documento' }).fill('Convenio renombrado');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Convenio renombrado');
    await page.getByRole('button', { name: 'Invitar a firmar' }).click();
    await page.getByRole('combobox', { name: 'A quién' }).fill(linked);
    await page.getByRole('option', { name: linked }).click();
    await page.getByRole('button', { name: 'Invitar', exact: true }).click();
    await expect(page.getByRole('main')).toContainText('Borrador con 1 firmante');
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByRole('group').getByRole('button', { name: 'Enviar', exact: true }).click();
    await expect.poll(() => taken(live, 'PUT', '/signature-request').length).toBe(2);
    expect(taken(live, 'PUT', '/signature-request').map(({ input }) => input)).toEqual([
      { id: sandbox, name: 'Convenio renombrado' },
      { id: sandbox, draft: false },
    ]);
    const invites = await listed(
      live,
      `/signature-request-invites?signatureRequest=${encodeURIComponent(JSON.stringify({ eq: sandbox }))}`,
    );
    expect(invites).toHaveLength(1);
    const signing = await fetch(`${origin}/sandbox/invites/${invites[0]!.id}/sign`, { method: 'POST' });
    expect(signing.status).toBe(200);
    const main = page.getByRole('main');
    await expect(main).toContainText(/Firmó|firmó/);
    const { body } = await call<{ witness: { id: string } }>(
      origin,
      key,
      'GET',
      `/signature-request/${sandbox}`,
    );
    await look(page, live, paths.witness(body.witness.id));
    await expect(main).toContainText('comprobaciones recalculadas aquí');
    // The documented address is tried once, and never again.
    expect(violationsOf(live)).toEqual(['PUT /signature-request/' + sandbox + ' is not there']);
  });
});

test('behind the page of another server a published deployment that documents itself takes the first create', async ({
  page,
  pageErrors,
}) => {
  test.setTimeout(150_000);
  await withLive(
    'published',
    async (live) => {
      const key = live.demo.organizations[0]!.apiKey;
      const enter = async (origin: string): Promise<void> => {
        await page.goto(`${origin}${paths.connect}`);
        await page.getByLabel('Clave de la organización').fill(key);
        await page.getByText('Recordar la clave hasta cerrar esta pestaña').click();
        await page.getByRole('button', { name: 'Conectar', exact: true }).click();
        await expect(page.getByRole('button', { name: /^Continuar$/ })).toBeVisible();
      };
      const upstream = { TESTIGO_UPSTREAM: live.double.origin };
      // Its uploads go to another origin than the page's: said before anything is sent.
      const narrow = await startService(upstream);
      try {
        await enter(narrow.origin);
        const setting = `TESTIGO_CONNECT=${live.double.origin}`;
        await expect(page.getByText(setting, { exact: true })).toBeVisible();
        // The browser reports what its policy held back, and nothing else.
        for (const error of pageErrors.splice(0)) expect(error).toMatch(/Content Security Policy|violates/);
      } finally {
        await narrow.stop();
      }
      const wide = await startService({ ...upstream, TESTIGO_CONNECT: live.double.origin });
      try {
        await enter(wide.origin);
        await expect(page.getByText(/Los documentos se suben a/)).toHaveCount(0);
        await page.getByRole('button', { name: /^Continuar$/ }).click();
        // The service is the one behind, and is named so.
        const frame = page.locator('body');
        await expect(frame).toContainText(new URL(live.double.origin).host);
        await expect(frame).not.toContainText('Servicio integrado');
        await page.goto(`${wide.origin}${paths.newRequest}`);
        await chooseFile(page, 'Convenio.pdf', await pdf('Convenio'));
        await addSigner(page, 'Luis Alberto Canché Poot');
        await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
        await openRequestId(page);
        expect(taken(live, 'POST', '/signature-request')).toHaveLength(1);
        // Whether the page may reach the place of uploads, which is the deployment itself here, is found out by one HEAD.
        const isExpected = (line: string): boolean =>
          line.startsWith('PUT /signature-request/') || line === 'HEAD / is not there';
        expect(violationsOf(live).filter((line) => !isExpected(line))).toEqual([]);
      } finally {
        // The request's page may still be reading parts of itself.
        await page.goto('about:blank');
        await wide.stop();
      }
    },
    true,
  );
});

/** A draft of the organization, made beside the page with an upload of its own. */
async function sampleDraft({ page: { origin }, demo }: Live): Promise<string> {
  const { id: organization, apiKey } = demo.organizations[0]!;
  const uploaded = await uploadFile(origin, apiKey, 'convenio.pdf', await pdf('Convenio por renombrar'));
  const input = { draft: true, name: 'Convenio', content: { pdf: uploaded }, organization };
  const made = await call<{ id: string }>(origin, apiKey, 'POST', '/signature-request', input);
  return made.body.id;
}

test('witnesses of a published deployment are made, certified alone and in a group, and owned', async ({
  page,
}) => {
  test.setTimeout(150_000);
  await withLive('published', async (live) => {
    const { origin } = live.page;
    await connect(page, live);
    await page.goto(origin + paths.witnesses);
    await page.getByRole('button', { name: 'Atestiguar un archivo' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'SHA-256' }).fill('5a'.repeat(32));
    await dialog.getByRole('button', { name: 'Atestiguar' }).click();
    await expect(page).toHaveURL(/\/witnesses\/[0-9a-f]{24}$/);
    expect(taken(live, 'POST', '/witness')).toHaveLength(1);
    await openWitnessTab(page, 'Cadena');
    await page.getByRole('button', { name: 'Designar al titular inicial' }).first().click();
    await dialog.getByRole('combobox').fill(linked);
    await dialog.getByRole('option', { name: linked }).click();
    await dialog.getByRole('button', { name: `Designar a ${linked}` }).click();
    await expect.poll(() => taken(live, 'PUT', '/witness').length).toBe(1);
    for (const [way, path] of [
      [/Una constancia para cada testigo/, '/nom151-certification'],
      [/Una constancia para el grupo/, '/schedule-grouped-nom151-certification'],
    ] as const) {
      await page.goto(`${origin}${paths.witnesses}?nom151=without&merkle=without`);
      const rows = page.locator('main tbody tr[data-index]');
      await rows.nth(0).getByRole('checkbox').click();
      await rows.nth(1).getByRole('checkbox').click();
      await page.getByRole('button', { name: 'Certificar elegidos' }).click();
      await dialog.getByRole('radio', { name: way }).check();
      await dialog.getByRole('button', { name: /^Certificar \d/ }).click();
      await expect.poll(() => taken(live, 'POST', path).length).toBeGreaterThan(0);
      await expect(dialog).toHaveCount(0);
    }
    await page
      .getByRole('button', { name: /Operaciones/ })
      .first()
      .click();
    await expect(page.getByRole('region', { name: 'Operaciones' })).toContainText(/en grupo/);
    const posts = live.double.calls.filter(({ path }) => path.includes('certification'));
    const ids = posts.map(({ path, query }) => `${path} ${query.witnessId}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(violationsOf(live)).toEqual([]);
  });
});

test('tokens, wallets and holders of a published deployment are named and filtered', async ({ page }) => {
  test.setTimeout(150_000);
  await withLive('published', async (live) => {
    const { origin } = live.page;
    const { body } = await call<{ items: { digest: string; toId: string; fromId: string; id: string }[] }>(
      origin,
      live.demo.organizations[0]!.apiKey,
      'GET',
      '/endorse-events?orderBy=timestamp&orderDirection=desc&limit=1',
    );
    const [event] = body.items;
    const subjects = (await listed(
      live,
      `/subjects?EVMAddress=${encodeURIComponent(JSON.stringify({ eq: event!.toId }))}`,
    )) as { id: string; commonName: string }[];
    const [holder] = subjects;
    await connect(page, live);
    const main = page.getByRole('main');
    await look(page, live, paths.endorsements);
    await expect(main.getByRole('row').filter({ hasText: holder!.commonName }).first()).toBeVisible();
    const form = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Agregar una condición' }).click();
    await typeDay(form, 'Desde el día', '2026-01-01');
    await form.getByRole('button', { name: 'Aplicar' }).click();
    await page.getByRole('button', { name: 'Agregar un grupo de alternativas' }).click();
    await form.getByLabel('Qué', { exact: true }).selectOption({ label: 'quien recibe' });
    await form.getByRole('combobox', { name: 'Persona' }).fill(holder!.commonName);
    await page.getByRole('listbox').getByRole('option', { name: holder!.commonName }).first().click();
    await form.getByRole('button', { name: 'Aplicar' }).click();
    await expect(main.getByRole('row').filter({ hasText: holder!.commonName }).first()).toBeVisible();
    await look(page, live, `${paths.endorsements}?view=tokens`);
    for (const head of await main.getByRole('columnheader').getByRole('button').all()) await head.click();
    await look(page, live, paths.token(event!.digest));
    await expect(main).toContainText(holder!.commonName);
    await look(page, live, paths.token(event!.digest, event!.id));
    await look(page, live, paths.wallet(event!.toId));
    await expect(main).toContainText(holder!.commonName);
    await look(page, live, paths.subject(holder!.id));
    await expect(main).toContainText(holder!.commonName);
    expect(violationsOf(live)).toEqual([]);
  });
});

test('every rate series of a published deployment is read by its own order', async ({ page }) => {
  test.setTimeout(150_000);
  await withLive('published', async (live) => {
    await connect(page, live);
    const main = page.getByRole('main');
    for (const period of ['median', 'daily-bucket', 'weekly-bucket', 'monthly-bucket'])
      for (const pair of ['mxnusd', 'usdcusd', 'usdcmxn'])
        await test.step(`${period} ${pair}`, async () => {
          await look(page, live, `${paths.rates}?series=${period}&pair=${pair}`);
          await expect(main.locator('table tbody tr').first()).toBeVisible();
        });
    const medians = live.double.calls.filter(({ path }) => path.startsWith('/median-'));
    // An id there is no time: only its own time puts a series in order.
    expect(new Set(medians.map(({ query }) => query.orderBy))).toContain('timestamp');
    expect(violationsOf(live)).toEqual([]);
  });
});

test('the organization of a published deployment is changed, its members, links and keys too', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await withLive('published', async (live) => {
    const { origin } = live.page;
    const organization = live.demo.organizations[0]!.id;
    const unlinked = live.demo.subjects.find(({ commonName }) => commonName === 'Ricardo Beltrán Nájera')!;
    await connect(page, live);

    // A person links themselves, with their own token, to the service that the address names.
    await page.goto(origin + paths.link(organization, `${live.double.origin}/rest/v1`));
    await page.getByRole('textbox', { name: /[Tt]oken/ }).fill(unlinked.accessToken);
    await page.getByRole('button', { name: 'Vincularme' }).last().click();
    await expect
      .poll(() => taken(live, 'POST', '/organization-link').map(({ input }) => input))
      .toEqual([{ organization, subject: unlinked.id }]);

    await page.goto(`${origin}${paths.organization}`);
    await page.getByRole('button', { name: 'Editar perfil' }).click();
    await page.getByRole('textbox', { name: /^Nombre/ }).fill('Grupo Ceibal Vivo');
    const email = page.getByRole('textbox', { name: /^Correo/ });
    if ((await email.inputValue()) === '') await email.fill('mesa@ceibal.example');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect.poll(() => taken(live, 'PUT', '/organization').length).toBe(1);

    await page.goto(`${origin}${paths.organization}?tab=members`);
    await page.getByRole('combobox', { name: 'Buscar a la persona' }).fill(unlinked.commonName);
    await page.getByRole('option', { name: unlinked.commonName }).click();
    await page.getByRole('button', { name: 'Hacer miembro' }).click();
    await page.getByRole('button', { name: `Quitar a ${unlinked.commonName}` }).click();
    await page.getByRole('button', { name: 'Quitar miembro' }).click();
    await expect.poll(() => taken(live, 'DELETE', '/organization-member').length).toBe(1);
    expect(taken(live, 'POST', '/organization-member')).toHaveLength(1);

    await page.goto(withQuery(`${origin}${paths.organization}`, { tab: 'links', q: unlinked.commonName }));
    await page.getByRole('button', { name: `Quitar el vínculo de ${unlinked.commonName}` }).click();
    await page.getByRole('button', { name: 'Quitar vínculo', exact: true }).last().click();
    await expect.poll(() => taken(live, 'DELETE', '/organization-link').length).toBe(1);

    await page.goto(`${origin}${paths.organization}?tab=keys`);
    await page.getByRole('textbox', { name: 'Nombre de la clave' }).fill('Nómina');
    await page.getByRole('button', { name: 'Crear clave' }).click();
    await page.getByRole('button', { name: 'Ya lo guardé' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Nómina' });
    await row.getByRole('switch', { name: 'Nómina activa' }).press('Space');
    await expect.poll(() => taken(live, 'PUT', '/api-key').length).toBe(1);
    await row.getByRole('button', { name: 'Revocar Nómina' }).click();
    await row.getByRole('button', { name: 'Revocar para siempre' }).click();
    await expect.poll(() => taken(live, 'DELETE', '/api-key').length).toBe(1);
    expect(taken(live, 'POST', '/api-key').map(({ input }) => input)).toEqual([
      { name: 'Nómina', organization },
    ]);
    expect(violationsOf(live)).toEqual([]);
  });
});
