import { describe, expect, it } from 'vitest';
import { checkExternalRoot, checkExternalShape } from './check-external.ts';
import { standard } from '../policy/policy.ts';
import { flipHex } from '../testing/mutate.ts';
import { hex, leafAt, mountainRange } from '../testing/trees.ts';

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

  it('a reported size holds the position to its range, and proves nothing', () => {
    const of = (treeSize: bigint | string) => checkExternalShape(standard, { ...evidence, treeSize });
    for (const size of [6n, 13n, '13', 1n << 176n]) expect([size, of(size).status]).toEqual([size, 'PASSED']);
    for (const size of [5n, 0n, -1n, '5', '1.5', '-1', (1n << 176n) + 1n])
      expect([size, of(size).reason?.code]).toEqual([size, 'X_PROOF_BAD_SHAPE']);
    expect(of(5n).reason?.detail).toMatchObject({ subject: 'leafIndex' });
    expect(of('x').reason?.detail).toMatchObject({ subject: 'treeSize' });
    expect(checkExternalRoot(standard, { ...evidence, treeSize: 5n }).reason?.code).toBe('X_UNREADABLE');
    const membership = checkExternalRoot(standard, { ...evidence, treeSize: 9n });
    expect(membership.steps!.at(-1)!.kind).toBe('membership');
    for (const leafIndex of [1n << 176n, -1n])
      expect(checkExternalShape(standard, { ...evidence, leafIndex }).reason?.code).toBe('X_PROOF_BAD_SHAPE');
  });

  it('what is too large is not of a bad shape: it was not checked', () => {
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
