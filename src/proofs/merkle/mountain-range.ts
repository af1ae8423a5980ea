/**
 * Membership in an append-only Merkle mountain range over keccak-256 (`witnessExternal`):
 * parent = keccak(left ‖ right), never sorted, no prefix; the leaf is the witness hash itself.
 *
 * A proof lists the left hashes and the right hashes of the path. How many right hashes are merged inside the
 * leaf's own mountain (k) depends on the size of the tree. Without the size, every k is tried and reaching the
 * root by one of them proves membership but *not* the position: `leafIndex` then stays the service's word.
 * With the size N the path is fixed and the position is proved as well.
 */
import { concatBytes, equalBytes, readHexOf, toHex } from '../encoding/bytes.ts';
import type { Step } from '../check.ts';
import { tooLarge, unreadable } from '../errors.ts';
import { keccak256 } from '../encoding/hash.ts';

export const mountainRangeRecipe = 'mountain-range-keccak/1';

/** Bits of a leaf index and most hashes on either side (the tree size on chain is a uint176). */
const maxHeight = 176;
const indexBound = 1n << BigInt(maxHeight);

export interface RangeEvidence {
  readonly hash: string;
  readonly leafIndex: number | bigint | string;
  /** As reported beside the proof; it is held to its range and proves nothing. */
  readonly treeSize?: number | bigint | string;
  readonly leftHashes: readonly string[];
  readonly rightHashes: readonly string[];
  readonly targetRootHash: string;
}

export interface RangeProof {
  readonly leaf: Uint8Array;
  readonly index: bigint;
  readonly left: readonly Uint8Array[];
  readonly right: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** @throws ProofError for a shape that no proof has; `leftHashes` must be as many as the set bits of the index */
export function readRangeProof(evidence: RangeEvidence): RangeProof {
  const { leftHashes, rightHashes } = evidence;
  if (leftHashes.length > maxHeight || rightHashes.length > maxHeight) {
    throw tooLarge('leftHashes, rightHashes', `at most ${maxHeight} each`);
  }
  const index = readWhole(evidence.leafIndex, 'leafIndex', indexBound);
  const size =
    evidence.treeSize === undefined ? undefined : readWhole(evidence.treeSize, 'treeSize', indexBound + 1n);
  if (index >= (size ?? indexBound)) throw unreadable('leafIndex', 'a position below treeSize');
  if (leftHashes.length !== popcount(index)) {
    throw unreadable(
      'leftHashes',
      `${popcount(index)} items, as the set bits of leafIndex, not ${leftHashes.length}`,
    );
  }
  return {
    leaf: readHexOf(evidence.hash, 32, 'hash'),
    index,
    left: leftHashes.map((item, at) => readHexOf(item, 32, `leftHashes[${at}]`)),
    right: rightHashes.map((item, at) => readHexOf(item, 32, `rightHashes[${at}]`)),
    root: readHexOf(evidence.targetRootHash, 32, 'targetRootHash'),
  };
}

function readWhole(reported: number | bigint | string, name: string, bound: bigint): bigint {
  const isWhole =
    typeof reported === 'bigint' ||
    Number.isSafeInteger(reported) ||
    (typeof reported === 'string' && /^(?:0|[1-9]\d{0,53})$/.test(reported));
  const value = isWhole ? BigInt(reported) : -1n;
  if (value < 0n || value >= bound) throw unreadable(name, 'a whole number from 0, below 2^176');
  return value;
}

/** How a proof reached the root: after `rightMerges` right merges, by these steps. */
export interface RangePath {
  readonly rightMerges: number;
  /** The root that came out. */
  readonly root: Uint8Array;
  readonly steps: readonly Step[];
}

/**
 * Searches the smallest k for which the proof reaches its root.
 * The climbs for neighbouring k share their beginning and the folds of the right peaks share their end, so
 * the whole search costs at most about 176 · 176 hashes.
 */
export function searchRange(proof: RangeProof): RangePath | undefined {
  const bags = bagsOfRight(proof.right);
  let climb = climbLeft(start(proof), proof);
  for (let k = 0; ; k++) {
    if (equalBytes(finish(climb.node, bags[k], proof.left, climb.leftUsed), proof.root)) {
      return { rightMerges: k, ...follow(proof, k) };
    }
    const next = proof.right[k];
    if (next === undefined) return undefined;
    climb = climbLeft(mergeRight(climb, next), proof);
  }
}

/** Why a proof does not fit a tree of `size` leaves, or the path by which it reaches its root there. */
export type ExactResult =
  | { readonly fits: true; readonly path: RangePath }
  | {
      readonly fits: false;
      readonly mismatch: 'shape' | 'root';
      readonly rule: string;
      readonly computed?: Uint8Array;
    };

/** The one path that a leaf has in a tree of `size` leaves. Passing proves the position. */
export function exactRange(proof: RangeProof, size: bigint): ExactResult {
  if (size > indexBound || proof.index >= size) {
    return { fits: false, mismatch: 'shape', rule: 'leafIndex is below the size of the tree' };
  }
  const expected = rightHashesFor(proof.index, size);
  if (proof.right.length !== expected) {
    return {
      fits: false,
      mismatch: 'shape',
      rule: `rightHashes has ${expected} items in a tree of ${size} leaves`,
    };
  }
  const rightMerges = rightMergesFor(proof.index, size);
  const { root, steps } = follow(proof, rightMerges);
  if (!equalBytes(root, proof.root)) {
    return { fits: false, mismatch: 'root', rule: 'the path reaches targetRootHash', computed: root };
  }
  return { fits: true, path: { rightMerges, root, steps } };
}

/** How many right hashes leaf `index` has in a tree of `size` leaves: inside its mountain, and peaks after it. */
function rightHashesFor(index: bigint, size: bigint): number {
  const mask = (1n << BigInt((index ^ size).toString(2).length - 1)) - 1n;
  return popcount(~index & mask) + popcount(size & mask);
}

/** A subtree of 2^level leaves beginning at `first` has a right sibling only if the tree reaches that far. */
function rightMergesFor(index: bigint, size: bigint): number {
  let first = index;
  let merges = 0;
  for (let level = 0n; ; level++) {
    if (((index >> level) & 1n) === 1n) {
      first -= 1n << level;
    } else if (first + (2n << level) <= size) {
      merges += 1;
    } else {
      return merges;
    }
  }
}

/** Where a climb stands: the node, the position at its level, and how many left hashes are used. */
interface Climb {
  readonly node: Uint8Array;
  readonly position: bigint;
  readonly leftUsed: number;
}

function start(proof: RangeProof): Climb {
  return { node: proof.leaf, position: proof.index, leftUsed: 0 };
}

/** Merges with left siblings as long as the node is a right child. */
function climbLeft(climb: Climb, proof: RangeProof, steps?: Step[]): Climb {
  let { node, position, leftUsed } = climb;
  while ((position & 1n) === 1n) {
    const left = proof.left[proof.left.length - 1 - leftUsed] ?? new Uint8Array(); // never absent: |left| = set bits of the index
    node = merge('merge-left', left, node, steps);
    position >>= 1n;
    leftUsed += 1;
  }
  return { node, position, leftUsed };
}

function mergeRight(climb: Climb, right: Uint8Array, steps?: Step[]): Climb {
  const node = merge('merge-right', climb.node, right, steps);
  return { node, position: climb.position >> 1n, leftUsed: climb.leftUsed };
}

/** bags[k] = the right hashes from k on, folded from the end; absent when none are left. */
function bagsOfRight(right: readonly Uint8Array[]): readonly Uint8Array[] {
  const bags: Uint8Array[] = [];
  for (const hash of [...right].reverse()) {
    const [after] = bags;
    bags.unshift(after === undefined ? hash : merge('bag', hash, after));
  }
  return bags;
}

/** From the top of the leaf's own mountain to the root: the bag of the right peaks, then the left peaks. */
function finish(
  node: Uint8Array,
  bag: Uint8Array | undefined,
  left: readonly Uint8Array[],
  leftUsed: number,
  steps?: Step[],
): Uint8Array {
  let root = bag === undefined ? node : merge('join-right', node, bag, steps);
  for (let at = left.length - 1 - leftUsed; at >= 0; at--) {
    root = merge('join-left', left[at] ?? new Uint8Array(), root, steps);
  }
  return root;
}

/** The path with `k` right merges: where it ends, and every intermediate value. */
function follow(
  proof: RangeProof,
  k: number,
): { readonly root: Uint8Array; readonly steps: readonly Step[] } {
  const steps: Step[] = [
    { kind: 'leaf', values: { index: proof.index.toString(), result: toHex(proof.leaf) } },
  ];
  let climb = climbLeft(start(proof), proof, steps);
  for (const right of proof.right.slice(0, k))
    climb = climbLeft(mergeRight(climb, right, steps), proof, steps);
  let bag: Uint8Array | undefined;
  for (const hash of proof.right.slice(k).reverse())
    bag = bag === undefined ? hash : merge('bag', hash, bag, steps);
  return { root: finish(climb.node, bag, proof.left, climb.leftUsed, steps), steps };
}

function merge(kind: string, left: Uint8Array, right: Uint8Array, steps?: Step[]): Uint8Array {
  const result = keccak256(concatBytes(left, right));
  steps?.push({ kind, values: { left: toHex(left), right: toHex(right), result: toHex(result) } });
  return result;
}

function popcount(value: bigint): number {
  let count = 0;
  for (let rest = value; rest > 0n; rest >>= 1n) count += Number(rest & 1n);
  return count;
}
