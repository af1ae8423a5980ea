import { createHash, sign } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { emptyFolder, operate, startOutside, type Outside } from './outside.ts';
import { expect, startService, test, type RunningService } from './service.ts';
import { addSigner, call, chooseFile, openRequestId, pdf } from './staff.ts';

// The whole way of a service in production: nothing of the sandbox is there, every authority is a server of its own, and
// who verifies in the end has a case file, two certificates and no session.

interface Invite {
  readonly id: string;
  readonly status: string;
  readonly signatureRequest: { readonly id: string };
}

/** As a program of the signer does, which has the key: reads what it is invited to sign, signs it, sends it. */
async function signAs(
  origin: string,
  token: string,
  { signer }: Outside,
  request: string,
  document: Buffer,
): Promise<void> {
  const invites = await call<{ results: Invite[] }>(origin, token, 'GET', '/signature-request-invites');
  const [invite] = invites.body.results.filter((one) => one.signatureRequest.id === request);
  const { status } = await call(origin, token, 'POST', `/signature-request-invite/${invite?.id}/sign`, {
    certificate: await readFile(signer.certificate, 'utf8'),
    signature: sign('sha256', document, signer.privateKey).toString('hex'),
  });
  expect(status).toBe(200);
}

/** What the chain outside has of a transaction. */
async function dataOnChain({ rpc }: Outside, hash: string): Promise<string | undefined> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionByHash', params: [hash] });
  const answer = (await (await fetch(rpc, { method: 'POST', body })).json()) as {
    result: { input: string } | null;
  };
  return answer.result?.input;
}

/** From the page of the request, with the document. */
async function exportCase(page: Page, folder: string): Promise<string> {
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Guardar expediente' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Expediente' }).check();
  await dialog.getByRole('checkbox').check();
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  const download = await saving;
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** The case as somebody would forge it: another byte in the document, and its digest in the file made to fit. */
function withChangedDocument(text: string): string {
  const whole = JSON.parse(text) as {
    evidence: { kind: string; sha256: string; content: { base64: string } }[];
  };
  const document = whole.evidence.find(({ kind }) => kind === 'document');
  if (!document) throw new Error('The case file has no document.');
  const bytes = Buffer.from(document.content.base64, 'base64');
  bytes[bytes.length >> 1]! ^= 1;
  document.content.base64 = bytes.toString('base64');
  document.sha256 = createHash('sha256').update(JSON.stringify(document.content)).digest('hex');
  return JSON.stringify(whole);
}

const choose = (page: Page, ...files: string[]): Promise<void> =>
  page.getByLabel('Elegir archivos').setInputFiles(files);

const openVerify = async (page: Page): Promise<void> => {
  await page.goto('/verify');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Suelta documentos/);
};

/** Trusts a certificate in the row of its file, in front of its fingerprint. */
async function trust(page: Page, file: string, purpose: string): Promise<void> {
  await page.getByRole('row', { name: file }).click();
  const pane = page.getByRole('complementary');
  await pane.getByRole('button', { name: 'Confiar en este certificado' }).click();
  const agree: Locator = pane.getByRole('group', { name: '¿Confiar en este certificado?' });
  const chosen = agree.getByRole('combobox', { name: '¿Para qué confías en él?' }).locator('option:checked');
  await expect(chosen).toHaveText(purpose);
  await agree.getByRole('button', { name: 'Confiar', exact: true }).click();
  await expect(pane).toContainText(`Ya confías en él. ${purpose}.`);
}

test('PR-1 PR-4 PR-5 PR-6 SI-1 from an empty database to a case file that somebody without a session verifies with two pinned certificates', async ({
  browser,
  folder,
}) => {
  // Two services, a chain and a browser: more than a minute on a machine at rest.
  test.setTimeout(240_000);
  const [outside, data] = await Promise.all([startOutside(), emptyFolder()]);
  let service: RunningService | undefined;
  try {
    const environment = { ...outside.environment, TESTIGO_DATA: data.folder };
    const { organization, apiKey } = await operate<{
      organization: { id: string };
      apiKey: { secret: string };
    }>(
      environment,
      ...['organization', 'create', '--name', 'Notaría 7', '--member-certificate', outside.memberCertificate],
      ...['--nom151', '3', '--grouped', '3'],
    );
    const { accessToken } = await operate<{ accessToken: string }>(
      environment,
      ...['subject', 'add', '--certificate', outside.signer.certificate, '--token'],
    );
    service = await startService(environment, data.folder);
    const { origin } = service;
    const linked = await call(origin, accessToken, 'POST', '/organization-link', {
      organization: organization.id,
    });
    expect(linked.status).toBe(200);

    const title = 'Contrato de arrendamiento';
    const document = await pdf(title);
    const context = await browser.newContext({ baseURL: origin, locale: 'es-MX' });
    const page = await context.newPage();
    await page.goto('/connect');
    await expect(page.getByRole('button', { name: 'Entrar a la demostración' })).toHaveCount(0);
    await page.getByLabel('Clave de la organización').fill(apiKey.secret);
    await page.getByText('Recordar la clave hasta cerrar esta pestaña').click();
    await page.getByRole('button', { name: 'Conectar', exact: true }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page
      .getByRole('link', { name: /Nueva solicitud/ })
      .first()
      .click();
    await chooseFile(page, `${title}.pdf`, document);
    await addSigner(page, outside.signer.name);
    await page.getByRole('button', { name: 'Enviar a 1 firmante' }).click();
    const request = await openRequestId(page);
    await expect(page.getByRole('main').getByText('Pendiente').first()).toBeVisible();

    await signAs(origin, accessToken, outside, request, document);
    // Without a reload: the page follows what happens.
    await expect(page.getByRole('main').getByText('Atestiguada').first()).toBeVisible({ timeout: 60_000 });
    const { body } = await call<{
      witness: { id: string; hash: string; merkleized?: { merkleRoot: string; txHash: string } };
    }>(origin, apiKey.secret, 'GET', `/signature-request/${request}`);
    expect(body.witness.hash).toBe(createHash('sha256').update(document).digest('hex'));

    // Its root is in the chain outside, in a transaction that anybody can read there.
    const { merkleRoot, txHash } = body.witness.merkleized ?? {};
    expect(await dataOnChain(outside, String(txHash))).toBe(`0x${merkleRoot}`);

    const caseFile = await exportCase(page, folder);
    await context.close();

    // Somebody who has nothing to do with it, without a session.
    const reviewer = await browser.newContext({ baseURL: origin, locale: 'es-MX' });
    const verifier = await reviewer.newPage();
    await openVerify(verifier);
    await choose(verifier, caseFile);
    const row = verifier.getByRole('row', { name: /testigo\.json/ });
    await expect(row).toContainText('Sin determinar');
    await expect(row.locator('[data-state="PASSED"]')).toHaveCount(0);

    // Certificates that lie beside it make nothing of it valid; trust in each does its part, and only both do.
    const changed = join(folder, 'Cambiado.testigo.json');
    await writeFile(changed, withChangedDocument(await readFile(caseFile, 'utf8')));
    await choose(verifier, outside.issuerCertificate, outside.stampRootCertificate, changed);
    await expect(verifier.getByRole('heading', { level: 1 })).toHaveText('4 elementos, 4 revisados');
    const original = verifier.getByRole('row', {
      name: new RegExp(basename(caseFile).replaceAll('.', '\\.')),
    });
    await expect(original).toContainText('Sin determinar');
    await trust(verifier, 'root.cer', 'Para sellos de tiempo');
    await expect(verifier.getByRole('heading', { level: 1 })).toHaveText('4 elementos, 4 revisados');
    await expect(original).toContainText('Sin determinar');
    await trust(verifier, 'issuing.pem', 'Para certificados de firmantes');
    await expect(original).toContainText('Válido');
    await expect(original).toContainText('Coincide con un testigo');

    // One byte of the document, in a file whose maker made everything else fit.
    const bent = verifier.getByRole('row', { name: /Cambiado/ });
    await expect(bent).toContainText('No válido');
    await bent.click();
    await expect(verifier.getByRole('complementary')).toContainText('no es el que se atestiguó');

    // The same of documents that are handed over beside the case.
    const other = Buffer.from(document);
    other[other.length >> 1]! ^= 1;
    const files = [
      [`${title}.pdf`, document],
      ['Otro.pdf', other],
    ] as const;
    for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
    await choose(verifier, ...files.map(([name]) => join(folder, name)));
    await expect(verifier.getByRole('row', { name: `${title}.pdf` })).toContainText('Válido');
    await expect(verifier.getByRole('row', { name: 'Otro.pdf' })).toContainText('Sin determinar');
    await reviewer.close();
  } finally {
    await service?.stop();
    await outside.stop();
    await data.remove();
  }
});
