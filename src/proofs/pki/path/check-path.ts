/** A checked path as a check: `certificate.path`, and the path of whoever signed a time-stamp. */
import type { Check } from '../../check.ts';
import { check, type Finding } from '../../verdict/finding.ts';
import type { Policy } from '../../policy/policy.ts';
import { certificateFacts, type CertificateFacts } from '../certificate/certificate.ts';
import { nameText } from '../certificate/names.ts';
import { verifyPath, type PathResult } from './path.ts';
import type { PathInput } from './trust.ts';

/**
 * PASSED rests on an anchor that the reader pinned, so its basis is PINNED; what forbids it was recomputed. The
 * steps are the links, from the certificate up.
 */
export function pathFinding(path: PathResult): Finding {
  const { status, reason, next, certificates, anchor } = path;
  const linked = anchor === undefined ? certificates : [...certificates, anchor.certificate];
  return {
    status,
    basis: status === 'PASSED' ? 'PINNED' : 'RECOMPUTED',
    ...(reason === undefined ? {} : { reason }),
    ...(next === undefined ? (status === 'INDETERMINATE' ? { next: { code: 'check_path' } } : {}) : { next }),
    steps: linked.map((one, index) => ({
      kind: index === certificates.length ? 'anchor' : 'link',
      values: {
        subject: nameText(one.subject),
        issuer: nameText(one.issuer),
        sha256: one.fingerprint,
      },
    })),
    evidence: certificates.map((one) => ({
      kind: 'certificate',
      sha256: one.fingerprint,
      size: one.der.length,
    })),
  };
}

export interface PathCheck {
  readonly check: Check;
  readonly path: PathResult;
  /** The certificates of the path, the one in question first, the anchor last. */
  readonly facts: readonly CertificateFacts[];
}

/** `certificate.path` (RFC 5280 §6). */
export function checkPath({
  policy,
  ...input
}: Omit<PathInput, 'algorithms'> & { readonly policy: Policy }): PathCheck {
  const path = verifyPath({ ...input, algorithms: policy.algorithms });
  const linked = [...path.certificates, ...(path.anchor === undefined ? [] : [path.anchor.certificate])];
  return {
    check: check(policy, 'certificate.path', pathFinding(path)),
    path,
    facts: linked.map(certificateFacts),
  };
}
