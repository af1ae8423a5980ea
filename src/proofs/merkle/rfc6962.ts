/**
 * `rfc6962/1`: inclusion in a tree of a transparency log (RFC 6962, RFC 9162 §2.1). Index and size are part of
 * what is proved, and the prefixes 00 and 01 keep leaves and inner nodes apart.
 */
import { concatBytes, toHex } from '../encoding/bytes.ts';
import type { Step } from '../check.ts';
import { sha256 } from '../encoding/hash.ts';
import { sizeBound, type Folding, type InclusionProof } from './inclusion-proof.ts';

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/** HASH(0x00 ‖ d), RFC 9162 §2.1.1. */
export function leafHash(data: Uint8Array): Uint8Array {
  return sha256(concatBytes(leafPrefix, data));
}

/**
 * RFC 9162 §2.1.3.2, from step 2 on; step 6 (comparing with the root) is the caller's.
 * @returns undefined where the path cannot be one of this leaf in a tree of this size, or no position is reported
 */
export function foldRfc6962(proof: InclusionProof): Folding | undefined {
  const { hash, siblings, position } = proof;
  if (position === undefined) return undefined;
  const { index, size } = position;
  // Step 1: the index lies in the tree.
  if (index < 0n || size > sizeBound || index >= size) return undefined;
  let fn = index;
  let sn = size - 1n;
  let node = hash;
  const steps: Step[] = [{ kind: 'leaf', values: { leaf: toHex(hash) } }];
  for (const sibling of siblings) {
    if (sn === 0n) return undefined;
    const onTheRight = (fn & 1n) === 1n || fn === sn;
    const [left, right] = onTheRight ? [sibling, node] : [node, sibling];
    node = sha256(concatBytes(nodePrefix, left, right));
    steps.push({
      kind: 'merge',
      values: { sibling: toHex(sibling), left: toHex(left), right: toHex(right), parent: toHex(node) },
    });
    if (onTheRight) {
      // fn is not 0 here: its lowest bit is set, or it equals sn, which is not 0.
      while ((fn & 1n) === 0n) {
        fn >>= 1n;
        sn >>= 1n;
      }
    }
    fn >>= 1n;
    sn >>= 1n;
  }
  return sn === 0n ? { root: node, steps } : undefined;
}
