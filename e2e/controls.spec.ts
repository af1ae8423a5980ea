import { paths } from '#widgets/paths.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './service.ts';
import { closeLinkCode, addSigner, call, compose, enterDemo, openRequestId } from './staff.ts';
import { enterStories, exportEvidence, openStory, readStory } from './stories.ts';
import { openRow, waitForVerdicts } from './story-screens.ts';

test('OL-2 IV-2 who was chosen without a link stays on the request, and one press invites once linked', async ({
  page,
  browser,
  context,
  service,
  demo,
}) => {
  const who = 'Ricardo Beltrán Nájera';
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.origin });
  await enterDemo(page);
  await compose(page, 'Convenio con alguien sin vínculo', ['Rodrigo Aranda Lizama']);
  await addSigner(page, who);
  await closeLinkCode(page, who);
  await expect(page.getByText(`${who} aún no tiene vínculo.`, { exact: false })).toBeVisible();
  await page.getByRole('button', { name: /^Enviar a / }).click();
  const id = await openRequestId(page);

  const signers = page.getByRole('region', { name: 'Firmantes' });
  await expect(signers.getByText('Aún sin vínculo')).toBeVisible();
  await expect(signers.getByRole('link', { name: who })).toBeVisible();
  await expectAccessible(page, 'request with a signer who is not linked');
  await page.reload();
  await signers.getByRole('button', { name: `Copiar el mensaje para ${who}` }).click();
  await expect(page.getByText('Mensaje copiado')).toBeVisible();
  const message = await page.evaluate(() => navigator.clipboard.readText());
  expect(message).toContain('«Convenio con alguien sin vínculo»');
  const address = /http\S+/.exec(message)?.[0] ?? '';

  const other = await browser.newContext({ locale: 'es-MX' });
  const phone = await other.newPage();
  await phone.goto(address);
  await phone.getByRole('combobox', { name: '¿Quién eres?' }).selectOption(who);
  await phone.getByRole('button', { name: 'Vincularme' }).first().click();
  await expect(phone.getByText('ya puede invitarte a firmar.', { exact: false })).toBeVisible();
  await other.close();

  await expect(signers.getByText('Ya tiene vínculo')).toBeVisible({ timeout: 30_000 });
  await signers.getByRole('button', { name: `Invitar a ${who}` }).click();
  await expect(page.getByText(`Se invitó a ${who}`).first()).toBeVisible();
  await expect(signers.getByText('Ya tiene vínculo')).toHaveCount(0);
  await page.reload();
  await expect(signers.getByRole('link', { name: who })).toHaveCount(1);
  await expect(signers.getByText('Aún sin vínculo')).toHaveCount(0);
  expect(page.url()).toContain(id);

  // Tests that follow on this service need somebody without a link.
  const { id: organization, apiKey } = demo.organizations[0]!;
  const person = demo.subjects.find(({ commonName }) => commonName === who);
  const link = `/organization-link?subject=${person?.id ?? ''}&organization=${organization}`;
  expect((await call(service.origin, apiKey, 'DELETE', link)).status).toBe(200);
});

test('ST-13 without a session the anchors of the sandbox are offered by name, and trusted by one press', async ({
  page,
  browser,
  service,
  folder,
}) => {
  test.setTimeout(180_000);
  const published = (await (await fetch(`${service.origin}/sandbox/anchors`)).json()) as {
    anchors: { title: string }[];
  };
  await enterStories(page);
  await openStory(page, await readStory(service.origin, 'clean-contract'));
  const file = await exportEvidence(page, folder, 'Expediente', { document: true });

  const context = await browser.newContext({ locale: 'es-MX' });
  const fresh = await context.newPage();
  await fresh.goto(`${service.origin}${paths.verify}`);
  const offer = fresh.getByRole('status').filter({ hasText: 'autoridades de prueba' });
  for (const { title } of published.anchors) await expect(offer).toContainText(title);
  await expectAccessible(fresh, '/verify with the anchors of the sandbox');
  await fresh.getByLabel('Elegir archivos').setInputFiles(file);
  await waitForVerdicts(fresh, 1);
  const row = fresh.locator('tr[data-index="0"]');
  await expect(row).toContainText('Sin determinar');
  await expect(row.locator('[data-state="PASSED"]')).toHaveCount(0);
  await expect(offer).toBeVisible();

  await offer.getByRole('button', { name: /^Confiar en ella/ }).click();
  await expect(row).toContainText('Válido');
  await expect(offer).toHaveCount(0);
  const own = fresh.getByRole('button', { name: /^\d+ anclas? tuyas?$/ });
  await own.click();
  const trusted = fresh.getByRole('dialog');
  for (const { title } of published.anchors) await expect(trusted).toContainText(title);
  await trusted.getByRole('button', { name: 'Cerrar' }).click();
  const pane = await openRow(fresh, 0);
  for (const { title } of published.anchors) await expect(pane).toContainText(title);
  await context.close();
});

test('the organization of the test cases is entered from the connect page, as known failures', async ({
  page,
}) => {
  await page.goto('/connect');
  await expect(page.getByText('«Casos de prueba» no es una empresa', { exact: false })).toBeVisible();
  await expectAccessible(page, 'connect page with the test cases');
  await page.getByRole('button', { name: 'Abrir los casos de prueba' }).click();
  await expect(page.getByRole('button', { name: /Casos de prueba/ }).first()).toBeVisible();
  await expect(page).toHaveURL(paths.sandbox);
  const cases = page.getByRole('region', { name: 'Casos de prueba' });
  await expect(cases).toContainText('Casos para aprender');
});
