import { expectAccessible } from './accessible.ts';
import { expect, test } from './service.ts';
import { call, enterDemo } from './staff.ts';
import { typeDay } from './type-day.ts';

interface Listed<T> {
  readonly results: readonly T[];
  readonly info: { readonly count: number };
}
interface Certificate {
  readonly id: string;
  readonly notAfter: string;
  readonly subject: { readonly commonName: string };
  readonly issuer: { readonly id: string; readonly commonName: string };
}

test('CE-1 CE-2 certificates are found from the directory, filtered as the service filters, and opened', async ({
  page,
  service,
  demo,
}) => {
  const key = demo.organizations[0]!.apiKey;
  const ask = async (filter: object): Promise<Listed<Certificate>> => {
    const query = Object.entries({ ...filter, pagination: { page: 1, size: 100 } })
      .map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`)
      .join('&');
    return (await call<Listed<Certificate>>(service.origin, key, 'GET', `/certificates?${query}`)).body;
  };
  const everything = await ask({});
  const [first] = everything.results;
  if (!first) throw new Error('The demo has no certificate.');
  await enterDemo(page, '/directory');
  const main = page.getByRole('main');
  const places = main.getByRole('navigation', { name: 'Listas del directorio' });
  await places.getByRole('link', { name: 'Certificados' }).click();
  await expect(main.getByText(`${everything.info.count} certificados`, { exact: true })).toBeVisible();
  await expect(places.getByRole('link', { name: 'Certificados' })).toHaveAttribute('aria-current', 'page');
  await expect(main.getByRole('link', { name: first.subject.commonName })).toBeVisible();
  await expectAccessible(page, 'the list of certificates');

  await main.getByRole('button', { name: 'Vigente hasta', exact: true }).click();
  await typeDay(page.getByRole('dialog'), 'Hasta', '2029-12-31');
  await page.getByRole('dialog').getByRole('button', { name: 'Aplicar' }).click();
  const ending = await ask({ notAfter: { lte: '2030-01-01T05:59:59.999Z' } });
  await expect(
    main.getByText(`${ending.info.count} de ${everything.info.count} certificados`, { exact: true }),
  ).toBeVisible();
  await main.getByRole('button', { name: 'Quitar el filtro Vigente hasta' }).click();
  await main.getByRole('button', { name: 'Persona', exact: true }).click();
  await page.getByRole('combobox', { name: 'Buscar a una persona' }).fill(first.subject.commonName);
  await page.getByRole('option', { name: first.subject.commonName }).click();
  await expect(main.getByText(`1 de ${everything.info.count} certificados`, { exact: true })).toBeVisible();
  await page.goto(page.url());
  await main.getByRole('link', { name: first.subject.commonName }).click();
  await expect(page).toHaveURL(new RegExp(`/directory/certificates/${first.id}$`));
  await expect(main.getByRole('heading', { level: 1, name: first.subject.commonName })).toBeVisible();
  await expect(main.getByText('Decodificado aquí', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a certificate');
  await main.getByRole('link', { name: first.issuer.commonName }).first().click();
  await expect(page).toHaveURL(new RegExp(`/directory/issuers/${first.issuer.id}$`));
});

test('CE-4 issuers are found from the directory, and lead to the certificates that they issued', async ({
  page,
  service,
  demo,
}) => {
  const key = demo.organizations[0]!.apiKey;
  const { body } = await call<Listed<{ id: string; commonName: string }>>(
    service.origin,
    key,
    'GET',
    '/issuers',
  );
  const issuing = body.results.find(({ commonName }) => commonName.startsWith('AC 1'));
  if (!issuing) throw new Error('The demo has no issuer.');
  const filter = encodeURIComponent(JSON.stringify({ eq: issuing.id }));
  const { body: issued } = await call<Listed<Certificate>>(
    service.origin,
    key,
    'GET',
    `/certificates?issuer=${filter}`,
  );
  await enterDemo(page, '/directory');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Emisores' }).click();
  await expect(main.getByText(`${body.info.count} emisores`, { exact: true })).toBeVisible();
  await expectAccessible(page, 'the list of issuers');
  await main.getByRole('searchbox').fill('AC 1');
  await expect(main.getByText(`1 de ${body.info.count} emisores`, { exact: true })).toBeVisible();
  await main.getByRole('link', { name: issuing.commonName }).click();
  await expect(main.getByRole('heading', { level: 1, name: issuing.commonName })).toBeVisible();
  await expect(main.getByText('Decodificado aquí', { exact: true })).toBeVisible();
  await expectAccessible(page, 'an issuer');
  await main.getByRole('link', { name: `Ver los ${issued.info.count} certificados` }).click();
  await expect(main.getByRole('button', { name: `Emisor: ${issuing.commonName}` })).toBeVisible();
  await expect(main.getByText(new RegExp(`^${issued.info.count} de \\d+ certificados$`))).toBeVisible();

  // A failed list is no empty one.
  await page.route('**/rest/v1/issuers?*', (route) =>
    route.fulfill({ status: 500, body: '{"message":"No disk"}' }),
  );
  await main.getByRole('link', { name: 'Emisores' }).click();
  await expect(main.getByText('No se pudo cargar la lista de emisores')).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/rest/v1/issuers?*');
  await main.getByRole('button', { name: 'Reintentar' }).click();
  await expect(main.getByText(`${body.info.count} emisores`, { exact: true })).toBeVisible();
});
