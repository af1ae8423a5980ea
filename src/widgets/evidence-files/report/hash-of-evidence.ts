import type { Evidence } from '#proofs/evidence/evidence.ts';
import { hashAlgorithmName } from '../../witness/hash-algorithm.ts';

/** The hash that evidence is about, with the name of its algorithm; a document at hand is hashed with SHA-256. */
export function hashOfEvidence({
  witness,
  documentDigest,
}: Evidence): { algorithm: string; hash: string } | undefined {
  if (witness?.hash !== undefined)
    return { algorithm: hashAlgorithmName(witness.algorithm), hash: witness.hash };
  return documentDigest === undefined
    ? undefined
    : { algorithm: hashAlgorithmName(undefined), hash: documentDigest };
}
