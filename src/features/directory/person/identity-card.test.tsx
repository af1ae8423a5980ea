import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SignatureRequestInvite } from '#contract/resources/resources.ts';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import { IdentityCard } from './identity-card.tsx';

const instant = '2026-11-20T15:00:00Z';

test.each<[string, SignatureRequestInvite, string]>([
  ['pending', { id: 'i', status: 'PENDING' }, 'pendientes'],
  ['signed', { id: 'i', status: 'SIGNED' }, 'firmados'],
  ['witnessed', { id: 'i', status: 'WITNESSED' }, 'firmados'],
  ['rejected', { id: 'i', status: 'REJECTED' }, 'rechazados'],
  ['rejected without a status', { id: 'i', rejectedAt: instant }, 'rechazados'],
  ['of a status that nobody knows', { id: 'i', status: 'EXPIRED' }, 'EXPIRED'],
])('terms that are %s are said to be that', async (_, termsInvite, said) => {
  const subject = { id: 's'.repeat(24), commonName: 'Elsa', termsInvite };
  await renderInHost(<IdentityCard subject={subject} />, { fetch: smallService().fetch });
  expect(screen.getByText('Términos del servicio').nextElementSibling).toHaveTextContent(
    new RegExp(`^${said}$`),
  );
});
