import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { list, organization, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { RequestPage } from '../detail/request-page.tsx';

const ana = { id: 'a1'.repeat(12), commonName: 'Ana Sofía Pech Uc' };
const luis = { id: 'b2'.repeat(12), commonName: 'Luis Canché' };
const draft = {
  id: 'e'.repeat(24),
  name: 'Contrato de obra',
  draft: true,
  finalized: false,
  createdAt: '2026-11-11T00:00:00Z',
  content: {},
  organization,
};
const invite = (digit: string, { id }: { id: string }) => ({
  id: digit.repeat(24),
  subject: { id },
  status: 'PENDING',
  createdAt: '2026-11-11T00:00:00Z',
});

const page = (
  <Routes>
    <Route path="/requests/:id" element={<RequestPage />} />
  </Routes>
);

describe('sending a draft', () => {
  it.each([
    ['was not sent', {}, () => m.requests_send_title_unread()],
    ['is nobody', { invites: [] }, () => m.requests_send_title_none()],
    ['is counted', { pending: 2, signed: 0 }, () => m.requests_send_title({ count: 2 })],
  ])('says how many receive it as far as the service says it: who signs %s', async (_, part, title) => {
    const { fetch } = smallService((__, at) =>
      at === `/signature-request/${draft.id}` ? json({ ...draft, ...part }) : undefined,
    );
    const { user } = await renderInHost(page, { fetch, open: true, path: `/requests/${draft.id}` });
    await user.click(await screen.findByRole('button', { name: 'Enviar' }));
    expect(await screen.findByText(title())).toBeVisible();
  });

  it('says what the service says of a conflict, and not that somebody else sent it', async () => {
    const { fetch } = smallService(({ method }, at) => {
      if (method === 'POST' || method === 'PUT' || method === 'PATCH')
        return refusal(409, 'The document is locked');
      return at === `/signature-request/${draft.id}` ? json({ ...draft, invites: [] }) : undefined;
    });
    const { user } = await renderInHost(page, { fetch, open: true, path: `/requests/${draft.id}` });
    await user.click(await screen.findByRole('button', { name: 'Enviar' }));
    await screen.findByText(m.requests_send_title_none());
    const [, confirm] = screen.getAllByRole('button', { name: 'Enviar' });
    if (confirm) await user.click(confirm);
    expect(await screen.findByText(/The document is locked/)).toBeVisible();
  });
});

describe('sending a request that others changed meanwhile', () => {
  it('names a signer who was added, where the service sends only ids of people', async () => {
    let invites = [invite('1', ana)];
    const { fetch } = smallService((_, at) => {
      if (at === `/signature-request/${draft.id}`) return json({ ...draft, invites });
      return at === '/subjects' ? list([ana, luis]) : undefined;
    });
    const { user } = await renderInHost(page, { fetch, open: true, path: `/requests/${draft.id}` });
    await user.click(await screen.findByRole('button', { name: 'Enviar' }));
    await screen.findByText('¿Enviar a 1 firmante?');
    invites = [...invites, invite('2', luis)];
    expect(await screen.findByText('Se agregó a Luis Canché.')).toBeVisible();
    expect(screen.queryByText(/sin nombre/)).toBeNull();
  });
});
