/** X.509 certificates (RFC 5280 §4.1), read strictly, with what Mexican issuers put into them. */
import { equalBytes, toHex } from '../../encoding/bytes.ts';
import { unreadable } from '../../errors.ts';
import { sha256 } from '../../encoding/hash.ts';
import { instantText, type Instant } from '../../encoding/instant.ts';
import { shown } from '../../encoding/visible-text.ts';
import { Fields, contextPrimitive, contextTag, explicit, readDer, tags, type DerBounds } from '../der/der.ts';
import { ascii, bitStringBytes, integerBytes, readTime, smallInteger } from '../der/der-values.ts';
import { readExtensions } from './extension.ts';
import { readCertificateExtensions, type CertificateExtensions } from './extensions.ts';
import { derInput, derInputs } from '../der/der-input.ts';
import { attributeTexts, isEmptyName, nameText, readName, sameName, type Name } from './names.ts';
import { extensionName, oid, purposeName } from '../der/oids.ts';
import { keyText, readPublicKeyInfo, type SubjectPublicKeyInfo } from './public-key.ts';
import { readAlgorithm, sameAlgorithm, type AlgorithmIdentifier } from './signature.ts';

export interface Certificate {
  readonly der: Uint8Array;
  /** SHA-256 of the DER, 64 hex digits: what the interface calls `hash`. */
  readonly fingerprint: string;
  /** The signed part, as received. */
  readonly signed: Uint8Array;
  readonly version: 1 | 2 | 3;
  /** Content of the INTEGER, two's complement: equal numbers have equal bytes. */
  readonly serialNumber: Uint8Array;
  readonly issuer: Name;
  readonly subject: Name;
  readonly notBefore: Instant;
  readonly notAfter: Instant;
  readonly publicKey: SubjectPublicKeyInfo;
  readonly extensions: CertificateExtensions;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
}

/** No certificate is this large; those of tax authorities are below 3 KiB. */
const certificateBounds: DerBounds = { bytes: 1 << 16, values: 10_000, depth: 24 };

const subject = 'certificate';

/** Reads one certificate from DER. @throws ProofError */
export function readCertificate(der: Uint8Array): Certificate {
  const outer = new Fields(readDer(der, subject, certificateBounds), subject);
  const signedPart = outer.next(tags.sequence, 'tbsCertificate');
  const signatureAlgorithm = readAlgorithm(outer.next(tags.sequence, 'signatureAlgorithm'), subject);
  const signature = bitStringBytes(outer.next(tags.bitString, 'signatureValue'), subject);
  outer.end();

  const fields = new Fields(signedPart, subject);
  const versionField = fields.optional(contextTag(0));
  const version = versionField === undefined ? 0 : smallInteger(explicit(versionField, subject), subject, 2);
  // RFC 5280 §4.1.2.2 bounds serial numbers at 20 octets; longer ones are read, nothing hangs on it.
  const serialNumber = integerBytes(fields.next(tags.integer, 'serialNumber'), subject, 64);
  const innerAlgorithm = readAlgorithm(fields.next(tags.sequence, 'signature'), subject);
  // RFC 5280 §4.1.1.2: both must be the same; only this one is signed.
  if (!sameAlgorithm(innerAlgorithm, signatureAlgorithm)) {
    throw unreadable(subject, 'the same signature algorithm inside and outside');
  }
  const issuer = readName(fields.next(tags.sequence, 'issuer'), `${subject} issuer`);
  // RFC 5280 §4.1.2.4: the issuer has a name.
  if (isEmptyName(issuer)) throw unreadable(subject, 'an issuer with a name');
  const validity = new Fields(fields.next(tags.sequence, 'validity'), subject);
  const notBefore = readTime(validity.any('notBefore'), `${subject} notBefore`);
  const notAfter = readTime(validity.any('notAfter'), `${subject} notAfter`);
  validity.end();
  const name = readName(fields.next(tags.sequence, 'subject'), `${subject} subject`);
  const publicKey = readPublicKeyInfo(fields.next(tags.sequence, 'subjectPublicKeyInfo'), `${subject} key`);
  const uniqueIds = [fields.optional(contextPrimitive(1)), fields.optional(contextPrimitive(2))];
  const extensions = fields.optional(contextTag(3));
  fields.end();
  // RFC 5280 §4.1.2.8, §4.1.2.9: what a version does not have.
  if (version < 1 && uniqueIds.some((id) => id !== undefined))
    throw unreadable(subject, 'unique ids from v2');
  if (version < 2 && extensions !== undefined) throw unreadable(subject, 'extensions only in v3');

  return {
    der,
    fingerprint: toHex(sha256(der)),
    signed: signedPart.bytes,
    version: version === 0 ? 1 : version === 1 ? 2 : 3,
    serialNumber,
    issuer,
    subject: name,
    notBefore,
    notAfter,
    publicKey,
    extensions: readCertificateExtensions(
      extensions === undefined ? [] : readExtensions(explicit(extensions, subject), subject),
    ),
    signatureAlgorithm,
    signature,
  };
}

/** Reads one certificate in any of its forms: DER, PEM, base64, hex. */
export function readCertificateInput(input: Uint8Array | string): Certificate {
  return readCertificate(derInput(input, subject, { bytes: certificateBounds.bytes, blocks: 64 }));
}

/** Reads all the certificates of a file: one, or some PEM blocks one after the other. */
export function readCertificatesInput(input: Uint8Array | string): Certificate[] {
  return derInputs(input, subject, { bytes: certificateBounds.bytes, blocks: 64 }).map(readCertificate);
}

export function sameCertificate(a: Certificate, b: Certificate): boolean {
  return equalBytes(a.der, b.der);
}

/** Issuer and subject carry the same name (RFC 5280 §6.1); the key may be another. */
export function isSelfIssued(certificate: Certificate): boolean {
  return sameName(certificate.issuer, certificate.subject);
}

/** Whom a certificate of the Mexican tax authority names; texts as they stand, for comparison. */
export interface Identity {
  readonly commonName: string | undefined;
  /** RFC of the person or company: 2.5.4.45, up to a slash. */
  readonly rfc: string | undefined;
  /** CURP of a person: 2.5.4.5, up to a slash. */
  readonly curp: string | undefined;
  /** RFC and CURP of the representative, where a company is named: after the slash. */
  readonly representativeRfc: string | undefined;
  readonly representativeCurp: string | undefined;
}

/** Companies are written `RFC / RFC of representative` and ` / CURP of representative`. */
export function identityOf(certificate: Certificate): Identity {
  const first = (type: string): string | undefined => attributeTexts(certificate.subject, type)[0];
  const halves = (text: string | undefined): readonly [string | undefined, string | undefined] => {
    if (text === undefined) return [undefined, undefined];
    const slash = text.indexOf('/');
    if (slash < 0) return [nonEmpty(text), undefined];
    return [nonEmpty(text.slice(0, slash)), nonEmpty(text.slice(slash + 1))];
  };
  const [rfc, representativeRfc] = halves(first(oid.uniqueIdentifier));
  const [curp, representativeCurp] = halves(first(oid.serialNumber));
  return { commonName: first(oid.commonName), rfc, curp, representativeRfc, representativeCurp };
}

function nonEmpty(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** The number of 20 digits that the tax authority writes as ASCII into the serial number, if it is one. */
export function digitSerial(certificate: Certificate): string | undefined {
  const text = certificate.serialNumber.length === 20 ? ascii(certificate.serialNumber) : undefined;
  return text !== undefined && /^\d{20}$/.test(text) ? text : undefined;
}

/** The facts of a certificate for screens and reports; every text is safe to show. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  readonly identity: Identity;
  readonly serialNumberHex: string;
  readonly serialNumberDigits: string | undefined;
  readonly notBefore: string;
  readonly notAfter: string;
  readonly version: number;
  readonly key: string;
  readonly keyUsage: readonly string[];
  readonly extendedKeyUsage: readonly string[];
  readonly authority: boolean;
  readonly extensions: readonly { readonly name: string; readonly id: string; readonly critical: boolean }[];
  readonly fingerprint: string;
}

export function certificateFacts(certificate: Certificate): CertificateFacts {
  const { extensions } = certificate;
  return {
    subject: nameText(certificate.subject),
    issuer: nameText(certificate.issuer),
    identity: shownIdentity(identityOf(certificate)),
    serialNumberHex: toHex(certificate.serialNumber),
    serialNumberDigits: digitSerial(certificate),
    notBefore: instantText(certificate.notBefore),
    notAfter: instantText(certificate.notAfter),
    version: certificate.version,
    key: keyText(certificate.publicKey.key),
    keyUsage: [...(extensions.keyUsage ?? [])],
    extendedKeyUsage: (extensions.extendedKeyUsage?.purposes ?? []).map(purposeName),
    authority: extensions.basicConstraints?.ca === true,
    extensions: extensions.all.map(({ id, critical }) => ({ id, name: extensionName(id), critical })),
    fingerprint: certificate.fingerprint,
  };
}

function shownIdentity(identity: Identity): Identity {
  const safe = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : shown(text);
  return {
    commonName: safe(identity.commonName),
    rfc: safe(identity.rfc),
    curp: safe(identity.curp),
    representativeRfc: safe(identity.representativeRfc),
    representativeCurp: safe(identity.representativeCurp),
  };
}
