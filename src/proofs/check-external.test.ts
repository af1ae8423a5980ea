import { describe, expect, it } from 'vitest';
import { checkExternalRoot, checkExternalShape } from './check-external.ts';
import { standard } from './policy.ts';
import { flipHex } from './testing/mutate.ts';
import { hex, leafAt, mountainRange } from './testing/trees.ts';

const range = mountainRange(Array.from({ length: 13 }, (_, i) => leafAt(i)));
const evidence = { hash: hex(leafAt(5)), leafIndex: 5n, targetRootHash: range.root, ...range.proof(5) };
const recipe = 'mountain-range-keccak/1';

describe('external.shape', () => {
  it('counts the hashes of either side, or says which rule is broken', () => {
    expect(checkExternalShape(standard, evidence)).toMatchObject({
      status: 'PASSED',
      computed: '2 left, 3 right',
    });
    expect(checkExternalShape(standard, { ...evidence, leafIndex: 4n })).toMatchObject({
      status: 'FAILED',
      reason: {
        code: 'X_PROOF_BAD_SHAPE',
        detail: {
          subject: 'leftHashes',
          message: 'leftHashes: 1 items, as the set bits of leafIndex, not 2',
        },
      },
    });
  });

  it('what is too large is not of a bad shape: it was not judged', () => {
    const rightHashes = Array<string>(177).fill(hex(leafAt(0)));
    expect(checkExternalShape(standard, { ...evidence, rightHashes })).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_TOO_LARGE' },
    });
  });
});

describe('external.root', () => {
  it('without the size: membership, by so many right merges, and no position', () => {
    const check = checkExternalRoot(standard, evidence);
    expect(check).toMatchObject({
      status: 'PASSED',
      basis: 'RECOMPUTED',
      expected: range.root,
      computed: range.root,
      recipe,
    });
    expect(check.steps?.at(-1)).toEqual({ kind: 'membership', values: { rightMerges: '1' } });
    expect(checkExternalRoot(standard, { ...evidence, targetRootHash: flipHex(range.root) })).toMatchObject({
      status: 'FAILED',
      reason: { code: 'X_PROOF_ROOT_MISMATCH', detail: { recipe } },
      expected: flipHex(range.root).replace('0x', ''),
      recipe,
    });
  });

  it('with the size: the position, on the basis on which the size is known', () => {
    const check = checkExternalRoot(standard, evidence, { value: 13n, basis: 'CHAIN' });
    expect(check).toMatchObject({
      status: 'PASSED',
      basis: 'CHAIN',
      expected: range.root,
      computed: range.root,
      recipe,
    });
    expect(check.steps?.at(-1)).toEqual({
      kind: 'position',
      values: { index: '5', size: '13', rightMerges: '1' },
    });
  });

  it('a proof of another shape than the size asks for, and one that reaches another root', () => {
    const small = checkExternalRoot(standard, evidence, { value: 9n, basis: 'CHAIN' });
    expect(small).toMatchObject({
      status: 'FAILED',
      basis: 'CHAIN',
      reason: {
        code: 'X_PROOF_BAD_SHAPE',
        detail: { rule: 'rightHashes has 2 items in a tree of 9 leaves', treeSize: '9' },
      },
      expected: range.root,
      recipe,
    });
    expect(small).not.toHaveProperty('computed');
    const other = checkExternalRoot(
      standard,
      { ...evidence, targetRootHash: flipHex(range.root) },
      { value: 13n, basis: 'RECOMPUTED' },
    );
    expect(other).toMatchObject({
      status: 'FAILED',
      reason: {
        code: 'X_PROOF_ROOT_MISMATCH',
        detail: { rule: 'the path reaches targetRootHash', treeSize: '13' },
      },
      computed: range.root,
    });
  });
});
