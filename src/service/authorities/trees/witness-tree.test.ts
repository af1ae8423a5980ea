import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readVector } from '../testing/vectors.ts';
import { openWitnessTree } from './witness-tree.ts';
import type { WitnessProof } from './witness-tree.ts';

const leaf = (i: number): string => createHash('sha256').update(`leaf-${i}`).digest('hex');
const treeOf = (size: number) => openWitnessTree({ leaves: Array.from({ length: size }, (_, i) => leaf(i)) });
const popcount = (n: number): number => n.toString(2).replaceAll('0', '').length;

/** The reader's side (gaps §4.3), written apart: the smallest k that reaches the root, or undefined. */
function reach(hash: string, { leafIndex, leftHashes, rightHashes, targetRootHash }: WitnessProof) {
  const keccak = (a: string, b: string) => Buffer.from(keccak_256(Buffer.from(a + b, 'hex'))).toString('hex');
  for (let k = 0; k <= rightHashes.length; k += 1) {
    const left = [...leftHashes];
    const near = rightHashes.slice(0, k);
    let h = hash;
    for (let p = leafIndex; ; p = Math.floor(p / 2)) {
      if (p % 2 === 1) h = keccak(left.pop() ?? '', h);
      else if (near.length > 0) h = keccak(h, near.shift() ?? '');
      else break;
    }
    const far = rightHashes.slice(k);
    if (far.length > 0)
      h = keccak(
        h,
        far.reduceRight((g, r) => keccak(r, g)),
      );
    while (left.length > 0) h = keccak(left.pop() ?? '', h);
    if (h === targetRootHash) return k;
  }
  return undefined;
}

describe('the witness tree', () => {
  test('at every size, every leaf is proven under the root of that size', () => {
    const tree = treeOf(40);
    for (let size = 1; size <= 40; size += 1) {
      for (let i = 0; i < size; i += 1) {
        const proof = tree.prove(i, size);
        expect(proof.targetRootHash).toBe(tree.root(size));
        expect(reach(leaf(i), proof)).toBeDefined();
        expect(proof.leftHashes).toHaveLength(popcount(i));
      }
    }
  });

  test('the number of right hashes is the one that index and size ask for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(199), (size, index) => {
        fc.pre(index < size);
        const d = index + 1 === size ? 0 : Math.floor(Math.log2(index ^ size));
        const m = 2 ** d - 1;
        expect(big.prove(index, size).rightHashes).toHaveLength(popcount(~index & m) + popcount(size & m));
      }),
      { numRuns: 200 },
    );
  });
  const big = treeOf(200);

  test('another leaf, and a changed sibling, do not reach the root', () => {
    const proof = treeOf(13).prove(5);
    expect(reach(leaf(6), proof)).toBeUndefined();
    const rightHashes = [leaf(99), ...proof.rightHashes.slice(1)];
    expect(reach(leaf(5), { ...proof, rightHashes })).toBeUndefined();
  });

  test('what is appended later changes no earlier root and no earlier proof', () => {
    const before = treeOf(11);
    const after = treeOf(29);
    expect(after.root(11)).toBe(before.root());
    expect(after.prove(4, 11)).toEqual(before.prove(4));
  });

  test('a tree opened from its state goes on as if it had never been closed', () => {
    const original = treeOf(9);
    const again = openWitnessTree(JSON.parse(JSON.stringify(original.state())));
    expect(again.append(leaf(9))).toBe(9);
    original.append(leaf(9));
    expect(again.root()).toBe(original.root());
  });

  test('a tree that begins from peaks goes on like the tree that they are of', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 70 }), (before, after) => {
        const whole = treeOf(before + after);
        const leaves = Array.from({ length: after }, (_, i) => leaf(before + i));
        const tree = openWitnessTree({ start: { size: before, peaks: peaksOf(before) }, leaves });
        expect(tree.size()).toBe(before + after);
        expect(tree.start()).toBe(before);
        for (let size = before + 1; size <= before + after; size += 1) {
          expect(tree.root(size)).toBe(whole.root(size));
          expect(tree.prove(size - 1, size)).toEqual(whole.prove(size - 1, size));
        }
        expect(tree.prove(before)).toEqual(whole.prove(before));
        expect(openWitnessTree({ start: tree.end(), leaves: [] }).root()).toBe(whole.root());
        expect(openWitnessTree(JSON.parse(JSON.stringify(tree.state()))).root()).toBe(whole.root());
      }),
      { numRuns: 60 },
    );
  });
  /** Roots of the mountains of a range, highest first. */
  const peaksOf = (size: number): string[] => {
    const peaks: string[] = [];
    for (let start = 0; start < size;) {
      const width = 2 ** Math.floor(Math.log2(size - start));
      const leaves = Array.from({ length: width }, (_, i) => leaf(start + i));
      peaks.push(openWitnessTree({ leaves }).root());
      start += width;
    }
    return peaks;
  };

  test('of what came before its start it knows no leaf and no size, and it wants every peak', () => {
    const tree = openWitnessTree({ start: { size: 6, peaks: peaksOf(6) }, leaves: [leaf(6)] });
    expect(tree.root(6)).toBe(treeOf(6).root());
    expect(() => tree.root(5)).toThrow('size 5');
    expect(() => tree.prove(5)).toThrow('not among');
    expect(() => openWitnessTree({ start: { size: 6, peaks: peaksOf(4) }, leaves: [] })).toThrow('2 peaks');
  });

  test('an empty tree has no root, and no leaf beyond the size is proven', () => {
    expect(() => openWitnessTree().root()).toThrow('size 0');
    expect(() => treeOf(3).prove(3)).toThrow('not among');
    expect(() => treeOf(3).prove(2, 2)).toThrow('not among');
    expect(() => treeOf(3).prove(0.5)).toThrow('not among');
  });

  const bytes = readVector('synthetic/synthetic-vectors.json');
  test.skipIf(bytes === null)('roots and proofs are the known answers', () => {
    const { mmr } = JSON.parse(String(bytes));
    let proofs = 0;
    for (const { treeSize, targetRootHash, proofs: known } of mmr.cases) {
      const tree = treeOf(treeSize);
      expect(tree.root()).toBe(targetRootHash);
      for (const { leafIndex, leaf: hash, leftHashes, rightHashes } of known) {
        expect(hash).toBe(leaf(leafIndex));
        expect(tree.prove(leafIndex)).toEqual({ leafIndex, leftHashes, rightHashes, targetRootHash });
        proofs += 1;
      }
    }
    expect(proofs).toBeGreaterThan(20);
  });
});
