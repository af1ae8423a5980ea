/** `merkleized.shape` and `merkleized.root`: is this hash under this root? Nothing is said of the root's date. */
import type { Check } from '../check.ts';
import { toHex } from '../encoding/bytes.ts';
import { ProofError } from '../errors.ts';
import {
  computedHex,
  computedText,
  failed,
  indeterminate,
  runRule,
  passed,
  unreadableFinding,
  type Finding,
} from '../verdict/finding.ts';
import type { Policy } from '../policy/policy.ts';
import {
  brokenPositionRule,
  readInclusionProof,
  type InclusionEvidence,
  type InclusionProof,
} from './inclusion-proof.ts';
import { matchRecipe, recipeIds, type RecipeId } from './recipes.ts';

/** Every item is 32 bytes of hex, and the path is no deeper than a tree can be. */
export function checkMerkleizedShape(policy: Policy, evidence: InclusionEvidence): Check {
  return runRule(policy, 'merkleized.shape', () => {
    try {
      const proof = readInclusionProof(evidence);
      const rule = brokenPositionRule(proof);
      if (rule !== undefined) return failed('X_PROOF_BAD_SHAPE', { subject: 'leafIndex', rule });
      return passed({ computed: computedText(`depth ${proof.siblings.length}`) });
    } catch (error) {
      if (!(error instanceof ProofError) || error.kind !== 'unreadable') return unreadableFinding(error);
      return failed('X_PROOF_BAD_SHAPE', { subject: error.subject, message: error.message });
    }
  });
}

/**
 * The proof folds to the root by a known recipe. Without a pinned recipe a mismatch proves nothing, since the
 * tree may be of a kind not known here.
 */
export function checkMerkleizedRoot(policy: Policy, evidence: InclusionEvidence, pinned?: RecipeId): Check {
  return runRule(policy, 'merkleized.root', () => rootFinding(readInclusionProof(evidence), pinned));
}

function rootFinding(proof: InclusionProof, pinned: RecipeId | undefined): Finding {
  const expected = toHex(proof.root);
  const result = matchRecipe(proof, pinned === undefined ? recipeIds : [pinned]);
  if (result.matched) {
    const { recipe, root, steps } = result.match;
    return passed({ expected, computed: computedHex(root), recipe, steps });
  }
  const tried = result.attempts.map(({ recipe, form }) => `${recipe} (${form})`).join(', ');
  if (pinned === undefined) {
    return indeterminate('X_PROOF_RECIPE_UNKNOWN', { code: 'name_the_recipe' }, { tried }, { expected });
  }
  const [reached] = result.attempts.flatMap(({ root, steps }) =>
    root === undefined ? [] : [{ root, steps }],
  );
  if (reached === undefined) {
    // Only rfc6962/1 can get here: no position is reported, or no such path exists in a tree of that size.
    if (proof.position === undefined) {
      return indeterminate('X_EVIDENCE_ABSENT', { code: 'tell_index_and_size' }, { tried }, { expected });
    }
    return failed('X_PROOF_BAD_SHAPE', { tried }, { expected, recipe: pinned });
  }
  return failed(
    'X_PROOF_ROOT_MISMATCH',
    { recipe: pinned },
    { expected, computed: computedHex(reached.root), recipe: pinned, steps: reached.steps },
  );
}
