import { paths } from '#widgets/paths.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './service.ts';
import { makeRequest } from './shared-request.ts';
import { call, enterDemo } from './staff.ts';

const rodrigo = 'Rodrigo Aranda Lizama';

test('SR-9 IV-5 a fresh browser reads the request of a shared link, joins its signers and signs', async ({
  page,
  service,
  demo,
}) => {
  const name = 'Convenio que se comparte';
  const { id, anonymousKey } = await makeRequest(service, demo, name);
  const calls: URL[] = [];
  page.on('request', (request) => calls.push(new URL(request.url())));
  await page.goto(`${paths.request(id)}#k=${anonymousKey}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(page.url()).toBe(`${service.origin}${paths.request(id)}`);
  await expect(page.getByText(demo.organizations[0]!.name)).toBeVisible();
  await expectAccessible(page, 'the shared request');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar' }).click();
  expect((await download).suggestedFilename()).toMatch(/Convenio/);

  await page.getByRole('combobox', { name: '¿Quién eres?' }).selectOption(rodrigo);
  await page.getByRole('button', { name: 'Sumarme como persona de la demostración' }).click();
  await expect(page.getByText(`${rodrigo} ya es firmante.`)).toBeFocused();
  await page.getByRole('button', { name: `Firmar como ${rodrigo}` }).click();
  await expect(page.getByText(`${rodrigo} firmó el documento.`)).toBeFocused();
  await expectAccessible(page, 'the signed request');

  const signed = await call<{ invites: { status: string; subject: { id: string } }[] }>(
    service.origin,
    demo.organizations[0]!.apiKey,
    'GET',
    `/signature-request/${id}`,
  );
  const subject = demo.subjects.find(({ commonName }) => commonName === rodrigo)!;
  expect(signed.body.invites).toMatchObject([{ subject: { id: subject.id } }]);
  await expect(page.getByRole('region', { name: 'Firmantes' }).getByText(rodrigo)).toBeVisible();
  expect(signed.body.invites[0]?.status).toMatch(/^(?:SIGNED|WITNESSED)$/);

  // The key was sent to the operations that take it, and is nowhere else.
  const withKey = calls.filter(({ href }) => decodeURIComponent(href).includes(anonymousKey));
  expect(withKey.length).toBeGreaterThan(0);
  for (const { origin, pathname } of withKey)
    expect([origin, pathname]).toEqual([
      service.origin,
      expect.stringMatching(/^\/rest\/v1\/(?:signature-request|content)\//),
    ]);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain(anonymousKey);
  expect(await page.content()).not.toContain(anonymousKey);
  await page.reload();
  // The key was in memory alone.
  await expect(page).toHaveURL(/\/connect\?to=/);
});

test('after a request is sent in the demo its signers sign by a press, and the last one leads to the verdict', async ({
  page,
  service,
  demo,
}) => {
  const name = 'Contrato de la demostración';
  const { id } = await makeRequest(service, demo, name);
  const { apiKey } = demo.organizations[0]!;
  for (const signer of [rodrigo, 'María Fernanda Ortega Ruiz']) {
    const subject = demo.subjects.find(({ commonName }) => commonName === signer)!.id;
    const input = { signatureRequest: id, subject };
    const { status } = await call(service.origin, apiKey, 'POST', '/signature-request-invite', input);
    expect(status).toBe(200);
  }
  await enterDemo(page, paths.request(id));
  await page.getByRole('button', { name: `Firmar como ${rodrigo}` }).click();
  await page.getByRole('button', { name: 'Firmar como María Fernanda Ortega Ruiz' }).click();
  await page.getByRole('button', { name: 'Ver el veredicto' }).click();
  await expect(page).toHaveURL(/\/witnesses\/[0-9a-f]{24}$/);
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible();
});

test('a shared link with a wrong key opens nothing, and says so', async ({ page, service, demo }) => {
  const { id } = await makeRequest(service, demo, 'Convenio con otra clave');
  await page.goto(`${paths.request(id)}#k=${'0'.repeat(32)}`);
  await expect(page.getByText('Este enlace no abre una solicitud')).toBeVisible();
  await expect(page.getByText('Convenio con otra clave')).toHaveCount(0);
  await expectAccessible(page, 'the wrong link');
});
