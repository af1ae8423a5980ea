import { createHash } from 'node:crypto';

/** A tree over many document hashes, and for each the way from it to the root. */
export interface MerkleTree {
  /** 64 lower-case hex digits. */
  readonly root: string;
  /** By hash: the siblings from the leaf up, each 64 hex digits; empty for a single leaf. */
  readonly proofs: ReadonlyMap<string, readonly string[]>;
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
  const levels = [documents.map(sha256)];
  for (let below = levels[0]; below !== undefined && below.length > 1; below = levels.at(-1)) {
    levels.push(pairUp(below));
  }
  const root = levels.at(-1)?.[0];
  if (root === undefined) throw new RangeError('buildMerkleTree: a tree needs at least one hash');
  return { root, proofs: new Map(documents.map((hash, index) => [hash, siblings(levels, index)])) };
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

const parent = (a: string, b: string): string => sha256(a < b ? a + b : b + a);
const sha256 = (ascii: string): string => createHash('sha256').update(ascii, 'ascii').digest('hex');
