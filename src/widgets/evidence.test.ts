import fc from 'fast-check';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { checkMembership, inclusionEvidence, rangeEvidence } from './evidence.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const ascii = (text: string): string => hex(sha256(new TextEncoder().encode(text)));

/** A path of the recipe that live data uses: hashes of hexadecimal text, pairs in sorted order. */
function witnessUnder(siblings: readonly string[], hash: string) {
  const root = siblings.reduce((node, sibling) => ascii([node, sibling].sort().join('')), ascii(hash));
  return {
    hash,
    merkleized: { merkleProof: [...siblings], merkleRoot: root, createdAt: '2026-01-01T00:00:00Z' },
  };
}

const digest = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hex);

describe('from a resource to evidence', () => {
  it('WN-7 a path that leads to its root passes, computed here', () => {
    fc.assert(
      fc.property(fc.array(digest, { maxLength: 12 }), digest, (siblings, hash) => {
        const { merkleized } = checkMembership(witnessUnder(siblings, hash), 'ascii-hex-sorted/1');
        expect(merkleized.map(({ status, basis }) => [status, basis])).toEqual([
          ['PASSED', 'RECOMPUTED'],
          ['PASSED', 'RECOMPUTED'],
        ]);
      }),
    );
  });

  it('one flipped digit of any sibling, of the hash or of the root leaves PASSED', () => {
    fc.assert(
      fc.property(
        fc.array(digest, { minLength: 1, maxLength: 6 }),
        digest,
        fc.nat(),
        fc.nat(63),
        (siblings, hash, which, digit) => {
          const good = witnessUnder(siblings, hash);
          const flip = (text: string): string =>
            text.slice(0, digit) + (text[digit] === '0' ? '1' : '0') + text.slice(digit + 1);
          const place = which % (siblings.length + 2);
          const bad = structuredClone(good);
          if (place < siblings.length) bad.merkleized.merkleProof[place] = flip(siblings[place] ?? '');
          else if (place === siblings.length) bad.hash = flip(hash);
          else bad.merkleized.merkleRoot = flip(good.merkleized.merkleRoot);
          expect(checkMembership(bad, 'ascii-hex-sorted/1').merkleized[1]?.status).toBe('FAILED');
          expect(checkMembership(bad, undefined).merkleized[1]?.status).toBe('INDETERMINATE');
        },
      ),
    );
  });

  it('nothing is evidence while a strategy is absent, null or not processed', () => {
    const waiting = { merkleProof: null, merkleRoot: null, createdAt: '2026-01-01T00:00:00Z' };
    for (const merkleized of [undefined, null, {}, waiting])
      expect(inclusionEvidence({ hash: 'a'.repeat(64), merkleized })).toBeUndefined();
    expect(rangeEvidence({ hash: 'a'.repeat(64), witnessExternal: { timestamp: null } })).toBeUndefined();
    expect(
      inclusionEvidence({ merkleized: { merkleProof: [], merkleRoot: 'b'.repeat(64) } }),
    ).toBeUndefined();
  });

  it('reads a third-party proof under either name', () => {
    const proof = {
      leafIndex: 0,
      leftHashes: [],
      rightHashes: [],
      targetRootHash: 'a'.repeat(64),
      timestamp: 't',
    };
    const passed = checkMembership({ hash: 'a'.repeat(64), witnessExternal: proof }, undefined).external;
    expect(passed.map(({ status }) => status)).toEqual(['PASSED', 'PASSED']);
    expect(rangeEvidence({ hash: 'a'.repeat(64), witnessCo: proof })).toBeDefined();
    const failed = checkMembership({ hash: 'b'.repeat(64), witnessExternal: proof }, undefined).external;
    expect(failed.map(({ status }) => status)).toEqual(['PASSED', 'FAILED']);
  });
});
