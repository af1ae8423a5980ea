import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import { context, evidence, provenAt } from '#proofs/testing/case-material.ts';
import { renderUi } from '#ui/testing/render.tsx';
import { ReportBanner } from './report-banner.tsx';
import { longInstant } from './when.ts';

const good = checkEvidence(evidence, context);
const mexico = { locale: 'es-MX', timeZone: 'America/Mexico_City', utc: false } as const;

describe('a verdict is a sentence about the world', () => {
  it('a case that holds says until when the document existed, in the reader’s zone', () => {
    renderUi(<ReportBanner report={good} />);
    expect(
      screen.getByRole('heading', {
        name: `Este documento existía a más tardar el ${longInstant(provenAt, mexico)}.`,
      }),
    ).toBeVisible();
  });
});
