import { describe, expect, it } from 'vitest';
import { checkIds } from '#proofs/check.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import { context, evidence } from '#proofs/testing/case-material.ts';
import { checkAt, checkOf, firstPlace, placeOf, placeText, readPlace } from './place.ts';

const report = checkEvidence(evidence, context);

describe('A place in a report, as it stands in the address', () => {
  it('every check of a whole case is found again by its address, in its own section', () => {
    for (const section of report.sections)
      for (const check of section.checks) {
        const text = placeText({ section: section.key, id: check.id });
        const place = readPlace(text);
        expect(place?.section, text).toBe(section.key);
        expect(place && checkAt(report, place), text).toBe(check);
        expect(placeText(place ?? { section: '' })).toBe(text);
      }
  });

  it('every check stands in the section that has it, and in no other with a check of the same id', () => {
    for (const section of report.sections)
      for (const check of section.checks)
        expect(placeOf(report, check)).toEqual({ section: section.key, id: check.id });
  });

  it('a block has an address of its own', () => {
    for (const block of ['nom151', 'merkleized', 'external'] as const) {
      expect(readPlace(block)).toEqual({ section: 'witness', block });
      expect(placeText({ section: 'witness', block })).toBe(block);
      expect(readPlace(`1w.${block}`)).toEqual({ section: 'invites[0].witness', block });
    }
  });

  it('what is no place is none, whoever wrote the address', () => {
    for (const text of [
      null,
      '',
      'x',
      'merkleized.',
      '1.',
      '<script>',
      '99999.merkleized',
      'signature',
      '__proto__',
    ])
      expect(readPlace(text), String(text)).toBeUndefined();
    expect(checkAt(report, { section: 'invites[7]', id: 'ocsp.time' })).toBeUndefined();
    expect(checkOf(undefined, 'merkleized.root')).toBeUndefined();
  });

  it('begins at a proof that can be drawn, else at the witness', () => {
    expect(firstPlace(report)).toEqual({ section: 'witness', block: 'merkleized' });
    const bare = checkEvidence({ witness: { hash: 'a'.repeat(64) } }, context);
    expect(firstPlace(bare)).toEqual({ section: 'witness' });
    expect(checkIds.length).toBeGreaterThan(40);
  });
});
