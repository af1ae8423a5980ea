import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { list, organization, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { RequestPage } from '../detail/request-page.tsx';

const request = {
  id: 'e'.repeat(24),
  name: 'Contrato de obra',
  draft: false,
  finalized: false,
  createdAt: '2026-11-11T00:00:00Z',
  content: {},
  organization,
};
const invite = (status: string) => ({
  id: '1'.repeat(24),
  subject: { id: 'a1'.repeat(12), commonName: 'Ana Sofía Pech Uc' },
  createdAt: '2026-11-11T00:00:00Z',
  status,
});

async function openPage(part: object, query = '') {
  const { fetch } = smallService((_, at) => {
    if (at === `/signature-request/${request.id}`) return json({ ...request, ...part });
    return at === '/subjects' ? list([]) : undefined;
  });
  const page = (
    <Routes>
      <Route path="/requests/:id" element={<RequestPage />} />
    </Routes>
  );
  await renderInHost(page, { fetch, open: true, path: `/requests/${request.id}${query}` });
  await screen.findByRole('heading', { name: 'Contrato de obra' });
}

const primary = async (): Promise<string[]> => {
  await screen.findByRole('button', { name: 'Más acciones' });
  return screen
    .getAllByRole('button')
    .filter((button) => button.dataset.variant === 'contained')
    .map((button) => button.textContent);
};

describe('the primary action of a request', () => {
  it('is to send a draft', async () => {
    await openPage({ draft: true, invites: [invite('PENDING')] });
    expect(await primary()).toEqual(['Enviar']);
  });

  it('is to invite for a draft without signers', async () => {
    await openPage({ draft: true, invites: [], signed: 0, pending: 0, rejected: 0 });
    expect(await primary()).toEqual(['Invitar a firmar']);
  });

  it('is to remind whoever has not answered', async () => {
    await openPage({ invites: [invite('PENDING')] });
    expect(await primary()).toEqual(['Recordar']);
  });

  it('is to export the evidence once it is witnessed', async () => {
    const signed = { ...invite('SIGNED'), signedAt: '2026-11-12T00:00:00Z' };
    await openPage({
      finalized: true,
      invites: [signed],
      witness: {
        id: 'c'.repeat(24),
        hash: 'b'.repeat(64),
        timestampedAt: '2026-11-12T00:00:00Z',
        merkleized: { merkleRoot: 'ab', createdAt: '2026-11-12T00:00:00Z' },
      },
    });
    expect(await primary()).toEqual(['Guardar expediente']);
  });

  it('is to certify what was signed and has no proof yet', async () => {
    await openPage({
      finalized: true,
      invites: [{ ...invite('SIGNED'), signedAt: '2026-11-12T00:00:00Z' }],
      witness: { id: 'c'.repeat(24), hash: 'b'.repeat(64), createdAt: '2026-11-12T00:00:00Z' },
    });
    expect(await primary()).toEqual(['Certificar NOM-151']);
  });

  it('is to invite where it was sent to nobody, in a panel that the queue opens', async () => {
    await openPage({ invites: [], signed: 0, pending: 0, rejected: 0 }, '?open=invite');
    const button = await screen.findByRole('button', { name: 'Invitar a firmar', expanded: true });
    expect(button).toHaveAttribute('data-variant', 'contained');
  });
});
