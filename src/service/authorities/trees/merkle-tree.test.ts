import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildMerkleTree } from './merkle-tree.ts';
import { readVector } from '../testing/vectors.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hashes = fc.uniqueArray(
  fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => sha256(bytes.toString())),
  { minLength: 1, maxLength: 70 },
);

/** The reader's side of the recipe, written apart from the builder. */
const rootOf = (hash: string, proof: readonly string[]): string =>
  proof.reduce((at, sibling) => sha256([at, sibling].sort().join('')), sha256(hash));

describe('ascii-hex-sorted/1', () => {
  test('every proof leads from its hash to the root', () => {
    fc.assert(
      fc.property(hashes, (set) => {
        const { root, proofs } = buildMerkleTree(set);
        expect(proofs.size).toBe(set.length);
        for (const [hash, proof] of proofs) expect(rootOf(hash, proof)).toBe(root);
      }),
      { numRuns: 60 },
    );
  });

  test('no proof leads from another hash to the root', () => {
    const { root, proofs } = buildMerkleTree([sha256('a'), sha256('b'), sha256('c')]);
    expect(rootOf(sha256('d'), proofs.get(sha256('a'))!)).not.toBe(root);
  });

  test('the order and the repetition of hashes do not matter', () => {
    fc.assert(
      fc.property(hashes, (set) => {
        expect(buildMerkleTree([...set, ...set].reverse())).toEqual(buildMerkleTree(set));
      }),
      { numRuns: 20 },
    );
  });

  test('no proof is longer than the height of the tree', () => {
    const { proofs } = buildMerkleTree(Array.from({ length: 70 }, (_, i) => sha256(String(i))));
    expect(Math.max(...[...proofs.values()].map((proof) => proof.length))).toBe(7);
  });

  test('a single hash is its own tree', () => {
    expect(buildMerkleTree([sha256('a')])).toEqual({
      root: sha256(sha256('a')),
      proofs: new Map([[sha256('a'), []]]),
    });
  });

  test('nothing, capitals and other lengths are refused', () => {
    expect(() => buildMerkleTree([])).toThrow('at least one');
    expect(() => buildMerkleTree([sha256('a').toUpperCase()])).toThrow('64 lower-case');
    expect(() => buildMerkleTree(['ab'])).toThrow('64 lower-case');
  });

  const bytes = readVector('synthetic/synthetic-vectors.json');
  test.skipIf(bytes === null)('the reader used here agrees with the known answers', () => {
    const { merkleized } = JSON.parse(String(bytes));
    expect(merkleized.proofs.length).toBeGreaterThan(0);
    for (const { hash, merkleProof } of merkleized.proofs) {
      expect(rootOf(hash, merkleProof)).toBe(merkleized.merkleRoot);
    }
  });
});
