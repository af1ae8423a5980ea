import { createHash, X509Certificate } from 'node:crypto';
import { pemOf } from './certificate.ts';
import type { Der } from '../asn1/der.ts';
import { publicNumbers } from '../keys.ts';

/** Fields of the interface's Certificate and Issuer, read from the certificate itself. */
export interface CertificateFacts {
  /** Lower-case hex of the serial number; twenty ASCII digits, thus forty hex digits. */
  readonly serialNumber: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** The subject's name, one `key=value` a line turned into one line. */
  readonly subject: string;
  readonly publicKey: { readonly exponent: string; readonly modulus: string };
  readonly version: number;
  /** SHA-256 of the DER, lower-case hex. */
  readonly hash: string;
  readonly certificatePem: string;
}

export function certificateFacts(certificate: Der): CertificateFacts {
  const parsed = new X509Certificate(certificate);
  return {
    serialNumber: parsed.serialNumber.toLowerCase(),
    notBefore: new Date(parsed.validFrom),
    notAfter: new Date(parsed.validTo),
    subject: parsed.subject.split('\n').join(', '),
    publicKey: publicNumbers(parsed.publicKey),
    version: 3,
    hash: createHash('sha256').update(certificate).digest('hex'),
    certificatePem: pemOf(certificate),
  };
}
