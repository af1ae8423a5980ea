import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bulkDrafts } from '#jobs/drafts/bulk-drafts.ts';
import { localPreferences } from '#client/session/preferences.ts';
import { bulks } from '#jobs/bulk/bulks.ts';
import { storedFiles } from '#jobs/store/stored-files.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { json } from '#client/testing/answers.ts';
import { list, organization, refusal } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { workVersion } from './prepare/work-record.ts';
import { begun, open, scope, service, work } from './testing/prepared-bulk.tsx';

// Whole pages take jsdom seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const rowOf = (n: number) => {
  const found = within(screen.getByRole('table', { name: 'Revisión' }))
    .getAllByRole('row')
    .find((row) => row.getAttribute('data-index') === String(n - 2));
  if (!found) throw new Error(`Row ${n} is not drawn.`);
  return found;
};

beforeEach(async () => {
  await storedData().erase();
  localPreferences.remove('bulk-columns');
});

describe('the bulk page', () => {
  it('goes on with what was being prepared, and names it in the address', async () => {
    const { where } = await open(work([['Uno', 'AALR790226MC2']]));
    expect(await screen.findByText('Contratos/Uno.pdf')).toBeVisible();
    expect(screen.queryByText(/^Ese borrador no está/)).toBeNull();
    expect(where()).toBe('/requests/bulk?draft=d1');
    await waitFor(() => expect(rowOf(2)).toHaveTextContent('Lista'));
    expect(screen.getByRole('button', { name: 'Enviar 1 solicitud' })).toBeEnabled();
  });

  it('IV-2 refuses a row without a link, checks it again once its cell is corrected, and keeps the correction', async () => {
    const { user } = await open(work([['Uno', 'XONI0105214I1']]));
    await waitFor(() =>
      expect(rowOf(2)).toHaveTextContent('Itzel Xool no tiene vínculo con tu organización'),
    );
    expect(screen.getByRole('button', { name: 'Enviar' })).toBeDisabled();
    await user.click(rowOf(2));
    const cell = await screen.findByRole('textbox', { name: 'RFC (Firmante)' });
    expect(cell).toHaveFocus();
    expect(cell).toHaveAccessibleDescription(/Itzel Xool no tiene vínculo/);
    await user.clear(cell);
    await user.type(cell, 'AALR790226MC2{Enter}');
    await waitFor(() => expect(rowOf(2)).toHaveTextContent('Rodrigo Aranda'));
    await waitFor(async () => {
      const draft = await bulkDrafts(scope).read('d1');
      expect(draft?.data).toMatchObject({ edits: { '2:1': 'AALR790226MC2' } });
    });
  });

  it('shows what a second check finds, however late the first one answers', async () => {
    let answerFirst = (): void => undefined;
    const first = new Promise<Response>((resolve) => {
      answerFirst = () => resolve(list([]));
    });
    let times = 0;
    const faked = service(({ url }, path) =>
      path === '/organization-links' && url.searchParams.has('subject') && (times += 1) === 1
        ? first
        : undefined,
    );
    const { user } = await open(work([['Uno', 'AALR790226MC2']]), faked);
    await waitFor(() => expect(times).toBe(1));
    await user.click(await screen.findByRole('button', { name: 'Volver a revisar' }));
    await waitFor(() => expect(rowOf(2)).toHaveTextContent('Lista'));
    answerFirst();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(rowOf(2)).toHaveTextContent('Lista');
  });

  it('sends what could not be checked only after the reader has accepted just that', async () => {
    const faked = service((_seen, path) =>
      path === '/organization-links' ? refusal(404, 'no such path') : undefined,
    );
    const { user } = await open(work([['Uno', 'AALR790226MC2']]), faked);
    await waitFor(() => expect(rowOf(2)).toHaveTextContent('Sin comprobar'));
    expect(rowOf(2)).toHaveTextContent('No se pudo comprobar el vínculo de Rodrigo Aranda');
    const accept = screen.getByRole('checkbox', { name: 'Enviar 1 fila que no se pudo comprobar' });
    await user.click(screen.getByRole('button', { name: 'Enviar 1 solicitud' }));
    expect(accept).toHaveFocus();
    await waitFor(() => expect(accept).toBeInvalid());
    expect(accept).toHaveAccessibleDescription(/Elige arriba qué hacer con esas filas/);
    expect(faked.seen.some(({ method }) => method !== 'GET')).toBe(false);
    await user.click(accept);
    await waitFor(() => expect(accept).toBeValid());
    expect(screen.queryByText(/Elige arriba qué hacer/)).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Nombre de este envío' }), 'Lote de mayo');
    expect(screen.getByRole('textbox', { name: 'Nombre de este envío' })).toHaveValue('Lote de mayo');
    await waitFor(async () => {
      expect((await bulkDrafts(scope).read('d1'))?.data).toMatchObject({
        title: 'Lote de mayo',
        accepted: { unchecked: 1 },
      });
    });
  });

  it.each([
    ['could not be read', () => refusal(500, 'No disk'), m.common_quota_failed],
    ['is not reported', () => json(organization), m.common_quota_unknown],
  ])('NO-2 says of a quota that %s just that', async (_, answer, words) => {
    const faked = service((_seen, path) => (path.startsWith('/organization/') ? answer() : undefined));
    await open(work([['Uno', 'AALR790226MC2']], { nom151: true }), faked);
    expect(await screen.findByText(words())).toBeVisible();
    await waitFor(() => expect(rowOf(2)).toHaveTextContent(m.bulk_reason_quota_unchecked()));
  });

  it('a service that does not answer knows nobody less than before', async () => {
    const faked = service((_seen, path) => (path === '/subjects' ? refusal(403, 'no') : undefined));
    await open(work([['Uno', 'AALR790226MC2']]), faked);
    await waitFor(() => expect(rowOf(2)).toHaveTextContent('No se pudo buscar a AALR790226MC2'));
    expect(rowOf(2)).not.toHaveTextContent('no conoce');
  });

  it('begins with every row of the table, shows what failed and why, and leaves nothing to send twice', async () => {
    const faked = service((_seen, path) =>
      path === '/sign-file-url' ? refusal(422, 'filePath: too deep') : undefined,
    );
    const { user, where } = await open(
      work([
        ['Uno', 'AALR790226MC2'],
        ['Dos', 'AALR790226MC2'],
      ]),
      faked,
    );
    for (const id of ['f1', 'f2']) await storedFiles(scope).writeFile(id, new File(['abc'], id));
    await waitFor(() => expect(rowOf(3)).toHaveTextContent('«Dos» no está entre los documentos elegidos'));
    await user.click(screen.getByRole('checkbox', { name: 'Dejar fuera 1 fila que no se puede enviar' }));
    await user.click(screen.getByRole('button', { name: 'Enviar 1 solicitud' }));
    expect(await screen.findByText(/Terminado\. Hechas: 0; fallidas: 1; filas fuera: 1/)).toBeVisible();
    const [operation] = await bulks(scope).list();
    expect(where()).toBe('/requests/bulk?run=d1');
    expect(operation).toMatchObject({ id: 'd1', total: 2, columns: ['Archivo', 'RFC'], title: 'firmas' });
    const items = within(screen.getByRole('table', { name: 'Solicitudes de este envío' }));
    expect(await items.findByText(/Su documento no estaba entre los elegidos/)).toBeVisible();
    expect(items.getByText(/No se confirmó la subida del documento/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reintentar 1 fallida' })).toBeEnabled();
    expect(await bulkDrafts(scope).read('d1')).toBeUndefined();
    // Of its files those stay that the bulk needs.
    await waitFor(async () =>
      expect((await storedFiles(scope).listFiles()).map(({ id }) => id)).toEqual(['f1']),
    );
  });

  it('offers to leave no row out where none can be sent, and says that none can', async () => {
    await open(work([['Dos', 'AALR790226MC2']]), service());
    await waitFor(() => expect(rowOf(2)).toHaveTextContent('«Dos» no está entre los documentos elegidos'));
    expect(screen.getByText(new RegExp(m.bulk_blocked_nothing()))).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /Dejar fuera/ })).toBeNull();
  });

  it('opens what was begun of the draft meanwhile, and begins no second one', async () => {
    const faked = service();
    const { user, where } = await open(work([['Uno', 'AALR790226MC2']]), faked);
    const send = await screen.findByRole('button', { name: 'Enviar 1 solicitud' });
    await begun('d1');
    await user.click(send);
    await waitFor(() => expect(where()).toBe('/requests/bulk?run=d1'));
    expect(await bulks(scope).list()).toMatchObject([{ id: 'd1', title: 'Iniciado', status: 'paused' }]);
    expect(faked.seen.some(({ method }) => method !== 'GET')).toBe(false);
  });

  it('opens, where the address names a draft that was begun, what was begun of it', async () => {
    await begun('d1');
    const { where } = await open(undefined, service(), workVersion, '/requests/bulk?draft=d1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Iniciado' })).toBeVisible();
    expect(where()).toBe('/requests/bulk?run=d1');
  });

  it('says so where this browser does not have the draft of the address, and begins a new one', async () => {
    const gone = 'Ese borrador no está en este equipo; este es un envío nuevo.';
    const { where } = await open(undefined, service(), workVersion, '/requests/bulk?draft=not-here');
    expect(await screen.findByText(gone)).toBeVisible();
    expect(where()).toMatch(/^\/requests\/bulk\?draft=[\da-f-]{36}$/);
    expect(screen.getByRole('heading', { level: 1, name: 'Envío masivo' })).toBeVisible();
  });

  it('leaves alone what a newer build wrote, and says so', async () => {
    await open(work([]), service(), workVersion + 1);
    expect(await screen.findByText('Lo guardó una versión más nueva')).toBeVisible();
    expect((await bulkDrafts(scope).read('d1'))?.version).toBe(workVersion + 1);
  });

  it('a pasted table is read, its columns are guessed, and the choice is remembered for the next one like it', async () => {
    const { user } = await open(undefined);
    const paste = async (text: string): Promise<void> => {
      await user.click(await screen.findByRole('button', { name: 'Pegar' }));
      const field = screen.getByRole('textbox', { name: 'Tabla pegada' });
      await user.click(screen.getByRole('button', { name: 'Usar esta tabla' }));
      await waitFor(() => expect(field).toHaveAccessibleDescription(/Pega al menos una fila/));
      expect(field).toHaveFocus();
      await user.paste(text);
      await user.click(screen.getByRole('button', { name: 'Usar esta tabla' }));
    };
    await paste('Expediente\tRFC\nA1\tAALR790226MC2');
    const column = await screen.findByRole('combobox', { name: 'Expediente' });
    expect(column).toHaveValue('ignore');
    expect(screen.getByRole('combobox', { name: 'RFC' })).toHaveValue('signer');
    await user.selectOptions(column, 'document');
    await paste('Expediente\tRFC\nB7\tXONI0105214I1');
    await waitFor(() => expect(screen.getByText('B7')).toBeVisible());
    expect(screen.getByRole('combobox', { name: 'Expediente' })).toHaveValue('document');
    expect(localPreferences.get('bulk-columns')).toMatch(/:ds$/);
  });
});
