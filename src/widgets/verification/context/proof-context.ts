import { build } from '#proofs/build.ts';
import { unreadable } from '#proofs/errors.ts';
import type { Context } from '#proofs/evidence/evidence.ts';
import { readCertificateInput } from '#proofs/pki/certificate/certificate.ts';
import { nameText } from '#proofs/pki/certificate/names.ts';
import type { TrustAnchor } from '#proofs/pki/path/trust.ts';
import { policies, standard } from '#proofs/policy/policy.ts';
import { builtInTrustVersion } from '#proofs/evidence/stamp-trust.ts';
import type { PinnedAnchor, VerificationContext } from './verification-context.ts';

/**
 * The context in which a reader checks.
 *
 * @throws ProofError when a pinned certificate is not the one that was agreed to
 */
export function proofContext({ trust, now, exchanges }: VerificationContext): Context {
  return {
    policy: policies[trust.policy] ?? standard,
    now,
    anchors: trust.anchors.map(anchorOf),
    trustVersion: builtInTrustVersion,
    build,
    ...(trust.recipe !== undefined && { recipe: trust.recipe }),
    ...(trust.endorsers.length > 0 && { endorsers: trust.endorsers }),
    ...(trust.range !== undefined && { range: trust.range }),
    ...(exchanges.length > 0 && { exchanges }),
  };
}

/** What stands in the store may have been changed by another hand: the fingerprint decides. */
function anchorOf({ pem, sha256, use }: PinnedAnchor): TrustAnchor {
  const certificate = readCertificateInput(pem);
  if (certificate.fingerprint !== sha256)
    throw unreadable('pinned anchor', `the certificate with SHA-256 ${sha256}`);
  return { certificate, title: nameText(certificate.subject), use };
}
