import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { embeddedConnection, scopeOf } from '#client/session/connection.ts';
import { json } from '#client/testing/answers.ts';
import { database } from '#jobs/store/database.ts';
import { correctionOf } from '#jobs/store/follow-ups.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { list, organization, origin, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { RequestPage } from '../detail/request-page.tsx';
import { stateOf, type KnownState } from '../state.ts';

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
  let reads = 0;
  const { fetch } = smallService((_, at) => {
    if (at === `/signature-request/${request.id}`) {
      reads += 1;
      return json({ ...request, ...part });
    }
    return at === '/subjects' ? list([]) : undefined;
  });
  const page = (
    <Routes>
      <Route path="/requests/:id" element={<RequestPage />} />
    </Routes>
  );
  const { user } = await renderInHost(page, { fetch, open: true, path: `/requests/${request.id}${query}` });
  await screen.findByRole('heading', { name: 'Contrato de obra' });
  return { user, reads: () => reads };
}

/** What the filled buttons and links of the page say, all of which are in its header. */
const primary = async (): Promise<string[]> => {
  await screen.findByRole('button', { name: 'Más acciones' });
  const header = screen.getByRole('heading', { level: 1 }).closest('header');
  const filled = [...screen.getAllByRole('button'), ...screen.queryAllByRole('link')].filter(
    (button) => button.dataset.variant === 'contained',
  );
  for (const button of filled) expect(header).toContainElement(button);
  return filled.map((button) => button.textContent);
};

const pending = invite('PENDING');
const signed = { ...invite('SIGNED'), signedAt: '2026-11-12T00:00:00Z' };
const rejected = { ...invite('REJECTED'), rejectedAt: '2026-11-12T00:00:00Z' };
const nobody = { invites: [], signed: 0, pending: 0, rejected: 0 };
const witness = { id: 'c'.repeat(24), hash: 'b'.repeat(64), createdAt: '2026-11-12T00:00:00Z' };
const merkleized = { merkleRoot: 'ab', createdAt: '2026-11-12T00:00:00Z' };
const closed = { finalized: true, invites: [signed] };

beforeEach(() => storedData().erase());

describe('the one primary action of a request', () => {
  it.each<[string, object, string, KnownState]>([
    ['a draft', { draft: true, invites: [pending] }, 'Enviar', 'draft'],
    ['a draft without signers', { draft: true, ...nobody }, 'Invitar a firmar', 'draft'],
    ['what was sent to nobody', nobody, 'Invitar a firmar', 'unsigned'],
    ['what was closed with nobody', { finalized: true, ...nobody }, 'Guardar expediente', 'unsigned'],
    ['who has not answered', { invites: [pending] }, 'Recordar', 'waiting'],
    ['what all signed and nobody closed', { invites: [signed] }, 'Guardar expediente', 'waiting'],
    ['what was rejected', { finalized: true, invites: [rejected] }, 'Corregir y reenviar', 'rejected'],
    ['what was signed', { ...closed, witness }, 'Certificar NOM-151', 'signed'],
    ['what was signed and has no witness', closed, 'Guardar expediente', 'signed'],
    [
      'what is witnessed',
      { ...closed, witness: { ...witness, timestampedAt: '2026-11-12T00:00:00Z', merkleized } },
      'Guardar expediente',
      'witnessed',
    ],
    [
      'what is unknown but its witness',
      { ...closed, witness: { id: witness.id } },
      'Ver el testigo',
      'unknown',
    ],
    ['what is unknown', {}, 'Consultar de nuevo', 'unknown'],
  ])('%s', async (_, part, words, state) => {
    expect(stateOf({ ...request, ...part })).toBe(state);
    await openPage(part);
    expect(await primary()).toEqual([words]);
  });

  it('opens the correction of what was rejected and corrected', async () => {
    const scope = scopeOf(embeddedConnection(origin), organization.id);
    const replacement = { id: 'f'.repeat(24), name: 'Contrato corregido' };
    await (await database()).put('corrections', correctionOf(scope, request, replacement, true));
    await openPage({ finalized: true, invites: [rejected] });
    const link = await screen.findByRole('link', { name: 'Abrir la corrección' });
    expect(link).toHaveAttribute('href', `/requests/${replacement.id}`);
    expect(await primary()).toEqual(['Abrir la corrección']);
  });

  it('reads an unknown request again', async () => {
    const { user, reads } = await openPage({});
    const before = reads();
    await user.click(await screen.findByRole('button', { name: 'Consultar de nuevo' }));
    expect(reads()).toBeGreaterThan(before);
  });

  it('is to invite where it was sent to nobody, in a panel that the queue opens', async () => {
    await openPage(nobody, '?open=invite');
    const button = await screen.findByRole('button', { name: 'Invitar a firmar', expanded: true });
    expect(button).toHaveAttribute('data-variant', 'contained');
  });

  it('is to send a draft with signers, in a panel that the queue opens', async () => {
    const { user } = await openPage({ draft: true, invites: [pending] }, '?open=send');
    const button = await screen.findByRole('button', { name: 'Enviar', expanded: true });
    expect(button).toHaveAttribute('data-variant', 'contained');
    expect(await screen.findByText('¿Enviar a 1 firmante?')).toBeVisible();
    // The press that closes it takes it out of the address too.
    await user.click(button);
    await waitFor(() => expect(screen.queryByText('¿Enviar a 1 firmante?')).toBeNull());
    expect(window.location.search).toBe('');
  });
});
