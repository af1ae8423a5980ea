import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { beginDraft, lookAtEveryScreen, thingsOf, type Said } from './look-at-screens.ts';
import { addSigner, call, chooseFile, composeHere, enterDemo, openRequestId, pdf } from './staff.ts';
import { expect, startService, test, type DemoSession, type RunningService } from './service.ts';
import { goInApp, openWitnessTab } from './stories.ts';

// A service that has the documented operations and no other: no list of requests, invites, organizations,
// links, members or certificates. What is known comes from the witnesses and from this browser's own record.

const unlisted = 'Este servicio no lista solicitudes';
const fromRecord = 'Este servicio no permite consultar solicitudes';

/** The screen has something to say, and nothing in it was printed by accident. */
async function expectSoundScreen(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(/\S/);
  await expect(main).not.toContainText(/undefined|\[object|NaN|Invalid Date/);
}

/** Signs as the invited person would; the id of the invite is in what the page was answered. */
async function sign(service: RunningService, inviteId: string): Promise<void> {
  const response = await fetch(`${service.origin}/sandbox/invites/${inviteId}/sign`, { method: 'POST' });
  expect(response.status).toBe(200);
}

/** Ids of the invites that the page makes from now on, in their order. */
function madeInvites(page: Page): Promise<string>[] {
  const made: Promise<string>[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/signature-request-invite'))
      made.push(response.json().then(({ id }: { id: string }) => id));
  });
  return made;
}

async function witnessCount(service: RunningService, demo: DemoSession): Promise<number> {
  const { body } = await call<{ info: { count: number } }>(
    service.origin,
    demo.organizations[0]!.apiKey,
    'GET',
    '/witnesses',
  );
  return body.info.count;
}

/** Of each screen what is there, and in its words what this service does not offer. */
const said: Said = {
  overview: [/Este servicio no lista solicitudes/],
  connect: [/El servicio no ofrece: la lista de solicitudes, la lista de invitaciones/],
  connectThen: [/El servicio no ofrece: la lista de solicitudes/],
  requests: [
    /Este servicio no lista solicitudes[^]*Pagaré 0421/,
    /Este servicio no lista solicitudes[^]*Esperan respuesta/,
    /Este servicio no lista solicitudes/,
  ],
  newRequest: [/Suelta aquí el documento/],
  bulk: [/Suelta aquí los documentos o carpetas/],
  bulkDraft: [/Suelta aquí los documentos o carpetas/],
  bulkRun: [/Este envío no está en este equipo/],
  draft: [/Suelta aquí el documento/],
  request: [/Este servicio no permite consultar solicitudes[^]*Firmantes/],
  witnesses: [/\d+ testigos/, /\d+ de \d+ testigos/, /Por solicitud[^]*\d+ testigos\s+Documento/],
  witness: [/comprobaciones recalculadas aquí[^]*Falta 1 pieza de la evidencia/],
  verify: [/Suelta documentos, pruebas, constancias o expedientes/],
  endorsements: [/\d+ movimientos/, /Este servicio no lista tokens/],
  token: [/Solo lo informa el servicio/],
  wallet: [/Este servicio no ofrece carteras\. Lo recibido y lo entregado se toma de sus eventos/],
  directory: [/12 personas/],
  link: [/Vincularse con Grupo Ceibal/],
  subject: [
    /Este servicio no lista invitaciones\.[^]*Este servicio no lista vínculos\.[^]*Este servicio no lista miembros\./,
  ],
  certificates: [/Este servicio no lista certificados/, /Este servicio no lista certificados/],
  certificate: [/No hay ningún certificado con este ID/],
  issuers: [/Este servicio no lista emisores/],
  issuer: [/No hay ningún emisor con este ID/],
  organization: [
    /Este servicio no permite consultar la organización/,
    /Este servicio no lista a sus miembros/,
    /Este servicio no lista vínculos/,
    /Este servicio no da la lista de sus claves/,
    /Aún no hay cambios desde este navegador/,
  ],
  rates: [/Este servicio no lista series: se cargó semana por semana, 26 de 26/],
  settings: [
    /Su reloj\s*Este servicio no lo dice[^]*Su API\s*Este servicio no lo dice/,
    /Idioma y apariencia[^]*Hora/,
    /Confianza[^]*Anclas de confianza/,
    /Nodos[^]*Contratos inteligentes/,
    /Guardado en este navegador/,
  ],
  drift: [/Sin diferencias/],
  sandbox: [/Casos de prueba/, /Igual que el reloj del servidor/, /No hay fallas simuladas/],
  sandboxSigners: [/Este servicio no lista invitaciones/],
};

test('every screen of the app is usable, and says in its words what this service does not offer', async ({
  page,
  service,
  demo,
}) => {
  test.setTimeout(240_000);
  await enterDemo(page);
  const draft = await beginDraft(page, 'Contrato a medias');
  await lookAtEveryScreen(page, await thingsOf(service, demo, draft), said);
  await goInApp(page, paths.draft(draft));
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Contrato a medias');
});

test('a token that only the events name is there, with the way to them', async ({ page, service, demo }) => {
  const key = demo.organizations[0]!.apiKey;
  const { body } = await call<{ items: { digest: string }[] }>(
    service.origin,
    key,
    'GET',
    '/endorse-events?limit=1000',
  );
  const tokens = [...new Set(body.items.map(({ digest }) => digest))];
  const own = async (token: string): Promise<boolean> => {
    const hash = BigInt(token).toString(16).padStart(64, '0');
    const { results } = (
      await call<{ results: unknown[] }>(service.origin, key, 'GET', `/witnesses?hash=${hash}`)
    ).body;
    return results.length > 0;
  };
  const known = await Promise.all(tokens.map(own));
  const foreign = tokens.find((_, at) => !known[at]);
  if (!foreign) throw new Error('Every token of the demo is of a witness that may be seen.');
  await enterDemo(page);
  await goInApp(page, paths.token(foreign));
  const main = page.getByRole('main');
  await expect(main.getByText('Este servicio no entrega el token, solo sus movimientos')).toBeVisible();
  await main
    .getByRole('link', { name: /movimiento/ })
    .first()
    .click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Endosos');
  await expect(
    main
      .getByRole('row')
      .filter({ hasText: foreign.slice(-4) })
      .first(),
  ).toBeVisible();
  await expectSoundScreen(page);
});

test('the service has what is documented and nothing else', async ({ service, demo }) => {
  const key = demo.organizations[0]!.apiKey;
  for (const path of [
    '/signature-requests',
    '/signature-request-invites',
    '/organizations',
    '/organization-links',
    '/organization-members',
    '/certificates',
  ])
    expect((await call(service.origin, key, 'GET', path)).status, path).toBe(404);
  expect((await call(service.origin, key, 'GET', '/witnesses')).status).toBe(200);
});

test('the demo opens, and the organization is found from what the witnesses say', async ({ page, demo }) => {
  await enterDemo(page, '/settings');
  await expect(page.getByRole('main').getByText(demo.organizations[0]!.name).first()).toBeVisible();
});

test('the overview says where it comes from, and what this service does not tell', async ({ page }) => {
  await enterDemo(page);
  const main = page.getByRole('main');
  await expect(main.getByText(unlisted, { exact: false })).toBeVisible();
  await expect(main.getByText(/^\d+ conocidas en 30 días$/)).toBeVisible();
  await expect(main.getByText('Convenio de confidencialidad, Proyecto Ceiba').first()).toBeVisible();
  await expectSoundScreen(page);
});

test('requests are those that the witnesses name, counted as at least so many, never as zero', async ({
  page,
}) => {
  await enterDemo(page, '/requests');
  const main = page.getByRole('main');
  await expect(main.getByText(unlisted, { exact: false })).toBeVisible();
  await expect(main.getByText('Pagaré 0421, Comercializadora Istmo del Sur').first()).toBeVisible();
  await expect(main.getByText(/^\d+ solicitudes conocidas$/)).toBeVisible();
  await expect(main.getByRole('tab', { name: /Todas/ })).toHaveText(/≥ \d+/);
  // None is known of; that is not the same as none.
  for (const tab of [/Sin atestiguar/, /Borradores/])
    await expect(main.getByRole('tab', { name: tab })).not.toHaveText(/\d/);
  await main.getByRole('tab', { name: /Borradores/ }).click();
  await expect(main.getByText('Puede haberlas en el servicio.', { exact: false })).toBeVisible();
  await expectSoundScreen(page);
});

test('WI-14 a request of which only the ids of its invites came calls nobody pending', async ({ page }) => {
  await enterDemo(page, '/requests');
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Pagaré 0421, Comercializadora Istmo del Sur' })
    .or(page.getByRole('main').getByText('Pagaré 0421, Comercializadora Istmo del Sur'))
    .first()
    .dblclick();
  await openRequestId(page);
  const main = page.getByRole('main');
  await expect(main.getByText(fromRecord, { exact: false })).toBeVisible();
  // One of two signed, by the service's numbers; who of them, it does not say.
  await expect(main.getByText(/1 de 2 ya firmó/)).toBeVisible();
  await expect(main.getByText('Pendiente', { exact: true })).toHaveCount(0);
  await expect(main.getByText(/Falta la respuesta de/)).toHaveCount(0);
  await expectSoundScreen(page);
});

test('a request that nobody here knows of is said not to be found', async ({ page }) => {
  await enterDemo(page, `/requests/${'f'.repeat(24)}`);
  await expect(page.getByText('Aquí no se conoce una solicitud con este ID')).toBeVisible();
  await expectSoundScreen(page);
});

test('witnesses and one of them are all there: they are documented', async ({ page, service, demo }) => {
  await enterDemo(page, '/witnesses');
  const main = page.getByRole('main');
  await expect(main.getByText(`${await witnessCount(service, demo)} testigos`)).toBeVisible();
  await main.getByRole('link', { name: 'Pagaré 0421, Comercializadora Istmo del Sur' }).first().click();
  await expect(main.getByRole('heading', { level: 1 })).toContainText(
    'Pagaré 0421, Comercializadora Istmo del Sur',
  );
  await expect(main.locator('[data-check="merkleized.root"] [data-state="PASSED"]').first()).toBeVisible();
  await openWitnessTab(page, 'Datos');
  await expect(main.getByText(demo.organizations[0]!.name, { exact: true })).toBeVisible();
  await expectSoundScreen(page);
});

test('the directory shows people and claims nothing about links or invitations', async ({ page }) => {
  await enterDemo(page, '/directory');
  const main = page.getByRole('main');
  await expect(main.getByText('12 personas')).toBeVisible();
  await expect(main.getByText(/^Certificado vigente/).first()).toBeVisible();
  // Who has a link can be requested from the service; no row says that somebody has one, or has none.
  await expect(main.getByRole('table').getByText(/vínculo/i)).toHaveCount(0);
  await main.getByRole('link', { name: 'Ricardo Beltrán Nájera' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Ricardo Beltrán Nájera');
  await expect(main.getByText('Este servicio no lista vínculos.')).toBeVisible();
  await expect(main.getByText('Este servicio no lista invitaciones.')).toBeVisible();
  await expectSoundScreen(page);
});

test('settings say which of the lists are absent', async ({ page }) => {
  await enterDemo(page, '/settings');
  await page.getByText(/operaciones de la API:/).click();
  const row = (path: string) => page.getByRole('row').filter({ has: page.getByText(path, { exact: true }) });
  for (const path of [
    'GET /signature-requests',
    'GET /signature-request-invites',
    'GET /organizations',
    'GET /organization-links',
    'GET /organization-members',
    'GET /certificates',
  ])
    await expect(row(path), path).toContainText('No disponible');
  await expect(row('GET /witnesses')).toContainText('Responde');
});

test('the signer inbox says that this service lists no invites', async ({ page }) => {
  await enterDemo(page, '/sandbox?tab=signers');
  await expect(page.getByRole('main').getByText('Este servicio no lista invitaciones')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: /Ana Sofía Pech Uc/ })).toBeVisible();
  await expectSoundScreen(page);
});

test('a document is sent, signed and witnessed, and the organization knows it from its own record', async ({
  page,
  service,
}) => {
  const title = 'Contrato de obra sin listas';
  const invites = madeInvites(page);
  await enterDemo(page, '/requests/new');
  await composeHere(page, title, ['Rodrigo Aranda Lizama']);
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  const id = await openRequestId(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(main.getByText(fromRecord, { exact: false })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Rodrigo Aranda Lizama' })).toBeVisible();
  await expect(main.getByText('Pendiente', { exact: true })).toBeVisible();

  await page.goto('/requests');
  await expect(main.getByText(unlisted, { exact: false })).toBeVisible();
  await expect(main.getByText(title).first()).toBeVisible();

  await page.goto(`/requests/${id}`);
  expect(invites).toHaveLength(1);
  await sign(service, await invites[0]!);
  // Without a reload: the witnesses are looked at again, and the newest names this request.
  await expect(main.getByRole('link', { name: 'Ver el testigo' })).toBeVisible({ timeout: 30_000 });
  await expect(main.getByText('Pendiente', { exact: true })).toHaveCount(0);
  await expect(main.getByText('Firmada', { exact: true })).toBeVisible();

  await page.reload();
  await expect(main.getByRole('link', { name: 'Ver el testigo' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Rodrigo Aranda Lizama' })).toBeVisible();
  await main.getByRole('link', { name: 'Ver el testigo' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toContainText(title);
});

test('SR-3 a draft that the service does not list is known here, and can be sent', async ({ page }) => {
  await enterDemo(page, '/requests/new');
  await composeHere(page, 'Poder sin listas', ['Rodrigo Aranda Lizama']);
  await page.getByRole('switch', { name: 'Dejar en borrador' }).check();
  await page.getByRole('button', { name: 'Guardar borrador' }).click();
  const id = await openRequestId(page);
  const main = page.getByRole('main');
  await expect(main.getByText('Borrador, sin enviar').first()).toBeVisible();
  await page.goto('/requests');
  await main.getByRole('tab', { name: /Borradores/ }).click();
  await expect(main.getByText('Poder sin listas').first()).toBeVisible();
  await page.goto(`/requests/${id}`);
  const send = main.getByRole('button', { name: 'Enviar', exact: true });
  await send.click();
  await expect(page.getByText(/¿Enviar/).first()).toBeVisible();
  await send.last().click();
  await expect(main.getByText('Pendiente', { exact: true })).toBeVisible();
  await page.reload();
  await expect(main.getByText('Pendiente', { exact: true })).toBeVisible();
});

test('IV-2 a person without a link is refused by name, and the send goes on without them', async ({
  page,
}) => {
  await enterDemo(page, '/requests/new');
  await composeHere(page, 'Adenda de personal', ['Rodrigo Aranda Lizama', 'Ricardo Beltrán Nájera']);
  // Nobody can tell beforehand: both are tried.
  await expect(page.getByText(/vínculo/i)).toHaveCount(0);
  await page.getByRole('button', { name: 'Enviar a 2 firmantes' }).click();
  await expect(
    page.getByRole('heading', { name: 'No se pudo invitar a Ricardo Beltrán Nájera' }),
  ).toBeVisible();
  const person = page.getByRole('listitem').filter({ hasText: 'Ricardo Beltrán Nájera' });
  await expect(person.getByText('El servicio rechazó la invitación')).toBeVisible();
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: 'Rodrigo Aranda Lizama' })
      .getByText('El servicio rechazó la invitación'),
  ).toHaveCount(0);
  await page.getByRole('button', { name: 'Continuar sin Ricardo Beltrán Nájera' }).click();
  await expect(page.getByText('Enviada a 1 firmante')).toBeVisible();
  await openRequestId(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Rodrigo Aranda Lizama' })).toBeVisible();
  // Not invited: the name stays with the way to link, among those who were chosen without one.
  const unlinked = main.getByRole('listitem').filter({ hasText: 'Ricardo Beltrán Nájera' });
  await expect(unlinked).toContainText('No se sabe si ya tiene vínculo');
});

test('a send whose answer never came is decided by the user and not repeated by itself', async ({ page }) => {
  await enterDemo(page, '/requests/new');
  await chooseFile(page, 'Contrato sin respuesta.pdf', await pdf('Contrato sin respuesta, sin listas'));
  await addSigner(page, 'Rodrigo Aranda Lizama');
  let requested = 0;
  await page.route('**/rest/v1/signature-request', async (route) => {
    requested += 1;
    if (requested > 1) return route.continue();
    // The service does it; its answer is lost on the way back.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  await expect(page.getByRole('heading', { name: 'No se sabe si la solicitud se creó' })).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Nada se repite hasta que decidas.', { exact: false })).toBeVisible();
  expect(requested).toBe(1);
  // A reload changes nothing of it: the question stays open until the reader answers.
  await page.reload();
  await expect(page.getByText('Nada se repite hasta que decidas.', { exact: false })).toBeVisible();
  expect(requested).toBe(1);
  await page.getByRole('button', { name: 'No se creó: crearla' }).click();
  await openRequestId(page);
  expect(requested).toBe(2);
});

test('WI-14 with documented operations and ids alone, what nobody sent is said not to be sent', async ({
  page,
}) => {
  const bare = await startService({ TESTIGO_TIER: 'documented', TESTIGO_NESTING: 'stub' });
  try {
    await page.goto(`${bare.origin}/connect`);
    await page.getByRole('button', { name: 'Entrar a la demostración' }).click();
    const main = page.getByRole('main');
    // The home: what the witnesses tell, and neither «all in order» nor days of zeros.
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Al menos 1 asunto por atender');
    await expect(main.getByText(/puede reclamar/).first()).toBeVisible();
    await expect(main.getByText('El servicio no informa cuándo se crearon.')).toBeVisible();
    await expect(main.getByText('El servicio no informa cuándo ocurrió.')).toBeVisible();

    await page.goto(`${bare.origin}/requests`);
    await expect(main.getByText('Estado desconocido').first()).toBeVisible();
    for (const tab of [/Esperan respuesta/, /Sin atestiguar/, /Rechazadas/, /Borradores/])
      await expect(main.getByRole('tab', { name: tab })).not.toHaveText(/\d/);

    await page.goto(`${bare.origin}/directory`);
    await expect(main.getByText('Certificado sin datos')).toHaveCount(12);
    await main.getByRole('link', { name: 'Ricardo Beltrán Nájera' }).click();
    await expect(
      main.getByText('El servicio informa que tiene un certificado, pero no lo envió.'),
    ).toBeVisible();

    await page.goto(`${bare.origin}/witnesses`);
    await expect(main.getByText('Documento sin nombre')).toHaveCount(0);
    await main
      .getByRole('link', { name: /^Solicitud …/ })
      .first()
      .click();
    await expect(main.locator('[data-check="merkleized.root"] [data-state="PASSED"]').first()).toBeVisible();
    await openWitnessTab(page, 'Datos');
    await main.getByRole('link', { name: /^Solicitud …/ }).click();
    await expect(
      main.getByText('No hay datos suficientes para saber en qué va la solicitud.', { exact: false }),
    ).toBeVisible();
    await expectSoundScreen(page);
  } finally {
    // Parts of the page that are still on their way would fail where nothing answers any more.
    await page.goto('about:blank');
    await bare.stop();
  }
});
