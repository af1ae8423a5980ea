import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import { ShareLink } from './share-link.tsx';

const request = { id: 'e'.repeat(24), name: 'Contrato de obra', anonymousKey: 'k'.repeat(32) };

it.each([
  ['that waits lets others sign', false, true],
  ['that is finalized lets others only read', true, false],
])('the link of a request %s', async (_, finalized, canSign) => {
  await renderInHost(<ShareLink request={{ ...request, finalized }} onDone={vi.fn()} />, {
    fetch: smallService().fetch,
  });
  const text = screen.getByText(/podrá leer el documento sin clave.*No se puede revocar/);
  expect(text.textContent.includes('invitarse a firmarlo')).toBe(canSign);
});
