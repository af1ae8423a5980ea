import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SignatureRequestInvite } from '#contract/resources/resources.ts';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import { m } from '#i18n/messages.ts';
import { People } from './people.tsx';

const id = 'f'.repeat(24);

async function show(witness: SignatureRequestInvite['witness']): Promise<void> {
  const invite = { id: '1'.repeat(24), status: 'WITNESSED', signature: 'aa', witness };
  const read = { people: {}, certificates: {}, witnesses: {} } as never;
  await renderInHost(<People evidence read={read} request={{ id, invites: [invite] }} />, {
    fetch: smallService(() => undefined).fetch,
    open: true,
  });
}

describe('the witness of a signature', () => {
  it('has no marks of absence where only its id came', async () => {
    await show({ id });
    expect(await screen.findByText(m.requests_signature_witness())).toBeVisible();
    expect(screen.queryByRole('img', { name: /^NOM-151/ })).toBeNull();
  });

  it('has no marks where the service reports no strategy of it, and has them where it reports one', async () => {
    await show({ id, hash: 'aa'.repeat(32) });
    expect(await screen.findByText(m.requests_signature_witness())).toBeVisible();
    expect(screen.queryByRole('img', { name: /^NOM-151/ })).toBeNull();
    cleanup();
    await show({ id, merkleized: { createdAt: '2026-10-15T18:00:00Z' } });
    expect(await screen.findByRole('img', { name: /^NOM-151/ })).toBeVisible();
  });
});
