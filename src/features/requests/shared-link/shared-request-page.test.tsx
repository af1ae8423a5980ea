import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { fakeFetch, json, type RecordedRequest } from '#client/testing/answers.ts';
import { organization, refusal, renderInHost } from '#widgets/testing/host.tsx';
import { holdSharedKey } from '#widgets/address/shared-key.ts';
import { m } from '#i18n/messages.ts';
import { SharedRequestPage } from './shared-request-page.tsx';

const id = 'e'.repeat(24);
const path = `/requests/${id}`;
const request = {
  id,
  name: 'Contrato de obra',
  draft: false,
  finalized: false,
  createdAt: '2026-11-11T00:00:00Z',
  content: { rawContent: 'k' },
  organization,
  invites: [],
};

async function open(answer: (seen: RecordedRequest, path: string) => Response | undefined) {
  holdSharedKey(path, 'the-shared-key');
  const service = fakeFetch((seen) => {
    const at = seen.url.pathname.replace('/rest/v1', '');
    return (
      answer(seen, at) ??
      (at === path.replace('requests', 'signature-request') ? json(request) : refusal(404, 'No'))
    );
  });
  const page = (
    <Routes>
      <Route path="/requests/:id" element={<SharedRequestPage />} />
    </Routes>
  );
  const view = await renderInHost(page, { fetch: service.fetch, path });
  return { ...view, seen: service.seen };
}

describe('a request that is opened by its link', () => {
  it('joins the person of a typed token, names them to the service, and forgets the token', async () => {
    const subject = { id: '1'.repeat(24), commonName: 'Ana Ruiz' };
    const { user, seen, queries } = await open(({ method }, at) => {
      if (at === '/subjects') return json({ results: [subject], info: { count: 1 } });
      if (method === 'POST') return json({ id: '2'.repeat(24), subject, status: 'PENDING' });
      return undefined;
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Contrato de obra' })).toBeVisible();
    await user.type(screen.getByLabelText('Tu token de acceso'), 'token-of-ana');
    await user.click(screen.getByRole('button', { name: 'Sumarme como firmante' }));
    expect(await screen.findByText(/Ana Ruiz ya es firmante. Firma en tu aplicación/)).toHaveFocus();
    const [made] = seen.filter(({ method }) => method === 'POST');
    expect(made?.headers.get('authorization')).toBe('Bearer token-of-ana');
    expect(made?.body).toEqual({
      input: { signatureRequest: id, subject: subject.id, anonymousKey: 'the-shared-key' },
    });
    expect(seen[0]?.headers.get('authorization')).toBeNull();
    expect(
      JSON.stringify(
        queries
          .getMutationCache()
          .getAll()
          .map(({ state }) => state),
      ),
    ).not.toContain('token-of-ana');
    expect(document.body.innerHTML).not.toContain('the-shared-key');
  });

  it.each([
    [401, 'El servicio no reconoce este token. No se cambió nada.'],
    [409, 'Ya es firmante o la solicitud ya finalizó. No se cambió nada.'],
  ])('says why nobody joined: %i', async (status, words) => {
    const { user } = await open(({ method }, at) => {
      if (at === '/subjects')
        return status === 401 ? refusal(401, 'No') : json({ results: [{ id: '1'.repeat(24) }] });
      return method === 'POST' ? refusal(status, 'No') : undefined;
    });
    await user.type(await screen.findByLabelText('Tu token de acceso'), 'x');
    await user.click(screen.getByRole('button', { name: 'Sumarme como firmante' }));
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('says what the service says where the signature is refused, and not why nobody would join', async () => {
    const ana = { id: '1'.repeat(24), commonName: 'Ana Ruiz', accessToken: 'token-of-ana' };
    const { user } = await open(({ method }, at) => {
      if (at === '/sandbox/session') return json({ organizations: [], subjects: [ana] });
      if (method !== 'POST') return undefined;
      return at.startsWith('/sandbox/')
        ? refusal(409, 'Too late')
        : json({ id: '2'.repeat(24), subject: ana, status: 'PENDING' });
    });
    const [choice] = await screen.findAllByRole('combobox');
    if (choice) await user.selectOptions(choice, ana.id);
    await user.click(screen.getByRole('button', { name: m.requests_link_join_persona() }));
    await user.click(await screen.findByRole('button', { name: m.requests_link_sign({ name: 'Ana Ruiz' }) }));
    expect(await screen.findByText(/Too late/)).toBeVisible();
    expect(screen.queryByText(m.requests_link_conflict())).toBeNull();
  });

  it('shows the statuses as the word of the service, and where to verify the document oneself', async () => {
    const invites = [{ id: '2'.repeat(24), subject: { id: '1'.repeat(24) }, status: 'WITNESSED' }];
    const ana = { id: '1'.repeat(24), commonName: 'Ana Ruiz', accessToken: 'token-of-ana' };
    await open((_, at) => {
      if (at === '/sandbox/session') return json({ organizations: [], subjects: [ana] });
      return at.startsWith('/signature-request/') ? json({ ...request, invites }) : undefined;
    });
    expect(await screen.findByText('Firma atestiguada')).toBeVisible();
    expect(screen.getAllByText('Según el servicio')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Verificar' })).toHaveAttribute('href', '/verify');
    // Two ways to join, each by its own name.
    expect(
      await screen.findByRole('button', { name: 'Sumarme como persona de la demostración' }),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sumarme con mi acceso' })).toBeVisible();
  });

  it('offers no way to join what has ended', async () => {
    await open((_, at) =>
      at.startsWith('/signature-request/') ? json({ ...request, finalized: true }) : undefined,
    );
    expect(await screen.findByText(/nadie más puede sumarse/)).toBeVisible();
    expect(screen.queryByLabelText('Tu token de acceso')).toBeNull();
  });

  it('tells a wrong link from a service that fails', async () => {
    await open((_, at) => (at.startsWith('/signature-request/') ? refusal(503, 'No disk') : undefined));
    expect(await screen.findByText(/No disk/)).toBeVisible();
    expect(screen.queryByText('Este enlace no abre una solicitud')).toBeNull();
  });
});
