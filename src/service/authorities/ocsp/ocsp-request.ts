import { createHash, X509Certificate } from 'node:crypto';
import { publicKeyBits } from '../certificates/certificate.ts';
import * as der from '../asn1/der.ts';
import type { Der } from '../asn1/der.ts';
import { digest } from '../asn1/object-identifiers.ts';
import { elements, readCertificate } from '../certificates/read-certificate.ts';

/** One certificate that a request asks about, by whoever issued it and its serial number (RFC 6960 §4.1.1). */
export interface QueriedCertificate {
  /** CertID as it was sent: the answer repeats it. */
  readonly certId: Der;
  /** Lower-case hexadecimal of the number, as certificates have it. */
  readonly serialNumber: string;
  /** Whether the issuer is this one, by the hashes that the request names. */
  isIssuedBy(issuer: Der): boolean;
}

/** Most certificates of one request. */
const most = 32;

/**
 * What an OCSPRequest asks about; a signature on it, who asks and its extensions are passed over.
 *
 * @throws TypeError for bytes that are no request
 */
export function readOcspRequest(bytes: Uint8Array): QueriedCertificate[] {
  const request = only(elements(bytes), 0x30);
  const toBeSigned = tagged(elements(der.contentOf(request))[0], 0x30);
  // [0] version and [1] requestorName may come before the list.
  const list = elements(der.contentOf(toBeSigned)).find(([tag]) => tag === 0x30);
  const requests = elements(der.contentOf(tagged(list, 0x30)));
  if (requests.length === 0 || requests.length > most) throw notRequest(`1 to ${most} certificates`);
  return requests.map((one) => readCertId(tagged(elements(der.contentOf(tagged(one, 0x30)))[0], 0x30)));
}

function readCertId(certId: Der): QueriedCertificate {
  const [algorithm, name, key, serial] = elements(der.contentOf(certId));
  const hashed = algorithmOf(tagged(algorithm, 0x30));
  const nameHash = der.contentOf(tagged(name, 0x04));
  const keyHash = der.contentOf(tagged(key, 0x04));
  const number = Buffer.from(der.contentOf(tagged(serial, 0x02))).toString('hex');
  return {
    certId,
    serialNumber: number.replace(/^00(?=[89a-f])/, ''),
    isIssuedBy(issuer) {
      if (hashed === undefined) return false;
      const hash = (part: Uint8Array): Buffer => createHash(hashed).update(part).digest();
      return (
        hash(readCertificate(issuer).subject).equals(nameHash) &&
        hash(publicKeyBits(new X509Certificate(issuer).publicKey)).equals(keyHash)
      );
    },
  };
}

/** The digests in use; who asks by another one asks about an issuer that is not known here. */
function algorithmOf(algorithm: Der): keyof typeof digest | undefined {
  const id = Buffer.from(tagged(elements(der.contentOf(algorithm))[0], 0x06));
  const names = ['sha1', 'sha256', 'sha384', 'sha512'] as const;
  return names.find((name) => id.equals(der.oid(digest[name])));
}

function tagged(value: Der | undefined, tag: number): Der {
  if (value?.[0] !== tag) throw notRequest(`an element of tag ${tag}`);
  return value;
}

function only([first, ...others]: readonly Der[], tag: number): Der {
  if (others.length > 0) throw notRequest('nothing after the request');
  return tagged(first, tag);
}

const notRequest = (expected: string): TypeError =>
  new TypeError(`readOcspRequest: these bytes are no OCSP request; expected ${expected}`);
