import { expectAccessible } from './accessible.ts';
import { expect, test } from './service.ts';
import { call, chooseFile, chooseKind, enterDemo, pdf } from './staff.ts';

test('the composer offers the parties of an IOU as signers, and the currencies that the service lists', async ({
  page,
  service,
}) => {
  await enterDemo(page, '/requests/new');
  await chooseKind(page, 'Pagaré');
  const currency = page.getByRole('combobox', { name: 'Moneda' });
  await expect(page.getByText('Monedas que acepta este servicio')).toBeVisible();
  const { body } = await call<object>(service.origin, '', 'GET', '/openapi.json');
  const offered = await currency
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(offered.length).toBeGreaterThan(100);
  for (const code of offered) expect(JSON.stringify(body)).toContain(`"${code}"`);
  await currency.selectOption('JPY');
  await page.getByLabel('Importe').fill('1500.50');

  const pick = async (role: string, name: string): Promise<void> => {
    await page.getByRole('combobox', { name: role }).fill(name);
    await page.getByRole('option', { name }).click();
  };
  await pick('Suscriptor', 'Ana Sofía Pech Uc');
  await pick('Beneficiario', 'María Fernanda Ortega Ruiz');
  const offer = page.getByRole('group', { name: 'Partes del pagaré que aún no son firmantes' });
  await expectAccessible(page, 'an IOU whose parties are offered');
  await offer.getByRole('button', { name: 'Suscriptor: Ana Sofía Pech Uc' }).click();
  await expect(page.getByRole('button', { name: /^Quitar a Ana Sofía Pech Uc/ })).toBeVisible();
  await offer.getByRole('button', { name: 'Beneficiario: María Fernanda Ortega Ruiz' }).click();
  await expect(offer).toBeHidden();
  await page.getByRole('button', { name: /^Enviar a 2/ }).click();
  // Yens have no hundredths.
  await expect(
    page.getByText('Un importe mayor que 0 y sin decimales: esta moneda no los tiene.'),
  ).toBeVisible();
});

test('UP-1 the composer lists the versions of a file name, with date, hash and the way to each', async ({
  page,
  service,
  demo,
}) => {
  interface Request {
    readonly id: string;
    readonly content: { readonly pdf?: string };
    readonly witness?: { readonly hash?: string } | null;
  }
  const { body } = await call<{ results: readonly Request[] }>(
    service.origin,
    demo.organizations[0]!.apiKey,
    'GET',
    '/signature-requests?pagination={"page":1,"size":100}',
  );
  const earlier = body.results.find(({ content, witness }) => content.pdf && witness?.hash);
  const fileName = earlier?.content.pdf?.split('/').at(-1) ?? '';
  const all = body.results.filter(({ content }) => content.pdf?.endsWith(`/${fileName}`));
  await enterDemo(page, '/requests/new');
  await chooseFile(page, 'Nunca subido.pdf', await pdf('Nunca subido'));
  await expect(page.getByText('Ninguna anterior con este nombre de archivo')).toBeVisible();
  await chooseFile(page, fileName, await pdf('Otra versión'));
  const list = page.getByRole('list', { name: `Versiones anteriores de ${fileName}` });
  await expect(list.getByRole('listitem')).toHaveCount(all.length);
  const row = list.getByRole('listitem').filter({ has: page.locator(`a[href$="${earlier?.id}"]`) });
  await expect(row).toContainText('distinta de este archivo');
  await expect(row).toContainText((earlier?.witness?.hash ?? '').slice(0, 8));
  await expectAccessible(page, 'the versions of a file');
  await row.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/requests/${earlier?.id}$`));
});
