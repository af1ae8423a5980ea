import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { database } from '#jobs/store/database.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { narrowToPhone } from '#ui/testing/phone.ts';
import { m } from '#i18n/messages.ts';
import { RequestsPage } from '../requests-page.tsx';
import { renderPage } from '../../testing/page.tsx';

const organization = { id: '69a93800eaaf69f67e91a4e2', name: 'Grupo Ceibal' };
const rows = ['Contrato', 'Convenio'].map((name, at) => ({
  id: String(at).repeat(24),
  name,
  draft: false,
  finalized: false,
  organization,
  createdAt: '2026-11-10T00:00:00Z',
  updatedAt: '2026-11-12T00:00:00Z',
}));
const list = (results: readonly object[]) => ({
  body: { id: 'l', info: { id: 'l', count: results.length, pages: 1, next: null, prev: null }, results },
});
const open = (address: string) =>
  renderPage(<RequestsPage />, address, (path) =>
    path === '/signature-requests' ? list(rows) : list(path === '/organizations' ? [organization] : []),
  );
type Opened = Awaited<ReturnType<typeof open>>;

afterEach(() => storedData().erase());

const button = () => screen.findByRole('button', { name: /^Vista/ });
async function openViews({ user }: Opened) {
  await user.click(await button());
  const panel = within(await screen.findByRole('dialog', { name: 'Vistas' }));
  await panel.findByRole('textbox');
  return panel;
}
async function saveView(page: Opened, name: string) {
  const panel = await openViews(page);
  await page.user.type(panel.getByRole('textbox'), name);
  await page.user.click(panel.getByRole('button', { name: 'Guardar vista' }));
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('a view is saved, marked, applied by the address alone, and says that it was changed', async () => {
  const page = await open('/requests?tab=waiting&q=con&sel=none&hide=age');
  await saveView(page, '  Contratos que esperan ');
  await closed();
  expect(await screen.findByRole('button', { name: 'Vista: Contratos que esperan' })).toHaveFocus();
  const [stored] = await (await database()).getAll('savedViews');
  expect(stored).toMatchObject({ name: 'Contratos que esperan', address: 'tab=waiting&q=con&hide=age' });
  const applied = `/requests?tab=waiting&q=con&hide=age&saved=${stored?.id}`;

  await page.user.click(screen.getByRole('tab', { name: /Rechazadas/ }));
  expect(await screen.findByRole('button', { name: /Con cambios$/ })).toBeVisible();
  let panel = await openViews(page);
  const row = panel.getByRole('button', { name: /^Contratos que esperan/ });
  expect(row).toHaveTextContent('Con cambios');
  expect(row).toHaveAttribute('aria-current', 'true');
  await page.user.click(row);
  await closed();
  expect(page.at.current).toBe(applied);
  expect(await screen.findByRole('button', { name: 'Vista: Contratos que esperan' })).toBeVisible();

  panel = await openViews(page);
  await page.user.click(panel.getByRole('button', { name: m.requests_view_plain() }));
  await waitFor(() => expect(page.at.current).toBe('/requests'));
  expect(screen.getByRole('button', { name: 'Vistas' })).toBeVisible();
});

test('a name that is saved by two presses is saved once', async () => {
  const page = await open('/requests?tab=waiting');
  const panel = await openViews(page);
  await page.user.type(panel.getByRole('textbox'), 'Esperan{Enter}{Enter}');
  await closed();
  expect(await (await database()).getAll('savedViews')).toHaveLength(1);
});

test('a changed view is saved again under its name', async () => {
  const page = await open('/requests?tab=waiting');
  await saveView(page, 'Esperan');
  await closed();
  await page.user.click(screen.getByRole('tab', { name: /Rechazadas/ }));
  const panel = await openViews(page);
  await page.user.click(await panel.findByRole('button', { name: 'Guardar los cambios' }));
  await closed();
  expect(await screen.findByRole('button', { name: 'Vista: Esperan' })).toBeVisible();
  expect(await (await database()).getAll('savedViews')).toMatchObject([{ address: 'tab=rejected' }]);
});

test('a view is renamed and deleted, and a deleted one can be brought back', async () => {
  const page = await open('/requests?tab=waiting');
  await saveView(page, 'Esperan');
  await closed();
  let panel = await openViews(page);
  await page.user.click(panel.getByRole('button', { name: 'Cambiar nombre: Esperan' }));
  const field = panel.getByRole('textbox', { name: 'Nombre de la vista' });
  expect(field).toHaveFocus();
  await page.user.clear(field);
  await page.user.type(field, 'Pendientes');
  await page.user.click(panel.getByRole('button', { name: m.common_save() }));
  await closed();
  panel = await openViews(page);
  await page.user.click(panel.getByRole('button', { name: 'Eliminar: Pendientes' }));
  await closed();
  expect(await screen.findByRole('button', { name: 'Vistas' })).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByRole('button', { name: 'Vista: Pendientes' })).toBeVisible();
});

test('a name that is empty, too long or another view’s is refused', async () => {
  const page = await open('/requests');
  await saveView(page, 'Esperan');
  await closed();
  const panel = await openViews(page);
  const field = panel.getByRole('textbox');
  await page.user.click(panel.getByRole('button', { name: 'Guardar vista' }));
  expect(await panel.findByText(m.requests_view_name_rule({ most: 60 }))).toBeVisible();
  await page.user.type(field, 'Esperan');
  expect(await panel.findByText(m.requests_view_name_taken())).toBeVisible();
  await page.user.clear(field);
  await page.user.click(field);
  await page.user.paste('x'.repeat(61));
  expect(await panel.findByText(m.requests_view_name_rule({ most: 60 }))).toBeVisible();
  expect(await (await database()).getAll('savedViews')).toHaveLength(1);
});

test('a view of another organization, or a damaged one, is not there and breaks nothing', async () => {
  const record = { id: 'other', scope: 'there', name: 'Ajena', address: '', createdAt: '' };
  await (await database()).put('savedViews', record);
  const page = await open('/requests?saved=other');
  await (await database()).put('savedViews', { ...record, id: 'damaged', name: 7 } as never);
  const panel = await openViews(page);
  expect(panel.getByText(m.requests_views_none())).toBeVisible();
  expect(screen.getByRole('button', { name: 'Vistas' })).toBeVisible();
});

test('columns are hidden and shown by the address; that of the name stays', async () => {
  const page = await open('/requests');
  const table = await screen.findByRole('table', { name: 'Solicitudes' });
  await within(table).findByRole('row', { name: /Contrato/ });
  await page.user.click(screen.getByRole('button', { name: 'Columnas' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Columnas' }));
  const box = await panel.findByRole('checkbox', { name: 'Antigüedad' });
  expect(panel.getAllByRole('checkbox')).toHaveLength(5);
  expect(panel.getAllByRole('checkbox')[0]).toHaveFocus();
  await page.user.click(box);
  await page.user.click(panel.getByRole('checkbox', { name: 'Avance' }));
  expect(page.at.current).toBe('/requests?hide=progress.age');
  const heads = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(heads).toEqual(['', 'Documento', 'Se espera a', 'Conservación', 'Último cambio']);
  await page.user.click(box);
  expect(page.at.current).toBe('/requests?hide=progress');
});

test('the board has no columns to choose, and neither does a phone, which has the saved views', async () => {
  const board = await open('/requests?view=board');
  expect(await screen.findByRole('button', { name: m.requests_look_table() })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Columnas' })).toBeNull();
  board.unmount();
  narrowToPhone();
  const phone = await open('/requests');
  expect(await screen.findByText('Contrato')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Columnas' })).toBeNull();
  await saveView(phone, 'En el teléfono');
  await closed();
  expect(await screen.findByRole('button', { name: 'Vista: En el teléfono' })).toBeVisible();
  vi.restoreAllMocks();
});
