import { screen, waitFor } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { embeddedConnection, scopeOf } from '#client/session/connection.ts';
import { database } from '#jobs/store/database.ts';
import { unlinkedSigners, unlinkedSignersOf } from '#jobs/store/follow-ups.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { json, type RecordedRequest } from '#client/testing/answers.ts';
import { list, organization, origin, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { RequestPage } from '../detail/request-page.tsx';

const scope = scopeOf(embeddedConnection(origin), organization.id);
const ana = { id: 'a1'.repeat(12), name: 'Ana Sofía Pech Uc' };
const luis = { id: 'b2'.repeat(12), name: 'Luis Canché' };
const sent = {
  id: 'e'.repeat(24),
  name: 'Contrato de obra',
  draft: false,
  finalized: false,
  createdAt: '2026-11-11T00:00:00Z',
  anonymousKey: 'anonymous-key-of-the-request',
  content: {},
  organization,
  invites: [
    {
      id: '1'.repeat(24),
      subject: { id: luis.id, commonName: luis.name },
      status: 'PENDING',
      createdAt: '2026-11-11T00:00:00Z',
    },
  ] as object[],
};
const stored = () => new QueryClient().query(unlinkedSigners(scope).list());

async function store(people: readonly { id: string; name: string }[], of = scope): Promise<void> {
  for (const record of unlinkedSignersOf(of, sent.id, people))
    await (await database()).put('unlinkedSigners', record);
}

/** The request's page over a service whose links and refusals a test changes. */
async function openPage(request: object = sent, { linksFail = false } = {}) {
  const service = { linked: new Set<string>(), linksFail, refuses: 0, invites: sent.invites };
  const { fetch, seen } = smallService((call, path) => {
    if (path === `/signature-request/${sent.id}`)
      return json({ ...sent, ...request, invites: service.invites });
    if (path === '/organization-links')
      return service.linksFail
        ? refusal(500, 'No disk')
        : list([...service.linked].map((id) => ({ id: id.slice(0, 24), subject: { id } })));
    if (path === '/signature-request-invite')
      return service.refuses ? refusal(service.refuses, 'No') : invite(call);
    return undefined;
  });
  const invite = ({ body }: RecordedRequest): Response => {
    const { subject } = (body as { input: { subject: string } }).input;
    const made = { id: '9'.repeat(24), subject: { id: subject, commonName: ana.name }, status: 'PENDING' };
    service.invites = [...service.invites, made];
    return json(made);
  };
  const page = (
    <Routes>
      <Route path="/requests/:id" element={<RequestPage />} />
    </Routes>
  );
  const view = await renderInHost(page, { fetch, open: true, path: `/requests/${sent.id}` });
  return { ...view, seen, service };
}

const inviteButton = () => screen.queryByRole('button', { name: `Invitar a ${ana.name}` });

beforeEach(() => storedData().erase());
afterEach(() => vi.restoreAllMocks());

describe('a signer who was chosen without a link', () => {
  it('stays on the page of the request with a message that leads to linking and holds no key', async () => {
    await store([ana]);
    const { user, container } = await openPage();
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(await screen.findByRole('button', { name: `Copiar el mensaje para ${ana.name}` }));
    expect(screen.getByText('Aún sin vínculo')).toBeVisible();
    expect(inviteButton()).toBeNull();
    const [text = ''] = copied.mock.calls[0] ?? [];
    expect(text).toContain('Hola, Ana Sofía Pech Uc:');
    expect(text).toContain('Grupo Ceibal quiere enviarte «Contrato de obra» a firma');
    expect(text).toContain(`${origin}/link?organization=${organization.id}`);
    expect(text).not.toContain(sent.anonymousKey);
    expect(container).toHaveTextContent('Mensaje copiado');
  });

  it('is invited by one press once linked, and leaves the list', async () => {
    await store([ana]);
    const { user, service, queries, seen } = await openPage();
    expect(await screen.findByText('Aún sin vínculo')).toBeVisible();
    service.linked.add(ana.id);
    await queries.invalidateQueries();
    expect(await screen.findByText('Ya tiene vínculo')).toBeVisible();
    const button = inviteButton();
    expect(button).toBeVisible();
    if (button) await user.click(button);
    await waitFor(() => expect(screen.queryByText('Ya tiene vínculo')).toBeNull());
    const calls = seen.filter(({ url }) => url.pathname.endsWith('/signature-request-invite'));
    expect(calls.map(({ body }) => body)).toEqual([
      { input: { signatureRequest: sent.id, subject: ana.id } },
    ]);
    expect(await stored()).toEqual([]);
  });

  it('stays with the reason where the service refuses the invite', async () => {
    await store([ana]);
    const { user, service, queries } = await openPage();
    await screen.findByText('Aún sin vínculo');
    service.linked.add(ana.id);
    service.refuses = 403;
    await queries.invalidateQueries();
    await user.click(await screen.findByRole('button', { name: `Invitar a ${ana.name}` }));
    expect(await screen.findByText(/no tiene vínculo con tu organización/)).toBeVisible();
    expect(await stored()).toHaveLength(1);
  });

  it('is not said to be without a link while the links are not known', async () => {
    await store([ana]);
    await openPage(sent, { linksFail: true });
    expect(await screen.findByText(m.requests_unlinked_unknown())).toBeVisible();
    expect(screen.queryByText(m.requests_unlinked_not())).toBeNull();
  });

  it('is not said to have received nothing, which the list of this browser does not show', async () => {
    await store([ana]);
    await openPage();
    expect(await screen.findByText(/Reciben el documento al invitarlas/)).toBeVisible();
  });

  it('is not said to be invited already where the service refuses by a conflict and lists no invite', async () => {
    await store([ana]);
    const { user, service } = await openPage();
    service.linked.add(ana.id);
    service.refuses = 409;
    await user.click(
      await screen.findByRole('button', { name: `Invitar a ${ana.name}` }, { timeout: 20_000 }),
    );
    expect(await screen.findByText(new RegExp(m.errors_conflict()))).toBeVisible();
    expect(screen.queryByText(m.requests_invite_already({ name: ana.name }))).toBeNull();
  });

  it('cannot be invited any more where the request is read to be over after a conflict', async () => {
    await store([ana]);
    const request = { ...sent };
    const { user, service, queries } = await openPage(request);
    await screen.findByText(m.requests_unlinked_not());
    service.linked.add(ana.id);
    service.refuses = 409;
    await queries.invalidateQueries();
    const button = await screen.findByRole('button', { name: `Invitar a ${ana.name}` });
    request.finalized = true;
    await user.click(button);
    expect(await screen.findByText(m.requests_invite_finalized())).toBeVisible();
  });

  it('is taken off the list by a press', async () => {
    await store([ana]);
    const { user } = await openPage();
    await user.click(await screen.findByRole('button', { name: `Quitar a ${ana.name} de esta lista` }));
    await waitFor(async () => expect(await stored()).toEqual([]));
    await waitFor(() => expect(screen.queryByText(ana.name)).toBeNull());
  });

  it('is shown neither once invited elsewhere nor under another organization', async () => {
    await store([luis]);
    await store([ana], 'elsewhere');
    await openPage();
    expect(await screen.findAllByText('Luis Canché')).not.toHaveLength(0);
    expect(screen.queryByText('Aún sin vínculo')).toBeNull();
    expect(screen.queryByText(ana.name)).toBeNull();
  });

  it('cannot be invited to a request that is over, which is said', async () => {
    await store([ana]);
    await openPage({ finalized: true });
    expect(await screen.findByText(/La solicitud finalizó y ya no admite firmantes/)).toBeVisible();
    expect(inviteButton()).toBeNull();
    expect(screen.queryByRole('button', { name: /Copiar el mensaje/ })).toBeNull();
  });
});
