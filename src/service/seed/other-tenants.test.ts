import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildMerkleTree } from '../authorities/trees/merkle-tree.ts';
import { tilePath } from '../authorities/trees/tiles.ts';
import { openWitnessTree } from '../authorities/trees/witness-tree.ts';
import { otherTenants, thirdPartyStart } from './other-tenants.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const ownHashes = (count: number): string[] => Array.from({ length: count }, (_, i) => sha256(`own-${i}`));
const at = new Date('2026-11-20T16:00:00Z');

describe('the other tenants of the sandbox', () => {
  test('ST-24 fill a batch of any size to 33 to 256 leaves, each of whose proofs has five to eight levels', () => {
    const sizes = new Set<number>();
    for (let own = 1; own <= 256; own += 1) {
      const when = new Date(at.getTime() + own * 3_600_000);
      const { proofs } = buildMerkleTree([...ownHashes(own), ...otherTenants(151, own, when)]);
      expect(proofs.size).toBeGreaterThanOrEqual(Math.max(33, own));
      expect(proofs.size).toBeLessThanOrEqual(256);
      sizes.add(proofs.size);
      const levels = [...proofs.values()].map((proof) => proof.length);
      expect(Math.min(...levels)).toBeGreaterThanOrEqual(5);
      expect(Math.max(...levels)).toBeLessThanOrEqual(8);
    }
    expect(sizes.size).toBeGreaterThan(40);
  });

  test('are the same for the same seed and instant, and others otherwise', () => {
    expect(otherTenants(151, 3, at)).toEqual(otherTenants(151, 3, at));
    expect(otherTenants(152, 3, at)[0]).not.toBe(otherTenants(151, 3, at)[0]);
    expect(otherTenants(151, 3, new Date(at.getTime() + 1))[0]).not.toBe(otherTenants(151, 3, at)[0]);
  });

  test('add nothing to a batch of nothing, nor to one that is large enough', () => {
    expect(otherTenants(151, 0, at)).toEqual([]);
    expect(otherTenants(151, 257, at)).toEqual([]);
  });
});

describe('the third party before the demo', () => {
  test('ST-24 has thirteen peaks, and every proof of the leaves that come after names all of them', () => {
    const start = thirdPartyStart(151);
    expect(start).toEqual(thirdPartyStart(151));
    expect(new Set([...start.peaks, ...thirdPartyStart(152).peaks]).size).toBe(26);
    const tiles = start.tiles.map((tile) => `${tilePath(tile)} ${tile.hashes.length / 32}`);
    expect(tiles).toEqual(['tile/1/511 240', 'tile/2/001 255', 'tile/3/000 1']);
    const tree = openWitnessTree({ start, leaves: ownHashes(40) });
    expect(tree.size()).toBe(start.size + 40);
    for (const index of [0, 7, 39]) {
      const { leafIndex, leftHashes } = tree.prove(start.size + index);
      expect(leafIndex).toBe(start.size + index);
      expect(leftHashes.slice(0, 13)).toEqual(start.peaks);
    }
  });
});
