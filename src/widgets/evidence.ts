import { strategies } from '#api/reading.ts';
import type { Witness } from '#contract/resources.ts';
import { checkExternalRoot, checkExternalShape } from '#proofs/check-external.ts';
import type { Check } from '#proofs/check.ts';
import type { RangeEvidence } from '#proofs/mountain-range.ts';
import { standard, type Policy } from '#proofs/policy.ts';
import { checkMerkleizedRoot, checkMerkleizedShape } from '#proofs/recipes/check-merkleized.ts';
import type { InclusionEvidence } from '#proofs/recipes/inclusion-proof.ts';
import type { RecipeId } from '#proofs/recipes/recipes.ts';

// The only place where the interface's resources meet the proofs: what a service sent becomes evidence, and
// nothing else of it does.

/** The inclusion proof that a witness carries; undefined when the strategy is absent or not processed. */
export function inclusionEvidence(witness: Witness): InclusionEvidence | undefined {
  const { merkleized } = strategies(witness);
  if (!witness.hash || !merkleized?.merkleRoot || !merkleized.merkleProof) return undefined;
  return { hash: witness.hash, merkleProof: merkleized.merkleProof, merkleRoot: merkleized.merkleRoot };
}

/** The mountain-range proof that a witness carries; undefined when it is absent or not processed. */
export function rangeEvidence(witness: Witness): RangeEvidence | undefined {
  const { external } = strategies(witness);
  if (!witness.hash || external?.leafIndex == null || !external.targetRootHash) return undefined;
  return {
    hash: witness.hash,
    leafIndex: external.leafIndex,
    leftHashes: external.leftHashes ?? [],
    rightHashes: external.rightHashes ?? [],
    targetRootHash: external.targetRootHash,
  };
}

/** What can be computed from a witness alone: that its hash is under the roots it names. */
export interface MembershipChecks {
  readonly merkleized: readonly Check[];
  readonly external: readonly Check[];
}

/**
 * Folds a witness's proofs here, from the bytes that the service sent. It says nothing of when: the dates of
 * the roots are proved by stamps and anchors, which are other checks.
 *
 * @param recipe the recipe that this connection is known to use; undefined: known ones are tried
 */
export function checkMembership(
  witness: Witness,
  recipe: RecipeId | undefined,
  policy: Policy = standard,
): MembershipChecks {
  const inclusion = inclusionEvidence(witness);
  const range = rangeEvidence(witness);
  return {
    merkleized: inclusion
      ? [checkMerkleizedShape(policy, inclusion), checkMerkleizedRoot(policy, inclusion, recipe)]
      : [],
    external: range ? [checkExternalShape(policy, range), checkExternalRoot(policy, range)] : [],
  };
}
