/**
 * How a finding becomes a check. Every check of this layer is made here, so two rules hold everywhere:
 * the level comes from the policy, and what only the service reports never passes a check of level FAIL.
 */
import type {
  Basis,
  Check,
  CheckedObject,
  CheckId,
  EvidenceRef,
  NextAction,
  Reason,
  ReasonCode,
  Status,
  Step,
} from '../check.ts';
import { toHex } from '../encoding/bytes.ts';
import { ProofError } from '../errors.ts';
import type { Policy } from '../policy/policy.ts';

declare const computedHere: unique symbol;

/**
 * Text of a value that a rule computed from the bytes of this evidence. Only `computedHex` and `computedText` make one,
 * so what was expected or reported cannot be handed over as what was computed; lint watches what those two are given.
 */
export type Computed = string & { readonly [computedHere]: true };

/** Lower-case hex of bytes that were computed here. */
export function computedHex(bytes: Uint8Array): Computed {
  return computedText(toHex(bytes));
}

/** A number, a time or a name that was computed or read from bytes here. */
export function computedText(text: string): Computed {
  return text as Computed; // the brand exists in types alone
}

/** Result of a rule: everything in a `Check` that does not follow from its id and the policy. */
export interface Finding {
  readonly status: Status;
  /** RECOMPUTED unless said otherwise. */
  readonly basis?: Basis;
  readonly reason?: Reason;
  readonly warnings?: readonly Reason[];
  readonly expected?: string;
  readonly computed?: Computed;
  readonly recipe?: string;
  readonly steps?: readonly Step[];
  readonly evidence?: readonly EvidenceRef[];
  readonly next?: NextAction;
}

/** Makes the check. */
export function check(policy: Policy, id: CheckId, finding: Finding): Check {
  const { status, basis = 'RECOMPUTED', evidence = [], ...rest } = finding;
  const level = policy.levels[id];
  const common = { object: objectOf(id), question: `check.${id}`, level, basis };
  if (status === 'PASSED' && basis === 'SERVER' && level === 'FAIL') {
    return {
      id,
      status: 'INDETERMINATE',
      ...common,
      ...rest,
      reason: { code: 'X_SERVER_WORD' },
      evidence,
      next: rest.next ?? { code: 'name_an_rpc' },
    };
  }
  return { id, status, ...common, ...rest, evidence };
}

/**
 * Runs a rule. Evidence that cannot be read ends as INDETERMINATE with the reason; an exception of any other
 * kind is a defect and goes on up.
 */
export function runRule(policy: Policy, id: CheckId, rule: () => Finding): Check {
  try {
    return check(policy, id, rule());
  } catch (error) {
    return check(policy, id, unreadableFinding(error));
  }
}

const reasonByKind = {
  unreadable: 'X_UNREADABLE',
  'too-large': 'X_TOO_LARGE',
  unsupported: 'X_UNSUPPORTED',
} as const satisfies Record<ProofError['kind'], ReasonCode>;

/** The finding for a ProofError; anything else is thrown again. */
export function unreadableFinding(error: unknown): Finding {
  if (!(error instanceof ProofError)) throw error;
  return {
    status: 'INDETERMINATE',
    reason: { code: reasonByKind[error.kind], detail: { subject: error.subject, message: error.message } },
    next: { code: error.kind === 'unsupported' ? 'check_elsewhere' : 'get_evidence_again' },
  };
}

export const passed = (more: Omit<Finding, 'status'> = {}): Finding => ({ status: 'PASSED', ...more });

export function failed(
  code: ReasonCode,
  detail?: Reason['detail'],
  more: Omit<Finding, 'status' | 'reason'> = {},
): Finding {
  return { status: 'FAILED', reason: reason(code, detail), ...more };
}

export function indeterminate(
  code: ReasonCode,
  next: NextAction,
  detail?: Reason['detail'],
  more: Omit<Finding, 'status' | 'reason' | 'next'> = {},
): Finding {
  return { status: 'INDETERMINATE', reason: reason(code, detail), next, ...more };
}

export const notApplicable: Finding = { status: 'NOT_APPLICABLE' };

export function reason(code: ReasonCode, detail?: Reason['detail']): Reason {
  return detail === undefined ? { code } : { code, detail };
}

const objectByGroup: Readonly<Record<string, CheckedObject>> = {
  file: 'file',
  signature: 'invite',
  certificate: 'certificate',
  ocsp: 'ocsp',
  nom151: 'stamp',
  merkleized: 'witness',
  external: 'witness',
  claim: 'claim',
  token: 'token',
  case: 'case',
};

/** The object of a check follows from the first word of its id. */
export function objectOf(id: CheckId): CheckedObject {
  const [group = ''] = id.split('.');
  return objectByGroup[group] ?? 'case';
}
