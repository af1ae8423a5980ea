/** Trees written a second time, straight from their definitions and never by the code under test, for proofs to be made from. */
import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';

export type Hash = (bytes: Uint8Array) => Uint8Array;

export const nodeSha256: Hash = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());
export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
export const unhex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

/** A hash per leaf number, all different. */
export const leafAt = (i: number): Uint8Array => nodeSha256(Buffer.from(`leaf-${i}`));

interface SortedTree {
  readonly root: string;
  readonly proof: (leaf: number) => string[];
}

/** A tree over the hex texts of `hashes`; an odd node is carried up. `bytes` chooses what is hashed. */
export function sortedTree(hashes: readonly string[], recipe: 'ascii' | 'bytes' | 'keccak'): SortedTree {
  const item = (text: string): string => {
    if (recipe === 'keccak') return hex(keccak_256(unhex(text)));
    return hex(nodeSha256(recipe === 'ascii' ? Buffer.from(text, 'ascii') : unhex(text)));
  };
  const levels: string[][] = [recipe === 'keccak' ? [...hashes] : hashes.map(item)];
  while (levels.at(-1)!.length > 1) {
    const below = levels.at(-1)!;
    const above: string[] = [];
    for (let i = 0; i < below.length; i += 2) {
      const pair = below.slice(i, i + 2).sort();
      above.push(pair.length === 2 ? item(pair.join('')) : pair[0]!);
    }
    levels.push(above);
  }
  return {
    root: levels.at(-1)![0]!,
    proof: (leaf) =>
      levels.slice(0, -1).flatMap((level, height) => {
        const sibling = level[(leaf >> height) ^ 1];
        return sibling === undefined ? [] : [sibling];
      }),
  };
}

/** RFC 9162 §2.1.1 and §2.1.3.1 by their recursive definitions, over leaf hashes. */
export function logTree(leaves: readonly Uint8Array[]): {
  root: Uint8Array;
  path: (m: number) => Uint8Array[];
} {
  const split = (n: number): number => 2 ** Math.ceil(Math.log2(n) - 1);
  const head = (part: readonly Uint8Array[]): Uint8Array => {
    if (part.length === 1) return part[0]!;
    const k = split(part.length);
    return nodeSha256(Buffer.concat([Buffer.of(1), head(part.slice(0, k)), head(part.slice(k))]));
  };
  const path = (m: number, part: readonly Uint8Array[]): Uint8Array[] => {
    if (part.length === 1) return [];
    const k = split(part.length);
    return m < k
      ? [...path(m, part.slice(0, k)), head(part.slice(k))]
      : [...path(m - k, part.slice(k)), head(part.slice(0, k))];
  };
  return { root: head(leaves), path: (m) => path(m, leaves) };
}

/** A mountain range over keccak-256: perfect mountains by the bits of the size, bagged from the right. */
export function mountainRange(leaves: readonly Uint8Array[]): {
  root: string;
  proof: (index: number) => { leftHashes: string[]; rightHashes: string[] };
} {
  const node = (left: Uint8Array, right: Uint8Array): Uint8Array => keccak_256(Buffer.concat([left, right]));
  const mountain = (part: readonly Uint8Array[]): Uint8Array =>
    part.length === 1
      ? part[0]!
      : node(mountain(part.slice(0, part.length / 2)), mountain(part.slice(part.length / 2)));
  const ranges: { from: number; size: number; peak: Uint8Array }[] = [];
  let from = 0;
  for (let bit = 30; bit >= 0; bit--) {
    const size = 2 ** bit;
    if ((leaves.length & size) === 0) continue;
    ranges.push({ from, size, peak: mountain(leaves.slice(from, from + size)) });
    from += size;
  }
  const root = ranges.map(({ peak }) => peak).reduceRight((bag, peak) => node(peak, bag));
  return {
    root: hex(root),
    proof: (index) => {
      const left: Uint8Array[] = [];
      const right: Uint8Array[] = [];
      const rangeIndex = ranges.findIndex((range) => index >= range.from && index < range.from + range.size);
      left.push(...ranges.slice(0, rangeIndex).map(({ peak }) => peak));
      const descend = (start: number, size: number): void => {
        if (size === 1) return;
        const half = size / 2;
        if (index < start + half) {
          descend(start, half);
          right.push(mountain(leaves.slice(start + half, start + size)));
        } else {
          left.push(mountain(leaves.slice(start, start + half)));
          descend(start + half, half);
        }
      };
      descend(ranges[rangeIndex]!.from, ranges[rangeIndex]!.size);
      right.push(...ranges.slice(rangeIndex + 1).map(({ peak }) => peak));
      return { leftHashes: left.map(hex), rightHashes: right.map(hex) };
    },
  };
}
