import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import type { Signer } from '../signers-section.tsx';
import { CertificateWarnings } from './certificate-warnings.tsx';

const signer = (digit: string, certificate: Record<string, unknown> | null): Signer => ({
  id: digit.repeat(24),
  name: `Persona ${digit}`,
  subject: { id: digit.repeat(24), certificate },
  linked: true,
  failed: false,
});

it('warns before sending of each signer whose certificate is revoked or expired, and of no other', async () => {
  const valid = { notBefore: '2020-01-01T00:00:00Z', notAfter: '2091-05-04T18:00:00Z' };
  const signers = [
    signer('1', valid),
    signer('2', { ...valid, revoked: true }),
    signer('3', { ...valid, notAfter: '2021-05-04T18:00:00Z' }),
    signer('4', null),
  ];
  await renderInHost(<CertificateWarnings signers={signers} />, { fetch: smallService().fetch, open: true });
  expect(
    await screen.findByText('El certificado de Persona 2 está revocado: su firma no será válida.'),
  ).toBeVisible();
  expect(
    screen.getByText('El certificado de Persona 3 está vencido: su firma no será válida.'),
  ).toBeVisible();
  expect(screen.queryByText(/Persona [14]/)).toBeNull();
});
