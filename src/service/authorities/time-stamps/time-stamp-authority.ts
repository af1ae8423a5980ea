import { createHash, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import * as der from '../asn1/der.ts';
import type { Der } from '../asn1/der.ts';
import { cms, digest, policy, signature } from '../asn1/object-identifiers.ts';
import { readCertificate } from '../certificates/read-certificate.ts';
import { readStampRequest } from './time-stamp-request.ts';

/** A time-stamp authority: its own certificate (DER) with the one purpose, and its key. */
export interface TimeStampAuthority {
  readonly certificate: Der;
  readonly privateKey: KeyObject;
}

/** Options of a request beside the imprint (RFC 3161 §2.4.1). */
interface StampOptions {
  /** Content of the INTEGER, which is repeated in the token. */
  readonly nonce?: Uint8Array | undefined;
}

/**
 * A granted TimeStampResp (RFC 3161 §2.4.2) over a SHA-256, SHA-384 or SHA-512 digest, DER. The serial number is
 * made from digest and time: no two stamps of different content share one, and the same stamp comes out the same.
 */
export function stamp(
  authority: TimeStampAuthority,
  imprint: Uint8Array,
  at: Date,
  options: StampOptions = {},
): Der {
  const granted = der.sequence(der.integer(0));
  return der.sequence(granted, timeStampToken(authority, timeStampInfo(authority, imprint, at, options)));
}

/** The answer of an authority that refuses to stamp: PKIStatus rejection (RFC 3161 §2.4.2). */
export const rejectedStamp: Der = der.sequence(der.sequence(der.integer(2)));

/** The response to a request; one for another policy, or that cannot be read, is rejected. */
export function answerStampRequest(authority: TimeStampAuthority, request: Uint8Array, at: Date): Der {
  try {
    const { imprint, policy: requested, nonce } = readStampRequest(request);
    if (requested !== undefined && requested !== policy.stamp) return rejectedStamp;
    return stamp(authority, imprint, at, { nonce });
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return rejectedStamp;
    throw error;
  }
}

/** TSTInfo: what is stamped, when, under which policy; true to the second. */
function timeStampInfo(
  authority: TimeStampAuthority,
  imprint: Uint8Array,
  at: Date,
  { nonce }: StampOptions,
): Der {
  const { subject } = readCertificate(authority.certificate);
  const serial = createHash('sha256').update(imprint).update(at.toISOString()).digest().subarray(0, 16);
  return der.sequence(
    der.integer(1),
    der.oid(policy.stamp),
    der.sequence(algorithm(digestOf(imprint)), der.octets(imprint)),
    der.unsigned(serial),
    der.preciseTime(at),
    der.sequence(der.integer(1)),
    ...(nonce === undefined ? [] : [der.encode(0x02, nonce)]),
    der.explicit(0, der.explicit(4, subject)),
  );
}

/** ContentInfo with SignedData (RFC 5652 §5), signed over attributes that name the certificate (RFC 5035 §3). */
function timeStampToken(authority: TimeStampAuthority, info: Der): Der {
  const { issuer, serialNumber } = readCertificate(authority.certificate);
  const attributes = der.setOf(
    attribute(cms.contentType, der.oid(cms.timeStampInfo)),
    attribute(cms.messageDigest, der.octets(sha256(info))),
    attribute(cms.signingCertificateV2, signingCertificate(authority.certificate, issuer, serialNumber)),
  );
  const signer = der.sequence(
    der.integer(1),
    der.sequence(issuer, serialNumber),
    algorithm(digest.sha256),
    der.implicit(0, attributes),
    algorithm(signature.rsaEncryption),
    der.octets(sign('sha256', attributes, authority.privateKey)),
  );
  const signedData = der.sequence(
    der.integer(3),
    der.setOf(algorithm(digest.sha256)),
    der.sequence(der.oid(cms.timeStampInfo), der.explicit(0, der.octets(info))),
    der.implicit(0, der.setOf(authority.certificate)),
    der.setOf(signer),
  );
  return der.sequence(der.oid(cms.signedData), der.explicit(0, signedData));
}

/** SigningCertificateV2 with one ESSCertIDv2; its digest is SHA-256, the default, and so left out. */
function signingCertificate(certificate: Der, issuer: Der, serialNumber: Der): Der {
  const issuerSerial = der.sequence(der.sequence(der.explicit(4, issuer)), serialNumber);
  const identifier = der.sequence(der.octets(sha256(certificate)), issuerSerial);
  return der.sequence(der.sequence(identifier));
}

function digestOf(imprint: Uint8Array): string {
  switch (imprint.length) {
    case 32:
      return digest.sha256;
    case 48:
      return digest.sha384;
    case 64:
      return digest.sha512;
    default:
      throw new RangeError(`stamp: a digest has 32, 48 or 64 bytes, not ${imprint.length}`);
  }
}

const algorithm = (id: string): Der => der.sequence(der.oid(id), der.nothing());
const attribute = (id: string, value: Der): Der => der.sequence(der.oid(id), der.setOf(value));
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
