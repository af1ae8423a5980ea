import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { json, type RecordedRequest } from '#client/testing/answers.ts';
import { narrowToPhone } from '#ui/testing/phone.ts';
import { organization, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { DirectoryPage } from './directory-page.tsx';

const people = Array.from({ length: 60 }, (_, at) => ({
  id: at.toString(16).padStart(24, 'a'),
  commonName: `Persona ${at}`,
  RFC: `XAXX0101${String(at).padStart(2, '0')}000`,
  country: 'MX',
  createdAt: new Date(Date.UTC(2026, 0, 1 + at)).toISOString(),
}));

type Query = Record<string, unknown>;

const queryOf = ({ url }: RecordedRequest): Query =>
  Object.fromEntries(
    [...url.searchParams].map(([name, text]) => {
      try {
        return [name, JSON.parse(text) as unknown];
      } catch {
        return [name, text];
      }
    }),
  );

interface Paged {
  pagination: { page: number; size: number };
  organization?: { eq?: string };
  search?: { commonName?: string; emailAddress?: string; RFC?: string };
}

type Answering = (seen: RecordedRequest, path: string) => Response | undefined | Promise<Response>;

/** Sixty people in pages, of whom those with an even number are linked; texts are searched for as they are. */
function directoryService(answer: Answering = () => undefined) {
  return smallService((seen, path) => {
    const own = answer(seen, path);
    if (own) return own;
    if (path === '/organization-links')
      return json({
        results: people
          .filter((_, at) => at % 2 === 0)
          .map(({ id }) => ({ id: `b${id.slice(1)}`, subject: { id } })),
        info: { count: 30 },
      });
    if (path !== '/subjects') return undefined;
    const query = queryOf(seen) as unknown as Paged; // the family sends it so
    const { page, size } = query.pagination;
    const found = people.filter(
      ({ commonName, RFC }, at) =>
        commonName.includes(query.search?.commonName ?? '') &&
        RFC.includes(query.search?.RFC ?? '') &&
        (query.search?.emailAddress === undefined || at < 3) &&
        (query.organization?.eq === undefined || at % 2 === 0),
    );
    return json({
      results: found.slice((page - 1) * size, page * size),
      info: { count: found.length, pages: Math.ceil(found.length / size), next: null },
    });
  });
}

async function open(path = '/directory', answer?: Answering) {
  const service = directoryService(answer);
  const view = await renderInHost(
    <Routes>
      <Route path="/directory" element={<DirectoryPage />} />
      <Route path="*" element={<p>otra página</p>} />
    </Routes>,
    { fetch: service.fetch, path, open: true },
  );
  /** What lists were requested, newest last; counts ask for one row. */
  const requested = () =>
    service.seen
      .filter(({ url }) => url.pathname.endsWith('/subjects'))
      .map(queryOf)
      .filter(({ pagination }) => (pagination as { size: number }).size > 1);
  return { ...view, requested, seen: service.seen };
}

afterEach(() => void vi.restoreAllMocks());

describe('SB-1 the directory', () => {
  it('writes codes on a phone in the look that they have in the table', async () => {
    const table = await open();
    const { className } = await screen.findByText('XAXX010100000');
    table.unmount();
    narrowToPhone();
    await open();
    expect(await screen.findByText('XAXX010100000')).toHaveClass(className);
  });

  it('turns pages, keeps the place in its address, and begins again where the order changes', async () => {
    const { user, requested, where } = await open();
    expect(await screen.findByText('1 a 50 de 60')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
    expect(await screen.findByText('51 a 60 de 60')).toBeVisible();
    expect(where()).toBe('/directory?page=2');
    expect(screen.getByRole('button', { name: 'Página siguiente' })).toBeDisabled();
    await user.click(within(screen.getByRole('columnheader', { name: 'Último cambio' })).getByRole('button'));
    await waitFor(() => {
      expect(where()).toBe('/directory?sort=updatedAt');
    });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filas' }), '25');
    expect(await screen.findByText('1 a 25 de 60')).toBeVisible();
    expect(requested().at(-1)).toEqual({
      sort: { field: 'updatedAt', order: 'desc' },
      pagination: { page: 1, size: 25 },
    });
  });

  it('says which filters of its address it does not understand, and takes them out on request', async () => {
    const { user, where } = await open('/directory?rfc=[x&country=MX&color=azul');
    expect(
      await screen.findByText(
        'La dirección trae filtros que no se reconocen: rfc, color. La lista se muestra sin ellos.',
      ),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Quitar de la dirección' }));
    expect(where()).toBe('/directory?country=MX');
    expect(screen.queryByText(/que no se reconoce/)).toBeNull();
  });

  it('is restored by its address alone, with what each filter is set to', async () => {
    const address =
      '/directory?link=linked&rfc=!XAXX010101000,XAXX010102000&curp=-&country=MX&from=2026-01-02&to=2026-01-03&scope=Organization&order=asc';
    const { requested } = await open(address);
    await screen.findByRole('button', { name: 'RFC: no 2 valores' });
    for (const name of [
      'Vínculo: Con vínculo',
      'CURP: no se conoce',
      'País: MX',
      /^Alta: 2 ene 2026 a 3 ene 2026/,
    ])
      expect(screen.getByRole('button', { name })).toBeVisible();
    expect(requested()).toEqual([
      {
        organization: { eq: organization.id },
        RFC: { nin: ['XAXX010101000', 'XAXX010102000'] },
        serialNumber: { exists: false },
        country: { eq: 'MX' },
        accessScope: 'Organization',
        createdAt: { gte: '2026-01-02T06:00:00.000Z', lte: '2026-01-04T05:59:59.999Z' },
        sort: { field: 'createdAt', order: 'asc' },
        pagination: { page: 1, size: 50 },
      },
    ]);
  });

  it('filters by what is pasted into a field, and says what in it can be no value', async () => {
    const { user, requested, where } = await open();
    await screen.findByText('1 a 50 de 60');
    await user.click(screen.getByRole('button', { name: 'Más filtros' }));
    await user.click(screen.getByRole('button', { name: 'Cartera' }));
    const panel = await screen.findByRole('dialog', { name: 'Cartera' });
    await user.selectOptions(await within(panel).findByRole('combobox'), 'none-of');
    const field = within(panel).getByRole('textbox');
    await user.click(field);
    await user.paste(`${'AB'.repeat(20)}\n0x12`);
    await user.click(within(panel).getByRole('button', { name: 'Aplicar' }));
    expect(await within(panel).findByText('«0x12» no es válido aquí.')).toBeVisible();
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.paste('AB'.repeat(20));
    await user.click(within(panel).getByRole('button', { name: 'Aplicar' }));
    await waitFor(() => {
      expect(requested().at(-1)).toMatchObject({ EVMAddress: { ne: 'ab'.repeat(20) } });
    });
    expect(where()).toBe(`/directory?${new URLSearchParams({ address: `!0x${'ab'.repeat(20)}` })}`);
  });

  it('searches for plain words in names, and says how many have them elsewhere', async () => {
    const { user, requested, where } = await open();
    await user.type(await screen.findByRole('searchbox'), 'Persona 5');
    expect(await screen.findByText('11 de 60 personas')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: '3 por correo' }));
    expect(await screen.findByText('3 de 60 personas')).toBeVisible();
    expect(where()).toBe('/directory?email=Persona+5');
    expect(requested().at(-1)).toMatchObject({ search: { emailAddress: 'Persona 5' } });
    await user.type(screen.getByRole('searchbox'), 'oerm801231mynrrr05');
    expect(await screen.findByText('Se busca por CURP completa.')).toBeVisible();
  });

  it('says who is linked, and that a service did not heed the filter', async () => {
    const { user } = await open('/directory?link=unlinked');
    // This service knows no `ne`: half of what it gives is linked.
    expect(await screen.findByText('El servicio devolvió 25 filas que no cumplen el filtro.')).toBeVisible();
    expect(screen.getAllByText('Sin vínculo', { selector: 'td *' })).toHaveLength(25);
    await user.click(screen.getByRole('button', { name: 'Quitar el filtro Vínculo' }));
    await waitFor(() => {
      expect(screen.queryByText(/que no cumplen el filtro/)).toBeNull();
    });
  });

  it('tells nobody at all from nobody who matches, and a page that is no more', async () => {
    for (const address of ['/directory', '/directory?q=Nadie']) {
      const none = await open(address, (_, path) =>
        path === '/subjects' ? json({ results: [], info: { count: 0 } }) : undefined,
      );
      expect(await screen.findByText('Aún no hay personas')).toBeVisible();
      expect(screen.queryByText(/Sin coincidencias/)).toBeNull();
      none.unmount();
    }
    const { user, where, unmount } = await open('/directory?q=Nadie+as%C3%AD');
    expect(await screen.findByText('Sin coincidencias entre 60')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Quitar el filtro' }));
    await waitFor(() => {
      expect(where()).toBe('/directory');
    });
    unmount();
    const past = await open('/directory?page=9');
    expect(await screen.findByText('La página 9 no existe')).toBeVisible();
    await past.user.click(screen.getByRole('button', { name: 'Primera página' }));
    expect(await screen.findByText('1 a 50 de 60')).toBeVisible();
  });

  it('asks /subject where there is no /subjects, and for one id where there is neither', async () => {
    const first = await open('/directory', (seen, path) => {
      if (path === '/subjects') return refusal(404, 'Not here');
      return path === '/subject' ? json({ results: people.slice(0, 2), info: { count: 2 } }) : undefined;
    });
    expect(await screen.findByRole('link', { name: 'Persona 1' })).toBeVisible();
    first.unmount();
    const { user, where } = await open('/directory', (_, path) =>
      path.startsWith('/subject') ? refusal(404, 'Not here') : undefined,
    );
    expect(await screen.findByText('Este servicio no lista personas')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'ID' }), people[0]?.id ?? '');
    await user.click(screen.getByRole('button', { name: 'Abrir' }));
    await waitFor(() => expect(where()).toBe(`/directory/${people[0]?.id}`));
  });

  it('says a failure in its place, and reads again on request', async () => {
    let broken = true;
    const { user } = await open('/directory', (_, path) =>
      path === '/subjects' && broken ? refusal(500, 'No disk') : undefined,
    );
    expect(await screen.findByText('No se pudo cargar el directorio')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('1 a 50 de 60')).toBeVisible();
  });

  it('says that people are of the former page until the next one came, and saves none of them meanwhile', async () => {
    let release: (() => void) | undefined;
    const { user } = await open('/directory', (seen, path) => {
      if (path !== '/subjects' || (queryOf(seen) as unknown as Paged).pagination.page !== 2) return undefined;
      return new Promise((answer) => {
        release = () => {
          answer(json({ results: people.slice(50), info: { count: 60, pages: 2, next: null } }));
        };
      });
    });
    expect(await screen.findByText('1 a 50 de 60')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
    expect(await screen.findByText('Resultados de la búsqueda anterior')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Persona 1' }).closest('[aria-busy="true"]')).not.toBeNull();
    expect(screen.getByRole('button', { name: /CSV/ })).toBeDisabled();
    expect(screen.queryByText(/de 60$/)).toBeNull();
    await waitFor(() => expect(release).toBeDefined());
    release?.();
    expect(await screen.findByText('51 a 60 de 60')).toBeVisible();
    expect(screen.queryByText('Resultados de la búsqueda anterior')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Persona 1' })).toBeNull();
  });
});
