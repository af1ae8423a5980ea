import { beforeAll, expect, it } from 'vitest';
import type { Check, CheckId } from '#proofs/check.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import * as material from '#proofs/testing/case-material.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { overwriteGetLocale } from '#i18n/messages.ts';
import { stampAccuracySeconds } from './texts/stamped-by.ts';
import { verdictSentence } from './texts/verdict-sentence.ts';
import { warningLines } from './texts/warning-lines.ts';
import { plainWording } from './texts/when.ts';

beforeAll(() => {
  overwriteGetLocale(() => 'es-MX');
});

const whole = checkEvidence(material.evidence, material.context);
const sha1 = { code: 'X_WEAK_ALGORITHM', detail: { what: 'SHA-1', where: 'certID' } } as const;

/** The report with warnings on one check of each signature. */
function warned(id: CheckId, warnings: Check['warnings'], sections = /^invites\[\d\]$/): Report {
  return {
    ...whole,
    sections: whole.sections.map((section) => ({
      ...section,
      checks: section.checks.map((check) => {
        const { warnings: _, ...plain } = check;
        return check.id === id && sections.test(section.key) && warnings ? { ...plain, warnings } : plain;
      }),
    })),
  };
}

const linesOf = (report: Report) => warningLines(report, plainWording());

it('names SHA-1 in OCSP responses once, with how many signatures it is in', () => {
  expect(linesOf(warned('ocsp.cert', [sha1]))).toEqual(['Las respuestas OCSP de 2 firmas usan SHA-1.']);
  expect(linesOf(warned('ocsp.cert', [sha1, sha1], /^invites\[0\]$/))).toEqual([
    'La respuesta OCSP de 1 firma usa SHA-1.',
  ]);
});

it('names each other warning once, and whose it is', () => {
  const name = { code: 'X_CERT_FIELD_CONFLICT', detail: { field: 'commonName' } } as const;
  const [both, ...others] = linesOf(warned('certificate.identity', [name]));
  expect(both).toMatch(/En 2 firmas\.$/);
  expect(others).toEqual([]);
  expect(linesOf(warned('certificate.identity', [name], /^invites\[1\]$/))[0]).toMatch(/^Firma 2/);
});

it('has no line where nothing warns, and none where the verdict is not that it passed', () => {
  expect(linesOf(warned('ocsp.cert', undefined))).toEqual([]);
  const open = warned('ocsp.cert', [sha1]);
  const verdict = { ...open.verdict, conclusion: 'INDETERMINATE' } as const;
  expect(verdictSentence({ ...open, verdict }).facts.warningLines).toEqual([]);
});

it('the accuracy of a stamp is what its proven time has beyond the time in the token', () => {
  const section = whole.sections.find(({ key }) => key === 'witness');
  const block = section?.blocks?.find(({ stampedBy }) => stampedBy !== undefined);
  const token = section?.checks
    .filter(({ id }) => id.startsWith(`${block?.name}.`))
    .flatMap(({ evidence = [] }) => evidence)
    .find(({ kind }) => kind === 'time-stamp');
  if (!section || !block || !token?.time) throw new Error('The case has no time-stamp.');
  const later = (seconds: number) => {
    const provenTime = new Date(Date.parse(token.time ?? '') + seconds * 1000).toISOString();
    return { ...section, provenTime, blocks: [{ ...block, provenTime }] };
  };
  expect(stampAccuracySeconds(later(1))).toBe(1);
  expect(stampAccuracySeconds(later(0))).toBeUndefined();
  const { stampedBy: _, ...anchored } = { ...block, provenTime: later(1).provenTime };
  expect(stampAccuracySeconds({ ...later(1), blocks: [anchored] })).toBeUndefined();
});
