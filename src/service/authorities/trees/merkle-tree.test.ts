import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildMerkleTree, isMerkleTree, rootOfProof } from './merkle-tree.ts';
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
        for (const [hash, proof] of proofs) {
          expect(rootOf(hash, proof)).toBe(root);
          expect(rootOfProof(hash, proof)).toBe(root);
        }
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
    const root = sha256(sha256('a'));
    expect(buildMerkleTree([sha256('a')])).toEqual({
      root,
      proofs: new Map([[sha256('a'), []]]),
      leafIndexes: new Map([[sha256('a'), 0]]),
      nodes: Buffer.from(root, 'hex'),
    });
  });

  test('its nodes begin with the leaves in order and end with the root', () => {
    fc.assert(
      fc.property(hashes, (set) => {
        const { root, leafIndexes, nodes } = buildMerkleTree(set);
        for (const [hash, index] of leafIndexes)
          expect(nodes.toString('hex', index * 32, (index + 1) * 32)).toBe(sha256(hash));
        expect([...leafIndexes.keys()]).toEqual(set.toSorted());
        expect(nodes.toString('hex', nodes.length - 32)).toBe(root);
        expect(isMerkleTree(nodes, set.length, root)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test('nodes with any other byte, length or number of leaves, or of another root, are not its own', () => {
    for (const leaves of [1, 2, 3, 6, 13]) {
      const { root, nodes } = buildMerkleTree(Array.from({ length: leaves }, (_, i) => sha256(String(i))));
      for (let at = 0; at < nodes.length; at += 1) {
        const changed = Buffer.from(nodes);
        changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
        expect(isMerkleTree(changed, leaves, root), `${leaves} leaves, byte ${at}`).toBe(false);
      }
      expect(isMerkleTree(nodes.subarray(0, -1), leaves, root)).toBe(false);
      expect(isMerkleTree(Buffer.concat([nodes, nodes]), leaves, root)).toBe(false);
      for (const other of [0, -1, leaves - 1, leaves + 1, leaves * 100])
        expect(isMerkleTree(nodes, other, root)).toBe(false);
      expect(isMerkleTree(nodes, leaves, sha256('another'))).toBe(false);
    }
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
