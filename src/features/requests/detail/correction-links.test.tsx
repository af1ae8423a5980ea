import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { embeddedConnection, scopeOf } from '#client/session/connection.ts';
import { database } from '#jobs/store/database.ts';
import { correctionOf } from '#jobs/store/follow-ups.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { organization, origin, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { CorrectionLinks } from './correction-links.tsx';

const scope = scopeOf(embeddedConnection(origin), organization.id);
const [old, fresh] = ['e'.repeat(24), 'f'.repeat(24)];

beforeEach(() => storedData().erase());

it.each([
  [old, true, 'Corregida y enviada de nuevo: Carta corregida', fresh],
  [old, false, 'Se preparó una corrección: Carta corregida', fresh],
  [fresh, true, 'Corrige: Carta', old],
])('links a corrected request and its replacement: %s', async (id, sent, words, to) => {
  const record = correctionOf(
    scope,
    { id: old, name: 'Carta' },
    { id: fresh, name: 'Carta corregida' },
    sent,
  );
  await (await database()).put('corrections', record);
  await renderInHost(<CorrectionLinks id={id} />, { fetch: smallService().fetch, open: true });
  const link = await screen.findByRole('link');
  expect(link).toHaveAttribute('href', `/requests/${to}`);
  expect(link.closest('[role="status"]')).toHaveTextContent(words);
});

it('shows nothing of another organization', async () => {
  const record = correctionOf('elsewhere', { id: old, name: 'Carta' }, { id: fresh, name: 'Carta' }, true);
  await (await database()).put('corrections', record);
  const { container } = await renderInHost(<CorrectionLinks id={old} />, {
    fetch: smallService().fetch,
    open: true,
  });
  expect(container).not.toHaveTextContent('Carta');
});
