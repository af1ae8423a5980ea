import { screen, waitFor, within } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { subjects } from '#client/families/people/subjects.ts';
import { useClient } from '#client/session/session-context.tsx';
import {
  list,
  memoryTab,
  organization,
  origin,
  refusal,
  renderInHost,
  smallService,
} from '#widgets/testing/host.tsx';
import { LiveMark } from '#ui/feedback/live-mark.tsx';
import { RequireConnection } from './require-connection.tsx';

function People() {
  const { data, dataUpdatedAt } = useQuery(subjects(useClient()).find(''));
  return (
    <>
      <p>{data ? `${data.length} personas` : 'leyendo'}</p>
      <LiveMark updatedAt={dataUpdatedAt} />
    </>
  );
}

const app = (
  <Routes>
    <Route path="/connect" element={<p>conectar</p>} />
    <Route
      path="*"
      element={
        <RequireConnection>
          <People />
        </RequireConnection>
      }
    />
  </Routes>
);

describe('What stands before every page', () => {
  it('leads to /connect without a connection, and keeps where the reader wanted to be', async () => {
    const { where } = await renderInHost(app, { fetch: smallService().fetch, path: '/requests?q=1' });
    expect(where()).toBe(`/connect?to=${encodeURIComponent('/requests?q=1')}`);
  });

  it('shows the page in the shell, with how many requests and witnesses there are', async () => {
    await renderInHost(app, { fetch: smallService().fetch, path: '/directory', open: true });
    const nav = await screen.findByRole('navigation', { name: 'Navegación principal' });
    expect(await within(nav).findByRole('link', { name: /Solicitudes\s*40/ })).toBeVisible();
    expect(within(nav).getByRole('link', { name: /Testigos\s*107/ })).toBeVisible();
    expect(within(nav).getByRole('link', { name: 'Directorio' })).toHaveAttribute('aria-current', 'page');
    expect(await screen.findByText('0 personas')).toBeVisible();
    expect(await screen.findByText(/^conectado · (?:< 1|\d+) ms$/)).toBeVisible();
  });

  it('does not say that all is well beside a page whose read failed', async () => {
    let isDown = true;
    const { fetch } = smallService((_, path) =>
      path === '/subjects' && isDown ? refusal(500, 'No disk') : undefined,
    );
    const { queries } = await renderInHost(app, { fetch, path: '/directory', open: true });
    expect(await screen.findByText('con fallas')).toBeVisible();
    expect(screen.queryByText(/^conectado/)).toBeNull();
    isDown = false;
    await queries.refetchQueries();
    expect(await screen.findByText(/^conectado · (?:< 1|\d+) ms$/)).toBeVisible();
  });

  it('names the service by its host where the page only passes its calls on', async () => {
    const names = async (upstream?: string): Promise<string> => {
      const connection = { id: 'embedded', baseUrl: `${origin}/rest/v1`, contentForm: 'flat', upstream };
      const tab = memoryTab({
        'testigo.session': JSON.stringify({ connection, organizationId: organization.id, key: 'good-key' }),
      });
      const { container, unmount } = await renderInHost(app, {
        fetch: smallService().fetch,
        path: '/directory',
        tab,
      });
      await screen.findByText(/^conectado · (?:< 1|\d+) ms$/);
      const text = container.textContent;
      unmount();
      return text;
    };
    const behind = await names('api.example.com');
    expect(behind).toContain('api.example.com');
    expect(behind).not.toContain('Servicio integrado');
    expect(await names()).toContain('Servicio integrado');
  });

  it('asks after a reload for the key alone, with connection, organization and address restored', async () => {
    const remembered = { connection: { id: 'own', baseUrl: `${origin}/rest/v1`, contentForm: 'flat' } };
    const tab = memoryTab({
      'testigo.session': JSON.stringify({ ...remembered, organizationId: organization.id, demo: false }),
    });
    const { session, user, where } = await renderInHost(app, {
      fetch: smallService().fetch,
      path: '/requests/new?draft=7',
      tab,
    });
    await user.type(await screen.findByLabelText('Clave de la organización'), 'good-key');
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    expect(await screen.findByText('0 personas')).toBeVisible();
    expect(where()).toBe('/requests/new?draft=7');
    expect(session.snapshot().organization).toEqual(organization);
    expect(JSON.stringify([...tab.values])).not.toContain('good-key');
  });

  it('names no organization while none is known, and offers the other language', async () => {
    const connection = { id: 'own', baseUrl: `${origin}/rest/v1`, contentForm: 'flat' };
    const tab = memoryTab({ 'testigo.session': JSON.stringify({ connection, demo: false }) });
    await renderInHost(app, { fetch: smallService().fetch, path: '/directory', tab });
    expect(await screen.findByLabelText('Clave de la organización')).toBeVisible();
    expect(screen.queryByText('Organización')).toBeNull();
    expect(screen.getByRole('button', { name: 'English' })).toBeVisible();
  });

  it('says that the session could not be resumed when the service fails, and asks for no other key first', async () => {
    const remembered = { connection: { id: 'own', baseUrl: `${origin}/rest/v1`, contentForm: 'flat' } };
    const tab = memoryTab({
      'testigo.session': JSON.stringify({ ...remembered, organizationId: organization.id, key: 'good-key' }),
    });
    let isDown = true;
    const service = smallService((_, path) =>
      isDown && path === '/witnesses' ? refusal(500, 'No disk') : undefined,
    );
    const { user } = await renderInHost(app, { fetch: service.fetch, path: '/directory', tab });
    expect(await screen.findByRole('heading', { name: 'No se pudo retomar tu sesión' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Vuelve a escribir tu clave' })).toBeNull();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('0 personas')).toBeVisible();
  });

  it('refuses in place a key of another organization, and says of which, where the service lists them', async () => {
    let taken = 'good-key';
    const service = smallService((seen, path) => {
      const key = seen.headers.get('authorization')?.replace('Bearer ', '');
      if (key === 'foreign-key' && path === '/organizations')
        return list([{ id: 'f'.repeat(24), name: 'Otra, S.A.' }]);
      if (key !== taken && key !== 'foreign-key') return refusal(401, 'Unknown key');
      return path === '/organizations' ? list([organization]) : list([], 5);
    });
    const { user, queries, session } = await renderInHost(app, {
      fetch: service.fetch,
      path: '/directory',
      open: true,
    });
    await screen.findByText('0 personas');
    taken = 'new-key';
    void queries.invalidateQueries();
    const field = await screen.findByLabelText('Clave de la organización');
    await user.type(field, 'foreign-key');
    await user.click(screen.getByRole('button', { name: 'Usar esta clave' }));
    expect(await screen.findByText(/^Esta clave es de Otra, S\.A\./)).toBeVisible();
    expect(session.snapshot()).toMatchObject({ keyRefused: true, organization });
    const waiting = service.seen.filter(({ url }) => url.pathname.endsWith('/subjects'));
    expect(waiting.map(({ headers }) => headers.get('authorization'))).not.toContain('Bearer foreign-key');
  });

  it('asks in place for another key when it is refused, keeps the page, then repeats what waited', async () => {
    let taken = 'good-key';
    const service = smallService((seen, path) => {
      const key = seen.headers.get('authorization')?.replace('Bearer ', '');
      if (key !== taken) return refusal(401, 'Unknown key');
      return path === '/subjects' ? list([{ id: '1'.repeat(24) }]) : list([], 5);
    });
    const { user, queries, session } = await renderInHost(app, {
      fetch: service.fetch,
      path: '/directory',
      open: true,
    });
    expect(await screen.findByText('1 personas')).toBeVisible();
    taken = 'new-key';
    void queries.invalidateQueries();
    const field = await screen.findByLabelText('Clave de la organización');
    expect(screen.getByText('1 personas')).toBeVisible();
    // The page is there: it is not said to be loaded later, nor the service to be connected, nor anything to be live.
    expect(
      await screen.findByText(/^Continúas donde estabas en cuanto el servicio acepte la clave\./),
    ).toBeVisible();
    expect(screen.getByText('clave no aceptada')).toBeVisible();
    expect(screen.queryByText(/^conectado/)).toBeNull();
    expect(screen.queryByText(/^En vivo/)).toBeNull();
    await user.type(field, 'not-this');
    await user.click(screen.getByRole('button', { name: 'Usar esta clave' }));
    expect(await screen.findByText('El servicio tampoco acepta esta clave.')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'new-key');
    await user.click(screen.getByRole('button', { name: 'Usar esta clave' }));
    await waitFor(() => {
      expect(session.snapshot().keyRefused).toBe(false);
    });
    await waitFor(() => {
      expect(screen.queryByLabelText('Clave de la organización')).toBeNull();
    });
    expect(screen.getByText(/^En vivo/)).toBeVisible();
    expect(service.seen.at(-1)?.headers.get('authorization')).toBe('Bearer new-key');
  });
});
