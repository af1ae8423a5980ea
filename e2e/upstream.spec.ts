import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { paths } from '#widgets/paths.ts';
import { expect, startService, test } from './service.ts';
import { call, pdf } from './staff.ts';
import { uploadFile } from './upload.ts';

test('a document above 16 MiB of a service behind the page of another comes through it byte for byte', async ({
  page,
  service: { origin },
  demo,
  pageErrors,
}) => {
  const { id: organization, apiKey } = demo.organizations[0]!;
  // What stands after the end of a PDF is read by nobody.
  const bytes = Buffer.concat([await pdf('Contrato con planos'), Buffer.alloc(18 * 1024 * 1024, 0x25)]);
  const uploaded = await uploadFile(origin, apiKey, 'planos.pdf', bytes);
  const name = 'Contrato con planos';
  const input = { draft: true, name, content: { pdf: uploaded }, organization };
  const { body: made } = await call<{ id: string }>(origin, apiKey, 'POST', '/signature-request', input);

  const front = await startService({ TESTIGO_UPSTREAM: origin });
  try {
    await page.goto(`${front.origin}${paths.connect}`);
    await page.getByLabel('Clave de la organización').fill(apiKey);
    await page.getByText('Recordar la clave hasta cerrar esta pestaña').click();
    await page.getByRole('button', { name: 'Conectar', exact: true }).click();
    await page.getByRole('button', { name: /^Continuar$/ }).click();
    await expect(page.getByRole('navigation').getByRole('link', { name: /Solicitudes/ })).toBeVisible();
    const readFrom = new Set<string>();
    page.on('request', (request) => {
      const { origin: from, pathname } = new URL(request.url());
      if (pathname.startsWith('/rest/v1/content/')) readFrom.add(from);
    });
    await page.goto(front.origin + paths.request(made.id));
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('main').getByRole('button', { name: 'Descargar', exact: true }).click();
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(await (await download).path())) hash.update(chunk as Buffer);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect([...readFrom]).toEqual([front.origin]);
    // Whether the page may reach the place of uploads is found out at connecting: here its policy holds that back.
    for (const error of pageErrors.splice(0)) expect(error).toMatch(/Content Security Policy|violates/);
  } finally {
    // The request's page may still be reading parts of itself.
    await page.goto('about:blank');
    await front.stop();
  }
});
