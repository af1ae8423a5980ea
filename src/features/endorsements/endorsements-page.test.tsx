import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { json, type RecordedRequest } from '#client/testing/answers.ts';
import { typeDay } from '#ui/testing/type-day.ts';
import { list, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { EndorsementsPage } from './endorsements-page.tsx';

const sureste = `0x${'a'.repeat(40)}`;
const peninsular = `0x${'b'.repeat(40)}`;
const people = [
  { id: 'a'.repeat(24), commonName: 'Financiera Sureste', RFC: 'FSU0907229N1', EVMAddress: sureste },
  { id: 'b'.repeat(24), commonName: 'Fondo Peninsular', RFC: 'FPI150330QX8', EVMAddress: peninsular },
];
const event = (number: number, more: object = {}) => ({
  id: `${'e'.repeat(64)}-${number}`,
  timestamp: 1_788_000_000 + number,
  fromId: sureste,
  toId: peninsular,
  digest: '255',
  network: 421614,
  ...more,
});
const page = (items: unknown[], pageInfo: object = {}) =>
  json({ items, pageInfo: { hasNextPage: false, hasPreviousPage: false, ...pageInfo } });

/** A service with two people, one document and a list of transfers. */
const service = (answer: Parameters<typeof smallService>[0] = () => undefined) =>
  smallService((seen, path) => {
    const own = answer(seen, path);
    if (own) return own;
    if (path === '/endorse-events') return page([event(1), event(2, { fromId: `0x${'0'.repeat(40)}` })]);
    if (path === '/endorsables') return page([]);
    if (path === '/subjects') {
      const { in: addresses } = JSON.parse(seen.url.searchParams.get('EVMAddress') ?? '{}') as {
        in?: string[];
      };
      const { commonName } = JSON.parse(seen.url.searchParams.get('search') ?? '{}') as {
        commonName?: string;
      };
      return list(
        people.filter((person) =>
          addresses
            ? addresses.includes(person.EVMAddress.slice(2))
            : person.commonName.toLowerCase().includes((commonName ?? '-').toLowerCase()),
        ),
      );
    }
    if (path === '/witnesses' && seen.url.searchParams.has('hash'))
      return list([
        {
          id: 'c'.repeat(24),
          hash: 'ff'.padStart(64, '0'),
          signatureRequest: {
            id: 'd'.repeat(24),
            name: 'Pagaré 0398',
            content: { raw: 'k', amount: '1250000', currency: 'MXN', debtor: 'x' },
          },
        },
      ]);
    return undefined;
  });

const open = (fetcher: typeof fetch, path = '/endorsements') =>
  renderInHost(<EndorsementsPage />, { fetch: fetcher, path, open: true });

/** Filters with which the list was requested, in their order; looks for what is new request fewer. */
const listQueries = (seen: readonly RecordedRequest[], path = '/endorse-events') =>
  seen
    .filter(({ url }) => url.pathname.endsWith(path) && url.searchParams.get('limit') === '100')
    .map(({ url }) => ({
      ...Object.fromEntries(url.searchParams),
      where: JSON.parse(url.searchParams.get('where') ?? 'null') as unknown,
    }));

const sentence = () =>
  screen.getAllByRole('status').find(({ textContent }) => /donde|Todos/.test(textContent))?.textContent;

test('a filter is built by visible names and read as a sentence, and its address alone restores it', async () => {
  const { fetch, seen } = service();
  const view = await open(fetch);
  const { user } = view;
  const row = await screen.findByRole('row', { name: /Pagaré 0398.*Token nuevo.*Fondo Peninsular/ });
  expect(row).toHaveTextContent('$1,250,000.00 MXN');
  expect(sentence()).toBe('Todos los movimientos');

  const form = () => within(screen.getByRole('dialog'));
  const apply = async () => {
    await user.click(form().getByRole('button', { name: 'Aplicar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await user.click(screen.getByRole('button', { name: 'Agregar una condición' }));
  expect(form().getByLabelText('Qué')).toHaveDisplayValue('la fecha');
  expect(form().getByLabelText('Cómo')).toHaveDisplayValue('está entre');
  await typeDay(user, 'Desde el día', '2026-08-01');
  await typeDay(user, 'Hasta el día', '2026-09-30');
  await apply();

  const choose = async (name: string) => {
    await user.type(await form().findByRole('combobox', { name: 'Persona' }), name);
    await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
    await apply();
  };
  await user.click(screen.getByRole('button', { name: 'Agregar un grupo de alternativas' }));
  await choose('Financiera Sureste');
  await user.click(await screen.findByRole('button', { name: 'Agregar a este grupo' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Condición' }));
  await user.selectOptions(form().getByLabelText('Qué'), 'quien recibe');
  await choose('Fondo Peninsular');

  const where = {
    timestamp_gte: Date.parse('2026-08-01T06:00:00Z') / 1000,
    timestamp_lte: Date.parse('2026-10-01T05:59:59Z') / 1000,
    OR: [{ fromId: sureste }, { toId: peninsular }],
  };
  const words =
    'Movimientos donde la fecha está entre 1 ago 2026 y 30 sep 2026 y (quien entrega es Financiera Sureste o quien recibe es Fondo Peninsular)';
  await waitFor(() =>
    expect(listQueries(seen).at(-1)).toMatchObject({ where, orderBy: 'timestamp', orderDirection: 'desc' }),
  );
  await waitFor(() => expect(sentence()).toBe(words));
  const address = view.where() ?? '';
  expect(address).toBe(
    `/endorsements?where=time=between=(2026-08-01T06:00Z,2026-10-01T05:59:59Z);(from==${sureste},to==${peninsular})&view=events`,
  );
  view.unmount();

  const again = service();
  await open(again.fetch, address);
  await waitFor(() => expect(sentence()).toBe(words));
  await waitFor(() => expect(listQueries(again.seen).at(-1)).toMatchObject({ where }));
}, 60_000);

test('WI-10 what is wrong is said beside its field and stays as it was typed; changes are undone one by one', async () => {
  const { fetch, seen } = service();
  const { user, where } = await open(fetch, '/endorsements?view=tokens');
  const form = () => within(screen.getByRole('dialog'));
  const add = async () => user.click(await screen.findByRole('button', { name: 'Agregar una condición' }));
  await add();
  await user.selectOptions(form().getByLabelText('Qué'), 'el token');
  await user.type(form().getByLabelText('Número o huella del documento'), (2n ** 256n).toString());
  await user.click(form().getByRole('button', { name: 'Aplicar' }));
  const field = form().getByLabelText('Número o huella del documento');
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription(/va de 0 a 2²⁵⁶ − 1 \(regla EN-1\)/);
  // Left and opened again: nothing that was typed is lost.
  await user.keyboard('{Escape}');
  expect(where()).toBe('/endorsements?view=tokens');
  await add();
  expect(form().getByLabelText('Número o huella del documento')).toHaveValue((2n ** 256n).toString());
  await user.clear(form().getByLabelText('Número o huella del documento'));
  // By its document's hash, and by the keyboard alone.
  await user.type(form().getByLabelText('Número o huella del documento'), `${'ff'.padStart(64, '0')}{Enter}`);
  await waitFor(() => expect(listQueries(seen, '/endorsables').at(-1)?.where).toEqual({ id: '255' }));

  await add();
  await user.selectOptions(form().getByLabelText('Qué'), 'la red');
  await user.selectOptions(form().getByLabelText('Cómo'), 'no es ninguno de');
  await user.selectOptions(form().getByLabelText('Red'), '421614');
  await user.click(form().getByRole('button', { name: 'Agregar a la lista' }));
  await user.selectOptions(form().getByLabelText('Red'), 'Otra');
  await user.type(form().getByLabelText('Número de la red (EIP-155)'), '2147483648');
  await user.click(form().getByRole('button', { name: 'Aplicar' }));
  await waitFor(() =>
    expect(form().getByLabelText('Número de la red (EIP-155)')).toHaveAccessibleDescription(
      /2,147,483,647.*\(regla WI-10\)/,
    ),
  );
  expect(form().getByLabelText('Número de la red (EIP-155)')).toHaveFocus();
  await user.type(form().getByLabelText('Número de la red (EIP-155)'), '{Backspace}');
  await user.click(form().getByRole('button', { name: 'Aplicar' }));
  const both = { id: '255', network_not_in: [421614, 214748364] };
  await waitFor(() => expect(listQueries(seen, '/endorsables').at(-1)?.where).toEqual(both));

  await user.click(screen.getByRole('button', { name: 'y: cambiar a «o» en este grupo' }));
  await waitFor(() =>
    expect(listQueries(seen, '/endorsables').at(-1)?.where).toEqual({
      OR: [{ id: '255' }, { network_not_in: [421614, 214748364] }],
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Quitar el filtro' }));
  expect(where()).toBe('/endorsements?view=tokens');
  const undo = () => user.click(screen.getByRole('button', { name: 'Deshacer el último cambio del filtro' }));
  await undo();
  expect(sentence()).toMatch(/^Tokens donde el token es 255 o la red no es ninguno de Arbitrum Sepolia o /);
  await undo();
  await undo();
  expect(where()).toBe('/endorsements?where=token==255&view=tokens');
}, 60_000);

test('of an address that is not understood the wrong part is named, the rest stays, and nothing is requested', async () => {
  const { fetch, seen } = service();
  const { user, where } = await open(
    fetch,
    '/endorsements?where=time==yesterday;network==421614&order=size&view=events',
  );
  const alert = await screen.findByText('Una parte del filtro de la dirección no se reconoce');
  expect(alert.closest('[role=alert]')).toHaveTextContent('«time==yesterday»: No es una fecha con hora.');
  expect(screen.getByText(/La dirección trae valores que aquí no existen: order=size/)).toBeVisible();
  expect(screen.getByRole('button', { name: /Editar: la red es Arbitrum Sepolia/ })).toBeVisible();
  expect(listQueries(seen)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Quitar lo que no se reconoce' }));
  await waitFor(() => expect(listQueries(seen).at(-1)?.where).toEqual({ network: 421614 }));
  expect(where()).toBe('/endorsements?where=network==421614&view=events');
}, 60_000);

test('WI-8 a list is read on by its cursors; what fails of it is said below, and rows lead to their event', async () => {
  let failing = true;
  const { fetch, seen } = service((request, path) => {
    if (path !== '/endorse-events') return undefined;
    const after = request.url.searchParams.get('after');
    if (after === null) return page([event(1)], { hasNextPage: true, endCursor: 'cursor-1' });
    return failing ? refusal(422, 'Out of paper') : page([event(2, { network: 1 })]);
  });
  const { user, where } = await open(fetch, '/endorsements?where=network==421614&view=events');
  // The first page ends near, so the next is requested by itself.
  expect(await screen.findByText(/No se pudo cargar el resto\./)).toHaveTextContent(/Out of paper/);
  expect(screen.getByText('1 movimiento cargado, hay más')).toBeVisible();
  expect(listQueries(seen).at(-1)).toMatchObject({ after: 'cursor-1', where: { network: 421614 } });
  failing = false;
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('2 movimientos')).toBeVisible();
  // The service sent what was not requested, and that is said.
  expect(screen.getByText(/no cumple el filtro/)).toBeVisible();
  const [, first] = screen.getAllByRole('row');
  first?.focus();
  await user.keyboard('{Enter}');
  expect(where()).toBe(`/endorsements/255?event=${'e'.repeat(64)}-1`);
}, 60_000);

test('a list that failed says so under the heading too', async () => {
  const { fetch } = service((_, path) => (path === '/endorse-events' ? refusal(422, 'No') : undefined));
  await open(fetch, '/endorsements?view=events');
  expect(await screen.findByText('No se pudieron cargar los movimientos')).toBeVisible();
  expect(screen.getByText('Sin cargar')).toBeVisible();
});

test('WI-8 a list that begins behind a cursor of the address says so, and is read back to its beginning', async () => {
  const { fetch, seen } = service((request, path) => {
    if (path !== '/endorse-events') return undefined;
    return request.url.searchParams.get('before') === 'cursor-5'
      ? page([event(4)], { hasNextPage: true, endCursor: 'cursor-4' })
      : page([event(5)], { hasPreviousPage: true, startCursor: 'cursor-5' });
  });
  const { user } = await open(fetch, '/endorsements?after=cursor-4&view=events');
  expect(await screen.findByText('La lista empieza a la mitad.')).toBeVisible();
  // What is read is not all, and is not counted as all.
  expect(screen.getByText('1 movimiento cargado, hay más')).toBeVisible();
  expect(listQueries(seen).at(-1)).toMatchObject({ after: 'cursor-4' });
  await user.click(screen.getByRole('button', { name: 'Mostrar los anteriores' }));
  expect(await screen.findByText('2 movimientos')).toBeVisible();
  expect(screen.queryByText('La lista empieza a la mitad.')).toBeNull();
}, 60_000);

test('a list that the service does not have is said to be absent, and the other one is offered', async () => {
  const { fetch } = service((_, path) => (path === '/endorsables' ? refusal(404, 'no') : undefined));
  const { user, where } = await open(fetch, '/endorsements?view=tokens');
  expect(await screen.findByText('Este servicio no lista tokens')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ver los movimientos' }));
  expect(where()).toBe('/endorsements?view=events');
  expect(await screen.findByRole('row', { name: /Pagaré 0398.*Token nuevo/ })).toBeVisible();
}, 60_000);

test('a list without rows is said to be empty only where it was read to its end', async () => {
  const pageInfo = { current: {} };
  const { fetch } = service((_, path) =>
    path === '/endorse-events' ? page([], pageInfo.current) : undefined,
  );
  const ended = await open(fetch);
  expect(await screen.findByText('Aún no hay movimientos')).toBeVisible();
  ended.unmount();
  pageInfo.current = { hasNextPage: true, endCursor: null };
  const endless = await open(fetch);
  expect(await screen.findByText('Nada en lo que se cargó; puede haber más')).toBeVisible();
  expect(screen.getByText('El servicio informa que hay más, pero no da forma de cargarlo.')).toBeVisible();
  expect(screen.queryByText('Aún no hay movimientos')).toBeNull();
  endless.unmount();
  pageInfo.current = { hasNextPage: true, endCursor: 'cursor-1' };
  const { user } = await open(fetch);
  await screen.findByText('Nada en lo que se cargó; puede haber más');
  pageInfo.current = {};
  await user.click(screen.getByRole('button', { name: 'Mostrar más' }));
  expect(await screen.findByText('Aún no hay movimientos')).toBeVisible();
});

test('each token of the organization carries the name of its document, and others say that it cannot be seen', async () => {
  const token = (id: string) => ({ id, ownerId: peninsular, timestamp: 1_788_000_000, network: 421614 });
  const { fetch } = service((_, path) =>
    path === '/endorsables' ? page([token('255'), token('256')]) : undefined,
  );
  await open(fetch, '/endorsements?view=tokens');
  expect(await screen.findByRole('link', { name: 'Pagaré 0398' })).toHaveAttribute(
    'href',
    '/endorsements/255',
  );
  expect(await screen.findByRole('link', { name: 'Documento que no puedes ver' })).toHaveAttribute(
    'href',
    '/endorsements/256',
  );
});

test('begins with what concerns the wallets of the members, of the other list too, and shows all when that is put off', async () => {
  const { fetch, seen } = service((_, path) =>
    path === '/organization-members' ? list([{ id: 'f'.repeat(24), subject: people[0] }]) : undefined,
  );
  const { user, where } = await open(fetch);
  await screen.findByRole('row', { name: /Pagaré 0398.*Token nuevo.*Fondo Peninsular/ });
  // Nothing else was read and shown before.
  expect(listQueries(seen)).toHaveLength(1);
  expect(listQueries(seen)[0]).toMatchObject({ where: { OR: [{ fromId: sureste }, { toId: sureste }] } });
  const own = screen.getByRole('button', { name: /De mi organización/, pressed: true });
  await user.click(screen.getByRole('tab', { name: 'Tokens' }));
  await waitFor(() =>
    expect(listQueries(seen, '/endorsables').at(-1)).toMatchObject({ where: { ownerId: sureste } }),
  );
  await user.click(screen.getByRole('tab', { name: /Movimientos/ }));
  await user.click(own);
  expect(where()).toBe('/endorsements?view=events');
  await waitFor(() => expect(listQueries(seen).at(-1)).toMatchObject({ where: null }));
});

test('shows all where the members cannot be read', async () => {
  const { fetch, seen } = service((_, path) =>
    path === '/organization-members' ? refusal(403, 'Not for you') : undefined,
  );
  const { where } = await open(fetch);
  await screen.findByRole('row', { name: /Pagaré 0398.*Token nuevo/ });
  expect(where()).toBe('/endorsements?view=events');
  expect(listQueries(seen)[0]).toMatchObject({ where: null });
  expect(screen.queryByRole('button', { name: /De mi organización/ })).toBeNull();
});

test('keeps the place of what concerns the organization where the members could not be loaded', async () => {
  const { fetch } = service((_, path) =>
    path === '/organization-members' || path === '/endorse-events' ? refusal(500, 'No disk') : undefined,
  );
  await open(fetch);
  expect(await screen.findByText('No se pudieron cargar los movimientos')).toBeVisible();
  expect(screen.getByRole('button', { name: 'De mi organización' })).toBeDisabled();
  expect(screen.getByText(/No se pudo cargar a los miembros/)).toBeVisible();
});

test('a card of a token on the phone says who its name below is', async () => {
  const wide = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(wide(query), { matches: query.includes('max-width') }),
  );
  const token = { id: '255', ownerId: sureste, network: 421614, timestamp: 1_788_000_000 };
  const { fetch } = service((_, path) => (path === '/endorsables' ? page([token]) : undefined));
  await open(fetch, '/endorsements?view=tokens');
  const cards = await screen.findByRole('list', { name: 'Tokens' });
  await waitFor(() => expect(cards).toHaveTextContent(/TitularFinanciera Sureste/));
  vi.restoreAllMocks();
});
