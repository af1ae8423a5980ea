import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { database } from '#jobs/store/database.ts';
import { storedData } from '#jobs/store/stored-data.ts';
import { recordsOf } from '#jobs/testing/records.ts';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { LoadingStoredCard, StoredCard } from './stored-card.tsx';

const at = '2026-11-20T00:00:00.000Z';

afterEach(() => storedData().erase());

it('names what of the stored records cannot be read, and no value of it', async () => {
  const { fetch } = smallService();
  const { session, queries } = await renderInHost(<StoredCard />, { fetch, open: true });
  const scope = session.client()?.scope ?? '';
  const { operations } = recordsOf(scope, 'id', at);
  // A status that no build has written.
  await (await database()).put('operations', { ...operations, status: 'secreto' } as never);
  await queries.invalidateQueries();
  expect(await screen.findByText(m.settings_stored_unreadable())).toBeVisible();
  expect(screen.getByText('operations.status')).toBeVisible();
  expect(screen.queryByText(/secreto/)).toBeNull();
});

it('has its title and its text while it is read', async () => {
  const { fetch } = smallService();
  await renderInHost(<LoadingStoredCard />, { fetch, open: true });
  expect(screen.getByRole('heading', { name: m.settings_stored() })).toBeVisible();
  expect(screen.getByText(m.settings_stored_text())).toBeVisible();
});
