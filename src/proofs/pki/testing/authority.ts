/** Certificates and revocation lists of the tests' own, signed by Node's crypto: every field can be bent. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readCertificate, type Certificate } from '../certificate/certificate.ts';
import { readCrl, type Crl } from '../crl/crl.ts';
import { oid as ids } from '../der/oids.ts';
import type { TrustAnchor } from '../path/trust.ts';
import * as der from './der-writer.ts';
import type { Bytes } from './der-writer.ts';

export type KeyKind = 'P-256' | 'P-384' | 'P-521' | 'RSA';

export interface TestKey {
  readonly kind: KeyKind;
  readonly privateKey: KeyObject;
  readonly spki: Bytes;
}

const keys = new Map<string, TestKey>();

/** One key per label and kind for the whole run: RSA keys are slow to make. */
export function testKey(label: string, kind: KeyKind = 'P-256'): TestKey {
  const id = `${kind} ${label}`;
  let key = keys.get(id);
  if (key === undefined) {
    const pair =
      kind === 'RSA'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ec', { namedCurve: kind });
    const spki = Uint8Array.from(pair.publicKey.export({ type: 'spki', format: 'der' }));
    key = { kind, privateKey: pair.privateKey, spki };
    keys.set(id, key);
  }
  return key;
}

const signatureIds = {
  RSA: { sha256: '1.2.840.113549.1.1.11', sha1: '1.2.840.113549.1.1.5' },
  EC: { sha256: '1.2.840.10045.4.3.2', sha1: '1.2.840.10045.4.1' },
} as const;

export type SignatureHash = 'sha256' | 'sha1';

export function algorithmOf(key: TestKey, hash: SignatureHash = 'sha256'): Bytes {
  return key.kind === 'RSA'
    ? der.sequence(der.oid(signatureIds.RSA[hash]), der.nullValue())
    : der.sequence(der.oid(signatureIds.EC[hash]));
}

export function signBytes(key: TestKey, message: Uint8Array, hash: SignatureHash = 'sha256'): Bytes {
  return Uint8Array.from(sign(hash, message, key.privateKey));
}

/** Wraps a signed part: SEQUENCE of it, the algorithm, the signature. */
export function signedBy(key: TestKey, part: Uint8Array, hash: SignatureHash = 'sha256'): Bytes {
  return der.sequence(part, algorithmOf(key, hash), der.bitString(signBytes(key, part, hash)));
}

/** `CN=x, O=y` in the order given, as UTF-8 strings. */
export function name(text: string): Bytes {
  const types: Readonly<Record<string, string>> = {
    CN: ids.commonName,
    O: '2.5.4.10',
    OU: '2.5.4.11',
    C: '2.5.4.6',
    serialNumber: ids.serialNumber,
    x500: ids.uniqueIdentifier,
    email: ids.emailAddress,
  };
  if (text === '') return der.sequence();
  return der.sequence(
    ...text.split(', ').map((part) => {
      const [type = '', value = ''] = part.split('=');
      const string = type === 'email' ? der.ia5(value) : der.utf8(value);
      return der.set(der.sequence(der.oid(types[type] ?? type), string));
    }),
  );
}

export function extension(id: string, value: Uint8Array, critical = false): Bytes {
  return der.sequence(der.oid(id), ...(critical ? [der.boolean(true)] : []), der.octetString(value));
}

export const usage = (...bits: readonly number[]): Bytes =>
  extension(ids.keyUsage, der.namedBits(0x03, ...bits), true);

export const basicConstraints = (ca: boolean, pathLength?: number): Bytes =>
  extension(
    ids.basicConstraints,
    der.sequence(
      ...(ca ? [der.boolean(true)] : []),
      ...(pathLength === undefined ? [] : [der.integer(pathLength)]),
    ),
    true,
  );

export const purposes = (critical: boolean, ...list: readonly string[]): Bytes =>
  extension(ids.extendedKeyUsage, der.sequence(...list.map(der.oid)), critical);

export const policiesExtension = (...list: readonly string[]): Bytes =>
  extension(ids.certificatePolicies, der.sequence(...list.map((id) => der.sequence(der.oid(id)))));

export const authorityExtensions = (pathLength?: number): Bytes[] => [
  basicConstraints(true, pathLength),
  usage(5, 6),
];

export interface CertificateSpec {
  readonly subject: string;
  readonly key?: TestKey;
  readonly issuer?: Issued;
  readonly issuerName?: Uint8Array;
  readonly subjectName?: Uint8Array;
  readonly serial?: bigint;
  /** An instant, or the encoded time. */
  readonly notBefore?: string | Bytes;
  readonly notAfter?: string | Bytes;
  readonly extensions?: readonly Uint8Array[];
  readonly hash?: SignatureHash;
  readonly signingKey?: TestKey;
  /** As it is encoded: 0 is v1. */
  readonly version?: number;
  /** Signature algorithm inside the signed part, in place of the one of the key. */
  readonly algorithm?: Bytes;
}

export interface Issued {
  readonly der: Bytes;
  readonly certificate: Certificate;
  readonly key: TestKey;
  readonly subjectName: Uint8Array;
}

let lastSerial = 1000n;

/** A certificate; self-signed without an issuer. Valid from 2020 to 2039 unless said otherwise. */
export function issue(spec: CertificateSpec): Issued {
  const bytes = issueDer(spec);
  const key = spec.key ?? testKey(spec.subject);
  const subjectName = spec.subjectName ?? name(spec.subject);
  return { der: bytes, certificate: readCertificate(bytes), key, subjectName };
}

/** The bytes alone, also of a certificate that cannot be read. */
export function issueDer(spec: CertificateSpec): Bytes {
  const key = spec.key ?? testKey(spec.subject);
  const subjectName = spec.subjectName ?? name(spec.subject);
  const signingKey = spec.signingKey ?? spec.issuer?.key ?? key;
  const { version = 2, notBefore = '2020-01-01T00:00:00Z', notAfter = '2039-12-31T23:59:59Z' } = spec;
  const part = der.sequence(
    ...(version === 0 ? [] : [der.explicitTag(0, der.integer(version))]),
    der.integer(spec.serial ?? ++lastSerial),
    spec.algorithm ?? algorithmOf(signingKey, spec.hash),
    spec.issuerName ?? spec.issuer?.subjectName ?? subjectName,
    der.sequence(timeOf(notBefore), timeOf(notAfter)),
    subjectName,
    key.spki,
    ...(spec.extensions === undefined || spec.extensions.length === 0
      ? []
      : [der.explicitTag(3, der.sequence(...spec.extensions))]),
  );
  return signedBy(signingKey, part, spec.hash);
}

/** RFC 5280 §4.1.2.5: UTCTime through 2049. */
function timeOf(time: string | Bytes): Bytes {
  if (typeof time !== 'string') return time;
  return time < '2050' ? der.utcTime(time) : der.generalizedTime(time);
}

/** A root, an authority below it, and a certificate below that. */
export function smallChain(): { readonly root: Issued; readonly authority: Issued; readonly leaf: Issued } {
  const root = issue({ subject: 'CN=Root', extensions: authorityExtensions() });
  const authority = issue({ subject: 'CN=Authority', issuer: root, extensions: authorityExtensions() });
  const leaf = issue({ subject: 'CN=Leaf', issuer: authority, extensions: [usage(0, 1)] });
  return { root, authority, leaf };
}

export function anchor(issued: Issued, use: TrustAnchor['use'] = 'both'): TrustAnchor {
  return { certificate: issued.certificate, title: 'test root', use };
}

/** issuingDistributionPoint, critical, of the fields that are given. */
export const listScope = (...fields: readonly Uint8Array[]): Bytes =>
  extension(ids.issuingDistributionPoint, der.sequence(...fields), true);

/** A flag of an issuingDistributionPoint: 1 users, 2 authorities, 4 indirect, 5 attributes. */
export const listFlag = (n: number): Bytes => der.implicitPrimitive(n, Uint8Array.of(0xff));

export const directoryName = (text: string): Bytes => der.explicitTag(4, name(text));

/** The names of a distribution point or of a list, in full. */
export const fullName = (...names: readonly Uint8Array[]): Bytes =>
  der.explicitTag(0, der.explicitTag(0, ...names));

/** The name of a distribution point relative to the issuer of the list: `CN=x`. */
export const relativeName = (value: string): Bytes =>
  der.explicitTag(0, der.explicitTag(1, der.sequence(der.oid(ids.commonName), der.utf8(value))));

/** cRLIssuer of a distribution point. */
export const listIssuer = (...names: readonly Uint8Array[]): Bytes => der.explicitTag(2, ...names);

/** Reasons of a point (1) or of a list (3). */
export const listReasons = (n: number, ...bits: readonly number[]): Bytes => der.namedBits(0x80 | n, ...bits);

/** cRLDistributionPoints, each point given by its fields. */
export const distributionPoints = (...points: readonly (readonly Uint8Array[])[]): Bytes =>
  extension(ids.crlDistributionPoints, der.sequence(...points.map((fields) => der.sequence(...fields))));

/** The entry extension that says whose certificates this entry and those below it are about. */
export const certificateIssuer = (...names: readonly Uint8Array[]): Bytes =>
  extension(ids.certificateIssuer, der.sequence(...names), true);

export const crlNumber = (number: number): Bytes => extension(ids.crlNumber, der.integer(number));

/** cRLNumber and deltaCRLIndicator of a delta list. */
export const deltaNumbers = (number: number, base: number): Bytes[] => [
  crlNumber(number),
  extension(ids.deltaCrlIndicator, der.integer(base), true),
];

export const listKeyIdentifier = (id: number): Bytes =>
  extension(ids.authorityKeyIdentifier, der.sequence(der.implicitPrimitive(0, new Uint8Array(20).fill(id))));

export interface CrlSpec {
  readonly issuer: Issued;
  readonly signingKey?: TestKey;
  readonly hash?: SignatureHash;
  readonly revoked?: readonly {
    readonly certificate: Certificate;
    readonly at?: string;
    readonly reason?: number;
    readonly extensions?: readonly Uint8Array[];
  }[];
  readonly thisUpdate?: string;
  readonly nextUpdate?: string | null;
  readonly extensions?: readonly Uint8Array[];
}

export function issueCrlDer(spec: CrlSpec): Bytes {
  const key = spec.signingKey ?? spec.issuer.key;
  const entries = (spec.revoked ?? []).map(({ certificate, at, reason, extensions = [] }) => {
    const all = [
      ...(reason === undefined ? [] : [extension(ids.reasonCode, der.enumerated(reason))]),
      ...extensions,
    ];
    return der.sequence(
      der.tlv(0x02, certificate.serialNumber),
      der.utcTime(at ?? '2025-01-01T00:00:00Z'),
      ...(all.length === 0 ? [] : [der.sequence(...all)]),
    );
  });
  const { nextUpdate = '2030-01-01T00:00:00Z' } = spec;
  const part = der.sequence(
    der.integer(1),
    algorithmOf(key, spec.hash),
    spec.issuer.subjectName,
    der.utcTime(spec.thisUpdate ?? '2025-06-01T00:00:00Z'),
    ...(nextUpdate === null ? [] : [der.utcTime(nextUpdate)]),
    ...(entries.length === 0 ? [] : [der.sequence(...entries)]),
    ...(spec.extensions === undefined ? [] : [der.explicitTag(0, der.sequence(...spec.extensions))]),
  );
  return signedBy(key, part, spec.hash);
}

export function issueCrl(spec: CrlSpec): Crl {
  return readCrl(issueCrlDer(spec));
}
