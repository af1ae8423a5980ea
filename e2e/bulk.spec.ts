import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { workbook } from '#widgets/table-reading/testing/workbook.ts';
import { expectAccessible } from './accessible.ts';
import { call, enterDemo, pdf } from './staff.ts';
import { expect, test, type DemoSession, type RunningService } from './service.ts';

const tables = 'input[type=file][accept*=".csv"]';

/** Chooses documents of these titles, each with its own bytes. */
async function chooseDocuments(page: Page, titles: readonly string[]): Promise<void> {
  const files = await Promise.all(
    titles.map(async (title) => ({
      name: `${title}.pdf`,
      mimeType: 'application/pdf',
      buffer: await pdf(title, 1),
    })),
  );
  await page.locator('input[type=file]').first().setInputFiles(files);
}

async function chooseTable(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.locator(tables).setInputFiles({ name, mimeType: '', buffer: Buffer.from(bytes) });
}

async function openBulk(page: Page): Promise<void> {
  await enterDemo(page, '/requests/bulk');
  await expect(page.getByRole('heading', { level: 1, name: 'Envío masivo' })).toBeVisible();
}

/** The row of the dry run with this number. */
const row = (page: Page, n: number) =>
  page
    .getByRole('table', { name: 'Revisión' })
    .locator('tbody tr')
    .filter({ has: page.getByText(String(n), { exact: true }) });

/** The requests that the service knows whose name begins so, with whom they invite. */
async function known({ origin }: RunningService, demo: DemoSession, name: string) {
  const key = demo.organizations[0]!.apiKey;
  const argument = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
  interface Listed {
    results: { id: string; name: string; draft: boolean; subject: { commonName: string } }[];
  }
  const read = async (path: string) => (await call<Listed>(origin, key, 'GET', path)).body.results;
  const requests = await read(
    `/signature-requests?search=${argument({ name })}&pagination=${argument({ size: 100 })}`,
  );
  const whole = requests.map(async ({ id, name, draft }) => {
    const invites = await read(`/signature-request-invites?signatureRequest=${argument({ eq: id })}`);
    return { name, draft, who: invites.map(({ subject }) => subject.commonName).sort() };
  });
  return (await Promise.all(whole)).sort((a, b) => a.name.localeCompare(b.name));
}

const textOf = async (download: Download): Promise<string> =>
  (await readFile(await download.path())).toString();

/** Every kind of problem that a row can have, between rows that have none. Row 2 is the first. */
const rowsOfTable = (title: string): readonly string[] => [
  'Documento;Firmante;NOM-151;Nota',
  `${title} uno.pdf;AALR790226MC2;sí;=1+1`,
  `${title.toLowerCase()} uno;ana.pech@correo.example;sí;ñ`,
  `${title} dos;CAPL750923PEA;;`,
  `${title} dos;xoni0105214i1;;sin vínculo`,
  `${title} dos;TEGJ810608LE3;;revocado`,
  `${title} dos;HECE711214QEA;;vencido`,
  `${title} tres;SOMG900129R53;;vence pronto`,
  `${title} tres;nadie@correo.example;;`,
  `${title} tres;AALR7902;;`,
  `${title} cinco;AALR790226MC2;;`,
  `${title} uno;AALR790226HYNRZD01;sí;la misma persona`,
  `${title} cuatro;IACH831117HSRBTC04;;dos personas`,
  `${title} cuatro;IACH831117TI0;quizá;`,
];

const documentsOf = (title: string): readonly string[] =>
  ['uno', 'dos', 'tres', 'cuatro'].map((n) => `${title} ${n}`);

/** Saved as a spreadsheet of this part of the world saves it. */
const chooseRows = (page: Page, rows: readonly string[]): Promise<void> =>
  chooseTable(page, 'firmas.csv', Buffer.from(rows.join('\r\n'), 'latin1'));

test('a table with every kind of problem is verified row by row, corrected, and sent', async ({
  page,
  service,
  demo,
}) => {
  await openBulk(page);
  await chooseDocuments(page, documentsOf('Cesión'));
  await chooseRows(page, rowsOfTable('Cesión'));
  await expect(page.getByLabel('Codificación')).toHaveValue('windows-1252');
  await expect(page.getByLabel('Separador')).toHaveValue(';');
  await expect(page.getByLabel('Documento', { exact: true })).toHaveValue('document');
  await expect(page.getByLabel('Firmante', { exact: true })).toHaveValue('signer');
  const reasons: readonly [number, RegExp][] = [
    [2, /Lista/],
    [5, /no tiene vínculo con tu organización/],
    [6, /está revocado/],
    [7, /venció/],
    [8, /vence en \d+ días/],
    [9, /No se encontró a nadie@correo\.example/],
    [10, /no tiene la longitud/],
    [11, /no está entre los documentos elegidos/],
    [12, /Rodrigo Aranda Lizama ya está en esta solicitud, en la fila 2/],
    [13, /corresponde a 2 personas/],
    [14, /no es sí ni no/],
    [4, /Depende de la fila 5/],
  ];
  for (const [n, said] of reasons) await expect(row(page, n)).toContainText(said);

  // Corrected where it stands, with the keyboard: the next problem, its cell, another value.
  await row(page, 9).focus();
  await page.keyboard.press('Enter');
  const cell = page.getByRole('textbox', { name: 'Firmante (Firmante)' });
  await expect(cell).toBeFocused();
  await cell.fill('maria.ortega@correo.example');
  await cell.press('Enter');
  await expect(row(page, 9)).toContainText('María Fernanda Ortega Ruiz');
  await page.keyboard.press('Escape');
  await row(page, 10).click();
  await page.getByRole('button', { name: 'Dejar fuera' }).click();
  await expect(row(page, 10)).toContainText('Fuera');
  await page.getByRole('button', { name: 'Cerrar' }).click();
  await expectAccessible(page, 'a bulk that is verified');

  // Nothing of it is lost with the page.
  await expect(page.getByText(/Guardado aquí a las/)).toBeVisible();
  await page.reload();
  await expect(row(page, 9)).toContainText('María Fernanda Ortega Ruiz', { timeout: 20_000 });
  await expect(row(page, 10)).toContainText('Fuera');
  await expect(page.getByText('4 listos').first()).toBeVisible();

  const send = page.getByRole('button', { name: 'Enviar 2 solicitudes' });
  const leaveOut = page.getByRole('checkbox', { name: /Dejar fuera \d+ filas que no se pueden enviar/ });
  await send.click();
  await expect(leaveOut).toBeFocused();
  await leaveOut.check();
  await page.getByRole('checkbox', { name: 'Enviar 1 fila con aviso' }).check();
  await send.click();
  await expect(page.getByText(/Terminado\. Hechas: 2; fallidas: 0/)).toBeVisible({ timeout: 30_000 });
  expect(await known(service, demo, 'Cesión')).toEqual([
    {
      name: 'Cesión tres',
      draft: false,
      who: ['Gabriela Solís Montero', 'María Fernanda Ortega Ruiz'],
    },
    { name: 'Cesión uno', draft: false, who: ['Ana Sofía Pech Uc', 'Rodrigo Aranda Lizama'] },
  ]);
});

test('the result of a bulk is a table: corrected and loaded again, it sends only what was not sent', async ({
  page,
  service,
  demo,
}) => {
  await openBulk(page);
  const titles = documentsOf('Traspaso');
  await chooseDocuments(page, titles);
  const rows = rowsOfTable('Traspaso').map((line) =>
    line.replace('nadie@correo.example', 'maria.ortega@correo.example'),
  );
  await chooseRows(page, rows);
  await expect(row(page, 9)).toContainText('María Fernanda Ortega Ruiz');
  // Left in, it would stop the request of the row before.
  await row(page, 10).click();
  await page.getByRole('button', { name: 'Dejar fuera' }).click();
  await expect(row(page, 10)).toContainText('Fuera');
  await page.getByRole('button', { name: 'Cerrar' }).click();
  await page.getByRole('checkbox', { name: /Dejar fuera \d+ filas que no se pueden enviar/ }).check();
  await page.getByRole('checkbox', { name: 'Enviar 1 fila con aviso' }).check();
  await page.getByRole('button', { name: 'Enviar 2 solicitudes' }).click();
  await expect(page.getByText(/Terminado\. Hechas: 2; fallidas: 0/)).toBeVisible({ timeout: 30_000 });

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Resultado en CSV' }).click(),
  ]);
  const result = await textOf(download);
  expect(result.startsWith('\uFEFF')).toBe(true);
  expect(result).toContain("'=1+1");
  expect(result.trimEnd().split('\r\n')).toHaveLength(rows.length);

  // Corrected in the file, and loaded as the table: only what was not sent is there to be sent.
  await page.getByRole('link', { name: 'Preparar otro envío' }).click();
  await chooseDocuments(page, titles);
  const corrected = result
    .replace('xoni0105214i1', 'PEUA960703Q18')
    .replace('quizá', 'no')
    .replace('IACH831117HSRBTC04', 'OERF880412RX0');
  await chooseTable(page, 'resultado.csv', Buffer.from(corrected));
  await expect(page.getByText(/Es el resultado de un envío anterior/)).toContainText('4 ya se enviaron');
  await expect(row(page, 2)).toContainText('Ya enviada');
  await expect(row(page, 12)).toContainText('ya está en esta solicitud, en la fila 2');
  await page.getByRole('checkbox', { name: /Dejar fuera/ }).check();
  await page.getByRole('button', { name: 'Enviar 1 solicitud' }).click();
  await expect(page.getByText(/Terminado\. Hechas: 1;/)).toBeVisible({ timeout: 30_000 });
  const all = await known(service, demo, 'Traspaso');
  expect(all.map(({ name }) => name)).toEqual(['Traspaso cuatro', 'Traspaso tres', 'Traspaso uno']);
  expect(all[0]?.who).toEqual(['Héctor Ibarra Cota', 'María Fernanda Ortega Ruiz']);
});

test('a pasted table without documents gives each person a copy', async ({ page, service, demo }) => {
  await openBulk(page);
  await chooseDocuments(page, ['Reglamento interno']);
  await page.getByRole('button', { name: 'Pegar', exact: true }).click();
  await page
    .getByRole('textbox', { name: 'Tabla pegada' })
    .fill('Nombre\tCorreo\nRodrigo\trodrigo.aranda@correo.example\nLuis\tluis.canche@correo.example');
  await page.getByRole('button', { name: 'Usar esta tabla' }).click();
  await expect(page.getByLabel('Separador')).toHaveValue('\t');
  await page.getByRole('radio', { name: /Una copia para cada persona/ }).check();
  await page.getByRole('button', { name: 'Enviar 2 solicitudes' }).click();
  await expect(page.getByText(/Terminado\. Hechas: 2;/)).toBeVisible({ timeout: 30_000 });
  expect(await known(service, demo, 'Reglamento')).toEqual([
    { name: 'Reglamento interno, Luis Alberto Canché Poot', draft: false, who: ['Luis Alberto Canché Poot'] },
    { name: 'Reglamento interno, Rodrigo Aranda Lizama', draft: false, who: ['Rodrigo Aranda Lizama'] },
  ]);
});

test('a sheet of a workbook is read, and its request is left as a draft', async ({ page, service, demo }) => {
  await openBulk(page);
  await chooseDocuments(page, ['Acta']);
  await chooseTable(
    page,
    'firmas.xlsx',
    workbook({
      Notas: [['nada']],
      Firmas: [
        ['Archivo', 'Firmantes', 'NOM-151'],
        ['Acta', 'AALR790226MC2; CAPL750923PEA', true],
      ],
    }),
  );
  await page.getByLabel('Hoja').selectOption('Firmas');
  await expect(row(page, 2)).toContainText('Rodrigo Aranda Lizama, Luis Alberto Canché Poot');
  await expect(page.getByText('Constancias NOM-151')).toBeVisible();
  await page.getByRole('switch', { name: 'Dejarlas en borrador' }).check();
  await page.getByRole('button', { name: 'Crear 1 borrador' }).click();
  await expect(page.getByText(/Terminado\. Hechas: 1;/)).toBeVisible({ timeout: 30_000 });
  // What was made and is a draft was sent to nobody, and is not called so.
  const made = page.getByRole('table', { name: 'Solicitudes de este envío' });
  await expect(made).toContainText('En borrador');
  await expect(made).not.toContainText('Enviada');
  const [acta] = await known(service, demo, 'Acta');
  expect(acta).toMatchObject({ draft: true, who: ['Luis Alberto Canché Poot', 'Rodrigo Aranda Lizama'] });
});

test('folders keep their tree, twins are sent once, and what cannot be sent stops nothing', async ({
  page,
}) => {
  await openBulk(page);
  const [one, two] = await Promise.all([pdf('Del norte', 1), pdf('Del sur', 1)]);
  const files = {
    norte: { 'Contrato.pdf': one.toString('base64') },
    sur: { 'Contrato.pdf': two.toString('base64'), 'Copia.pdf': one.toString('base64'), 'vacio.pdf': '' },
  };
  // A drop of a folder, as a browser hands it over.
  await page.getByText('Suelta aquí los documentos o carpetas').evaluate((zone, tree) => {
    const bytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const fileEntry = (name: string, text: string) => ({
      name,
      isFile: true,
      isDirectory: false,
      file: (done: (file: File) => void) => done(new File([bytes(text)], name)),
    });
    const folderEntry = (name: string, inside: Record<string, unknown>): object => ({
      name,
      isFile: false,
      isDirectory: true,
      createReader: () => {
        let reported = false;
        return {
          readEntries: (done: (found: object[]) => void) => {
            const found = Object.entries(inside).map(([name, value]) =>
              typeof value === 'string'
                ? fileEntry(name, value)
                : folderEntry(name, value as Record<string, unknown>),
            );
            done(reported ? [] : found);
            reported = true;
          },
        };
      },
    });
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true });
    const items = [{ kind: 'file', webkitGetAsEntry: () => folderEntry('Contratos', tree) }];
    Object.defineProperty(drop, 'dataTransfer', { value: { types: ['Files'], items, files: [] } });
    zone.dispatchEvent(drop);
  }, files);
  const list = page.getByRole('list', { name: 'Documentos' });
  await expect(list.getByText('Contratos/norte/Contrato.pdf', { exact: true })).toBeVisible();
  await expect(list.getByText(/está vacío/)).toBeVisible();
  await expect(list.getByText(/mismo contenido que Contratos\/norte\/Contrato\.pdf/)).toBeVisible();
  await expect(page.getByText('2 listos · 1 repetido · 1 no se puede enviar')).toBeVisible();
  const table =
    'Archivo,Correo\r\nContrato.pdf,rodrigo.aranda@correo.example\r\nsur/Contrato.pdf,rodrigo.aranda@correo.example\r\n';
  await chooseTable(page, 'firmas.csv', Buffer.from(table));
  await expect(row(page, 2)).toContainText('puede ser 2 documentos distintos');
  await expect(row(page, 3)).toContainText('Lista');
});

test('what a table cannot be is said with what to do, and what was there before stays', async ({ page }) => {
  await openBulk(page);
  await chooseTable(page, 'firmas.csv', Buffer.from('RFC\r\nAALR790226MC2\r\n'));
  await expect(page.getByText('1 fila · 1 columna')).toBeVisible();
  await chooseTable(page, 'viejo.xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]));
  await expect(page.getByText(/libro de Excel antiguo \(\.xls\) o con contraseña/)).toBeVisible();
  await expect(page.getByLabel('RFC', { exact: true })).toHaveValue('signer');
  await chooseTable(page, 'largo.csv', Buffer.from('a\n'.repeat(5002)));
  await expect(page.getByText(/llega a la fila 5,002; el límite es 5,000/)).toBeVisible();
});

test.describe('on the phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, colorScheme: 'dark' });

  test('the whole way fits, and every row can be opened', async ({ page }) => {
    await openBulk(page);
    await chooseDocuments(page, ['Convenio']);
    await chooseTable(
      page,
      'firmas.csv',
      Buffer.from('Archivo,RFC\r\nConvenio,AALR790226MC2\r\nConvenio,XONI0105214I1\r\n'),
    );
    const rows = page.getByRole('list', { name: 'Revisión' });
    await expect(rows.getByText(/no tiene vínculo/)).toBeVisible();
    await rows.getByRole('button', { name: /Itzel/ }).click();
    await expect(page.getByRole('textbox', { name: 'RFC (Firmante)' })).toBeFocused();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page, 'a bulk on the phone');
    await page.getByRole('radio', { name: /Enviarla sin esa persona/ }).check();
    await page.getByRole('checkbox', { name: /Dejar fuera 1 fila/ }).check();
    await page.getByRole('button', { name: 'Enviar 1 solicitud' }).click();
    await expect(page.getByText(/Terminado\. Hechas: 1;/)).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page, 'the end of a bulk on the phone');
  });
});
