/** What paths are checked with: anchors, the time, lists at hand, and findings in the words of a path. */
import type { Reason, ReasonCode } from '../../check.ts';
import type { Instant } from '../../encoding/instant.ts';
import type { Policy } from '../../policy/policy.ts';
import type { AnchorUse } from './anchor-use.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { Crl } from '../crl/crl.ts';
import type { PolicyInputs } from './certificate-policies.ts';
import {
  verifySignature,
  type AlgorithmIdentifier,
  type SignatureResult,
  type SignatureUse,
} from '../certificate/signature.ts';

/** A certificate that the reader pinned. Its own signature is not looked at: it is trusted by its bytes. */
export interface TrustAnchor {
  readonly certificate: Certificate;
  /** Under which name the reader knows it. */
  readonly title: string;
  readonly use: AnchorUse;
}

/** The time of verification. */
export interface Moment {
  readonly at: Instant;
  /**
   * True when a proof of existence puts the signature at or before `at`. Then what was over by then has failed;
   * without one it only cannot be determined (EN 319 102-1, OUT_OF_BOUNDS_NO_POE, REVOKED_NO_POE).
   */
  readonly proven: boolean;
  /** When the verification is made: evidence from after it is refused. */
  readonly now: Instant;
  /**
   * True when `at` is the word of the very key that is checked (a time-stamp): a revocation after it then says that
   * the word may be another's, unless its reason rules that out (RFC 3161 §4).
   */
  readonly ownWord?: boolean;
}

/** Clocks of responders and readers may differ by this much. */
export const clockTolerance = 300_000;

export interface PathInput {
  readonly certificate: Certificate;
  /** Certificates at hand, in no order, trusted for nothing. */
  readonly others: readonly Certificate[];
  readonly anchors: readonly TrustAnchor[];
  readonly moment: Moment;
  readonly algorithms: Policy['algorithms'];
  readonly crls?: readonly Crl[];
  /**
   * `required`: every certificate below the anchor must be shown not to be revoked by a list; `at-hand` (default):
   * lists of its issuer, where there are some, must say so; `none`: lists are not looked at.
   */
  readonly revocation?: 'required' | 'at-hand' | 'none';
  readonly policies?: PolicyInputs;
  /** Extended key usages of which a critical extension of an authority must not exclude each. */
  readonly purposes?: readonly string[];
}

/** Something that forbids a PASSED. FAILED: a rule is broken; INDETERMINATE: a rule could not be applied. */
export interface PathIssue {
  readonly status: 'FAILED' | 'INDETERMINATE';
  readonly reason: Reason;
}

export function pathIssue(
  status: PathIssue['status'],
  code: ReasonCode,
  detail?: Reason['detail'],
): PathIssue {
  return { status, reason: detail === undefined ? { code } : { code, detail } };
}

/** A broken rule outweighs one that could not be applied; among equals the first counts. */
export function worst(issues: readonly PathIssue[]): PathIssue | undefined {
  return issues.find(({ status }) => status === 'FAILED') ?? issues[0];
}

/** Verifications are the expensive part of a verification: each is made once, and their number is bounded. */
export interface SignatureMemo {
  readonly results: Map<string, SignatureResult>;
  left: number;
}

export function signatureMemo(limit: number): SignatureMemo {
  return { results: new Map(), left: limit };
}

interface Signed {
  readonly fingerprint: string;
  readonly signed: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
}

/** The signature of a certificate or list by the key of another certificate. */
export function verifySigned(
  signed: Signed,
  signer: Certificate,
  use: SignatureUse,
  algorithms: Policy['algorithms'],
  memo: SignatureMemo,
): SignatureResult {
  const key = `${use} ${signed.fingerprint} ${signer.fingerprint}`;
  const known = memo.results.get(key);
  if (known !== undefined) return known;
  if (memo.left === 0)
    return { kind: 'unsupported', what: 'more signatures than are verified in one verification' };
  memo.left -= 1;
  const { signatureAlgorithm, signed: message, signature } = signed;
  const result = verifySignature(
    signatureAlgorithm,
    signer.publicKey.key,
    message,
    signature,
    algorithms,
    use,
  );
  memo.results.set(key, result);
  return result;
}

/** A signature that is not valid, as a fault. */
export function signatureIssue(result: SignatureResult, subject: string): PathIssue | undefined {
  switch (result.kind) {
    case 'valid':
      return undefined;
    case 'invalid':
      return pathIssue('FAILED', 'SIG_CRYPTO_FAILURE', { certificate: subject, rule: result.rule });
    case 'refused':
      return pathIssue('INDETERMINATE', 'CRYPTO_CONSTRAINTS_FAILURE', {
        certificate: subject,
        what: result.what,
      });
    case 'unsupported':
      return pathIssue('INDETERMINATE', 'X_UNSUPPORTED', { certificate: subject, what: result.what });
  }
}
