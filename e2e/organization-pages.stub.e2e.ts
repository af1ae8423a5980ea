import type { Page } from '@playwright/test';
import { paths } from '#widgets/paths.ts';
import { beginDraft, lookAtEveryScreen, thingsOf, type Said } from './look-at-screens.ts';
import { answerAs, call, composeHere, enterDemo, openRequestId } from './staff.ts';
import { expect, test, type DemoSession, type RunningService } from './service.ts';
import { goInApp, openWitnessTab } from './stories.ts';

// Rule WI-14: a service may send everything inside of a resource as `{id}`. What a screen needs of it is read
// by id, so that the screens say the same as where the service sends it whole.

/** The screen has something to say, and nothing in it was printed by accident. */
async function expectSoundScreen(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(/\S/);
  await expect(main).not.toContainText(/undefined|\[object|NaN|Invalid Date/);
}

/** The id of a seeded request, by its name. */
async function requestNamed(service: RunningService, demo: DemoSession, name: string): Promise<string> {
  const search = encodeURIComponent(JSON.stringify({ name }));
  const { body } = await call<{ results: { id: string }[] }>(
    service.origin,
    demo.organizations[0]!.apiKey,
    'GET',
    `/signature-requests?search=${search}`,
  );
  return body.results[0]!.id;
}

const waiting = 'Pagaré 0421, Comercializadora Istmo del Sur';

/** Of each screen what is there: the same as where the service sends it whole. */
const said: Said = {
  overview: [/por [^]*Jorge Iván Treviño Garza/],
  connect: [/Este servicio ofrece todas las secciones/],
  connectThen: [/Este servicio ofrece todas las secciones/],
  requests: [
    /Pagaré 0421, Comercializadora Istmo del Sur[^]*María Fernanda Ortega Ruiz/,
    /Borradores[^]*Carta de instrucciones al fiduciario/,
    /Pagaré 0421, Comercializadora Istmo del Sur/,
  ],
  newRequest: [/Suelta aquí el documento/],
  bulk: [/Suelta aquí los documentos o carpetas/],
  bulkDraft: [/Suelta aquí los documentos o carpetas/],
  bulkRun: [/Este envío no está en este equipo/],
  draft: [/Suelta aquí el documento/],
  request: [/2 firmantes firmaron[^]*Rodrigo Aranda Lizama[^]*Certificado vigente/],
  witnesses: [
    /\d+ testigos[^]*Pagaré 0421/,
    /\d+ de \d+ testigos/,
    /Por solicitud[^]*\d+ testigos\s+Documento/,
  ],
  witness: [/Este documento existía a más tardar el/],
  verify: [/Suelta documentos, pruebas, constancias o expedientes/],
  endorsements: [
    /\d+ movimientos[^]*Pagaré 0389, Comercializadora Istmo del Sur/,
    /\d+ tokens[^]*Pagaré 0398, Financiera Flor de Mayo/,
  ],
  token: [/Solo lo informa el servicio/],
  wallet: [/Tiene ahora/],
  directory: [/12 personas[^]*Certificado vigente/],
  link: [/Vincularse con Grupo Ceibal/],
  subject: [/Certificado vigente[^]*Identidad/],
  certificates: [
    /12 certificados[^]*María Fernanda Ortega Ruiz[^]*AC 1 del sandbox Testigo/,
    /Sin coincidencias entre 12/,
  ],
  certificate: [/Certificado vigente[^]*AC 1 del sandbox Testigo[^]*Decodificado aquí/],
  issuers: [/2 emisores[^]*AC 1 del sandbox Testigo/],
  issuer: [/Ver los 12 certificados[^]*Autoridad de Pruebas Testigo/],
  organization: [
    /Política de conservación/,
    /Miembros[^]*Rodrigo Aranda Lizama/,
    /Código de vínculo/,
    /Claves de API/,
    /Aún no hay cambios desde este navegador/,
  ],
  rates: [/26 periodos/],
  settings: [
    /operaciones de la API: \d+ responden/,
    /Idioma y apariencia[^]*Hora/,
    /Confianza[^]*Anclas de confianza/,
    /Nodos[^]*Contratos inteligentes/,
    /Guardado en este navegador/,
  ],
  drift: [/Sin diferencias/],
  sandbox: [/Casos de prueba/, /Igual que el reloj del servidor/, /No hay fallas simuladas/],
  sandboxSigners: [/Firmantes\s+Por responder[^]*María Fernanda Ortega Ruiz/],
};

test('WI-14 every screen of the app is usable, and says of ids what it would say of the whole', async ({
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

test('WI-14 the service sends what is inside of others as ids alone', async ({ service, demo }) => {
  const id = await requestNamed(service, demo, waiting);
  const { body } = await call<{ organization: object; invites: object[] }>(
    service.origin,
    demo.organizations[0]!.apiKey,
    'GET',
    `/signature-request/${id}`,
  );
  expect(Object.keys(body.organization)).toEqual(['id']);
  expect(body.invites.map((invite) => Object.keys(invite))).toEqual([['id'], ['id']]);
});

test('WI-14 the list of requests names who is awaited and how each is preserved, and calls none of it a change', async ({
  page,
}) => {
  await enterDemo(page, '/requests');
  const main = page.getByRole('main');
  const row = main.getByRole('row').filter({ hasText: waiting });
  await expect(row).toContainText('María Fernanda Ortega Ruiz');
  const preserved = main
    .getByRole('row')
    .filter({ hasText: 'Contrato de servicios de limpieza, Mérida norte' });
  await expect(preserved).toContainText('Completa');
  await expect(preserved).not.toContainText('no informado');
  await expect(main.getByText(/cambios?, mostrar/)).toHaveCount(0);
  await expectSoundScreen(page);
});

test('WI-14 the inspector and the page of a request name its signers, their certificates and answers', async ({
  page,
  service,
  demo,
}) => {
  const id = await requestNamed(service, demo, waiting);
  await enterDemo(page, `/requests?sel=${id}`);
  const pane = page.getByRole('complementary').filter({ hasText: waiting });
  await expect(pane.getByRole('link', { name: 'María Fernanda Ortega Ruiz' })).toBeVisible();
  await expect(pane.getByText('Pendiente', { exact: true })).toHaveCount(1);

  await page.goto(`/requests/${id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'María Fernanda Ortega Ruiz' }).first()).toBeVisible();
  await expect(main.getByText('Pendiente', { exact: true })).toHaveCount(1);
  await expect(main.getByText('Atestiguada', { exact: true })).toHaveCount(1);
  await expect(main.getByText(/^Certificado vigente/).first()).toBeVisible();
  await expect(main.getByText('Sin certificado conocido')).toHaveCount(0);
  await expect(main.getByText('Falta la respuesta de María Fernanda Ortega Ruiz')).toBeVisible();
  await expectSoundScreen(page);
});

test('WI-14 the overview calls nothing unwitnessed that is witnessed, and names who it is about', async ({
  page,
}) => {
  await enterDemo(page);
  const main = page.getByRole('main');
  const row = (name: string) => main.getByRole('listitem').filter({ hasText: name }).first();
  await expect(row('Finiquito, J. I. Treviño Garza')).toContainText(
    'por Rodrigo Aranda Lizama y Jorge Iván Treviño Garza',
  );
  // How many wait before it depends on the day of the week: nobody is sent anything on a Sunday.
  await main.getByRole('button', { name: /^Certificado/ }).click();
  // A certificate that is known only by its id, of a person who is known only by theirs.
  await expect(row('Contrato de suministro de moldes, planta Hunucmá')).toContainText(
    'El certificado de Gabriela Solís Montero vence el',
  );
  // Every seeded witness was processed.
  await main.getByRole('button', { name: /^Todo/ }).click();
  const others = main.getByRole('button', { name: 'Ver todos' });
  if (await others.isVisible()) await others.click();
  await expect(main.getByText('Firmada sin atestiguar', { exact: false })).toHaveCount(0);
  await expect(main.getByText('Convenio de colaboración, Proyecto Ceiba')).toHaveCount(0);
  await expectSoundScreen(page);
});

test('WI-14 witnesses are named by their requests, first owners and organization', async ({ page, demo }) => {
  await enterDemo(page, '/witnesses');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: waiting })).toBeVisible();
  await expect(main.getByText('Documento sin nombre')).toHaveCount(0);
  await expect(main.getByText('María Fernanda Ortega Ruiz').first()).toBeVisible();
  await main.getByRole('link', { name: waiting }).click();
  await expect(main.getByRole('heading', { level: 1 })).toContainText(waiting);
  await expect(main.locator('[data-check="merkleized.root"] [data-state="PASSED"]').first()).toBeVisible();
  await openWitnessTab(page, 'Datos');
  await expect(main.getByText(demo.organizations[0]!.name, { exact: true })).toBeVisible();
  await expectSoundScreen(page);
});

test('WI-14 the directory and its people show certificates, issuers and requests', async ({ page }) => {
  await enterDemo(page, '/directory');
  const main = page.getByRole('main');
  await expect(main.getByText('12 personas')).toBeVisible();
  await expect(main.getByText(/^Certificado vigente/).first()).toBeVisible();
  await expect(main.getByText('Certificado revocado')).toBeVisible();
  await expect(main.getByText('Sin certificado conocido')).toHaveCount(0);
  await main.getByRole('link', { name: 'María Fernanda Ortega Ruiz' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('María Fernanda Ortega Ruiz');
  await expect(main.getByText(/^Certificado vigente/)).toBeVisible();
  const issuer = main.getByText('Emisor', { exact: true }).first();
  await expect(issuer.locator('xpath=following::dd[1]')).not.toHaveText('—');
  await expect(main.getByRole('link', { name: waiting })).toBeVisible();
  await expect(main.getByText('Documento sin nombre')).toHaveCount(0);
  await expectSoundScreen(page);
});

test('WI-14 the composer knows what is wrong with a certificate before anything is sent', async ({
  page,
}) => {
  await enterDemo(page, '/requests/new');
  await composeHere(page, 'Adenda con revocado', ['Jorge Iván Treviño Garza']);
  const person = page.getByRole('listitem').filter({ hasText: 'Jorge Iván Treviño Garza' });
  await expect(person.getByText('Certificado revocado')).toBeVisible();
});

test('WI-14 the signer inbox names what is to be signed', async ({ page }) => {
  await enterDemo(page, '/sandbox?tab=signers');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /María Fernanda Ortega Ruiz/ }).click();
  await expect(main.getByRole('heading', { name: waiting })).toBeVisible();
  await expect(main.getByText('Documento sin nombre')).toHaveCount(0);
  await expectSoundScreen(page);
});

test('IV-8 the whole path: a document is sent, signed and witnessed, live', async ({
  page,
  service,
  demo,
}) => {
  const title = 'Contrato de obra en ids';
  await enterDemo(page, '/requests/new');
  await composeHere(page, title, ['María Fernanda Ortega Ruiz', 'Rodrigo Aranda Lizama']);
  await page.getByRole('button', { name: 'Enviar a 2 firmantes' }).click();
  await expect(page.getByText('Enviada a 2 firmantes')).toBeVisible();
  const id = await openRequestId(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(main.getByText('Pendiente', { exact: true })).toHaveCount(2);
  await expect(main.getByRole('link', { name: 'Rodrigo Aranda Lizama' })).toBeVisible();
  await answerAs(service.origin, demo.organizations[0]!.apiKey, id, 'sign');
  await expect(main.getByText('Pendiente', { exact: true })).toHaveCount(0, { timeout: 20_000 });
  await expect(main.getByText('Atestiguada', { exact: true })).toHaveCount(2, { timeout: 30_000 });
  await main.getByRole('link', { name: 'Ver el testigo' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toContainText(title);
  await expectSoundScreen(page);
});
