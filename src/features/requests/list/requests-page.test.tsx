import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { typeDay } from '#ui/testing/type-day.ts';
import { ink } from '#ui/theme/tokens.ts';
import { narrowToPhone } from '#ui/testing/phone.ts';
import { m } from '#i18n/messages.ts';
import { RequestsPage } from './requests-page.tsx';
import { renderPage } from '../testing/page.tsx';

const organization = { id: '69a93800eaaf69f67e91a4e2', name: 'Grupo Ceibal' };
const request = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  draft: false,
  finalized: false,
  organization,
  content: { pdf: 'key' },
  anonymousKey: 'the-secret',
  createdAt: '2026-11-10T00:00:00Z',
  updatedAt: '2026-11-12T00:00:00Z',
  invites: [
    { id: `i${id}`, status: 'PENDING', createdAt: '2026-11-10T00:00:00Z', subject: { id: 'b'.repeat(24) } },
  ],
  ...more,
});
const list = (results: readonly object[], count = results.length) => ({
  body: { id: 'l', info: { id: 'l', count, pages: 1, next: null, prev: null }, results },
});
const person = { id: 'b'.repeat(24), commonName: 'Luis Alberto Canché Poot' };

/** A service with these requests that filters by name, draft and the number of rows requested. */
function service(rows: readonly { id: string; name: string; draft: boolean }[]) {
  return (path: string, query: URLSearchParams) => {
    if (path === '/signature-requests') {
      const { name = '' } = JSON.parse(query.get('search') ?? '{}') as { name?: string };
      const found = rows.filter(
        (row) =>
          row.name.toLowerCase().includes(name.toLowerCase()) &&
          (query.get('draft') ?? String(row.draft)) === String(row.draft),
      );
      return list(found);
    }
    if (path === '/subjects') return list([person]);
    if (path === '/organizations') return list([organization]);
    return list([]);
  };
}

const two = [
  request('a'.repeat(24), 'Contrato de obra'),
  request('c'.repeat(24), 'Pagaré 7', { draft: true }),
];

test('a list says what each request is and whom it waits for, by name', async () => {
  await renderPage(<RequestsPage />, '/requests', service(two));
  const table = await screen.findByRole('table', { name: 'Solicitudes' });
  const row = await within(table).findByRole('row', { name: /Contrato de obra/ });
  await waitFor(() => expect(row).toHaveTextContent('Luis Alberto Canché Poot'));
  expect(row).toHaveTextContent('PDF');
  expect(within(table).getByRole('row', { name: /Pagaré 7/ })).toHaveTextContent('Borrador, sin enviar');
});

test('what is searched stands in the address, and a link with it finds the same', async () => {
  const first = await renderPage(<RequestsPage />, '/requests', service(two));
  await screen.findByRole('row', { name: /Contrato de obra/ });
  await first.user.type(screen.getByRole('searchbox'), 'pagar');
  await waitFor(() => expect(first.at.current).toBe('/requests?q=pagar'));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Contrato de obra/ })).toBeNull());
  expect(screen.getByRole('row', { name: /Pagaré 7/ })).toBeVisible();
  first.unmount();
  await renderPage(<RequestsPage />, first.at.current, service(two));
  expect(await screen.findByRole('row', { name: /Pagaré 7/ })).toBeVisible();
  expect(screen.queryByRole('row', { name: /Contrato de obra/ })).toBeNull();
});

test('one button exports: all that matches, or what is chosen while something is', async () => {
  const { user } = await renderPage(<RequestsPage />, '/requests', service(two));
  const row = await screen.findByRole('row', { name: /Contrato de obra/ });
  const exports = () => screen.findAllByRole('button', { name: 'Exportar' });
  expect(await exports()).toHaveLength(1);
  await user.click((await exports())[0]!);
  expect(await screen.findByRole('menuitem', { name: m.requests_csv_all() })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(within(row).getByRole('checkbox'));
  const bar = within(await screen.findByRole('group', { name: '1 elegida' }));
  const chosen = await bar.findByRole('button', { name: 'Exportar' });
  // The one in the head stands where it was, and does nothing meanwhile.
  const [ofAll] = await exports();
  expect((await exports()).filter((one) => one.matches(':enabled'))).toEqual([chosen]);
  expect(ofAll).toBeVisible();
  expect(ofAll).toBeDisabled();
  await user.click(chosen);
  expect(await screen.findByRole('menuitem', { name: m.requests_csv_picked({ count: 1 }) })).toBeVisible();
});

test('what is chosen can be widened to all loaded rows, and its end is a button or Esc', async () => {
  const { user } = await renderPage(<RequestsPage />, '/requests', service(two));
  const row = await screen.findByRole('row', { name: /Contrato de obra/ });
  await user.click(within(row).getByRole('checkbox'));
  expect(await screen.findByRole('group', { name: '1 elegida' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Elegir las 2 de la lista' }));
  const bar = within(await screen.findByRole('group', { name: '2 elegidas' }));
  for (const box of within(screen.getByRole('table')).getAllByRole('checkbox')) expect(box).toBeChecked();
  // Nothing is left to choose.
  expect(screen.queryByRole('button', { name: /Elegir las/ })).toBeNull();
  await user.click(bar.getByRole('button', { name: 'Quitar selección' }));
  expect(screen.queryByRole('group', { name: /elegida/ })).toBeNull();
  expect(within(row).getByRole('checkbox')).not.toBeChecked();
  await user.click(within(row).getByRole('checkbox'));
  expect(await screen.findByRole('group', { name: '1 elegida' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: /elegida/ })).toBeNull();
  expect(within(row).getByRole('checkbox')).not.toBeChecked();
});

test('Esc closes the pane before it ends the choice', async () => {
  const { user, at } = await renderPage(<RequestsPage />, '/requests', service(two));
  const row = await screen.findByRole('row', { name: /Contrato de obra/ });
  await user.click(within(row).getByRole('checkbox'));
  await user.click(screen.getByText('Pagaré 7'));
  expect(await screen.findByRole('complementary', { name: /Pagaré 7/ })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(at.current).toBe('/requests'));
  expect(screen.getByRole('group', { name: '1 elegida' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: /elegida/ })).toBeNull();
});

test('a chosen row is marked as such, and tinted by the table', async () => {
  const { user } = await renderPage(<RequestsPage />, '/requests', service(two));
  const row = await screen.findByRole('row', { name: /Contrato de obra/ });
  expect(row).not.toHaveAttribute('data-checked');
  const plain = getComputedStyle(row).getPropertyValue('--row');
  await user.click(within(row).getByRole('checkbox'));
  await waitFor(() => expect(row).toHaveAttribute('data-checked', 'true'));
  expect(screen.getByRole('row', { name: /Pagaré 7/ })).not.toHaveAttribute('data-checked');
  expect(plain).toBe(ink.surface);
  expect(getComputedStyle(row).getPropertyValue('--row')).toBe(ink.accentTint);
});

test('a phone exports what matches before anything is chosen', async () => {
  narrowToPhone();
  await renderPage(<RequestsPage />, '/requests', service(two));
  expect(await screen.findByText('Contrato de obra')).toBeVisible();
  const button = await screen.findByRole('button', { name: 'Exportar' });
  expect(button).toBeEnabled();
  expect(button).toHaveAttribute('data-icon-on-phone');
  vi.restoreAllMocks();
});

test('days of creation are written in a form of the filter, and stand in the address', async () => {
  const { user, at } = await renderPage(<RequestsPage />, '/requests', service(two));
  await user.click(await screen.findByRole('button', { name: 'Creada' }));
  await typeDay(user, 'Desde', '2026-11-01');
  await user.click(screen.getByRole('button', { name: 'Aplicar' }));
  await waitFor(() => expect(at.current).toBe('/requests?created=2026-11-01..'));
});

test('nothing matches is not nothing: it says which filter hides most, and one button drops it', async () => {
  const { user, at } = await renderPage(<RequestsPage />, '/requests?q=zzz', service(two));
  expect(await screen.findByText('Sin coincidencias entre 2')).toBeVisible();
  expect(await screen.findByText('«Buscar: zzz» oculta 2.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Quitar el filtro' }));
  expect(await screen.findByRole('row', { name: /Contrato de obra/ })).toBeVisible();
  expect(at.current).toBe('/requests');
});

test('where nothing exists yet, the answer is to drop a document', async () => {
  const { unmount } = await renderPage(<RequestsPage />, '/requests', service([]));
  expect(await screen.findByText('Suelta aquí el primer documento')).toBeVisible();
  unmount();
  await renderPage(<RequestsPage />, '/requests?q=zzz', service([]));
  expect(await screen.findByText('Suelta aquí el primer documento')).toBeVisible();
  expect(screen.queryByText(/Sin coincidencias/)).toBeNull();
});

test('a list that failed does not look empty, and names the request that failed', async () => {
  const answer = service([]);
  await renderPage(<RequestsPage />, '/requests', (path, query) =>
    path === '/signature-requests' && query.get('pagination')?.includes('100')
      ? { status: 403, body: { errors: [{ message: 'no' }] } }
      : answer(path, query),
  );
  expect(await screen.findByText('No se pudo cargar la lista de solicitudes')).toBeVisible();
  const [method] = await screen.findAllByText('GET');
  expect(method?.parentElement).toHaveTextContent(/GET \/signature-requests 403/);
  expect(screen.queryByText('Suelta aquí el primer documento')).toBeNull();
  expect(screen.getByText('Sin cargar')).toBeVisible();
  // Only the count that is made of the rows failed.
  expect(await screen.findByRole('tab', { name: /Sin atestiguar ?sin contar/ })).toBeVisible();
  expect(screen.getByRole('tab', { name: /Borradores ?0/ })).toBeVisible();
});

test('counts of an earlier answer are not shown as current where neither they nor the list can be read', async () => {
  const answer = service([]);
  let fails = false;
  const { queries } = await renderPage(<RequestsPage />, '/requests', (path, query) =>
    path === '/signature-requests' && (fails || query.get('pagination')?.includes('100'))
      ? { status: 403, body: { errors: [{ message: 'no' }] } }
      : answer(path, query),
  );
  expect(await screen.findByRole('tab', { name: /Borradores ?0/ })).toBeVisible();
  expect(await screen.findByText('No se pudo cargar la lista de solicitudes')).toBeVisible();
  fails = true;
  await act(() => queries.refetchQueries());
  expect(await screen.findByRole('tab', { name: /Borradores ?sin contar/ })).toBeVisible();
  expect(screen.getByRole('tab', { name: /Todas ?sin contar/ })).toBeVisible();
});

test('a chosen request that failed is named by its ID once', async () => {
  const answer = service(two);
  await renderPage(<RequestsPage />, `/requests?sel=${'f'.repeat(24)}`, (path, query) =>
    path.startsWith('/signature-request/')
      ? { status: 403, body: { errors: [{ message: 'no' }] } }
      : answer(path, query),
  );
  const pane = await screen.findByRole('complementary', { name: 'Solicitud' });
  expect(await within(pane).findByText('No se pudo cargar la solicitud')).toBeVisible();
  expect(within(pane).getByRole('button', { name: `ID ${'f'.repeat(24)}` })).toBeVisible();
});

test('no secret of a request is in the page or the address', async () => {
  const { at, user, container } = await renderPage(<RequestsPage />, '/requests', service(two));
  await user.click(await screen.findByText('Contrato de obra'));
  await waitFor(() => expect(at.current).toBe(`/requests?sel=${'a'.repeat(24)}`));
  expect(await screen.findByRole('complementary')).toBeVisible();
  expect(container.innerHTML).not.toContain('the-secret');
  expect(at.current).not.toContain('the-secret');
});

test('a service that lists no requests says so at the top, and shows what witnesses mention', async () => {
  const witness = {
    id: 'w1',
    createdAt: '2026-11-18T00:00:00Z',
    signatureRequest: { id: '6afb4583a7fc71e01a4f230d' },
  };
  await renderPage(<RequestsPage />, '/requests', (path) =>
    path === '/witnesses' ? list([witness]) : { status: 404, body: { errors: [{ message: 'absent' }] } },
  );
  expect(await screen.findByText(/Este servicio no lista solicitudes/)).toBeVisible();
  const row = await screen.findByRole('row', { name: /4f230d/ });
  expect(row).toHaveTextContent('Estado desconocido');
  expect(row).not.toHaveTextContent('0/');
});

/** A service whose lists of 100 wait until they are let go, in any order. */
function heldService(rows: Parameters<typeof service>[0]) {
  const answer = service(rows);
  const waiting: { query: URLSearchParams; go: () => void }[] = [];
  return {
    waiting,
    letGo: (match: (query: URLSearchParams) => boolean) => {
      for (const { go } of waiting.filter(({ query }) => match(query))) go();
    },
    answer: async (path: string, query: URLSearchParams) => {
      if (path === '/signature-requests' && query.get('pagination')?.includes('100'))
        await new Promise<void>((go) => waiting.push({ query, go }));
      return answer(path, query);
    },
  };
}
const former = 'Resultados de la búsqueda anterior';
const isSearch = (query: URLSearchParams) => query.has('search');

test('rows of the former question say so, and are neither chosen, counted nor exported until the answer comes', async () => {
  const held = heldService(two);
  const { user } = await renderPage(<RequestsPage />, '/requests', held.answer);
  await waitFor(() => expect(held.waiting.length).toBeGreaterThan(0));
  // Before anything was received there is no time, no row and no empty list.
  expect(screen.queryByText(/En vivo|Sin actualizar/)).toBeNull();
  expect(screen.queryByText('Suelta aquí el primer documento')).toBeNull();
  held.letGo(() => true);
  const row = await screen.findByRole('row', { name: /Contrato de obra/ });
  expect(screen.queryByText(former)).toBeNull();
  await user.type(screen.getByRole('searchbox'), 'pagar');
  const mark = await screen.findByText(former);
  expect(mark).toBeVisible();
  // In the place of the count, where it covers no row; what stands beside it goes on from it.
  expect(mark.closest('[aria-busy="true"]')).toBeNull();
  expect(mark.closest('[role="status"]')?.parentElement).toHaveTextContent(
    /^Resultados de la búsqueda anterior · Qué significan/,
  );
  expect(row).toBeVisible();
  expect(row.closest('[aria-busy="true"]')).not.toBeNull();
  expect(screen.queryByText(/En vivo|Sin actualizar/)).toBeNull();
  expect(screen.queryByText(/^2 solicitudes/)).toBeNull();
  await user.click(within(row).getByRole('checkbox'));
  expect(within(row).getByRole('checkbox')).not.toBeChecked();
  expect(await screen.findByRole('button', { name: 'Exportar' })).toBeDisabled();
  await waitFor(() => expect(held.waiting.some(({ query }) => isSearch(query))).toBe(true));
  held.letGo(isSearch);
  expect(await screen.findByRole('row', { name: /Pagaré 7/ })).toBeVisible();
  await waitFor(() => expect(screen.queryByText(former)).toBeNull());
  expect(screen.queryByRole('row', { name: /Contrato de obra/ })).toBeNull();
});

test('an answer that comes after the next question does not take its place', async () => {
  const held = heldService(two);
  const { user } = await renderPage(<RequestsPage />, '/requests', held.answer);
  await user.type(screen.getByRole('searchbox'), 'pagar');
  await waitFor(() => expect(held.waiting.some(({ query }) => isSearch(query))).toBe(true));
  held.letGo(isSearch);
  expect(await screen.findByRole('row', { name: /Pagaré 7/ })).toBeVisible();
  held.letGo((query) => !isSearch(query));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole('row', { name: /Contrato de obra/ })).toBeNull();
  expect(screen.queryByText(former)).toBeNull();
});

test('the rejected are not said to be none before the service answered for them', async () => {
  const rejected = request('d'.repeat(24), 'Convenio', { rejectedAt: '2026-11-12T00:00:00Z', rejected: 1 });
  const held = heldService([...two, rejected]);
  const { user } = await renderPage(<RequestsPage />, '/requests', held.answer);
  await waitFor(() => expect(held.waiting.length).toBeGreaterThan(0));
  held.letGo(() => true);
  await screen.findByRole('row', { name: /Contrato de obra/ });
  const before = held.waiting.length;
  await user.click(screen.getByRole('tab', { name: /Rechazadas/ }));
  await waitFor(() => expect(held.waiting.length).toBeGreaterThan(before));
  expect(screen.getByText(former)).toBeVisible();
  expect(screen.queryByText(/Nada en/)).toBeNull();
  held.letGo(() => true);
  await waitFor(() => expect(screen.queryByText(former)).toBeNull());
  expect(await screen.findByRole('row', { name: /Convenio/ })).toBeVisible();
});

test('a list that ends with fewer than are counted says that it changed, and how much of it was read', async () => {
  const answer = service(two);
  await renderPage(<RequestsPage />, '/requests', (path, query) =>
    path === '/signature-requests' && query.get('pagination')?.includes('100')
      ? list([...two, ...two], 260)
      : answer(path, query),
  );
  expect(await screen.findByText('Cambió durante la carga. Se buscó en 2 de 260.')).toBeVisible();
  expect(screen.getAllByRole('row', { name: /Contrato de obra/ })).toHaveLength(1);
});

test('what is chosen of one list is not counted, exported or widened in another', async () => {
  const { user } = await renderPage(<RequestsPage />, '/requests', service(two));
  const row = await screen.findByRole('row', { name: /Contrato de obra/ });
  await user.click(within(row).getByRole('checkbox'));
  expect(await screen.findByRole('group', { name: '1 elegida' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: /^Borradores/ }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Contrato de obra/ })).toBeNull());
  expect(screen.getByRole('row', { name: /Pagaré 7/ })).toBeVisible();
  expect(screen.queryByRole('group', { name: /elegida/ })).toBeNull();
});
