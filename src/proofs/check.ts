/**
 * The shape of one answered question. A check is the result of a pure function of evidence, policy and
 * validation time; it never throws for evidence that does not hold (that is a value), only for evidence
 * that cannot be read (`ProofError`, which callers turn into a check with `unreadable`).
 */

/** Outcome of a check. Passed, failed and could-not-check are three different things. */
export type Status = 'PASSED' | 'FAILED' | 'INDETERMINATE' | 'NOT_APPLICABLE' | 'NOT_RUN';

/** Effect of a check that did not pass, by the policy. */
export type Level = 'FAIL' | 'WARN' | 'INFORM' | 'IGNORE';

/**
 * Where the facts that a check concludes about come from, the strongest first: RECOMPUTED here from
 * bytes; CHAIN read from an RPC that the reader named; PINNED a trust anchor; SERVER the service says so.
 */
export type Basis = 'RECOMPUTED' | 'CHAIN' | 'PINNED' | 'SERVER';

/** Kind of object that the check is about. */
export type CheckedObject =
  'file' | 'witness' | 'invite' | 'certificate' | 'ocsp' | 'stamp' | 'claim' | 'token' | 'event' | 'case';

/** The fixed ids; reports and scripts name them. */
export const checkIds = [
  'file.hash',
  'signature.form',
  'signature.rsa',
  'signature.document',
  'signature.witness',
  'certificate.parse',
  'certificate.fields',
  'certificate.identity',
  'certificate.key',
  'certificate.validity',
  'certificate.usage',
  'certificate.path',
  'ocsp.parse',
  'ocsp.cert',
  'ocsp.signature',
  'ocsp.responder',
  'ocsp.status',
  'ocsp.time',
  'nom151.parse',
  'nom151.granted',
  'nom151.imprint',
  'nom151.signature',
  'nom151.signer',
  'nom151.path',
  'nom151.time',
  'merkleized.shape',
  'merkleized.root',
  'merkleized.stamp',
  'merkleized.anchor',
  'external.shape',
  'external.root',
  'external.anchor',
  'external.time',
  'claim.signature',
  'claim.role',
  'claim.owner',
  'token.id',
  'token.continuity',
  'token.head',
  'token.first',
  'token.complete',
  'token.order',
  'token.network',
  'case.contradictions',
  'case.times',
] as const;

export type CheckId = (typeof checkIds)[number];

/** A reason code with what it needs to be said in words: plain text, numbers, ISO instants. */
export interface Reason {
  readonly code: ReasonCode;
  readonly detail?: Readonly<Record<string, string | number>>;
}

/** ETSI EN 319 102-1 sub-indications where they fit, and our own (X_…). */
export const reasonCodes = [
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'REVOKED',
  'REVOKED_NO_POE',
  'REVOKED_CA_NO_POE',
  'EXPIRED',
  'NOT_YET_VALID',
  'OUT_OF_BOUNDS_NO_POE',
  'NO_CERTIFICATE_CHAIN_FOUND',
  'CHAIN_CONSTRAINTS_FAILURE',
  'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  'CRYPTO_CONSTRAINTS_FAILURE',
  'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
  'SIG_CONSTRAINTS_FAILURE',
  'NO_POE',
  'TRY_LATER',
  'SIGNED_DATA_NOT_FOUND',
  'NO_SIGNING_CERTIFICATE_FOUND',
  'TIMESTAMP_ORDER_FAILURE',
  'GENERIC',
  'X_UNREADABLE',
  'X_TOO_LARGE',
  'X_UNSUPPORTED',
  'X_EVIDENCE_ABSENT',
  'X_PROOF_RECIPE_UNKNOWN',
  'X_PROOF_ROOT_MISMATCH',
  'X_PROOF_BAD_SHAPE',
  'X_ANCHOR_PENDING',
  'X_ANCHOR_NOT_FINAL',
  'X_ANCHOR_NOT_CHECKED',
  'X_ANCHOR_ROOT_ABSENT',
  'X_RPC_CHAIN_MISMATCH',
  'X_RPC_DISAGREE',
  'X_RPC_UNREACHABLE',
  'X_STAMP_IMPRINT_MISMATCH',
  'X_STAMP_NOT_GRANTED',
  'X_STAMP_PROFILE_UNKNOWN',
  'X_STAMP_ABSENT',
  'X_OCSP_NOT_FOR_CERT',
  'X_OCSP_RESPONDER_UNAUTHORIZED',
  'X_OCSP_STALE',
  'X_OCSP_UNKNOWN',
  'X_CERT_FIELD_CONFLICT',
  'X_CLAIM_SIGNER_MISMATCH',
  'X_CLAIM_OWNER_MISMATCH',
  'X_CLAIM_CONTRACT_UNKNOWN',
  'X_TOKEN_NOT_DOCUMENT',
  'X_ENDORSE_GAP',
  'X_ENDORSE_HEAD_MISMATCH',
  'X_ENDORSE_FIRST_OWNER',
  'X_ENDORSE_INCOMPLETE',
  'X_ENDORSE_MIXED_NETWORKS',
  'X_ENDORSE_ORDER',
  'X_ENDORSE_NOT_FINAL',
  'X_SERVER_CONTRADICTION',
  'X_SERVER_WORD',
  'X_TIME_CONFLICT',
  'X_WEAK_ALGORITHM',
  'X_UNUSUAL_EXPONENT',
] as const;

export type ReasonCode = (typeof reasonCodes)[number];

/** One intermediate value of a proof, in the order in which it was computed. */
export interface Step {
  /** The operation: `leaf`, `merge`, `fold-peak`, `modexp`, `link` … */
  readonly kind: string;
  /** Named inputs and output, lower-case hex or plain text. */
  readonly values: Readonly<Record<string, string>>;
}

/** The evidence that the check examined. */
export interface EvidenceRef {
  readonly kind: string;
  /** SHA-256 of the bytes, 64 lower-case hex digits. */
  readonly sha256?: string;
  readonly size?: number;
  /** `file`, `service`, `rpc`, `case`, `pinned`. */
  readonly origin?: string;
  /** RFC 3339 UTC. */
  readonly time?: string;
}

/** An action for the user: a code that the catalogues put in words. */
export interface NextAction {
  readonly code: string;
  readonly detail?: Readonly<Record<string, string | number>>;
}

export interface Check {
  readonly id: CheckId;
  readonly status: Status;
  readonly object: CheckedObject;
  /** Key of the question in the catalogues, `check.<id>`. */
  readonly question: string;
  readonly level: Level;
  readonly basis: Basis;
  readonly reason?: Reason;
  readonly expected?: string;
  readonly computed?: string;
  /** `name/version`. */
  readonly recipe?: string;
  /** Facts that hold but deserve a warning: a weak algorithm, an unusual exponent. Counted in the verdict. */
  readonly warnings?: readonly Reason[];
  readonly steps?: readonly Step[];
  readonly evidence: readonly EvidenceRef[];
  readonly next?: NextAction;
}
