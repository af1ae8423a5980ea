import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { smallService, renderInHost } from '../testing/host.tsx';
import { CertificateState } from './certificate-state.tsx';

const now = new Date('2026-11-20T12:00:00Z');

it('says that there is no certificate only where the service says so, not where it was not read', async () => {
  await renderInHost(
    <>
      <p data-testid="null">
        <CertificateState certificate={null} now={now} />
      </p>
      <p data-testid="absent">
        <CertificateState certificate={undefined} now={now} />
      </p>
      <p data-testid="stub">
        <CertificateState certificate={{ id: 'a' }} now={now} />
      </p>
      <p data-testid="undated">
        <CertificateState certificate={{ id: 'b', serialNumber: '1' }} now={now} />
      </p>
      <p data-testid="valid">
        <CertificateState certificate={{ id: 'c', notAfter: '2040-01-01T00:00:00Z' }} now={now} />
      </p>
    </>,
    { fetch: smallService().fetch, open: true },
  );
  expect(screen.getByTestId('null')).toHaveTextContent('Sin certificado conocido');
  for (const unread of ['absent', 'stub', 'undated'])
    expect(screen.getByTestId(unread)).toHaveTextContent('Certificado sin datos');
  expect(screen.getByTestId('valid')).toHaveTextContent(/Certificado vigente.*(2039|2040)/);
});
