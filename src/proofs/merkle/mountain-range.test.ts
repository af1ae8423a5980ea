import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkExternalRoot, checkExternalShape } from './check-external.ts';
import { exactRange, readRangeProof, searchRange, type RangeEvidence } from './mountain-range.ts';
import { standard } from '../policy/policy.ts';
import { flipHex } from '../testing/mutate.ts';
import { hex, leafAt, mountainRange } from '../testing/trees.ts';
import { fuzzRuns, fuzzTimeout, vectorSet } from '../testing/vectors.ts';

const known = { basis: 'CHAIN' } as const;

function evidenceOf(size: number, index: number): RangeEvidence {
  const range = mountainRange([...Array(size).keys()].map(leafAt));
  return { hash: hex(leafAt(index)), leafIndex: index, targetRootHash: range.root, ...range.proof(index) };
}

describe('mountain range', () => {
  it('every leaf of every range of up to 40 leaves is a member, and its position is proved by the size alone', () => {
    for (let size = 1; size <= 40; size++) {
      const range = mountainRange([...Array(size).keys()].map(leafAt));
      for (let index = 0; index < size; index++) {
        const evidence = {
          hash: hex(leafAt(index)),
          leafIndex: index,
          targetRootHash: range.root,
          ...range.proof(index),
        };
        const proof = readRangeProof(evidence);
        const found = searchRange(proof);
        expect(found, `${index} of ${size}`).toBeDefined();
        expect(found!.steps.at(-1)!.values.result).toBe(range.root);
        const exact = exactRange(proof, BigInt(size));
        expect(exact.fits, `${index} of ${size}`).toBe(true);
        // The search reports the smallest k, which the exact one may exceed but never undercut.
        if (exact.fits) expect(found!.rightMerges).toBeLessThanOrEqual(exact.path.rightMerges);
      }
    }
  });

  it('a wrong size never proves a position unless path and peaks are the same', () => {
    for (let size = 1; size <= 24; size++) {
      for (let index = 0; index < size; index++) {
        const proof = readRangeProof(evidenceOf(size, index));
        for (let other = 1; other <= 32; other++) {
          const exact = exactRange(proof, BigInt(other));
          if (other <= index) expect(exact).toMatchObject({ fits: false, mismatch: 'shape' });
          // What fits has as many right hashes and merges in either size, so it is the same path.
          if (exact.fits && other !== size) {
            expect(searchRange(proof)!.rightMerges).toBeLessThanOrEqual(exact.path.rightMerges);
          }
        }
      }
    }
  });

  it('membership is PASSED without the size and says that the position is not proved', () => {
    const check = checkExternalRoot(standard, evidenceOf(10, 3));
    expect(check).toMatchObject({ status: 'PASSED', basis: 'RECOMPUTED', recipe: 'mountain-range-keccak/1' });
    expect(check.steps!.at(-1)).toMatchObject({ kind: 'membership' });
    expect(check.steps!.some((step) => step.kind === 'position')).toBe(false);
  });

  it('with the size the position is reported; with a wrong size it FAILED', () => {
    const evidence = evidenceOf(10, 3);
    const check = checkExternalRoot(standard, evidence, { ...known, value: 10n });
    expect(check.status).toBe('PASSED');
    expect(check.steps!.at(-1)).toEqual({
      kind: 'position',
      values: { index: '3', size: '10', rightMerges: '1' },
    });
    for (const value of [0n, 3n, 4n, 8n, 11n, 1n << 200n]) {
      expect(checkExternalRoot(standard, evidence, { ...known, value }).status).toBe('FAILED');
    }
  });

  it('an index that lies, though its set bits are as many, fails once the size is known', () => {
    const evidence = { ...evidenceOf(10, 1), leafIndex: 2 };
    expect(checkExternalRoot(standard, evidence, { ...known, value: 10n }).status).toBe('FAILED');
  });

  it('one flipped bit in the hash, the root or any sibling is FAILED', () => {
    const evidence = evidenceOf(13, 5);
    const lies: RangeEvidence[] = [];
    for (let byte = 0; byte < 32; byte++) {
      lies.push({ ...evidence, hash: flipHex(evidence.hash, byte) });
      lies.push({ ...evidence, targetRootHash: flipHex(evidence.targetRootHash, byte) });
      for (const side of ['leftHashes', 'rightHashes'] as const) {
        for (const at of evidence[side].keys()) {
          lies.push({ ...evidence, [side]: evidence[side].with(at, flipHex(evidence[side][at]!, byte)) });
        }
      }
    }
    for (const lie of lies) {
      expect(checkExternalRoot(standard, lie)).toMatchObject({
        status: 'FAILED',
        reason: { code: 'X_PROOF_ROOT_MISMATCH' },
      });
      expect(checkExternalRoot(standard, lie, { ...known, value: 13n }).status).toBe('FAILED');
    }
  });

  it('the left hashes are as many as the set bits of the index, or the shape FAILED', () => {
    const evidence = evidenceOf(13, 5);
    expect(checkExternalShape(standard, evidence).status).toBe('PASSED');
    for (const leafIndex of [0, 1, 7, 4]) {
      expect(checkExternalShape(standard, { ...evidence, leafIndex })).toMatchObject({
        status: 'FAILED',
        reason: { code: 'X_PROOF_BAD_SHAPE' },
      });
    }
  });

  it('an index is a whole number from 0 below 2^176, as number, text or bigint', () => {
    const evidence = { ...evidenceOf(1, 0) };
    for (const leafIndex of [0, '0', 0n]) {
      expect(checkExternalShape(standard, { ...evidence, leafIndex }).status).toBe('PASSED');
    }
    for (const leafIndex of [
      -1,
      0.5,
      Number.NaN,
      2 ** 60,
      '',
      '00',
      '0x0',
      '-0',
      ' 0',
      '1e3',
      1n << 176n,
      -1n,
    ]) {
      expect(checkExternalShape(standard, { ...evidence, leafIndex }).status, String(leafIndex)).toBe(
        'FAILED',
      );
    }
  });

  it('the longest proof of all, 176 hashes a side, ends within a second', () => {
    const evidence: RangeEvidence = {
      hash: hex(leafAt(0)),
      leafIndex: (1n << 176n) - 1n,
      leftHashes: Array<string>(176).fill(hex(leafAt(1))),
      rightHashes: Array<string>(176).fill(hex(leafAt(2))),
      targetRootHash: hex(leafAt(3)),
    };
    const began = performance.now();
    expect(checkExternalRoot(standard, evidence).status).toBe('FAILED');
    expect(checkExternalRoot(standard, { ...evidence, leafIndex: 0, leftHashes: [] }).status).toBe('FAILED');
    expect(performance.now() - began).toBeLessThan(1000);
    const longer = { ...evidence, rightHashes: [...evidence.rightHashes, hex(leafAt(2))] };
    expect(checkExternalShape(standard, longer)).toMatchObject({ status: 'INDETERMINATE' });
  });

  it('merges inside the mountain of the leaf as long as the tree reaches that far', () => {
    const merges = (size: number, index: number) => {
      const exact = exactRange(readRangeProof(evidenceOf(size, index)), BigInt(size));
      return exact.fits ? exact.path.steps.map(({ kind }) => kind) : exact.rule;
    };
    expect(merges(4, 0)).toEqual(['leaf', 'merge-right', 'merge-right']);
    expect(merges(5, 0)).toEqual(['leaf', 'merge-right', 'merge-right', 'join-right']);
    expect(merges(7, 0)).toEqual(['leaf', 'merge-right', 'merge-right', 'bag', 'join-right']);
    expect(merges(7, 6)).toEqual(['leaf', 'join-left', 'join-left']);
  });

  it('a size of another shape, and another root, are distinguished', () => {
    const proof = readRangeProof(evidenceOf(13, 5));
    expect(exactRange(proof, 9n)).toStrictEqual({
      fits: false,
      mismatch: 'shape',
      rule: 'rightHashes has 2 items in a tree of 9 leaves',
    });
    expect(exactRange(proof, 5n)).toStrictEqual({
      fits: false,
      mismatch: 'shape',
      rule: 'leafIndex is below the size of the tree',
    });
    expect(exactRange({ ...proof, root: leafAt(0) }, 13n)).toStrictEqual({
      fits: false,
      mismatch: 'root',
      rule: 'the path reaches targetRootHash',
      computed: proof.root,
    });
  });

  it('up to 176 bits of index and size, and as many hashes a side', () => {
    const last = (1n << 176n) - 1n;
    const side = Array<string>(176).fill(hex(leafAt(1)));
    const of = (change: Partial<RangeEvidence>): RangeEvidence => ({ ...evidenceOf(1, 0), ...change });
    expect(readRangeProof(of({ leafIndex: last, leftHashes: side })).index).toBe(last);
    expect(readRangeProof(of({ leafIndex: last.toString(), leftHashes: side })).index).toBe(last);
    expect(readRangeProof(of({ leafIndex: '123456', leftHashes: side.slice(0, 6) })).index).toBe(123456n);
    const index = 'leafIndex: a whole number from 0, below 2^176';
    for (const leafIndex of [
      1n << 176n,
      (1n << 176n).toString(),
      2 ** 53,
      '01',
      '1 ',
      '0x1',
      -1,
      0.5,
      '1'.repeat(55),
    ])
      expect(() => readRangeProof(of({ leafIndex, leftHashes: side.slice(0, 1) }))).toThrow(index);
    const many = [...side, hex(leafAt(2))];
    for (const change of [{ leftHashes: many }, { rightHashes: many }])
      expect(() => readRangeProof(of(change))).toThrow('at most 176 each');
    const wide = readRangeProof(of({ rightHashes: side }));
    expect(exactRange(wide, last + 1n)).toMatchObject({ fits: false, mismatch: 'root' });
    expect(exactRange(wide, last + 2n)).toMatchObject({ rule: 'leafIndex is below the size of the tree' });
  });

  it('what cannot be read leaves the root undetermined', () => {
    const evidence = { ...evidenceOf(10, 3), targetRootHash: 'none' };
    expect(checkExternalRoot(standard, evidence)).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_UNREADABLE' },
    });
  });

  it(
    'random proofs end in a check, and never in PASSED',
    () => {
      const item = fc.oneof(
        fc.constant(hex(leafAt(9))),
        fc.string({ maxLength: 70 }),
        fc.uint8Array().map(hex),
      );
      fc.assert(
        fc.property(
          fc.oneof(fc.nat(), fc.bigInt(), fc.string()),
          fc.array(item, { maxLength: 20 }),
          fc.array(item, { maxLength: 20 }),
          (leafIndex, leftHashes, rightHashes) => {
            const evidence = {
              hash: hex(leafAt(0)),
              leafIndex,
              leftHashes,
              rightHashes,
              targetRootHash: hex(leafAt(1)),
            };
            expect(checkExternalShape(standard, evidence).id).toBe('external.shape');
            expect(checkExternalRoot(standard, evidence).status).not.toBe('PASSED');
          },
        ),
        { numRuns: fuzzRuns },
      );
    },
    fuzzTimeout,
  );
});

const own = vectorSet('synthetic');
describe.skipIf(own === undefined)('known answers: synthetic ranges', () => {
  it('every proof of every size is found, and its position proved', () => {
    const { mmr } = JSON.parse(readFileSync(`${own}/synthetic-vectors.json`, 'utf8'));
    let proofs = 0;
    for (const { treeSize, targetRootHash, proofs: all } of mmr.cases) {
      for (const { leaf, leafIndex, leftHashes, rightHashes } of all) {
        const evidence = { hash: leaf, leafIndex, leftHashes, rightHashes, targetRootHash };
        expect(checkExternalRoot(standard, evidence).status).toBe('PASSED');
        const sized = checkExternalRoot(standard, evidence, { ...known, value: BigInt(treeSize) });
        expect(sized.steps!.at(-1)!.kind).toBe('position');
        proofs += 1;
      }
    }
    expect(proofs).toBeGreaterThan(20);
  });
});
