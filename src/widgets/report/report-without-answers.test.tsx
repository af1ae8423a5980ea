import { beforeAll, describe, expect, it } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import { allChecks } from '#proofs/verdict/report.ts';
import { context, evidence } from '#proofs/testing/case-material.ts';
import { mockChecksAsIndeterminate } from '#proofs/testing/indeterminate.ts';
import { renderUi } from '#ui/testing/render.tsx';
import { WholeReport } from './testing/whole-report.tsx';

// Nothing is computed: whatever still looked passed would not have got it from a check.
beforeAll(mockChecksAsIndeterminate);

describe('where the proofs answer nothing, nothing looks passed', () => {
  it.each(['es-MX', 'en'] as const)('in %s', (language) => {
    const report = checkEvidence(evidence, context);
    expect(allChecks(report).length).toBeGreaterThan(40);
    const { container } = renderUi(() => <WholeReport report={report} />, { language });
    expect(container.querySelectorAll('[data-state="INDETERMINATE"]').length).toBeGreaterThan(40);
    expect(container.querySelectorAll('[data-state="PASSED"]')).toHaveLength(0);
    expect(container.textContent).not.toMatch(
      /\bVálido\b|\bValid\b|existía|existed no later|(?<!no )es válid[oa]\b|\bholds\b/,
    );
  });
});
