import { describe, expect, it } from 'vitest';
import { build } from '#proofs/build.ts';
import { documentHash, evidence } from '#proofs/testing/case-material.ts';
import { marginRule, pageName } from './page-margins.ts';

const computedAt = '2026-11-20T15:00:00Z';
const ruleOf = (title: string): string => marginRule('', { title, evidence, computedAt });

describe('the margins of a printed page', () => {
  it('name the case, when and by what it was computed, and the hash', () => {
    const escaped = `${computedAt} \\b7  ${build.replace('/', '\\2f ')}`;
    expect(ruleOf('Contrato')).toBe(
      `@page {@top-left{content:"Contrato"}@top-right{content:"${escaped}"}@bottom-left{content:"SHA-256 ${documentHash}"}}`,
    );
  });

  it('name the algorithm of the witness, and SHA-256 for a document at hand', () => {
    const { witness } = evidence;
    const other = { ...(witness && { witness: { ...witness, algorithm: 'SHA3_512' } }) };
    expect(marginRule('', { title: '', evidence: other, computedAt })).toContain(
      `"SHA3\\5f 512 ${documentHash}"`,
    );
    const document = { documentDigest: documentHash };
    expect(marginRule('', { title: '', evidence: document, computedAt })).toContain(
      `"SHA-256 ${documentHash}"`,
    );
  });

  it('have no hash where the evidence has none', () => {
    expect(marginRule('', { title: '', evidence: {}, computedAt })).not.toContain('SHA-256');
  });

  it('hold a title of the evidence as text, whatever stands in it', () => {
    expect(ruleOf('"}} body{display:none} \\')).toContain(
      '@top-left{content:"\\22 \\7d \\7d  body\\7b display:none\\7d  \\5c "}',
    );
  });

  it('shorten a long title, so that the rest stays on the page', () => {
    expect(ruleOf('á'.repeat(300))).toContain(`"${'á'.repeat(59)}\\2026 "`);
  });

  it('begin a new page only where there are several cases', () => {
    expect([pageName(0, 1), pageName(0, 2), pageName(1, 2)]).toEqual(['', 'case-0', 'case-1']);
  });
});
