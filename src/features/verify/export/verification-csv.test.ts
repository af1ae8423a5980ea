import { expect, test } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import * as material from '#proofs/testing/case-material.ts';
import type { Item } from '../run/item.ts';
import { verificationRows } from './verification-csv.ts';

const wording = { locale: 'es-MX', timeZone: 'America/Mexico_City', utc: false } as const;
const report = checkEvidence(material.evidence, material.context);
const passed: Item = {
  id: 1,
  name: '=1+1',
  source: { from: 'file', file: new Blob() },
  step: 'done',
  kind: 'witness',
  sha256: material.documentHash,
  outcome: { of: 'report', report, faults: [], changes: [], pinnable: [], disagreeing: [], by: 1 },
};
const nothing: Item = { ...passed, id: 2, kind: 'document', outcome: { of: 'nothing', service: 'failed' } };

test('the spreadsheet says of each row its verdict, its time in UTC, and by which policy, anchors and build', () => {
  const [head = [], first = [], second = []] = verificationRows({ items: [passed, nothing] }, wording);
  const cell = (row: string[], name: string): string | undefined => row[head.indexOf(name)];
  expect(cell(first, 'verdict')).toBe('PASSED');
  expect(cell(first, 'existedBy')).toBe(material.provenAt);
  expect(cell(first, 'policySha256')).toBe(report.inputs.policy.hash);
  expect(cell(first, 'validationTime')).toBe(report.inputs.validationTime);
  expect(cell(first, 'nom151')).toBe('PASSED');
  expect(cell(second, 'verdict')).toBe('INDETERMINATE');
  expect(cell(second, 'reason')).toBe('X_EVIDENCE_ABSENT');
  expect(cell(second, 'existedBy')).toBe('');
  expect(cell(second, 'nom151')).toBe('absent');
});
