import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Check } from '#proofs/check.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import { context, evidence } from '#proofs/testing/case-material.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { renderInHost, smallService } from '#widgets/testing/host.tsx';
import { MarkLegend } from './explained-marks.tsx';

const report = checkEvidence(evidence, context);

/** The same with only those checks that `change` leaves. */
const reportOf = (change: (check: Check) => Check[]): Report => ({
  ...report,
  sections: report.sections.map((section) => ({ ...section, checks: section.checks.flatMap(change) })),
});

const open = (shown: Report) => renderInHost(<MarkLegend report={shown} />, { fetch: smallService().fetch });

it('explains the mark of what the service reports where it contradicts itself', async () => {
  await open(
    reportOf((check) => {
      if (check.id === 'case.contradictions') return [{ ...check, basis: 'SERVER', status: 'FAILED' }];
      return check.basis === 'SERVER' ? [] : [check];
    }),
  );
  expect(screen.getByText('Según el servicio')).toBeVisible();
});

it('explains no mark of a check that waits for a node, whose row has none', async () => {
  await open(
    reportOf((check) => {
      if (check.basis !== 'CHAIN') return [check];
      const reason = { code: 'X_ANCHOR_NOT_CHECKED' } as const;
      return check.id === 'external.anchor' ? [{ ...check, status: 'INDETERMINATE', reason }] : [];
    }),
  );
  expect(screen.getByText('Recalculado')).toBeVisible();
  expect(screen.queryByText('En cadena')).toBeNull();
});
