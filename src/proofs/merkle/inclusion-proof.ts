/** A Merkle inclusion proof as read from evidence, and what folding it gives. */
import { readHexOf } from '../encoding/bytes.ts';
import type { Step } from '../check.ts';
import { tooLarge, unreadable } from '../errors.ts';

/** A tree of more than 2^64 leaves does not exist, so no honest path is longer. */
export const maxDepth = 64;

export interface InclusionProof {
  /** The hash whose membership is claimed, 32 bytes. */
  readonly hash: Uint8Array;
  /** Siblings from the leaf up, 32 bytes each. */
  readonly siblings: readonly Uint8Array[];
  /** 32 bytes. */
  readonly root: Uint8Array;
  /** Position of the leaf and number of leaves, where the proof tells them. */
  readonly position?: { readonly index: bigint; readonly size: bigint };
  /**
   * SHA-256(00 ‖ document) where the hash is of a document at hand; null: that leaf was not computed. Then a bare leaf
   * hash is no proof about the document (RFC 9162 §2.1.1: domain separation).
   */
  readonly documentLeaf?: Uint8Array | null;
}

/** The root that a proof leads to, with every intermediate value. */
export interface Folding {
  readonly root: Uint8Array;
  readonly steps: readonly Step[];
}

/** The same proof as text: hex with or without `0x`, in either case. */
export interface InclusionEvidence {
  readonly hash: string;
  readonly merkleProof: readonly string[];
  readonly merkleRoot: string;
  readonly leafIndex?: bigint | string;
  readonly treeSize?: bigint | string;
  /** Hex. */
  readonly documentLeaf?: string | null;
}

/** @throws ProofError naming the item that is not 32 bytes of hex, or a path deeper than `maxDepth` */
export function readInclusionProof(evidence: InclusionEvidence): InclusionProof {
  const { merkleProof, leafIndex, treeSize, documentLeaf } = evidence;
  if (merkleProof.length > maxDepth) throw tooLarge('merkleProof', `at most ${maxDepth} levels`);
  return {
    hash: readHexOf(evidence.hash, 32, 'hash'),
    siblings: merkleProof.map((item, at) => readHexOf(item, 32, `merkleProof[${at}]`)),
    root: readHexOf(evidence.merkleRoot, 32, 'merkleRoot'),
    ...positionOf(wholeNumber(leafIndex, 'leafIndex'), wholeNumber(treeSize, 'treeSize')),
    ...(documentLeaf !== undefined && {
      documentLeaf: documentLeaf === null ? null : readHexOf(documentLeaf, 32, 'documentLeaf'),
    }),
  };
}

/** Tree sizes have 64 bits in a log (RFC 9162 §4.10); no tree of any other kind is larger. */
export const sizeBound = 1n << 64n;

function wholeNumber(reported: bigint | string | undefined, name: string): bigint | undefined {
  if (typeof reported !== 'string') return reported;
  if (!/^(?:0|[1-9]\d{0,29})$/.test(reported)) throw unreadable(name, 'a whole number from 0');
  return BigInt(reported);
}

/** Both or neither: an index without a size, or a size without an index, is no position. */
function positionOf(index: bigint | undefined, size: bigint | undefined): Pick<InclusionProof, 'position'> {
  if (index === undefined && size === undefined) return {};
  if (index === undefined || size === undefined) {
    throw unreadable('leafIndex', 'a leaf index and a tree size, or neither');
  }
  return { position: { index, size } };
}

/** Why a reported position is none, whether or not the recipe of the proof uses it. */
export function brokenPositionRule({ position }: InclusionProof): string | undefined {
  if (position === undefined) return undefined;
  const { index, size } = position;
  if (size > sizeBound) return 'a tree has at most 2^64 leaves';
  return index < 0n || index >= size ? 'leafIndex is below the size of the tree' : undefined;
}
