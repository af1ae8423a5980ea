import { createHash, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import * as der from '../asn1/der.ts';
import type { Der } from '../asn1/der.ts';
import { publicKeyInfo } from '../keys.ts';
import { access, extension, policy, signature } from '../asn1/object-identifiers.ts';

/** Contents of a certificate, with names and extensions already encoded. */
export interface CertificateContent {
  /** Twenty digits; the serial number is their ASCII codes, as the Mexican tax authority writes it. */
  readonly serial: string;
  readonly issuer: Der;
  readonly subject: Der;
  readonly publicKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly extensions: readonly Der[];
}

/** An X.509 v3 certificate (RFC 5280 §4.1), DER, signed with SHA-256 and RSA. */
export function buildCertificate(content: CertificateContent, signingKey: KeyObject): Der {
  if (!/^[1-9]\d{19}$/.test(content.serial)) {
    throw new RangeError(`A certificate's serial is twenty digits, not "${content.serial}"`);
  }
  const toBeSigned = der.sequence(
    der.explicit(0, der.integer(2)),
    der.unsigned(Buffer.from(content.serial, 'latin1')),
    sha256WithRsa,
    content.issuer,
    der.sequence(der.certificateTime(content.notBefore), der.certificateTime(content.notAfter)),
    content.subject,
    publicKeyInfo(content.publicKey),
    der.explicit(3, der.sequence(...content.extensions)),
  );
  return der.sequence(toBeSigned, sha256WithRsa, der.bits(sign('sha256', toBeSigned, signingKey)));
}

/** AlgorithmIdentifier of RSASSA-PKCS1-v1_5 with SHA-256; its parameters are NULL (RFC 4055 §5). */
export const sha256WithRsa: Der = der.sequence(der.oid(signature.sha256WithRsa), der.nothing());

/** SHA-1 of the bits of the public key, as RFC 5280 §4.2.1.2 (1) makes key identifiers. */
export function keyIdentifier(key: KeyObject): Uint8Array {
  return createHash('sha1').update(publicKeyBits(key)).digest();
}

/** The bits inside SubjectPublicKeyInfo, without tag, length and the count of unused bits. */
export function publicKeyBits(key: KeyObject): Uint8Array {
  return key.export({ type: 'pkcs1', format: 'der' });
}

/** Key usage bits (RFC 5280 §4.2.1.3). */
export const usage = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5, cRLSign: 6 } as const;

const extend = (id: string, critical: boolean, value: Der): Der =>
  critical
    ? der.sequence(der.oid(id), der.boolean(true), der.octets(value))
    : der.sequence(der.oid(id), der.octets(value));

/** `pathLength` undefined: an end entity. */
export const basicConstraints = (pathLength?: number): Der =>
  extend(
    extension.basicConstraints,
    true,
    pathLength === undefined ? der.sequence() : der.sequence(der.boolean(true), der.integer(pathLength)),
  );

export const keyUsage = (...positions: readonly number[]): Der =>
  extend(extension.keyUsage, true, der.namedBits(...positions));

export const extendedKeyUsage = (critical: boolean, ...purposes: readonly string[]): Der =>
  extend(extension.extendedKeyUsage, critical, der.sequence(...purposes.map(der.oid)));

export const subjectKeyIdentifier = (key: KeyObject): Der =>
  extend(extension.subjectKeyIdentifier, false, der.octets(keyIdentifier(key)));

export const authorityKeyIdentifier = (key: KeyObject): Der =>
  extend(
    extension.authorityKeyIdentifier,
    false,
    der.sequence(der.implicit(0, der.octets(keyIdentifier(key)))),
  );

export const certificatePolicies = (id: string = policy.signature): Der =>
  extend(extension.certificatePolicies, false, der.sequence(der.sequence(der.oid(id))));

/** Where the issuer answers for its certificates. */
export const ocspAddress = (url: string): Der =>
  extend(
    extension.authorityInformation,
    false,
    der.sequence(der.sequence(der.oid(access.ocsp), der.implicit(6, der.ia5(url)))),
  );

/** The status of the responder's own certificate is not queried (RFC 6960 §4.2.2.2.1). */
export const ocspNoCheck = (): Der => extend(extension.ocspNoCheck, false, der.nothing());

/** DER as PEM. */
export function pemOf(certificate: Der): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** PEM as DER. */
export const derOf = (pem: string): Der =>
  new Uint8Array(Buffer.from(pem.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, ''), 'base64'));
