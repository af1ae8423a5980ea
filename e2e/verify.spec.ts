import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { caseSchema } from '#proofs/case-file/case-file.ts';
import * as material from '#proofs/testing/case-material.ts';
import { drop, prepareDrop } from './drop-files.ts';
import { caseText, documentText, dropFiveThousand, openVerify } from './dropping.ts';
import { settledParts } from './screen-state.ts';
import { expect, test } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';
import { paths } from '#widgets/paths.ts';

test('5,000 files in one drop: a result for each, and a page that answers while it works', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await openVerify(page);
  await prepareDrop(page, 4_999, { 'Pagaré.testigo.json': caseText });
  await dropFiveThousand(page);

  // Every file has its row, in the order in which it came, down to the last.
  await page.getByRole('searchbox').fill('acuse-4998.txt');
  await expect(page.getByRole('row', { name: /acuse-4998\.txt/ })).toContainText('Sin determinar');
  await page.getByRole('searchbox').fill('Pagaré');
  await expect(page.getByRole('row', { name: /Pagaré/ })).toContainText('Expediente');
});

test('works with the network off after a first visit, and says what the command line says', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await openVerify(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Suelta documentos/);
  await prepareDrop(page, 0, { 'Contrato.txt': documentText, 'Pagaré.testigo.json': caseText });
  await drop(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 elementos, 2 revisados');
  const row = page.getByRole('row', { name: /Pagaré/ });
  await row.click();
  const pane = page.getByRole('complementary');
  await expect(pane).toContainText('Comprobaciones');
  await pane.getByRole('button', { name: 'Abrir la ruta' }).click();
  await expect(page.getByRole('dialog')).toContainText('Ruta a la raíz: Testigo: Pagaré.testigo.json');
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click();
  const reason = await pane
    .locator('dt', { hasText: /^Motivo$/ })
    .locator('+ dd')
    // It stands in a folded part.
    .textContent();
  await context.setOffline(false);

  const folder = await mkdtemp(join(tmpdir(), 'testigo-verify-'));
  try {
    const file = join(folder, 'case.testigo.json');
    await writeFile(file, caseText);
    const reported = await promisify(execFile)('npx', ['tsx', 'src/cli/verify.ts', '--json', file]).catch(
      (error: unknown) => error as { stdout: string; code: number },
    );
    expect('code' in reported && reported.code).toBe(2);
    expect(reported.stdout).toContain(`"${reason}"`);
    await expect(row).toContainText('Sin determinar');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('nothing is sent while files are verified without a connection', async ({ page }) => {
  await openVerify(page);
  await prepareDrop(page, 20, { 'Pagaré.testigo.json': caseText });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!/\/assets\/|\.woff2$|^blob:/.test(request.url())) sent.push(`${request.method()} ${request.url()}`);
  });
  await drop(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('21 elementos, 21 revisados');
  expect(sent).toEqual([]);
});

test('a file dropped on a list is offered to be signed or verified, several to be verified; what is verified has its row', async ({
  page,
}) => {
  await enterDemo(page, paths.witnesses);
  await expect(page.getByRole('main').locator('tbody tr[data-index]').first()).toBeVisible();
  // What takes the drop comes after the page.
  await settledParts(page);
  await prepareDrop(page, 1);
  await drop(page);
  const one = page.getByRole('dialog', { name: '¿Qué quieres hacer con acuse-0.txt?' });
  await expect(one.getByRole('button', { name: 'Enviar a firma' })).toBeVisible();
  await one.getByRole('button', { name: 'Verificar' }).click();
  await expect(page).toHaveURL(/\/verify$/);
  await expect(page.getByRole('row', { name: /acuse-0\.txt/ })).toContainText('Sin determinar');

  await goInApp(page, paths.requests);
  await expect(page.getByRole('main').locator('tbody tr[data-index]').first()).toBeVisible();
  await settledParts(page);
  await prepareDrop(page, 3);
  await drop(page);
  const several = page.getByRole('dialog');
  const verify = several.getByRole('button', { name: 'Verificar' });
  await expect(verify).toBeVisible();
  // A request has one document.
  await expect(several.getByRole('button', { name: 'Enviar a firma' })).toHaveCount(0);
  await verify.click();
  await expect(page.getByRole('row', { name: /acuse-2\.txt/ })).toContainText('Sin determinar');
  await expect(page.getByRole('row', { name: /acuse-0\.txt/ }).first()).toBeVisible();
});

test('pause stops, resume goes on, cancel keeps what was verified and takes the rest up again', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await openVerify(page);
  await prepareDrop(page, 3_000);
  await drop(page);
  await page.getByRole('button', { name: 'Pausar' }).click();
  await expect(page.getByText(/En pausa/)).toBeVisible();
  // What was under way when it was pressed still ends; then nothing goes on.
  const title = page.getByRole('heading', { level: 1 });
  let paused = '';
  await expect
    .poll(
      async () => {
        const before = paused;
        paused = await title.innerText();
        return paused === before;
      },
      { intervals: [1_000] },
    )
    .toBe(true);
  expect(paused).not.toBe('3,000 elementos, 3,000 revisados');
  await page.getByRole('button', { name: 'Reanudar' }).click();
  await expect(title).not.toHaveText(paused);
  await page.getByRole('button', { name: 'Cancelar' }).click();
  const rest = page.getByRole('button', { name: /^Revisar los/ });
  await expect(rest).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sin consultar/ })).toBeVisible();
  await rest.click();
  await expect(title).toHaveText('3,000 elementos, 3,000 revisados', { timeout: 90_000 });
});

test('a case with its own anchor is not green until its reader pins it', async ({ page }) => {
  await openVerify(page);
  await prepareDrop(page, 0, { 'Pagaré.testigo.json': caseText });
  await drop(page);
  const row = page.getByRole('row', { name: /Pagaré/ });
  await expect(row).toContainText('Sin determinar');
  await expect(row.locator('[data-state="PASSED"]')).toHaveCount(0);
  await row.click();
  await page.getByRole('button', { name: /Confía también en .*: Raíz$/ }).click();
  const sure = page.getByRole('group', { name: /Confiar en Raíz/ });
  expect((await sure.innerText()).replaceAll(/\s/g, '')).toContain(material.root.certificate.fingerprint);
  await expect(row).toContainText('Sin determinar');
  await sure.getByRole('button', { name: 'Ya lo comparé: confiar' }).click();
  await expect(row).toContainText('Válido');
  // The node answers that the file brings are its maker's: a certificate that is trusted now makes none of them so.
  const pane = page.getByRole('complementary');
  for (const check of ['merkleized.anchor', 'external.anchor']) {
    const anchor = pane.locator(`[data-check="${check}"]`).first();
    await expect(anchor).toBeVisible();
    await expect(anchor.locator('[data-state="PASSED"]')).toHaveCount(0);
  }
  // Pinned is stored for the next visit, and the case is still nobody's word but the reader's.
  await page.reload();
  await prepareDrop(page, 0, { 'Pagaré.testigo.json': caseText });
  await settledParts(page);
  await drop(page);
  await expect(row).toContainText('Válido');
});

test('what cannot be read is said with its name and its rule, and takes nothing from the rest', async ({
  page,
}) => {
  await openVerify(page);
  const stamp = Buffer.from(material.evidence.witness?.merkleized?.token ?? '', 'base64');
  const given: readonly (readonly [string, Buffer | string, RegExp, RegExp])[] = [
    ['Vacío.testigo.json', '', /vacío: 0 bytes/, /Pide de nuevo el archivo/],
    ['Contrato.pdf', '', /vacío: 0 bytes/, /Pide de nuevo el archivo/],
    [
      'Cortado.testigo.json',
      caseText.slice(0, caseText.length / 2),
      /incompleto o dañado/,
      /Qué incumple.*file/,
    ],
    [
      'Versión 99.testigo.json',
      caseText.replace(caseSchema, 'testigo.case/99'),
      /de una versión no compatible/,
      /Qué incumple.*file\.schema: .*testigo\.case\/2/,
    ],
    [
      'Sin título.testigo.json',
      caseText.replace('"title"', '"titulo"'),
      /no se puede leer/,
      /Qué incumple.*title/,
    ],
    [
      'package.json',
      '{"name":"otra cosa"}',
      /Aún no hay prueba de este archivo/,
      /Es JSON, pero no un testigo/,
    ],
    ['Certificado.pem', '-----BEGIN CERTIFICATE-----\nMIIDxx', /no se puede leer/, /Qué incumple.*file/],
    ['Constancia.tsr', stamp.subarray(0, 900), /No se puede leer: time-stamp/, /X_UNREADABLE/],
    ['Carta.txt', 'Estimada Ana:', /Aún no hay prueba de este archivo/, /Agrega el testigo/],
    ['Pagaré.testigo.json', caseText, /Falta saber si quien puso este sello/, /Comprobaciones/],
  ];
  await page.getByLabel('Elegir archivos').setInputFiles(
    given.map(([name, content]) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: typeof content === 'string' ? Buffer.from(content) : content,
    })),
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `${given.length} elementos, ${given.length} revisados`,
  );
  const pane = page.getByRole('complementary');
  for (const [name, , found, can] of given) {
    const row = page.getByRole('row', { name: new RegExp(name) });
    await expect(row).toContainText('Sin determinar');
    await expect(row).toContainText(found);
    await row.click();
    await expect(pane).toContainText(name);
    await expect(pane).toContainText(can);
  }
  await page.getByRole('button', { name: 'Pegar huellas' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(`${'a'.repeat(64)}\n${'b'.repeat(63)}\n${'O'.repeat(64)}`);
  await expect(dialog).toContainText(/2 líneas no son un SHA-256 y se omiten: línea 2 .*línea 3/);
  await dialog.getByRole('button', { name: 'Agregar 1 huella' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `${given.length + 1} elementos, ${given.length + 1} revisados`,
  );
});

test('the spreadsheet has a line for each row, and runs nothing', async ({ page }) => {
  await openVerify(page);
  await prepareDrop(page, 2, { '=HYPERLINK("https:evil").json': '{"a":1}' });
  await drop(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('3 elementos, 3 revisados');
  await page.getByRole('button', { name: 'Informe' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const csv = await readFile(await (await saved).path(), 'utf8');
  const lines = csv.split('\r\n');
  expect(csv.startsWith('\uFEFFitem,kind,verdict')).toBe(true);
  expect(lines).toHaveLength(5);
  expect(csv).toContain(`"'=HYPERLINK(""https:evil"").json"`);
});
