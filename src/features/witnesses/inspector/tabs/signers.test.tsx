import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import * as material from '#proofs/testing/case-material.ts';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import { Signers } from './signers.tsx';

const show = (evidence: Evidence) =>
  renderInHost(
    <Signers
      evidence={evidence}
      report={checkEvidence(evidence, material.context)}
      names={['Ana', 'Berta']}
      signer={0}
      onSigner={vi.fn()}
      listOf={() => ({})}
    />,
    { fetch: smallService().fetch },
  );

test('the time of a signature is of its own witness, and not of a witness of something else', async () => {
  const view = await show(material.evidence);
  expect(screen.getByText(/^Esta firma existía a más tardar el .* y es válida\.$/)).toBeVisible();
  // One sentence says the time, once.
  expect(screen.queryByText(/Primera prueba de esta firma/)).toBeNull();
  expect(screen.getByRole('tab', { name: /^Ana, / })).toBeVisible();
  view.unmount();
  // The witness holds, and what it proves is when the document existed.
  await show(material.withInvite({ witness: material.documentWitness }));
  expect(screen.queryByText(/Esta firma existía/)).toBeNull();
  expect(screen.getByText('Nada prueba desde cuándo existe esta firma.')).toBeVisible();
});
