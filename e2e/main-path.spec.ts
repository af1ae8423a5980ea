import { createHash } from 'node:crypto';
import {
  addSigner,
  answerAs,
  call,
  chooseFile,
  chooseKind,
  closeLinkCode,
  composeHere,
  enterDemo,
  openRequestId,
} from './staff.ts';
import { expect, test } from './service.ts';

test('IV-8 a document dropped in the browser becomes a signed, witnessed request, live', async ({
  page,
  service,
  demo,
}) => {
  const title = 'Contrato de obra, Torre Mayab';
  await enterDemo(page, '/requests/new');
  await composeHere(page, title, ['María Fernanda Ortega Ruiz', 'Rodrigo Aranda Lizama']);
  await expect(page.getByText('1 de 2')).toBeVisible();
  await page.getByRole('button', { name: 'Enviar a 2 firmantes' }).click();
  await expect(page.getByText('Enviada a 2 firmantes')).toBeVisible();
  const id = await openRequestId(page);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Pendiente')).toHaveCount(2);

  const key = demo.organizations[0]!.apiKey;
  await answerAs(service.origin, key, id, 'sign', 'María Fernanda Ortega Ruiz');
  // Without a reload: the page follows what happens.
  await expect(main.getByText('Pendiente')).toHaveCount(1);
  await answerAs(service.origin, key, id, 'sign');
  await expect(main.getByText('Atestiguada').first()).toBeVisible();
  await expect(main.getByText('Pendiente')).toHaveCount(0);

  // The witness that the page shows has the hash of the very bytes that were dropped.
  const { body } = await call<{ witness: { id: string; hash: string } }>(
    service.origin,
    key,
    'GET',
    `/signature-request/${id}`,
  );
  const hash = createHash('sha256')
    .update(await pdfOf(service.origin, key, id))
    .digest('hex');
  expect(body.witness.hash).toBe(hash);
  await page.goto(`/witnesses/${body.witness.id}`);
  await expect(page.getByRole('main').getByText(hash.slice(0, 8)).first()).toBeVisible();
});

async function pdfOf(origin: string, key: string, id: string): Promise<Buffer> {
  const { body } = await call<{ content: { pdf: string } }>(origin, key, 'GET', `/signature-request/${id}`);
  const response = await fetch(`${origin}/rest/v1/content/${encodeURIComponent(body.content.pdf)}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
  return Buffer.from(await response.arrayBuffer());
}

test('SR-12 a rejection is an answer: the request says who rejected it', async ({ page, service, demo }) => {
  await enterDemo(page, '/requests/new');
  await composeHere(page, 'Convenio rechazado', ['Rodrigo Aranda Lizama']);
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  const id = await openRequestId(page);
  await answerAs(service.origin, demo.organizations[0]!.apiKey, id, 'reject');
  await expect(page.getByRole('main').getByText('Rechazada').first()).toBeVisible();
});

test('SR-3 a draft stays unsent until it is sent', async ({ page, service, demo }) => {
  await enterDemo(page, '/requests/new');
  await composeHere(page, 'Poder especial', ['Rodrigo Aranda Lizama']);
  await page.getByRole('switch', { name: 'Dejar en borrador' }).check();
  await page.getByRole('button', { name: 'Guardar borrador' }).click();
  const id = await openRequestId(page);
  const key = demo.organizations[0]!.apiKey;
  const draftOf = async () =>
    (await call<{ draft: boolean }>(service.origin, key, 'GET', `/signature-request/${id}`)).body.draft;
  expect(await draftOf()).toBe(true);
  const send = page.getByRole('main').getByRole('button', { name: 'Enviar', exact: true });
  await send.click();
  await expect(
    page
      .getByRole('heading', { name: /¿Enviar/ })
      .or(page.getByText(/¿Enviar/))
      .first(),
  ).toBeVisible();
  await send.last().click();
  await expect.poll(draftOf).toBe(false);
  await expect(page.getByRole('main').getByText('Pendiente').first()).toBeVisible();
});

test('IV-2 a signer without a link is left out and said so before anything is sent', async ({ page }) => {
  await enterDemo(page, '/requests/new');
  await composeHere(page, 'Adenda', ['Rodrigo Aranda Lizama', 'Ricardo Beltrán Nájera']);
  await closeLinkCode(page, 'Ricardo Beltrán Nájera');
  await expect(page.getByText('Sin vínculo, no se puede invitar').first()).toBeVisible();
  await expect(page.getByText(/Ricardo Beltrán Nájera aún no tiene vínculo/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enviar a 1 firmante' })).toBeVisible();
});

test('text, JSON and an IOU are sent as what they are', async ({ page, service, demo }) => {
  const key = demo.organizations[0]!.apiKey;
  const contentOf = async (id: string) =>
    (await call<{ content: Record<string, unknown> }>(service.origin, key, 'GET', `/signature-request/${id}`))
      .body.content;
  await enterDemo(page, '/requests/new');
  await chooseFile(
    page,
    'aviso.json',
    Buffer.from('{"aviso": "privacidad", "folio": 12345678901234567890}'),
    'application/json',
  );
  await addSigner(page, 'Rodrigo Aranda Lizama');
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  expect(await contentOf(await openRequestId(page))).toHaveProperty('json');

  await page.goto('/requests/new');
  await chooseKind(page, 'Texto');
  await page
    .getByRole('textbox', { name: 'Texto del documento' })
    .fill('Carta responsiva de equipo, folio 9.');
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Carta responsiva');
  await addSigner(page, 'Rodrigo Aranda Lizama');
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  expect(await contentOf(await openRequestId(page))).toHaveProperty('raw');

  await page.goto('/requests/new');
  await chooseKind(page, 'Pagaré');
  await page.getByRole('textbox', { name: 'Importe' }).fill('480,000.50');
  await expect(page.getByText('CUATROCIENTOS OCHENTA MIL PESOS 50/100 M.N.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Suscriptor' }).fill('Luis Alberto');
  await page.getByRole('option', { name: /Luis Alberto Canché/ }).click();
  await page.getByRole('combobox', { name: 'Beneficiario' }).fill('Ana Sofía');
  await page.getByRole('option', { name: /Ana Sofía Pech/ }).click();
  await page.getByRole('combobox', { name: 'Lugar' }).fill('merida yuc');
  await page.getByRole('option', { name: 'Mérida, Yucatán' }).click();
  await expect(page.getByText('Coordenadas: 20.97537, -89.61696')).toBeVisible();
  await page.getByRole('textbox', { name: 'Texto del pagaré' }).fill('Debo y pagaré $1.00');
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Pagaré de prueba');
  await addSigner(page, 'Luis Alberto Canché Poot');
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  // The text does not say what the fields say: nothing is sent.
  await expect(page.getByText('El texto no coincide con los datos.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Redactar el texto con los datos' }).click();
  await expect(page.getByText('coincide', { exact: true })).toHaveCount(6);
  await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
  expect(await contentOf(await openRequestId(page))).toMatchObject({ currency: 'MXN' });
});
