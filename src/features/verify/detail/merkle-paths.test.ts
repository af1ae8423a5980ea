import { describe, expect, it } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import * as material from '#proofs/testing/case-material.ts';
import { blockName } from '#widgets/report/texts/part-names.ts';
import { merklePaths } from './merkle-paths.ts';
import { proofRecipes } from './proof-recipes.ts';
import { oneTree } from '../testing/one-tree.ts';

const { context } = material;
const of = (broken: Parameters<typeof oneTree>[0], recipe?: 'ascii-hex-sorted/1') => {
  const evidence = oneTree(broken);
  const report = checkEvidence(evidence, { ...context, ...(recipe && { recipe }) });
  return { report, paths: merklePaths(evidence, report, 'Contrato.txt') };
};

describe('The paths of a case', () => {
  it('are named by the file and by the signers, each with its own hash', () => {
    const { paths } = of([]);
    expect(paths.map(({ section, name }) => [section, name])).toEqual([
      ['witness', 'Witness: Contrato.txt'],
      ['invites[0].witness', 'Witness of signature 1: Ana'],
      ['invites[1].witness', 'Witness of signature 2: Berta'],
    ]);
    expect(new Set(paths.map(({ hash }) => hash)).size).toBe(3);
    expect(paths.map(({ check }) => check.status)).toEqual(['PASSED', 'PASSED', 'PASSED']);
  });

  it.each([
    ['the document', 'document', ['INDETERMINATE', 'PASSED', 'PASSED'], ['FAILED', 'PASSED', 'PASSED']],
    ['a signature', 0, ['PASSED', 'INDETERMINATE', 'PASSED'], ['PASSED', 'FAILED', 'PASSED']],
    ['the other one', 1, ['PASSED', 'PASSED', 'INDETERMINATE'], ['PASSED', 'PASSED', 'FAILED']],
  ] as const)('of %s is broken without the others', (_, broken, open, failed) => {
    expect(of([broken]).paths.map(({ check }) => check.status)).toEqual(open);
    expect(of([broken], 'ascii-hex-sorted/1').paths.map(({ check }) => check.status)).toEqual(failed);
  });

  it('carry the verdict of the whole proof of the same object', () => {
    const { paths, report } = of([0], 'ascii-hex-sorted/1');
    for (const { section, proof } of paths) {
      const blocks = report.sections.find(({ key }) => key === section)?.blocks;
      expect(proof).toBe(blocks?.find(({ name }) => name === 'merkleized')?.verdict);
    }
    expect(paths[1]?.proof?.conclusion).toBe('TOTAL_FAILED');
  });

  it('are none where an object declares none', () => {
    const { evidence } = material;
    expect(
      merklePaths(evidence, checkEvidence(evidence, context), undefined).map(({ name }) => name),
    ).toEqual(['Witness']);
    expect(merklePaths({}, checkEvidence({}, context), undefined)).toEqual([]);
  });

  it('have recipes by object, and none where none reaches the root', () => {
    expect(proofRecipes(of(['document']).report).map(({ of: name }) => name)).toEqual([
      `Witness, ${blockName('external')}`,
      `Witness of signature 1, ${blockName('merkleized')}`,
      `Witness of signature 2, ${blockName('merkleized')}`,
    ]);
  });
});
