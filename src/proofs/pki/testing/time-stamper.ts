/** Time-stamps of the tests' own (RFC 3161 §2.4.2): every field can be bent. */
import { createHash } from 'node:crypto';
import { oid as ids } from '../der/oids.ts';
import {
  algorithmOf,
  extension,
  purposes,
  signBytes,
  usage,
  issue,
  type Issued,
  type TestKey,
} from './authority.ts';
import * as der from './der-writer.ts';
import type { Bytes } from './der-writer.ts';

export type StampHash = 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512';

const hashIds: Readonly<Record<StampHash, string>> = {
  md5: '1.2.840.113549.2.5',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
};

export interface StampSpec {
  readonly digest: Uint8Array;
  readonly imprintHash?: StampHash;
  readonly signer: Issued;
  readonly signingKey?: TestKey;
  readonly certificates?: readonly Uint8Array[];
  readonly policy?: string;
  readonly genTime?: string;
  readonly accuracy?: Bytes;
  readonly extensions?: readonly Uint8Array[];
  /** Which certificate hashes are signed: ESSCertID (1), ESSCertIDv2 (2). */
  readonly ess?: readonly (1 | 2)[];
  readonly essCertificate?: Issued;
  readonly issuerSerial?: Bytes;
  readonly signedType?: string;
  readonly messageDigest?: Uint8Array;
  readonly attributes?: readonly Uint8Array[];
  /** Order in which signed attributes are sent; they are always signed in DER order. */
  readonly reverse?: boolean;
  readonly by?: 'issuer' | 'key';
  readonly signers?: number;
  /** Signature algorithm in place of the one of the key. */
  readonly algorithm?: Bytes;
  readonly digestHash?: StampHash;
}

/** A signer certified for time stamping alone, as RFC 3161 wants it. */
export function stampSigner(issuer: Issued, key?: TestKey): Issued {
  return issue({
    subject: 'CN=Stamp signer',
    issuer,
    ...(key === undefined ? {} : { key }),
    extensions: [
      usage(0),
      purposes(true, ids.timeStamping),
      extension(ids.subjectKeyIdentifier, der.octetString(Uint8Array.of(7, 7, 7))),
    ],
  });
}

/** A bare token. */
export function stampToken(spec: StampSpec): Bytes {
  const { signer, imprintHash = 'sha256', digestHash = 'sha256', ess = [2] } = spec;
  const digestAlgorithm = der.sequence(der.oid(hashIds[digestHash]));
  const info = der.sequence(
    der.integer(1),
    der.oid(spec.policy ?? '2.16.484.101.10.316.1.2'),
    der.sequence(der.sequence(der.oid(hashIds[imprintHash]), der.nullValue()), der.octetString(spec.digest)),
    der.integer(77),
    der.tlv(0x18, new TextEncoder().encode((spec.genTime ?? '2026-11-19T12:00:00Z').replace(/[-:T]/g, ''))),
    ...(spec.accuracy === undefined ? [] : [spec.accuracy]),
    ...(spec.extensions === undefined ? [] : [der.explicitTag(1, ...spec.extensions)]),
  );
  const attribute = (id: string, value: Uint8Array): Bytes => der.sequence(der.oid(id), der.set(value));
  const digest = spec.messageDigest ?? createHash(digestHash).update(info).digest();
  const attributes = [
    attribute(ids.contentType, der.oid(spec.signedType ?? ids.tstInfo)),
    attribute(ids.messageDigest, der.octetString(digest)),
    ...ess.map((version) => essAttribute(version, spec.essCertificate ?? signer, spec.issuerSerial)),
    ...(spec.attributes ?? []),
  ].sort((a, b) => Buffer.compare(a, b));
  const key = spec.signingKey ?? signer.key;
  const signature = signBytes(key, der.set(...attributes));
  const sent = spec.reverse === true ? [...attributes].reverse() : attributes;
  const signerInfo = der.sequence(
    der.integer(spec.by === 'key' ? 3 : 1),
    spec.by === 'key'
      ? der.implicitPrimitive(0, Uint8Array.of(7, 7, 7))
      : der.sequence(signer.certificate.issuer.der, der.tlv(0x02, signer.certificate.serialNumber)),
    digestAlgorithm,
    der.explicitTag(0, ...sent),
    spec.algorithm ?? algorithmOf(key),
    der.octetString(signature),
  );
  const certificates = spec.certificates ?? [signer.der];
  const signedData = der.sequence(
    der.integer(3),
    der.set(digestAlgorithm),
    der.sequence(der.oid(ids.tstInfo), der.explicitTag(0, der.octetString(info))),
    ...(certificates.length === 0 ? [] : [der.explicitTag(0, ...certificates)]),
    der.set(...Array.from({ length: spec.signers ?? 1 }, () => signerInfo)),
  );
  return der.sequence(der.oid(ids.signedData), der.explicitTag(0, signedData));
}

/** A response around a token; without one for the statuses that grant none. */
export function stampResponse(token: Uint8Array | undefined, status = 0): Bytes {
  return der.sequence(der.sequence(der.integer(status)), ...(token === undefined ? [] : [token]));
}

export function issuerSerial(issuerName: Uint8Array, serial: Uint8Array): Bytes {
  return der.sequence(der.sequence(der.explicitTag(4, issuerName)), der.tlv(0x02, serial));
}

function essAttribute(version: 1 | 2, { der: bytes }: Issued, serial: Bytes | undefined): Bytes {
  const hash = createHash(version === 1 ? 'sha1' : 'sha256')
    .update(bytes)
    .digest();
  const id = version === 1 ? ids.signingCertificate : ids.signingCertificateV2;
  const entry = der.sequence(der.octetString(hash), ...(serial === undefined ? [] : [serial]));
  return der.sequence(der.oid(id), der.set(der.sequence(der.sequence(entry))));
}
