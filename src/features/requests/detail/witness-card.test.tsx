import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SignatureRequestInvite } from '#contract/resources/resources.ts';
import { list, refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { renderUi } from '#ui/testing/render.tsx';
import { m } from '#i18n/messages.ts';
import { TokenCard } from './token-card.tsx';
import { WitnessCard } from './witness-card.tsx';

const rejected = { id: '1', status: 'REJECTED', createdAt: '2026-11-11T00:00:00Z' };
const ended = {
  id: 'e'.repeat(24),
  draft: false,
  finalized: true,
  rejectedAt: '2026-11-12T00:00:00Z',
  witness: null,
};

function show(invites: SignatureRequestInvite[]): void {
  const request = { ...ended, invites };
  renderUi(() => (
    <>
      <WitnessCard request={request} />
      <TokenCard request={request} />
    </>
  ));
}

describe('a rejected request without a witness', () => {
  it('says that nobody signed where every answer is known and none is a signature', () => {
    show([rejected]);
    expect(screen.getByText(m.requests_no_witness_rejected())).toBeVisible();
    expect(screen.getByText(m.requests_own_never())).toBeVisible();
  });

  it.each([
    ['somebody signed', { ...rejected, id: '2', status: 'SIGNED' }],
    ['an answer is of an unknown status', { ...rejected, id: '2', status: 'ARCHIVED' }],
    ['of an invite only the id came', { id: '2' }],
  ])('does not say that nobody signed where %s', (_, other) => {
    show([rejected, other]);
    expect(screen.getByText(m.requests_no_witness_yet())).toBeVisible();
    expect(screen.getByText(m.requests_own_not_signed())).toBeVisible();
  });
});

describe('a witness of which the service sent only the id', () => {
  const witness = { id: 'f'.repeat(24) };
  const open = (answer: () => Response | Promise<Response>) =>
    renderInHost(<WitnessCard request={{ ...ended, witness }} />, {
      fetch: smallService((seen, path) =>
        path === '/witnesses' && seen.url.searchParams.has('_id') ? answer() : undefined,
      ).fetch,
      open: true,
      language: 'en',
    });

  it('is being read only while its answer has not come', async () => {
    await open(() => new Promise<Response>(() => undefined));
    expect(await screen.findByText(m.requests_witness_on_its_way())).toBeVisible();
  });

  it.each([
    ['could not be read', () => refusal(500, 'No disk'), m.requests_witness_unread],
    ['is all that the service sends', () => list([]), m.requests_witness_unsent],
  ])('is said to be so where it %s', async (_, answer, words) => {
    await open(answer);
    expect(await screen.findByText(words())).toBeVisible();
    expect(screen.queryByText(m.requests_witness_on_its_way())).toBeNull();
  });
});
