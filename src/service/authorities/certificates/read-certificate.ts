import { contentOf } from '../asn1/der.ts';
import type { Der } from '../asn1/der.ts';

/** The encoded parts of a certificate that others repeat to point at it. */
export interface CertificateParts {
  /** INTEGER, as it stands. */
  readonly serialNumber: Der;
  /** Name, as it stands. */
  readonly issuer: Der;
  readonly subject: Der;
}

/** Cuts a certificate of our own making (version 3) into its parts; it checks nothing. */
export function readCertificate(certificate: Der): CertificateParts {
  const [toBeSigned] = elements(contentOf(certificate));
  const [, serialNumber, , issuer, , subject] = elements(contentOf(toBeSigned ?? new Uint8Array()));
  if (serialNumber === undefined || issuer === undefined || subject === undefined) {
    throw new TypeError('readCertificate: these bytes are no X.509 v3 certificate');
  }
  return { serialNumber, issuer, subject };
}

/** The values that stand one after another. @throws TypeError when one is longer than what holds it */
export function elements(bytes: Uint8Array): Der[] {
  const found: Der[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at + 1] ?? 0;
    const lengthOctets = first < 0x80 ? 0 : first & 0x7f;
    let length = first < 0x80 ? first : 0;
    for (let i = 0; i < lengthOctets; i += 1) length = length * 256 + (bytes[at + 2 + i] ?? 0);
    const end = at + 2 + lengthOctets + length;
    if (end > bytes.length) throw new TypeError('elements: one is longer than what holds it');
    found.push(bytes.subarray(at, end));
    at = end;
  }
  return found;
}
