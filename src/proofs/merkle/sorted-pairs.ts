/**
 * Trees whose pairs are sorted before they are hashed, so a proof needs no positions: `ascii-hex-sorted/1`,
 * `bytes-sorted/1` and `openzeppelin-keccak/1`. In the first two, leaf and parent hash inputs of different
 * length, so no inner node can be passed off as a leaf.
 */
import { compareBytes, concatBytes, toHex, utf8Of } from '../encoding/bytes.ts';
import type { Step } from '../check.ts';
import { keccak256, sha256 } from '../encoding/hash.ts';
import type { Folding, InclusionProof } from './inclusion-proof.ts';

interface SortedPairs {
  readonly leaf: (hash: Uint8Array) => Uint8Array;
  /** Of the two children, the lower first. */
  readonly parent: (pair: readonly Uint8Array[]) => Uint8Array;
}

/** What is hashed is the ASCII of the lower-case hex text: 64 characters for a leaf, 128 for a parent. */
const asciiHex: SortedPairs = {
  leaf: (hash) => sha256(utf8Of(toHex(hash))),
  parent: (pair) => sha256(utf8Of(pair.map(toHex).join(''))),
};

const bytes: SortedPairs = {
  leaf: (hash) => sha256(hash),
  parent: (pair) => sha256(concatBytes(...pair)),
};

/** Leaves as given: the `simple-v1` trees of OpenZeppelin. */
const keccakSimple: SortedPairs = {
  leaf: (hash) => hash,
  parent: (pair) => keccak256(concatBytes(...pair)),
};

/** Leaves are values of type bytes32, hashed twice: the `standard-v1` trees of OpenZeppelin. */
const keccakStandard: SortedPairs = {
  leaf: (hash) => keccak256(keccak256(hash)),
  parent: keccakSimple.parent,
};

export const foldAsciiHexSorted = (proof: InclusionProof): Folding => fold(proof, asciiHex);
export const foldBytesSorted = (proof: InclusionProof): Folding => fold(proof, bytes);
export const foldKeccakSimple = (proof: InclusionProof): Folding => fold(proof, keccakSimple);
export const foldKeccakStandard = (proof: InclusionProof): Folding => fold(proof, keccakStandard);

/**
 * Folds the siblings onto the leaf, in order. The order of hex text is the order of the bytes it writes, so
 * one comparison serves all of them.
 */
function fold(proof: InclusionProof, pairs: SortedPairs): Folding {
  let node = pairs.leaf(proof.hash);
  const steps: Step[] = [{ kind: 'leaf', values: { hash: toHex(proof.hash), leaf: toHex(node) } }];
  for (const sibling of proof.siblings) {
    const pair = [node, sibling].sort(compareBytes);
    const [left = '', right = ''] = pair.map(toHex);
    node = pairs.parent(pair);
    steps.push({
      kind: 'merge',
      values: { sibling: toHex(sibling), left, right, parent: toHex(node) },
    });
  }
  return { root: node, steps };
}
