import { afterEach, describe, expect, it } from 'vitest';
import { verifyCase } from '#proofs/case-file/verify-case.ts';
import { ruleChangeIds } from '#proofs/case-file/changed-rules.ts';
import { context } from '#proofs/testing/case-material.ts';
import { overwriteGetLocale, type Locale } from '#i18n/messages.ts';
import { caseOfEarlierRules, caseOfEarlierSchema } from '../../testing/earlier-case.ts';
import { ruleChangeWords } from './rule-change-words.ts';

afterEach(() => overwriteGetLocale(() => 'es-MX'));

describe('a saved verdict that no longer holds', () => {
  it.each<Locale>(['es-MX', 'en'])('has one short sentence of its own for each rule, in %s', (locale) => {
    overwriteGetLocale(() => locale);
    const sentences = ruleChangeIds.flatMap((rule) => ruleChangeWords([{ rule, section: 'witness' }]));
    expect(new Set(sentences).size).toBe(ruleChangeIds.length);
    for (const sentence of sentences) {
      expect(sentence).toMatch(
        locale === 'en'
          ? /^The saved verdict no longer holds: .+ \(.+\)\.$/
          : /^El veredicto guardado ya no se sostiene: .+ \(.+\)\.$/,
      );
      expect(sentence.length).toBeLessThan(170);
    }
  });

  it('names a rule once, with every part that it decides', () => {
    expect(
      ruleChangeWords([
        { rule: 'stamp-expired', section: 'witness', check: 'nom151.time' },
        { rule: 'stamp-expired', section: 'witness', check: 'merkleized.stamp' },
        { rule: 'stamp-expired', section: 'invites[1].witness', check: 'nom151.time' },
        { rule: 'independent-proofs', section: 'witness' },
      ]),
    ).toEqual([
      'El veredicto guardado ya no se sostiene: el certificado del sello de tiempo venció y nada prueba que el sello sea anterior (Testigo, Testigo de la firma 2).',
      'El veredicto guardado ya no se sostiene: las pruebas que se apoyan en la misma evidencia cuentan como una sola (Testigo).',
    ]);
  });

  it('is what a case file of earlier rules comes to, and says nothing where the verdict still holds', () => {
    const { issues: faults, changes } = verifyCase(caseOfEarlierRules('x'), context);
    expect(faults).toEqual([]);
    expect(ruleChangeWords(changes)).toEqual([
      'El veredicto guardado ya no se sostiene: solo se revisan huellas SHA-256 (Firma 1, Testigo de la firma 1).',
    ]);
    const still = verifyCase(caseOfEarlierSchema('x'), context);
    expect([still.issues, ruleChangeWords(still.changes)]).toEqual([[], []]);
  });
});
