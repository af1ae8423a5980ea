import { hash as hashOnce } from 'node:crypto';

/** A tree over many document hashes, and for each the way from it to the root. */
export interface MerkleTree {
  /** 64 lower-case hex digits. */
  readonly root: string;
  /** By hash: the siblings from the leaf up, each 64 hex digits; empty for a single leaf. */
  readonly proofs: ReadonlyMap<string, readonly string[]>;
  /** By hash: which leaf it is, from 0 on. */
  readonly leafIndexes: ReadonlyMap<string, number>;
  /**
   * All nodes, 32 bytes each: the leaves from left to right, then their parents, and so on up to the root. A level has
   * half as many nodes as the one below it, rounded up: so a node is found by the number of leaves alone.
   */
  readonly nodes: Buffer;
}

/**
 * The recipe `ascii-hex-sorted/1` (gaps §4.2): what is hashed is the ASCII of lower-case hex text; a leaf is the
 * hash of the document hash, a parent the hash of its two children, smaller first. A node without a neighbour
 * moves up as it is. Each hash stands once, in ascending order: the same set gives the same root however it came.
 */
export function buildMerkleTree(hashes: Iterable<string>): MerkleTree {
  const documents = [...new Set(hashes)].toSorted();
  for (const hash of documents) {
    if (!/^[0-9a-f]{64}$/.test(hash))
      throw new RangeError(`buildMerkleTree: "${hash}" is not 64 lower-case hex digits`);
  }
  const levels = levelsOver(documents.map(sha256));
  const root = levels.at(-1)?.[0];
  if (root === undefined) throw new RangeError('buildMerkleTree: a tree needs at least one hash');
  return {
    root,
    proofs: new Map(documents.map((hash, index) => [hash, siblings(levels, index)])),
    leafIndexes: new Map(documents.map((hash, index) => [hash, index])),
    nodes: bytesOf(levels),
  };
}

/** Whether stored nodes are those of a tree with so many leaves and this root: each of their bytes counts. */
export function isMerkleTree(nodes: Uint8Array, leaves: number, root: string): boolean {
  const digits = Buffer.from(nodes.subarray(0, leaves * 32)).toString('hex');
  const levels = levelsOver(digits.match(/.{64}/g) ?? []);
  return levels[0]?.length === leaves && levels.at(-1)?.[0] === root && bytesOf(levels).equals(nodes);
}

/** The root to which a proof leads from a document hash. */
export const rootOfProof = (hash: string, proof: readonly string[]): string =>
  proof.reduce(parent, sha256(hash));

function levelsOver(leaves: readonly string[]): (readonly string[])[] {
  const levels = [leaves];
  for (let below = levels[0]; below !== undefined && below.length > 1; below = levels.at(-1)) {
    levels.push(pairUp(below));
  }
  return levels;
}

function pairUp(nodes: readonly string[]): string[] {
  const parents: string[] = [];
  for (let i = 0; i < nodes.length; i += 2) {
    const [left = '', right] = nodes.slice(i, i + 2);
    parents.push(right === undefined ? left : parent(left, right));
  }
  return parents;
}

function siblings(levels: readonly (readonly string[])[], index: number): string[] {
  return levels.slice(0, -1).flatMap((level, height) => level[(index >> height) ^ 1] ?? []);
}

const bytesOf = (levels: readonly (readonly string[])[]): Buffer =>
  Buffer.from(levels.flat().join(''), 'hex');
const parent = (a: string, b: string): string => sha256(a < b ? a + b : b + a);
const sha256 = (ascii: string): string => hashOnce('sha256', ascii);
