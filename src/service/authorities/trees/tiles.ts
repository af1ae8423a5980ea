import { fold, merge, mountains } from './witness-tree.ts';
import type { RangeStart, WitnessProof, WitnessTree } from './witness-tree.ts';

// The layout of c2sp.org/tlog-tiles. The third party's range has the shape of the trees of RFC 6962: folding the peaks
// from the last to the first is splitting at the largest power of two. Only its hashes differ: a node is
// keccak(left ‖ right) without a prefix, and a leaf is its entry. Tiles hold full subtrees alone, so neither matters to
// the layout.

const height = 8;
/** Hashes of a full tile. */
export const tileWidth = 2 ** height;
const hashBytes = 32;
/** 2^53 leaves, which no index here exceeds, fill seven levels. */
const levels = 7;

export interface TileName {
  readonly level: number;
  readonly index: number;
}

/** The path of a tile under the address of its log; a full one where no width is named. */
export function tilePath({ level, index }: TileName, width = tileWidth): string {
  const groups = (String(index).match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? []).map((group) =>
    group.padStart(3, '0'),
  );
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width < tileWidth ? `.p/${width}` : ''}`;
}

/** Reads the path of a tile or of a bundle of entries; undefined: of none, each has one spelling. */
export function readTilePath(
  path: string,
): (TileName & { readonly width: number; readonly isEntries: boolean }) | undefined {
  const found = /^tile\/(entries|\d)\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  if (!found) return undefined;
  const [, kind = '', groups = '', partial] = found;
  const name = { level: kind === 'entries' ? 0 : Number(kind), index: Number(groups.replaceAll(/\D/g, '')) };
  const width = Number(partial ?? tileWidth);
  const spelling = tilePath(name, width).replace(/^tile\/\d/, `tile/${kind}`);
  return spelling === path ? { ...name, width, isEntries: kind === 'entries' } : undefined;
}

/** Hashes that a tile has in a tree of that size. */
export function widthIn({ level, index }: TileName, size: number): number {
  const hashes = Math.floor(size / tileWidth ** level);
  return Math.max(0, Math.min(tileWidth, hashes - index * tileWidth));
}

/** The partial tiles of a tree of that size: what an append goes on from. */
export function rightEdge(size: number): TileName[] {
  return Array.from({ length: levels }, (_, level) => ({
    level,
    index: Math.floor(size / tileWidth ** (level + 1)),
  })).filter((name) => widthIn(name, size) > 0);
}

/** The tile that holds a peak of a tree of that size, counted from the highest. */
export function tileOfPeak(size: number, peak: number): TileName {
  const node = nodesOf(0, size)[peak];
  if (!node) throw new RangeError(`witness tree: ${size} leaves have no peak ${peak}`);
  const { level, index } = tileOf(node);
  return { level, index };
}

/** The bundle of entries of a tile of leaves: each behind its length in two bytes, and each is its own leaf. */
export function entryBundle(leaves: Uint8Array): Uint8Array {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < leaves.length; at += hashBytes)
    entries.push(Uint8Array.of(0, hashBytes), leaves.subarray(at, at + hashBytes));
  return Buffer.concat(entries);
}

/** Consecutive hashes of one tile. */
export interface TilePart extends TileName {
  /** The first of them. */
  readonly slot: number;
  readonly hashes: Uint8Array;
}

/** What the leaves from a size on add to tiles, lower levels first. */
export function partsSince(tree: WitnessTree, from: number): TilePart[] {
  const parts: TilePart[] = [];
  for (let level = 0; level < levels; level += 1) {
    const span = tileWidth ** level;
    const end = Math.floor(tree.size() / span);
    for (let next = Math.floor(from / span); next < end;) {
      const index = Math.floor(next / tileWidth);
      const until = Math.min(end, (index + 1) * tileWidth);
      const hashes = Array.from({ length: until - next }, (_, at) => tree.node(level * height, next + at));
      parts.push({ level, index, slot: next % tileWidth, hashes: Buffer.concat(hashes) });
      next = until;
    }
  }
  return parts;
}

/**
 * The bytes of a tile with a part laid over them. Hashes before the part that are not stored are zero: they lie before
 * the start of the tree, where only its peaks are known.
 */
export function withPart(tile: Uint8Array | undefined, { slot, hashes }: TilePart): Uint8Array {
  const begin = slot * hashBytes;
  const bytes = Buffer.alloc(Math.max(tile?.length ?? 0, begin + hashes.length));
  if (tile) bytes.set(tile);
  bytes.set(hashes, begin);
  return bytes;
}

/** Whether a tile has a part as it is. */
export function hasPart(tile: Uint8Array | undefined, { slot, hashes }: TilePart): boolean {
  const begin = slot * hashBytes;
  return tile !== undefined && Buffer.compare(tile.subarray(begin, begin + hashes.length), hashes) === 0;
}

/** The peaks that a partial tile holds, highest first, 64 hexadecimal digits each. */
export function peaksOfTile(tile: Uint8Array): string[] {
  const rootOf = (first: number, count: number): Uint8Array =>
    count === 1 ? hashAt(tile, first) : merge(rootOf(first, count / 2), rootOf(first + count / 2, count / 2));
  return mountains(tile.length / hashBytes).map((mountain) =>
    hex(rootOf(mountain.start, 2 ** mountain.height)),
  );
}

const hashAt = (tile: Uint8Array, slot: number): Uint8Array =>
  tile.subarray(slot * hashBytes, (slot + 1) * hashBytes);

/** A tile and how many of its hashes are needed at least. */
export type NeededTile = TileName & { readonly width: number };

/** Reads tiles, all of them at once, in their order. It throws for one that is missing or has fewer hashes than needed. */
export type ReadTiles = (tiles: readonly NeededTile[]) => Promise<readonly Uint8Array[]>;

/** A leaf and the size of the tree in which it is proven. */
export interface LeafInTree {
  readonly leafIndex: number;
  readonly size: number;
}

/** A tree of which tiles alone are read, a few for each proof. No size below its start is known. */
export interface TiledTree {
  /** Of the mountains at that size, highest first, 64 hexadecimal digits each. */
  peaks(size: number): Promise<string[]>;
  /** What belongs to several leaves is read at once. */
  prove(leaves: readonly LeafInTree[]): Promise<WitnessProof[]>;
  /** Why a tree of the first size begins one of the second (RFC 6962 §2.1.2); 64 hexadecimal digits each. */
  proveConsistency(first: number, second: number): Promise<string[]>;
}

interface TreeNode {
  readonly height: number;
  readonly index: number;
}

export function openTiles(read: ReadTiles, start: RangeStart): TiledTree {
  const peaks = new Map(
    nodesOf(0, start.size).map((node, at) => [keyOf(node), Buffer.from(start.peaks[at] ?? '', 'hex')]),
  );

  /** How to compute each of these nodes from tiles, which are read first. */
  const load = async (nodes: readonly TreeNode[]): Promise<(node: TreeNode) => Uint8Array> => {
    const needed = new Map<string, NeededTile>();
    for (const node of nodes) {
      if (peaks.has(keyOf(node))) continue;
      const { width, ...name } = tileOf(node);
      const path = tilePath(name);
      needed.set(path, { ...name, width: Math.max(width, needed.get(path)?.width ?? 0) });
    }
    const tiles = [...needed.values()];
    const bytes = tiles.length > 0 ? await read(tiles) : [];
    const found = new Map([...needed.keys()].map((path, at) => [path, bytes[at] ?? new Uint8Array()]));
    const known = new Map<string, Uint8Array>(peaks);
    const hash = (node: TreeNode): Uint8Array => {
      const key = keyOf(node);
      const value = known.get(key) ?? compute(node);
      known.set(key, value);
      return value;
    };
    const compute = (node: TreeNode): Uint8Array => {
      const { height: above, index } = node;
      if (above % height !== 0)
        return merge(
          hash({ height: above - 1, index: index * 2 }),
          hash({ height: above - 1, index: index * 2 + 1 }),
        );
      return hashAt(found.get(tilePath(tileOf(node))) ?? new Uint8Array(), index % tileWidth); // it was read above
    };
    return hash;
  };

  return {
    async peaks(size) {
      const nodes = nodesOf(0, size);
      const hash = await load(nodes);
      return nodes.map((node) => hex(hash(node)));
    },
    async prove(leaves) {
      const plans = leaves.map((leaf) => planProof(leaf, start));
      const hash = await load(plans.flatMap(({ left, right, range }) => [...left, ...right, ...range]));
      return plans.map(({ leafIndex, left, right, range }) => ({
        leafIndex,
        leftHashes: left.map((node) => hex(hash(node))),
        rightHashes: right.map((node) => hex(hash(node))),
        targetRootHash: hex(fold(range.map(hash))),
      }));
    },
    async proveConsistency(first, second) {
      checkSize(first, start);
      checkSize(second, start);
      if (first > second) throw new RangeError(`witness tree: ${first} leaves do not begin ${second}`);
      const parts = consistencyParts(first, 0, second, true);
      const hash = await load(parts.flat());
      return parts.map((nodes) => hex(fold(nodes.map(hash))));
    },
  };
}

function checkSize(size: number, { size: first }: RangeStart): void {
  if (!Number.isSafeInteger(size) || size < Math.max(first, 1))
    throw new RangeError(`witness tree: size ${size} is below ${Math.max(first, 1)}`);
}

/** As `prove` of a tree of all leaves: the siblings in the leaf's own mountain, and the peaks of the others. */
function planProof({ leafIndex, size }: LeafInTree, start: RangeStart) {
  checkSize(size, start);
  const range = nodesOf(0, size);
  const home = range.findIndex(({ height: above, index }) => Math.floor(leafIndex / 2 ** above) === index);
  const mountain = range[home];
  if (!mountain || !Number.isSafeInteger(leafIndex) || leafIndex < start.size)
    throw new RangeError(`witness tree: leaf ${leafIndex} is not among those from ${start.size} to ${size}`);
  const left: TreeNode[] = [];
  const right: TreeNode[] = [];
  for (let above = 0, index = leafIndex; above < mountain.height; above += 1, index = Math.floor(index / 2)) {
    if (index % 2 === 1) left.unshift({ height: above, index: index - 1 });
    else right.push({ height: above, index: index + 1 });
  }
  return {
    leafIndex,
    range,
    left: [...range.slice(0, home), ...left],
    right: [...right, ...range.slice(home + 1)],
  };
}

/** SUBPROOF(m, D[from:to], isWhole) of RFC 6962 §2.1.2; each hash as the mountains that are folded into it. */
function consistencyParts(first: number, from: number, to: number, isWhole: boolean): TreeNode[][] {
  if (first === to) return isWhole ? [] : [nodesOf(from, to)];
  const half = 2 ** Math.ceil(Math.log2(to - from) - 1);
  const split = from + half;
  return first <= split
    ? [...consistencyParts(first, from, split, isWhole), nodesOf(split, to)]
    : [...consistencyParts(first, split, to, false), nodesOf(from, split)];
}

/** The mountains over the leaves of a subtree that begins at `from`. */
function nodesOf(from: number, to: number): TreeNode[] {
  return mountains(to - from).map(({ height: above, start }) => ({
    height: above,
    index: (from + start) / 2 ** above,
  }));
}

/** The tile with the hashes below a node, and how many it has up to their last. */
function tileOf({ height: above, index }: TreeNode): NeededTile {
  const level = Math.floor(above / height);
  const count = 2 ** (above % height);
  const first = index * count;
  return { level, index: Math.floor(first / tileWidth), width: (first % tileWidth) + count };
}

const keyOf = ({ height: above, index }: TreeNode): string => `${above}/${index}`;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
