import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { context, evidence } from '#proofs/testing/case-material.ts';
import { renderUi } from '#ui/testing/render.tsx';
import { ReportBanner } from './report-banner.tsx';
import { UnreadPieces, type Piece } from './unread.ts';

const [first] = evidence.invites!;
const { ocspResponse: _, witness: _witness, ...rest } = first!;
const withoutWitness: Evidence = { ...evidence, invites: [{ ...rest, unloaded: ['witness'] }] };

function headingOf(unread: readonly Piece[], of: Evidence = withoutWitness): string {
  renderUi(
    <UnreadPieces value={new Set(unread)}>
      <ReportBanner report={checkEvidence(of, context)} />
    </UnreadPieces>,
  );
  return screen.getByRole('heading').textContent;
}

test('a verdict that is open in several ways says first that evidence could not be read', () => {
  expect(headingOf(['witness'])).toBe('No se pudo cargar parte de la evidencia.');
});

test('with all evidence read it says what is open', () => {
  expect(headingOf([])).toMatch(/OCSP/);
});

test('evidence that could not be read hides no failure', () => {
  const bent = { ...evidence, documentDigest: '0'.repeat(64), invites: withoutWitness.invites! };
  expect(headingOf(['witness'], bent)).not.toMatch(/No se pudo cargar/);
});
