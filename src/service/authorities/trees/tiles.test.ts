import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keccak_256 } from '@noble/hashes/sha3.js';
import {
  entryBundle,
  openTiles,
  partsSince,
  readTilePath,
  rightEdge,
  tileOfPeak,
  tilePath,
  widthIn,
  withPart,
} from './tiles.ts';
import type { NeededTile } from './tiles.ts';
import { openWitnessTree } from './witness-tree.ts';

const leaf = (index: number): string => createHash('sha256').update(`leaf-${index}`).digest('hex');
const most = 700;
const leaves = Array.from({ length: most }, (_, index) => leaf(index));
const whole = openWitnessTree({ leaves });

/** The tiles of a tree of that size, made by the definition of the layout from the leaves alone. */
function tilesOf(size: number): Map<string, Uint8Array> {
  const tiles = new Map<string, Uint8Array>();
  for (let level = 0; 256 ** level <= size; level += 1) {
    const span = 256 ** level;
    const hashes = Array.from({ length: Math.floor(size / span) }, (_, index) =>
      Buffer.from(openWitnessTree({ leaves: leaves.slice(index * span, (index + 1) * span) }).root(), 'hex'),
    );
    for (let index = 0; index * 256 < hashes.length; index += 1)
      tiles.set(tilePath({ level, index }), Buffer.concat(hashes.slice(index * 256, (index + 1) * 256)));
  }
  return tiles;
}

/** MTH and PROOF(m, D[n]) by the recursive definitions of RFC 6962 §2.1, with the hash of the range. */
const split = (n: number): number => 2 ** Math.ceil(Math.log2(n) - 1);
const keccak = (left: string, right: string): string =>
  Buffer.from(keccak_256(Buffer.from(left + right, 'hex'))).toString('hex');
function head(part: readonly string[]): string {
  const [first = ''] = part;
  if (part.length < 2) return first;
  const k = split(part.length);
  return keccak(head(part.slice(0, k)), head(part.slice(k)));
}
function consistency(m: number, part: readonly string[], isWhole = true): string[] {
  if (m === part.length) return isWhole ? [] : [head(part)];
  const k = split(part.length);
  return m <= k
    ? [...consistency(m, part.slice(0, k), isWhole), head(part.slice(k))]
    : [...consistency(m - k, part.slice(k), false), head(part.slice(0, k))];
}

const sizes = fc.integer({ min: 1, max: most });

describe('tiles', () => {
  it('WN-8 the range is a tree of RFC 6962 with other hashes, so that the layout applies to it', () => {
    fc.assert(
      fc.property(sizes, (size) => {
        expect(whole.root(size)).toBe(head(leaves.slice(0, size)));
      }),
    );
  });

  it('WN-8 appends of any sizes add up to the tiles that the layout defines', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 4 }), (counts) => {
        const tiles = new Map<string, Uint8Array>();
        let tree = openWitnessTree();
        for (const count of counts) {
          const from = tree.size();
          if (from + count > most) break;
          tree = openWitnessTree({ start: tree.end(), leaves: leaves.slice(from, from + count) });
          for (const part of partsSince(tree, from))
            tiles.set(tilePath(part), withPart(tiles.get(tilePath(part)), part));
        }
        expect(tiles).toEqual(tilesOf(tree.size()));
        for (const name of rightEdge(tree.size()))
          expect(tiles.get(tilePath(name))?.length).toBe(32 * widthIn(name, tree.size()));
      }),
      { numRuns: 20 },
    );
  });

  it('WN-8 proofs of inclusion and consistency from tiles are those from all leaves, for any index and sizes', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, sizes, fc.nat(most), fc.nat(most), async (a, b, i, startAt) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)];
        // As much as stands before it is known from peaks alone: its hashes in tiles are zero.
        const start = openWitnessTree({ leaves: leaves.slice(0, startAt % (first + 1)) }).end();
        const tiles = tilesOf(most);
        for (const name of rightEdge(start.size))
          tiles.get(tilePath(name))?.fill(0, 0, 32 * widthIn(name, start.size));
        for (const name of [...tiles.keys()]) {
          const { level, index } = readTilePath(name)!;
          if ((index + 1) * 256 ** (level + 1) <= start.size) tiles.delete(name);
        }
        const reads: (readonly NeededTile[])[] = [];
        const tiled = openTiles((needed) => {
          reads.push(needed);
          return Promise.resolve(
            needed.map((name) => tiles.get(tilePath(name)) ?? expect.fail(tilePath(name))),
          );
        }, start);
        expect(
          openWitnessTree({ start: { size: second, peaks: await tiled.peaks(second) }, leaves: [] }).root(),
        ).toBe(whole.root(second));
        expect(await tiled.proveConsistency(first, second)).toEqual(
          consistency(first, leaves.slice(0, second)),
        );
        if (start.size < second) {
          const leafIndex = start.size + (i % (second - start.size));
          expect(await tiled.prove([{ leafIndex, size: second }])).toEqual([whole.prove(leafIndex, second)]);
        }
        // One read for each of them, of no tile twice.
        expect(reads.length).toBeLessThanOrEqual(3);
        for (const read of reads) expect(new Set(read.map((name) => tilePath(name))).size).toBe(read.length);
      }),
      { numRuns: 100 },
    );
  });

  it('WN-8 a proof in a tree of a thousand million leaves needs a dozen tiles, and many proofs are read at once', async () => {
    const reads: (readonly NeededTile[])[] = [];
    const tiled = openTiles(
      (needed) => {
        reads.push(needed);
        return Promise.resolve(needed.map(() => new Uint8Array(8192)));
      },
      { size: 0, peaks: [] },
    );
    await tiled.prove([{ leafIndex: 123_456_789, size: 987_654_321 }]);
    expect(reads[0]!.length).toBeLessThanOrEqual(8);
    await tiled.proveConsistency(123_456_789, 987_654_321);
    expect(reads[1]!.length).toBeLessThanOrEqual(12);
    await tiled.prove(
      Array.from({ length: 100 }, (_, at) => ({ leafIndex: at * 9_000_000, size: 987_654_321 })),
    );
    expect(reads).toHaveLength(3);
  });

  it('WN-8 sizes and leaves that are not there are refused', async () => {
    const tiled = openTiles(() => expect.fail('nothing is read'), whole.end());
    for (const [first, second] of [
      [0, 5],
      [most, most - 1],
      [most - 1, most],
      [1.5, 2],
    ] as const)
      await expect(tiled.proveConsistency(first, second)).rejects.toThrow(RangeError);
    for (const leafIndex of [-1, 0.5, most - 1, most, Number.NaN])
      await expect(tiled.prove([{ leafIndex, size: most }])).rejects.toThrow(RangeError);
  });

  it('WN-8 the path of a tile has one spelling', () => {
    expect(tilePath({ level: 0, index: 1_234_067 })).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 2, index: 5 }, 17)).toBe('tile/2/005.p/17');
    fc.assert(
      fc.property(fc.nat(6), fc.maxSafeNat(), fc.integer({ min: 1, max: 256 }), (level, index, width) => {
        fc.pre(index < 2 ** 45);
        const path = tilePath({ level, index }, width);
        expect(readTilePath(path)).toEqual({ level, index, width, isEntries: false });
      }),
    );
    expect(readTilePath('tile/entries/x001/000.p/3')).toEqual({
      level: 0,
      index: 1000,
      width: 3,
      isEntries: true,
    });
    for (const path of [
      'tile/0/x000/001',
      'tile/0/1',
      'tile/00/001',
      'tile/-1/001',
      'tile/0/001.p/0',
      'tile/0/001.p/256',
      'tile/0/001.p/01',
      'tile/0/001/',
      'tile/0/x001',
      'tile/0/001\n',
      '/tile/0/001',
      'tile/0/x001/x001/x001/x001/x001/x001/001',
    ])
      expect(readTilePath(path), path).toBeUndefined();
  });

  it('WN-8 widths are those of the example of the layout', () => {
    const size = 70_000;
    expect([272, 273, 274].map((index) => widthIn({ level: 0, index }, size))).toEqual([256, 112, 0]);
    expect([0, 1].map((index) => widthIn({ level: 1, index }, size))).toEqual([256, 17]);
    expect(widthIn({ level: 2, index: 0 }, size)).toBe(1);
    expect(rightEdge(size).map((name) => tilePath(name))).toEqual(['tile/0/273', 'tile/1/001', 'tile/2/000']);
    expect(rightEdge(256)).toEqual([{ level: 1, index: 0 }]);
    expect(tileOfPeak(size, 0)).toEqual({ level: 2, index: 0 });
    expect(tileOfPeak(size, 1)).toEqual({ level: 1, index: 1 });
  });

  it('WN-8 an entry is its leaf, behind its length', () => {
    const bundle = Buffer.from(entryBundle(Buffer.from(leaf(0) + leaf(1), 'hex')));
    expect(bundle.toString('hex')).toBe(`0020${leaf(0)}0020${leaf(1)}`);
  });
});
