/** The signer: the certificate of an invite, its path and its revocation, all at the best signature time. */
import type { Check } from '../check.ts';
import { ProofError } from '../errors.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import type { ReportedCertificate, InviteFacts } from '../evidence/facts.ts';
import { check, indeterminate, type Finding } from '../verdict/finding.ts';
import type { CheckId } from '../check.ts';
import { anchorsFor } from '../pki/path/anchor-use.ts';
import { checkCertificate, signingPurposes } from '../pki/certificate/check-certificate.ts';
import { readCertificatesInput, type Certificate } from '../pki/certificate/certificate.ts';
import type { DeclaredCertificate } from '../pki/certificate/compare-fields.ts';
import { checkOcsp } from '../pki/ocsp/ocsp.ts';
import { checkPath } from '../pki/path/check-path.ts';
import type { Moment } from '../pki/path/trust.ts';
import type { Policy } from '../policy/policy.ts';
import type { RsaPublicKey } from './rsa.ts';
import { oncePer } from '../once-per.ts';

export interface SignerResult {
  /** Undefined: no certificate that could be read; `other`: a key that is not RSA. */
  readonly key: RsaPublicKey | 'other' | undefined;
  readonly checks: readonly Check[];
  readonly revoked?: boolean;
}

const maxCertificates = 256;

/** All `certificate.*` and `ocsp.*` checks of a signed invite; an unsigned one has no signer. */
export function checkSigner(
  invite: InviteFacts,
  moment: Moment,
  evidence: Evidence,
  { policy, anchors }: Context,
): SignerResult {
  if (invite.signature === undefined) return { key: undefined, checks: [] };
  const reported = invite.certificate;
  const { checks: ofCertificate, certificate } = checkCertificate({
    certificate: certificateText(reported),
    moment,
    policy,
    declared: reported === undefined ? undefined : declaredOf(reported),
    subject: invite.subject && {
      commonName: invite.subject.commonName,
      RFC: invite.subject.rfc,
      serialNumber: invite.subject.serialNumber,
      country: invite.subject.country,
      emailAddress: invite.subject.emailAddress,
    },
    origin: 'service',
  });
  const checks = invite.unloaded?.includes('subject')
    ? ofCertificate.map((one) => withoutSubject(one, policy))
    : ofCertificate;
  if (certificate === undefined) {
    return { key: undefined, checks: [...checks, ...withoutCertificate(policy)] };
  }
  const others = [
    ...certificatesAtHand(evidence.certificates ?? []),
    ...certificatesAtHand(reported?.issuerPem === undefined ? [] : [reported.issuerPem]),
  ].slice(0, maxCertificates);
  const signing = anchorsFor('signing', anchors);
  const { check: pathCheck, path } = checkPath({
    certificate,
    others,
    anchors: signing,
    moment,
    policy,
    purposes: signingPurposes,
  });
  const issuer = path.certificates[1] ?? path.anchor?.certificate;
  const ocsp = checkOcsp({
    response: invite.ocspResponse,
    certificate,
    issuer,
    moment,
    policy,
    origin: 'service',
  });
  const { key } = certificate.publicKey;
  return {
    key: key.kind === 'rsa' ? { modulus: key.modulus, exponent: key.exponent } : 'other',
    checks: [...checks, pathCheck, ...ocsp.checks],
    ...(ocsp.facts !== undefined && { revoked: ocsp.facts.status === 'revoked' }),
  };
}

const needCertificate: readonly CheckId[] = [
  'certificate.path',
  'ocsp.parse',
  'ocsp.cert',
  'ocsp.signature',
  'ocsp.responder',
  'ocsp.status',
  'ocsp.time',
];

function withoutCertificate(policy: Policy): Check[] {
  const open: Finding = indeterminate('NO_SIGNING_CERTIFICATE_FOUND', { code: 'get_certificate' });
  return needCertificate.map((id) => check(policy, id, open));
}

/** The interface may tell an address in place of the certificate; nothing is fetched from it here. */
function certificateText(reported: ReportedCertificate | undefined): string | undefined {
  const pem = reported?.pem?.trim();
  return pem === undefined || pem === '' || /^https?:\/\//i.test(pem) ? undefined : pem;
}

function declaredOf(reported: ReportedCertificate): DeclaredCertificate {
  const { serialNumber, hash, notBefore, notAfter, version, modulus, exponent, issuer } = reported;
  return { serialNumber, hash, notBefore, notAfter, version, publicKey: { modulus, exponent }, issuer };
}

/**
 * Certificates that may stand between a signer and an anchor; one that cannot be read is no help and no harm. Every
 * signature of a request and every time-stamp has the same ones at hand, so they are read once: a few megabytes of
 * evidence would take hours otherwise.
 */
export const certificatesAtHand = oncePer(readCertificates);

function readCertificates(texts: readonly (string | Uint8Array)[]): readonly Certificate[] {
  const fields: Certificate[] = [];
  for (const text of texts.slice(0, maxCertificates)) {
    try {
      fields.push(...readCertificatesInput(text));
    } catch (error) {
      if (!(error instanceof ProofError)) throw error;
    }
  }
  return fields.slice(0, maxCertificates);
}

/** Who was invited could not be loaded: whether the certificate is theirs is undetermined, and not beside the point. */
function withoutSubject(one: Check, policy: Policy): Check {
  if (one.id !== 'certificate.identity' || one.status !== 'NOT_APPLICABLE') return one;
  const absent = indeterminate('X_EVIDENCE_ABSENT', { code: 'get_evidence_again' }, { what: 'subject' });
  return check(policy, one.id, absent);
}
