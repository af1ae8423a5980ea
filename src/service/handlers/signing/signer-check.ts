import type { Check } from '#proofs/check.ts';
import { toHex } from '#proofs/encoding/bytes.ts';
import { checkSignatureForm, checkSignatureRsa } from '#proofs/signature/check-signature.ts';
import { ProofError } from '#proofs/errors.ts';
import { sha256 } from '#proofs/encoding/hash.ts';
import { checkCertificate } from '#proofs/pki/certificate/check-certificate.ts';
import { readCertificateInput } from '#proofs/pki/certificate/certificate.ts';
import type { Certificate } from '#proofs/pki/certificate/certificate.ts';
import { checkOcsp } from '#proofs/pki/ocsp/ocsp.ts';
import { checkPath } from '#proofs/pki/path/check-path.ts';
import type { Moment } from '#proofs/pki/path/trust.ts';
import { standard } from '#proofs/policy/policy.ts';

/** Why something that was presented is refused: which part of it, and a sentence. */
export class PresentedWrong extends Error {
  override readonly name = 'PresentedWrong';
  readonly part: 'certificate' | 'signature';

  constructor(part: 'certificate' | 'signature', message: string) {
    super(message);
    this.part = part;
  }
}

/** A certificate by which its holder may sign now, and the one that issued it. */
export interface AcceptedCertificate {
  readonly certificate: Certificate;
  readonly issuer: Certificate;
}

/** @throws PresentedWrong */
export function readPresented(text: Uint8Array | string): Certificate {
  try {
    return readCertificateInput(text);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    throw new PresentedWrong('certificate', `The certificate cannot be read: ${error.message}.`);
  }
}

/**
 * A certificate of an RSA key that signs documents, within its dates, under one of the issuers (RFC 5280 §6).
 *
 * @param issuers certificates of authorities that this service accepts
 * @throws PresentedWrong
 */
export function acceptCertificate(
  certificate: Certificate,
  issuers: readonly Certificate[],
  at: Date,
): AcceptedCertificate {
  const moment = momentOf(at);
  if (certificate.publicKey.key.kind !== 'rsa')
    throw new PresentedWrong('certificate', 'The key of the certificate is not RSA.');
  const { checks } = checkCertificate({ certificate: certificate.der, moment, policy: standard });
  requirePassed(checks, 'certificate', {
    'certificate.key': 'The key of the certificate does not count',
    'certificate.validity': 'The certificate is not within its dates',
    'certificate.usage': 'The certificate is not for signing documents',
  });
  const anchors = issuers.map((issuer) => ({ certificate: issuer, title: '', use: 'signing' as const }));
  if (issuers.some(({ fingerprint }) => fingerprint === certificate.fingerprint))
    throw new PresentedWrong('certificate', 'The certificate is one of an issuer, not of a signer.');
  const { check, path } = checkPath({ certificate, others: [], anchors, moment, policy: standard });
  requirePassed([check], 'certificate', {
    'certificate.path': 'The certificate does not lead to an issuer that this service accepts',
  });
  const issuer = path.certificates[1] ?? path.anchor?.certificate;
  if (!issuer) throw new TypeError('acceptCertificate: a path that holds has an issuer');
  return { certificate, issuer };
}

/**
 * RSASSA-PKCS1-v1_5 with SHA-256 over the document's bytes, by the key of the certificate.
 *
 * @param signature bare hexadecimal
 * @throws PresentedWrong
 */
export function verifySignature(certificate: Certificate, signature: string, document: Uint8Array): void {
  const { key } = certificate.publicKey;
  const input = {
    signature,
    key: key.kind === 'rsa' ? key : ('other' as const),
    digest: toHex(sha256(document)),
  };
  requirePassed([checkSignatureForm(standard, input), checkSignatureRsa(standard, input)], 'signature', {
    'signature.form': 'The signature has not the form of one by this key',
    'signature.rsa': "The signature is not one of the document's bytes by the key of the certificate",
  });
}

/**
 * An OCSP response that says `good` of the certificate, by its issuer or by a responder that it authorized
 * (RFC 6960 §3.2, §4.2.2).
 *
 * @throws PresentedWrong
 */
export function verifyOcsp(accepted: AcceptedCertificate, response: Uint8Array, at: Date): void {
  const { checks, facts } = checkOcsp({ ...accepted, response, moment: momentOf(at), policy: standard });
  if (facts?.status === 'revoked')
    throw new PresentedWrong(
      'certificate',
      `The certificate was revoked on ${facts.revokedAt ?? 'some day'}.`,
    );
  const why = 'The responder of the issuer does not say that the certificate is good';
  requirePassed(checks, 'certificate', Object.fromEntries(checks.map(({ id }) => [id, why])));
}

/** The present is proven to whoever looks at a clock: what is over has failed. */
function momentOf(at: Date): Moment {
  return { at: at.getTime(), proven: true, now: at.getTime() };
}

function requirePassed(
  checks: readonly Check[],
  part: PresentedWrong['part'],
  sentences: Readonly<Record<string, string>>,
): void {
  for (const { id, status, reason } of checks) {
    const sentence = sentences[id];
    if (sentence === undefined || status === 'PASSED') continue;
    throw new PresentedWrong(part, `${sentence} (${[id, reason?.code].filter(Boolean).join(', ')}).`);
  }
}
