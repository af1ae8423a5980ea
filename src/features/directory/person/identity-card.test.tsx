import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import { IdentityCard } from './identity-card.tsx';

it.each([
  ['CURP', 'CAPL800101AB1'],
  ['CURP del representante', 'GCE010203AB1'],
])('names whose the CURP is: %s where the RFC is %s', async (label, RFC) => {
  const subject = { id: '1'.repeat(24), RFC, serialNumber: 'CAPL800101HYNNTS09' };
  await renderInHost(<IdentityCard subject={subject} />, { fetch: smallService().fetch });
  expect(screen.getByText(label, { exact: true })).toBeVisible();
});
