import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { RequestsList } from './list/requests-list.tsx';
import { requestColumns } from './list/requests-table.tsx';
import { renderPage } from './testing/page.tsx';

const invite = (status: string) => ({ id: `i${status}`, status, createdAt: '2026-11-01T00:00:00Z' });
const request = (name: string, more: SignatureRequest): SignatureRequest => ({
  id: name,
  name,
  createdAt: '2026-11-01T00:00:00Z',
  draft: false,
  ...more,
});
const waits = request('Contrato 1', { invites: [invite('SIGNED'), invite('PENDING')] });
const over = [
  request('Contrato 2', { invites: [invite('REJECTED'), invite('PENDING')] }),
  request('Contrato 3', {
    finalized: true,
    invites: [invite('WITNESSED')],
    witness: { id: 'w', timestampedAt: '2026-11-02T00:00:00Z' },
  }),
];
const nothing = {
  body: { id: 'l', info: { id: 'l', count: 0, pages: 1, next: null, prev: null }, results: [] },
};

test('only what somebody is awaited for has an age in the table', async () => {
  const age = requestColumns({}, false).find(({ id }) => id === 'age');
  const rows = [waits, ...over];
  const cells = rows.map((row) => <p key={row.id}>{age?.cell(row)}</p>);
  const { container } = await renderPage(<>{cells}</>, '/requests', () => nothing);
  const texts = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(texts).toEqual([expect.stringMatching(/\d/), '—', '—']);
});

test('a card says no dash for an age, which has no heading there', async () => {
  const list = { more: undefined, loadingMore: false } as never;
  await renderPage(
    <RequestsList
      rows={[waits, ...over]}
      names={{}}
      list={list}
      changed={new Set()}
      picked={new Set()}
      onPicked={() => undefined}
    />,
    '/requests',
    () => nothing,
  );
  const [open, ...closed] = screen.getAllByRole('listitem');
  expect(within(open!).getByText(/^\d+ d$/)).toBeVisible();
  for (const card of closed) {
    const standing = within(card).getByText(/^(Rechazada|Completa)$/);
    expect(standing.closest('div')).toHaveTextContent(/^(Rechazada|Completa)$/);
  }
});
