/** `external.shape` and `external.root`: is this hash a member of the third party's range under this root? */
import { toHex } from '../encoding/bytes.ts';
import type { Basis, Check } from '../check.ts';
import { ProofError } from '../errors.ts';
import {
  computedHex,
  computedText,
  failed,
  runRule,
  passed,
  unreadableFinding,
  type Finding,
} from '../verdict/finding.ts';
import {
  exactRange,
  mountainRangeRecipe,
  readRangeProof,
  searchRange,
  type RangeEvidence,
  type RangeProof,
} from './mountain-range.ts';
import type { Policy } from '../policy/policy.ts';

/** Number of leaves of the tree, and who says so: the chain, or the reader who typed it (RECOMPUTED under it). */
export interface TreeSize {
  readonly value: bigint;
  readonly basis: Basis;
}

export function checkExternalShape(policy: Policy, evidence: RangeEvidence): Check {
  return runRule(policy, 'external.shape', () => {
    try {
      const proof = readRangeProof(evidence);
      return passed({ computed: computedText(`${proof.left.length} left, ${proof.right.length} right`) });
    } catch (error) {
      if (!(error instanceof ProofError) || error.kind !== 'unreadable') return unreadableFinding(error);
      return failed('X_PROOF_BAD_SHAPE', { subject: error.subject, message: error.message });
    }
  });
}

/**
 * Checks that the proof reaches the root, which shows membership. With the size of the tree the path must be the
 * exact one, which shows the position too; a proof that does not fit the size FAILED, even where a search would find
 * some path.
 */
export function checkExternalRoot(policy: Policy, evidence: RangeEvidence, size?: TreeSize): Check {
  return runRule(policy, 'external.root', () => {
    const proof = readRangeProof(evidence);
    return size === undefined ? membership(proof) : position(proof, size);
  });
}

function membership(proof: RangeProof): Finding {
  const expected = toHex(proof.root);
  const rangePath = searchRange(proof);
  if (rangePath === undefined) {
    return failed(
      'X_PROOF_ROOT_MISMATCH',
      { recipe: mountainRangeRecipe },
      { expected, recipe: mountainRangeRecipe },
    );
  }
  const conclusion = { kind: 'membership', values: { rightMerges: String(rangePath.rightMerges) } };
  return passed({
    expected,
    computed: computedHex(rangePath.root),
    recipe: mountainRangeRecipe,
    steps: [...rangePath.steps, conclusion],
  });
}

function position(proof: RangeProof, size: TreeSize): Finding {
  const expected = toHex(proof.root);
  const exact = exactRange(proof, size.value);
  if (!exact.fits) {
    return failed(
      exact.mismatch === 'shape' ? 'X_PROOF_BAD_SHAPE' : 'X_PROOF_ROOT_MISMATCH',
      { rule: exact.rule, treeSize: size.value.toString() },
      {
        expected,
        basis: size.basis,
        recipe: mountainRangeRecipe,
        ...(exact.computed !== undefined && { computed: computedHex(exact.computed) }),
      },
    );
  }
  const conclusion = {
    kind: 'position',
    values: {
      index: proof.index.toString(),
      size: size.value.toString(),
      rightMerges: String(exact.path.rightMerges),
    },
  };
  return passed({
    expected,
    computed: computedHex(exact.path.root),
    basis: size.basis,
    recipe: mountainRangeRecipe,
    steps: [...exact.path.steps, conclusion],
  });
}
