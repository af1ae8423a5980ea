import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeFetch, json, type RecordedRequest } from '#client/testing/answers.ts';
import { organization, refusal, renderInHost } from '#widgets/testing/host.tsx';
import { LinkPage } from './link-page.tsx';

const demo = {
  organizations: [{ ...organization, apiKey: 'k' }],
  subjects: [{ id: '1'.repeat(24), commonName: 'Ana Ruiz', accessToken: 'token-of-ana' }],
};
const made = { id: '7'.repeat(24), organization, createdAt: '2026-11-20T00:00:00Z' };

async function open(
  path: string,
  answer: (seen: RecordedRequest, path: string) => Response | Promise<Response> | undefined = () => undefined,
) {
  const service = fakeFetch((seen) => answer(seen, seen.url.pathname) ?? refusal(404, 'Not here'));
  const view = await renderInHost(<LinkPage />, { fetch: service.fetch, path });
  const writes = () => service.seen.filter(({ method }) => method !== 'GET');
  return { ...view, writes };
}

const here = `/link?organization=${organization.id}`;

describe('OL-2 where a person links themselves', () => {
  it('makes the link with the access of the person of the demo who is chosen, and takes it back', async () => {
    const { user, writes } = await open(here, ({ method }, path) => {
      if (path === '/sandbox/session') return json(demo);
      return path === '/rest/v1/organization-link' ? json(method === 'POST' ? made : {}) : undefined;
    });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Vincularse con Grupo Ceibal' }),
    ).toBeVisible();
    expect(screen.getByText(/No firma por ti/)).toBeVisible();
    await user.selectOptions(await screen.findByRole('combobox', { name: '¿Quién eres?' }), 'Ana Ruiz');
    // The first of two ways.
    const [link] = screen.getAllByRole('button', { name: 'Vincularme' });
    if (link) await user.click(link);
    expect(await screen.findByText('Grupo Ceibal ya puede invitarte a firmar.')).toHaveFocus();
    expect(writes()).toHaveLength(1);
    expect(writes()[0]?.headers.get('authorization')).toBe('Bearer token-of-ana');
    expect(writes()[0]?.body).toEqual({ input: { organization: organization.id } });
    await user.click(screen.getByRole('button', { name: 'Quitar el vínculo' }));
    expect(await screen.findByRole('combobox', { name: '¿Quién eres?' })).toBeVisible();
    expect(writes()[1]).toMatchObject({ method: 'DELETE' });
    expect(writes()[1]?.url.search).toBe(`?id=${made.id}`);
  });

  it('names no way to link before it is known whether there is a demo', async () => {
    let come: (answer: Response) => void = () => undefined;
    const session = new Promise<Response>((resolve) => (come = resolve));
    await open(here, (_, path) => (path === '/sandbox/session' ? session : undefined));
    const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(await screen.findByRole('heading', { level: 2 })).toBeVisible();
    expect(names()).toEqual(['Lo solicita']);
    expect(screen.queryByLabelText('Tu token de acceso')).toBeNull();
    come(refusal(404, 'Not here'));
    expect(await screen.findByLabelText('Tu token de acceso')).toBeVisible();
    expect(names()).toEqual(['Lo solicita', 'Con tu token de acceso']);
  });

  it('keeps the token that was written while the people of the demo are read again', async () => {
    let isDown = true;
    const { user } = await open(here, (_, path) => {
      if (path !== '/sandbox/session') return undefined;
      return isDown ? refusal(500, 'No disk') : json(demo);
    });
    await user.type(await screen.findByLabelText('Tu token de acceso'), 'mine');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('combobox', { name: '¿Quién eres?' })).toBeVisible();
    expect(screen.getByLabelText('Tu token de acceso')).toHaveValue('mine');
  });

  it('says that the people of the demo could not be loaded, and tries again in place', async () => {
    let isDown = true;
    const { user } = await open(here, (_, path) => {
      if (path !== '/sandbox/session') return undefined;
      return isDown ? refusal(500, 'No disk') : json(demo);
    });
    expect(await screen.findByText('No se pudieron cargar los firmantes de la demostración')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'O con tu propio token de acceso' })).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('combobox', { name: '¿Quién eres?' })).toBeVisible();
    expect(screen.queryByText(/No se pudieron cargar/)).toBeNull();
  });

  it('sends a typed token to the service of the address and nowhere else, and keeps it nowhere', async () => {
    const other = 'https://other.example/rest/v1';
    const { user, writes, queries, where } = await open(
      `${here}&service=${encodeURIComponent(other)}`,
      ({ url, method }) =>
        method === 'POST' && url.href === `${other}/organization-link` ? json(made) : undefined,
    );
    // No source that may be believed has reported the name yet, and no request for it goes to the demo of this page.
    expect(await screen.findByText(/El servicio muestra el nombre cuando haya vínculo/)).toBeVisible();
    expect(screen.getByText('other.example')).toBeVisible();
    await user.type(screen.getByLabelText('Tu token de acceso'), 'my-own-token');
    await user.click(screen.getByRole('button', { name: 'Vincularme' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Vincularse con Grupo Ceibal' }),
    ).toBeVisible();
    expect(writes().map(({ url }) => url.href)).toEqual([`${other}/organization-link`]);
    await waitFor(() => {
      expect(queries.getMutationCache().getAll()).toEqual([]);
    });
    expect(document.body.innerHTML).not.toContain('my-own-token');
    expect(where()).not.toContain('token');
  });

  it('is read in either language by who is not connected', async () => {
    const { user } = await open(here, (_, path) => (path === '/sandbox/session' ? json(demo) : undefined));
    await user.click(await screen.findByRole('button', { name: 'English' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Link to Grupo Ceibal' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Español' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Vincularse con Grupo Ceibal' }),
    ).toBeVisible();
  });

  it.each([
    [409, 'Ya tienes vínculo con esta organización. No se cambió nada.'],
    [401, 'El servicio no reconoce este token. No se cambió nada.'],
    [403, /no permite crear un vínculo con este acceso/],
    [404, /no tiene esta organización o no permite vincularse desde aquí/],
    [503, /No disk/],
  ])('says why there is no link: %i', async (status, words) => {
    const { user } = await open(here, ({ method }) =>
      method === 'POST' ? refusal(status, 'No disk') : undefined,
    );
    await user.type(await screen.findByLabelText('Tu token de acceso'), 'x');
    await user.click(screen.getByRole('button', { name: 'Vincularme' }));
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('says that the outcome is not known where the service answers null', async () => {
    const { user } = await open(here, ({ method }) => (method === 'POST' ? json(null) : undefined));
    await user.type(await screen.findByLabelText('Tu token de acceso'), 'x');
    await user.click(screen.getByRole('button', { name: 'Vincularme' }));
    expect(await screen.findByText(/No se sabe si se hizo/)).toBeVisible();
    expect(screen.queryByText(/No se cambió nada/)).toBeNull();
  });

  it.each([
    [409, /entra en conflicto con los datos actuales/],
    [401, 'El servicio no reconoce este token. No se cambió nada.'],
    [403, 'El servicio no permite quitar el vínculo con este acceso. No se cambió nada.'],
    [404, /No existe o no tienes acceso/],
    [503, /No disk/],
  ])('says why a link was not removed, not why none was made: %i', async (status, words) => {
    const { user } = await open(here, ({ method }) =>
      method === 'POST' ? json(made) : method === 'DELETE' ? refusal(status, 'No disk') : undefined,
    );
    await user.type(await screen.findByLabelText('Tu token de acceso'), 'x');
    await user.click(screen.getByRole('button', { name: 'Vincularme' }));
    await user.click(await screen.findByRole('button', { name: 'Quitar el vínculo' }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText(/vincularse desde aquí|Ya tienes vínculo/)).toBeNull();
  });

  it.each([
    '/link',
    '/link?organization=12',
    `${here}&service=http://evil.example`,
    `${here}&service=${encodeURIComponent('https://a:b@evil.example')}`,
  ])('asks for nothing at an address that is none: %s', async (path) => {
    const { writes } = await open(path);
    expect(await screen.findByText('Esta dirección no indica una organización')).toBeVisible();
    expect(screen.queryByLabelText('Tu token de acceso')).toBeNull();
    expect(writes()).toEqual([]);
  });
});
