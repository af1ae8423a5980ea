import { keccak_256 } from '@noble/hashes/sha3.js';

/** A proof as the interface's `witnessExternal` carries it; hashes are 64 lower-case hex digits. */
export interface WitnessProof {
  readonly leafIndex: number;
  readonly leftHashes: readonly string[];
  readonly rightHashes: readonly string[];
  readonly targetRootHash: string;
}

/** A range as it stood before the leaves that are known: only its peaks are. */
export interface RangeStart {
  /** How many leaves it had. */
  readonly size: number;
  /** Roots of its mountains, highest first, 64 lower-case hex digits each: one for every bit of the size. */
  readonly peaks: readonly string[];
}

/** The state that must be stored to open the tree again. */
export interface WitnessTreeState {
  /** What came before the leaves; nothing, where it is not said. */
  readonly start?: RangeStart | undefined;
  /** The leaves in the order in which they came, 64 lower-case hex digits each. */
  readonly leaves: readonly string[];
}

/**
 * An append-only Merkle mountain range over keccak-256 (gaps §4.3): parent = keccak(left ‖ right), a leaf is the
 * witness hash itself, and the peaks are folded from the last to the first. Nothing in it ever changes, so every
 * earlier size still has its root and its proofs. Leaves before its start have no proofs here, and the sizes before it
 * no roots.
 */
export interface WitnessTree {
  size(): number;
  /** How many leaves came before those that are known. */
  start(): number;
  /** Takes a hash in; answers its leaf index. */
  append(hash: string): number;
  /** The root over the first `size` leaves (all of them when not said). */
  root(size?: number): string;
  /** Why the leaf belongs under the root of that size. */
  prove(leafIndex: number, size?: number): WitnessProof;
  /** From what a tree without these leaves goes on: its size and its peaks. */
  end(): RangeStart;
  /**
   * The root of the full subtree over the leaves i·2^height … (i + 1)·2^height − 1.
   *
   * @throws RangeError where it is not full yet, or lies before the start and is no peak of it
   */
  node(height: number, i: number): Uint8Array;
  state(): WitnessTreeState;
}

export function openWitnessTree(state: WitnessTreeState = { leaves: [] }): WitnessTree {
  const { start } = state;
  const first = start?.size ?? 0;
  const leaves: Uint8Array[] = [];
  /** `levels[h].get(i)` is the root of the full subtree over leaves i·2^h … (i + 1)·2^h − 1. */
  const levels: Map<number, Uint8Array>[] = [];

  const node = (height: number, index: number): Uint8Array => {
    const found = levels[height]?.get(index);
    if (found === undefined) throw new RangeError(`witness tree: no node ${index} at height ${height}`);
    return found;
  };
  const keep = (height: number, index: number, hash: Uint8Array): void => {
    while (levels.length <= height) levels.push(new Map());
    levels[height]?.set(index, hash);
  };
  const size = (): number => first + leaves.length;

  const append = (hash: string): number => {
    const leafIndex = size();
    const leaf = bytesOf(hash);
    leaves.push(leaf);
    keep(0, leafIndex, leaf);
    for (let height = 0, index = leafIndex; index % 2 === 1; height += 1, index = (index - 1) / 2) {
      keep(height + 1, (index - 1) / 2, merge(node(height, index - 1), node(height, index)));
    }
    return leafIndex;
  };

  const checkSize = (treeSize: number): void => {
    if (!Number.isSafeInteger(treeSize) || treeSize < Math.max(first, 1) || treeSize > size()) {
      throw new RangeError(
        `witness tree: size ${treeSize} is not between ${Math.max(first, 1)} and ${size()}`,
      );
    }
  };
  const peakHashes = (treeSize: number): Uint8Array[] =>
    mountains(treeSize).map(({ height, start }) => node(height, start / 2 ** height));
  /** The root of the last proof: a checkpoint proves all its leaves under one. */
  let proven: { readonly size: number; readonly root: string } | undefined;
  const root = (treeSize = size()): string => {
    checkSize(treeSize);
    return hex(fold(peakHashes(treeSize)));
  };

  const prove = (leafIndex: number, treeSize = size()): WitnessProof => {
    checkSize(treeSize);
    const ranges = mountains(treeSize);
    const home = ranges.findIndex(
      ({ start, height }) => leafIndex >= start && leafIndex < start + 2 ** height,
    );
    const mountain = ranges[home];
    if (mountain === undefined || leafIndex < first || !Number.isSafeInteger(leafIndex)) {
      throw new RangeError(`witness tree: leaf ${leafIndex} is not among those from ${first} to ${treeSize}`);
    }
    const left: Uint8Array[] = [];
    const right: Uint8Array[] = [];
    for (
      let height = 0, index = leafIndex;
      height < mountain.height;
      height += 1, index = Math.floor(index / 2)
    ) {
      if (index % 2 === 1) left.unshift(node(height, index - 1));
      else right.push(node(height, index + 1));
    }
    const peaks = peakHashes(treeSize);
    proven = proven?.size === treeSize ? proven : { size: treeSize, root: root(treeSize) };
    return {
      leafIndex,
      leftHashes: [...peaks.slice(0, home), ...left].map(hex),
      rightHashes: [...right, ...peaks.slice(home + 1)].map(hex),
      targetRootHash: proven.root,
    };
  };

  const mountainsBefore = mountains(first);
  if (start && start.peaks.length !== mountainsBefore.length) {
    throw new RangeError(
      `witness tree: ${first} leaves have ${mountainsBefore.length} peaks, not ${start.peaks.length}`,
    );
  }
  for (const [index, { height, start: from }] of mountainsBefore.entries())
    keep(height, from / 2 ** height, bytesOf(start?.peaks[index] ?? ''));
  for (const leaf of state.leaves) append(leaf);
  return {
    size,
    start: () => first,
    append,
    root,
    prove,
    end: () => ({ size: size(), peaks: peakHashes(size()).map(hex) }),
    node,
    state: () => ({ ...(start && { start }), leaves: leaves.map(hex) }),
  };
}

function bytesOf(hash: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(hash))
    throw new RangeError(`witness tree: "${hash}" is not 64 lower-case hex digits`);
  return new Uint8Array(Buffer.from(hash, 'hex'));
}

/** The mountains of a range of that size, highest first: one for every bit of the size. */
export function mountains(size: number): { height: number; start: number }[] {
  const found: { height: number; start: number }[] = [];
  let start = 0;
  for (let height = Math.floor(Math.log2(size)); height >= 0; height -= 1) {
    const width = 2 ** height;
    if (Math.floor(size / width) % 2 === 0) continue;
    found.push({ height, start });
    start += width;
  }
  return found;
}

/** The root over mountains: their peaks, folded from the last to the first. */
export function fold(peaks: readonly Uint8Array[]): Uint8Array {
  return peaks.reduceRight((folded, peak) => merge(peak, folded));
}

export const merge = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  keccak_256(Buffer.concat([left, right]));
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
