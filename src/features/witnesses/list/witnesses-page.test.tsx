import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, type RecordedRequest } from '#client/testing/answers.ts';
import { organization, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { WitnessesPage } from './witnesses-page.tsx';

const idOf = (n: number): string => n.toString(16).padStart(24, '0');
const hashOf = (n: number): string => (n * 2_654_435_761).toString(16).padStart(64, '0');
const newest = Date.parse('2026-11-20T12:00:00.000Z');

/** Every third one is certified, every fifth requested. */
const witness = (n: number) => ({
  id: idOf(n),
  hash: hashOf(n),
  algorithm: 'SHA256',
  organization,
  createdAt: new Date(newest - n * 60_000).toISOString(),
  updatedAt: new Date(newest - n * 60_000).toISOString(),
  nom151: n % 3 === 0 ? { createdAt: '2026-11-19T00:00:00.000Z', provider: 'P' } : n % 5 === 0 ? {} : null,
  merkleized: null,
  witnessExternal: null,
  signatureRequest: { id: idOf(n + 500_000), name: `Documento ${n}` },
});

interface Listed {
  page: number;
  size: number;
  query: URLSearchParams;
}

/** A service of so many witnesses, newest first; it notes every list that was requested. */
function manyWitnesses(
  total: () => number,
  answer: (seen: RecordedRequest, path: string) => Response | Promise<Response> | undefined = () => undefined,
) {
  const lists: Listed[] = [];
  const service = smallService((seen, path) => {
    const own = answer(seen, path);
    if (own) return own;
    if (path === `/organization/${organization.id}`)
      return json({ ...organization, quota: { nom151: 4, API: true } });
    if (path !== '/witnesses' || seen.headers.get('authorization') !== 'Bearer good-key') return undefined;
    const query = seen.url.searchParams;
    const { page = 1, size = 10 } = JSON.parse(query.get('pagination') ?? '{}') as Partial<Listed>;
    lists.push({ page, size, query });
    const count = total();
    const { lte, gte } = JSON.parse(query.get('createdAt') ?? '{}') as { lte?: string; gte?: string };
    const ids = (JSON.parse(query.get('_id') ?? '{}') as { in?: string[] }).in;
    // The newest of `count` is number 10,000 − count, so that new ones come before the old.
    const first = 10_000 - count;
    const all = ids
      ? ids.map((id) => parseInt(id, 16))
      : Array.from({ length: count }, (_, at) => first + at).filter(
          (n) =>
            (!lte || newest - n * 60_000 <= Date.parse(lte)) &&
            (!gte || newest - n * 60_000 >= Date.parse(gte)),
        );
    const order = (JSON.parse(query.get('sort') ?? '{}') as { order?: string }).order;
    if (order === 'asc') all.reverse();
    const results = all.slice((page - 1) * size, page * size).map(witness);
    const pages = Math.ceil(all.length / size);
    return json({
      results,
      info: { id: 'l', count: all.length, pages, next: page < pages ? page + 1 : null, prev: null },
    });
  });
  return { ...service, lists };
}

const page = (
  <Routes>
    <Route path="/witnesses" element={<WitnessesPage />} />
    <Route path="/witnesses/:id" element={<p>the inspector</p>} />
  </Routes>
);
const patient = { timeout: 15_000 };
const box = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('.witness-list-scroll');
  if (!found) throw new Error('There is no list.');
  return found;
};
const rowsDrawn = () => document.querySelectorAll('tr[data-index]').length;
const scrollTo = async (index: number) => {
  box().scrollTop = index * 45;
  fireEvent.scroll(box());
  await screen.findByText(`Documento ${index}`, {}, patient);
};
const pagesRead = (lists: readonly Listed[]) =>
  lists.filter(({ size }) => size === 100).map((one) => one.page);

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(450);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.matches('tr') ? 45 : 450;
  });
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1200);
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('The list of ten thousand witnesses', () => {
  it('goes as far as can be scrolled and says so, whatever number a service counts', async () => {
    const { fetch } = manyWitnesses(
      () => 10_000,
      ({ headers }, path) =>
        path === '/witnesses' && headers.get('authorization') === 'Bearer good-key'
          ? json({
              results: [witness(0), witness(1)],
              info: { count: 64_000_000, pages: 32_000_000, next: 2 },
            })
          : undefined,
    );
    await renderInHost(page, { fetch, path: '/witnesses', open: true });
    await screen.findByText('Documento 0', {}, patient);
    expect(screen.getByText('64,000,000 testigos')).toBeVisible();
    expect(screen.getByText(/^La lista llega hasta los primeros 200,000/)).toBeVisible();
    expect(box().querySelector('table')).toHaveAttribute('aria-rowcount', '200001');
  });

  it('gives each witness one row where a service sends each twice, and says which are missing only where some are', async () => {
    const answering = (count: number) =>
      manyWitnesses(
        () => 4,
        (seen, path) => {
          if (path !== '/witnesses' || seen.headers.get('authorization') !== 'Bearer good-key')
            return undefined;
          const results = [0, 0, 1, 1, 2, 2, 3, 3].map((n) => witness(n));
          return json({ results, info: { count, pages: 1, next: null } });
        },
      );
    const twice = await renderInHost(page, { fetch: answering(4).fetch, path: '/witnesses', open: true });
    await screen.findByText('Documento 3', {}, patient);
    expect(screen.getAllByText(/^Documento \d$/)).toHaveLength(4);
    expect(screen.queryByText(/cambió mientras se leía/i)).toBeNull();
    twice.unmount();
    await renderInHost(page, { fetch: answering(8).fetch, path: '/witnesses', open: true });
    await screen.findByText('Documento 3', {}, patient);
    expect(screen.getAllByText(/^Documento \d$/)).toHaveLength(4);
    expect(await screen.findByText(/4 de 8/)).toBeVisible();
  });

  it('draws some tens of rows and reads the pages in sight alone, to its end and back', async () => {
    const { fetch, lists } = manyWitnesses(() => 10_000);
    const { where, queries } = await renderInHost(page, { fetch, path: '/witnesses', open: true });
    await screen.findByText('Documento 0', {}, patient);
    expect(screen.getByText('10,000 testigos')).toBeVisible();
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '10001');
    await waitFor(() => expect(rowsDrawn()).toBeLessThan(45), patient);
    expect(new Set(pagesRead(lists))).toEqual(new Set([1]));

    for (const index of [150, 2_500, 9_990]) {
      await scrollTo(index);
      expect(rowsDrawn()).toBeLessThan(45);
    }
    await waitFor(() => expect(where()).toBe('/witnesses?page=100'));
    expect(screen.getByText('Documento 9999')).toBeInTheDocument();
    expect(new Set(pagesRead(lists)).size).toBeLessThanOrEqual(8);

    // Further places: what lies far behind is let go, and read again when one comes back.
    for (let index = 9_050; index > 0; index -= 750) await scrollTo(index);
    const cachedPages = queries
      .getQueryCache()
      .findAll()
      .filter(({ queryKey }) => queryKey.includes('page'));
    expect(cachedPages.length).toBeLessThanOrEqual(14);
    await scrollTo(0);
    await waitFor(() => expect(where()).toBe('/witnesses'));
    expect(rowsDrawn()).toBeLessThan(45);
    expect(new Set(pagesRead(lists)).size).toBeLessThan(40);
  }, 120_000);

  it('begins at the page that the address says', async () => {
    const { fetch, lists } = manyWitnesses(() => 10_000);
    const { where } = await renderInHost(page, { fetch, path: '/witnesses?page=40', open: true });
    await screen.findByText('Documento 3900', {}, patient);
    // What was drawn before the list stood where it should, and nothing of what lies between.
    expect(new Set(pagesRead(lists)).size).toBeLessThanOrEqual(3);
    expect(where()).toBe('/witnesses?page=40');
  }, 60_000);

  it('counts what is new and moves no row until it is requested', async () => {
    let total = 9_990;
    const { fetch } = manyWitnesses(() => total);
    const { user, queries } = await renderInHost(page, { fetch, path: '/witnesses', open: true });
    await screen.findByText('Documento 10', {}, patient);
    total = 9_993;
    await queries.invalidateQueries();
    const pill = await screen.findByRole('button', { name: /3/ }, patient);
    expect(screen.queryByText('Documento 7')).toBeNull();
    expect(screen.getByText('9,990 testigos')).toBeVisible();
    await user.click(pill);
    expect(await screen.findByText('Documento 7', {}, patient)).toBeVisible();
    expect(screen.getByText('9,993 testigos')).toBeVisible();
  }, 60_000);

  it('sorts and filters through the address, and names the filter that hides everything', async () => {
    const { fetch, lists } = manyWitnesses(() => 10_000);
    const { user, where } = await renderInHost(page, {
      fetch,
      path: '/witnesses?from=2030-01-01',
      open: true,
    });
    expect(await screen.findByText(/Ninguno de 10,000|10,000/, {}, patient)).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: /Quitar/ })[0] ?? document.body);
    await waitFor(() => expect(where()).toBe('/witnesses'));
    await screen.findByText('Documento 0', {}, patient);
    await user.click(within(screen.getByRole('columnheader', { name: /Creado/ })).getByRole('button'));
    await waitFor(() => expect(where()).toContain('order=asc'));
    await screen.findByText('Documento 9999', {}, patient);
    expect(lists.at(-1)?.query.get('sort')).toBe('{"field":"createdAt","order":"asc"}');
  }, 60_000);

  it('says what can be found nowhere without requesting it', async () => {
    const { fetch, lists } = manyWitnesses(() => 10_000);
    await renderInHost(page, { fetch, path: '/witnesses?find=contrato', open: true });
    expect(
      await screen.findByText('Las huellas y los ID solo llevan dígitos del 0 al 9 y de la a a la f.'),
    ).toBeVisible();
    expect(pagesRead(lists)).toEqual([]);
  });

  it('finds by the beginning of a hash by reading the list, and says that it did', async () => {
    const { fetch, lists } = manyWitnesses(() => 350);
    // Zeros stand before all of them but the end: the whole hash tells one apart.
    const prefix = hashOf(9_700).slice(0, 60);
    const { where } = await renderInHost(page, { fetch, path: `/witnesses?find=${prefix}`, open: true });
    expect(await screen.findByText('Comparado aquí con 350 testigos.', {}, patient)).toBeVisible();
    expect(screen.getByText('Documento 9700')).toBeVisible();
    expect(pagesRead(lists)).toEqual([1, 2, 3, 4]);
    expect(where()).toContain(prefix);
  }, 60_000);

  it('takes all that is typed by whoever pauses while typing, and leaves the focus in the search', async () => {
    const { fetch } = manyWitnesses(() => 300);
    const { user, where } = await renderInHost(page, { fetch, path: '/witnesses', open: true });
    await screen.findByText('Documento 9700', {}, patient);
    const search = screen.getByRole('searchbox');
    await user.click(search);
    for (const [keys, typed] of [
      ['0', '0'],
      ['1', '01'],
      ['zz', '01zz'],
      ['{Backspace}{Backspace}2', '012'],
    ] as const) {
      await user.keyboard(keys);
      await waitFor(() => expect(where()).toBe(`/witnesses?find=${typed}`), patient);
    }
    expect(search).toHaveFocus();
    expect(search).toHaveValue('012');
  });

  it('choosing all while a search still reads chooses what was there, and nothing that comes later', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const service = manyWitnesses(() => 350);
    const fetcher: typeof fetch = async (input, init) => {
      const { searchParams } = new URL(input instanceof Request ? input.url : input);
      if (searchParams.get('pagination') === '{"page":2,"size":100}') await held;
      return service.fetch(input, init);
    };
    const path = `/witnesses?find=${'0'.repeat(50)}`;
    const { user } = await renderInHost(page, { fetch: fetcher, path, open: true });
    await user.click(await screen.findByRole('checkbox', { name: 'Elegir todas' }, patient));
    expect(await screen.findByText('100 elegidos')).toBeVisible();
    release();
    expect(await screen.findByText('Comparado aquí con 350 testigos.', {}, patient)).toBeVisible();
    expect(screen.getByText('100 elegidos')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /350/ }));
    expect(await screen.findByText('350 elegidos')).toBeVisible();
  }, 60_000);

  it('says that it failed, keeps nothing that looks empty, and tries again in place', async () => {
    let broken = true;
    const { fetch } = manyWitnesses(
      () => 30,
      (seen, path) =>
        broken && path === '/witnesses' && seen.url.searchParams.has('sort')
          ? refusal(500, 'Broken')
          : undefined,
    );
    const { user } = await renderInHost(page, { fetch, path: '/witnesses', open: true });
    expect(await screen.findByText(/Broken/, {}, patient)).toBeVisible();
    expect(screen.getByText('Sin cargar')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('Documento 9970', {}, patient)).toBeVisible();
  }, 60_000);

  it('has rows and says which page is missing, when one page cannot be read', async () => {
    let broken = true;
    const { fetch } = manyWitnesses(
      () => 10_000,
      (seen) =>
        broken && seen.url.searchParams.get('pagination') === '{"page":3,"size":100}'
          ? refusal(400, 'Broken')
          : undefined,
    );
    const { user } = await renderInHost(page, { fetch, path: '/witnesses', open: true });
    await screen.findByText('Documento 0', {}, patient);
    box().scrollTop = 240 * 45;
    fireEvent.scroll(box());
    expect(await screen.findByText(/Falta 1 página a la vista/, {}, patient)).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: /Cargar/ }));
    expect(await screen.findByText('Documento 245', {}, patient)).toBeInTheDocument();
  }, 60_000);

  it('waits for no row that a page counted and did not bring', async () => {
    const { fetch } = manyWitnesses(
      () => 40,
      ({ url }, path) =>
        path === '/witnesses' && (JSON.parse(url.searchParams.get('pagination') ?? '{}') as Listed).size > 1
          ? json({ results: [], info: { id: 'l', count: 40, pages: 1, next: null, prev: null } })
          : undefined,
    );
    const { container } = await renderInHost(<WitnessesPage />, { fetch, open: true });
    expect(await screen.findByText(/Cambió durante la carga/)).toBeVisible();
    expect(container.querySelector('[aria-busy="true"]')).toBeNull();
    expect(screen.queryByText('Aún no hay testigos')).toBeNull();
  });

  it.each(['/witnesses', '/witnesses?from=2030-01-01'])(
    '%s is empty only when there is nothing',
    async (path) => {
      const { fetch } = manyWitnesses(() => 0);
      await renderInHost(page, { fetch, path, open: true });
      expect(await screen.findByText('Aún no hay testigos', {}, patient)).toBeVisible();
      expect(screen.queryByText(/Sin coincidencias/)).toBeNull();
    },
  );
});

describe('Choosing and certifying', () => {
  const open = async (total = 10_000) => {
    const service = manyWitnesses(() => total);
    const host = await renderInHost(page, { fetch: service.fetch, path: '/witnesses', open: true });
    await screen.findByText(`Documento ${10_000 - total}`, {}, patient);
    return { ...service, ...host };
  };
  const box = (n: number) => screen.getByRole('checkbox', { name: new RegExp(`Documento ${n}$`) });

  it('chooses by key, by click, and with Shift all that lies between', async () => {
    const { user } = await open();
    await user.keyboard('x');
    expect(await screen.findByText('1 elegido')).toBeVisible();
    await user.click(box(3));
    await user.keyboard('{Shift>}');
    await user.click(box(9));
    await user.keyboard('{/Shift}');
    // 0, and 3 to 9.
    expect(await screen.findByText('8 elegidos')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText(/elegido/)).toBeNull());
  }, 60_000);

  it('chooses all that match, also those that were never read, and leaves single ones out', async () => {
    const { user, lists } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Elegir todas' }));
    expect(await screen.findByText('10,000 elegidos')).toBeVisible();
    await user.click(box(2));
    expect(await screen.findByText('9,999 elegidos')).toBeVisible();
    expect(new Set(pagesRead(lists))).toEqual(new Set([1]));
  }, 60_000);

  it('NO-2 tries it dry first: what would happen to each, and for how many the quota is not enough', async () => {
    const { user, seen } = await open();
    await user.click(box(0));
    await user.keyboard('{Shift>}');
    await user.click(box(10));
    await user.keyboard('{/Shift}');
    await screen.findByText('11 elegidos');
    await user.click(screen.getByRole('button', { name: 'Certificar elegidos' }));
    const dialog = await screen.findByRole('dialog', {}, patient);
    // 0, 3, 6 and 9 are certified, 5 and 10 requested: 1, 2, 4, 7 and 8 are left, and the quota is 4.
    const fact = async (label: string) =>
      (await within(dialog).findByText(label, { selector: 'dt' }, patient)).parentElement?.textContent;
    expect(await fact('Se certificarían')).toContain('5');
    expect(await fact('Ya están certificados')).toContain('4');
    expect(await fact('En proceso en el servicio')).toContain('2');
    await waitFor(async () => expect(await fact('Cuota NOM-151')).toContain('4 ahora, 0 después'));
    expect(within(dialog).getByText('La cuota no alcanza para 1.')).toBeVisible();
    // Which these are, and why.
    await user.click(within(dialog).getByText('6 quedan fuera: cuáles y por qué'));
    const named = within(within(dialog).getByRole('region', { name: 'Los que quedan fuera' }));
    expect(named.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      [0, 3, 6, 9, 5, 10].map((n) => `Documento ${n}`),
    );
    expect(
      within(dialog).getByRole('button', { name: 'Certificar los 4 para los que alcanza' }),
    ).toBeEnabled();
    expect(seen.some(({ method }) => method === 'POST')).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    expect(seen.some(({ method }) => method === 'POST')).toBe(false);
  }, 60_000);

  it.each([
    ['is not read yet', () => new Promise<Response>(() => undefined), 'Cargando la cuota…'],
    ['could not be read', () => json({ message: 'No' }, 403), 'No se pudo cargar la cuota.'],
    ['is not reported', () => json(organization), 'El servicio no informa cuánta queda.'],
  ])(
    'NO-2 says of a quota that %s just that',
    async (_, answerQuota, words) => {
      const { fetch } = manyWitnesses(
        () => 3,
        (_seen, path) => (path === `/organization/${organization.id}` ? answerQuota() : undefined),
      );
      const { user } = await renderInHost(page, { fetch, path: '/witnesses', open: true });
      await screen.findByText('Documento 9997', {}, patient);
      await user.keyboard('x');
      await user.click(await screen.findByRole('button', { name: 'Certificar elegidos' }));
      const dialog = await screen.findByRole('dialog', {}, patient);
      const label = await within(dialog).findByText('Cuota NOM-151', { selector: 'dt' }, patient);
      await waitFor(() => expect(label.parentElement).toHaveTextContent(words), patient);
    },
    60_000,
  );

  it('says of a search by a beginning that was cut how many it found so far, not how many match', async () => {
    const { fetch } = manyWitnesses(() => 1_000);
    const { user } = await renderInHost(page, { fetch, path: '/witnesses?find=0000', open: true });
    expect(await screen.findByText('500 hasta aquí', {}, patient)).toBeVisible();
    await user.keyboard('x');
    expect(await screen.findByRole('button', { name: 'Elegir los 500 de la lista' })).toBeVisible();
    expect(screen.queryByText(/coinciden|500 de 1,000 testigos/)).toBeNull();
  }, 60_000);

  it('opens a row by Enter', async () => {
    const { user } = await open();
    await user.keyboard('j');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('the inspector')).toBeVisible();
  }, 60_000);
});

it('tells the witness of a document from those of its signatures in each row, in both languages', async () => {
  const ana = { id: idOf(700_001), commonName: 'Ana Sofía Pech Uc' };
  const request = (n: number, part: object) => ({ id: idOf(n + 500_000), name: 'Contrato', ...part });
  const [ofDocument, ofSignature, ofNobody] = [9_997, 9_998, 9_999];
  const invites = [{ id: idOf(1), subject: { id: ana.id }, witness: { id: idOf(ofSignature) } }];
  // As a service sends them: the request one level deep, its invites as ids.
  const rows = [
    { ...witness(ofDocument), signatureRequest: request(1, { witness: { id: idOf(ofDocument) } }) },
    {
      ...witness(ofSignature),
      signatureRequest: request(1, { witness: { id: idOf(ofDocument) }, invites: [{ id: idOf(1) }] }),
    },
    { ...witness(ofNobody), signatureRequest: null },
  ];
  const { fetch, seen } = manyWitnesses(
    () => 3,
    ({ url }, path) => {
      if (path === '/witnesses' && url.searchParams.get('pagination')?.includes('100'))
        return json({ results: rows, info: { count: 3, pages: 1, next: null, prev: null } });
      if (path === '/signature-requests')
        return json({
          results: [request(1, { witness: { id: idOf(ofDocument) }, invites })],
          info: { count: 1 },
        });
      return path === '/subjects' ? json({ results: [ana], info: { count: 1 } }) : undefined;
    },
  );
  const { unmount } = await renderInHost(page, { fetch, path: '/witnesses', open: true });
  expect(await screen.findByText('Firma de Ana Sofía Pech Uc · En proceso', {}, patient)).toBeVisible();
  const rowWith = (text: string): HTMLElement | null => screen.getByText(text).closest('tr');
  expect(
    within(rowWith('Firma de Ana Sofía Pech Uc · En proceso') ?? document.body).getByRole('link'),
  ).toHaveAttribute('href', `/witnesses/${idOf(ofSignature)}`);
  expect(screen.getAllByText('Documento · En proceso', { selector: 'td *' })).toHaveLength(1);
  expect(rowWith('Creado por API')).not.toHaveTextContent(/Documento|Firma/);
  // The document's needs no question; those of signatures are one for all rows in sight.
  const requested = seen.filter(
    ({ url }) => url.pathname.endsWith('/signature-requests') && url.searchParams.has('_id'),
  );
  expect(requested).toHaveLength(1);
  unmount();
  await renderInHost(page, { fetch, path: '/witnesses', open: true, language: 'en' });
  expect(await screen.findByText('Signature of Ana Sofía Pech Uc · In process', {}, patient)).toBeVisible();
});
