/**
 * What the interface says beside a certificate, compared with the certificate itself. The certificate is right;
 * a field that differs is reported. Fields that were not sent are not compared.
 */
import { toHex } from '../../encoding/bytes.ts';
import { instantText, readInstant } from '../../encoding/instant.ts';
import { ProofError } from '../../errors.ts';
import { shown } from '../../encoding/visible-text.ts';
import { identityOf, type Certificate } from './certificate.ts';
import { attributeTexts, folded, type Name } from './names.ts';
import { oid } from '../der/oids.ts';

type ReportedValue = string | number | bigint | null | undefined;

/** A certificate as the interface tells it; every field may be absent. */
export interface DeclaredCertificate {
  /** Hex of the number, or the 20 digits that its bytes spell. */
  readonly serialNumber?: ReportedValue;
  /** SHA-256 of the DER in hex. */
  readonly hash?: ReportedValue;
  /** RFC 3339. */
  readonly notBefore?: ReportedValue;
  readonly notAfter?: ReportedValue;
  readonly version?: ReportedValue;
  /** Hex; the two are known to come swapped. */
  readonly publicKey?:
    { readonly exponent?: ReportedValue; readonly modulus?: ReportedValue } | null | undefined;
  readonly issuer?: DeclaredIssuer | null | undefined;
}

interface DeclaredIssuer {
  readonly commonName?: ReportedValue;
  readonly RFC?: ReportedValue;
  readonly organization?: ReportedValue;
  readonly organizationalUnitName?: ReportedValue;
  readonly emailAddress?: ReportedValue;
  readonly streetAddress?: ReportedValue;
  /** A number, so without leading zeros. */
  readonly postalCode?: ReportedValue;
  readonly country?: ReportedValue;
  readonly stateOrProvinceName?: ReportedValue;
  readonly localityName?: ReportedValue;
}

/** A subject as the interface tells it. */
export interface DeclaredSubject {
  readonly commonName?: ReportedValue;
  readonly RFC?: ReportedValue;
  /** CURP. */
  readonly serialNumber?: ReportedValue;
  readonly country?: ReportedValue;
  readonly emailAddress?: ReportedValue;
}

export interface FieldComparison {
  readonly field: string;
  /** Safe to show. */
  readonly reported: string;
  readonly certificate: string;
  readonly equal: boolean;
}

/** Compares what is reported of the certificate. */
export function compareFields(certificate: Certificate, reported: DeclaredCertificate): FieldComparison[] {
  const serial = toHex(certificate.serialNumber);
  const found = [
    compare('serialNumber', reported.serialNumber, [serial, serialText(certificate)], plainHex),
    compare('hash', reported.hash, [certificate.fingerprint], plainHex),
    compare('notBefore', reported.notBefore, [instantText(certificate.notBefore)], instantKey),
    compare('notAfter', reported.notAfter, [instantText(certificate.notAfter)], instantKey),
    // The number of the version, or its encoding, which is one less.
    compare('version', reported.version, [`${certificate.version}`, `${certificate.version - 1}`], folded),
    ...compareKey(certificate, reported.publicKey ?? {}),
  ];
  const { issuer } = reported;
  if (issuer !== null && issuer !== undefined) found.push(...compareIssuer(certificate.issuer, issuer));
  return found.flatMap((one) => (one === undefined ? [] : [one]));
}

const issuerFields = [
  ['commonName', oid.commonName],
  ['RFC', oid.uniqueIdentifier],
  ['organization', oid.organization],
  ['organizationalUnitName', '2.5.4.11'],
  ['emailAddress', oid.emailAddress],
  ['streetAddress', '2.5.4.9'],
  ['postalCode', '2.5.4.17'],
  ['country', '2.5.4.6'],
  ['stateOrProvinceName', '2.5.4.8'],
  ['localityName', '2.5.4.7'],
] as const satisfies readonly (readonly [keyof DeclaredIssuer, string])[];

function compareIssuer(name: Name, reported: DeclaredIssuer): (FieldComparison | undefined)[] {
  return issuerFields.map(([field, type]) =>
    compare(
      `issuer.${field}`,
      reported[field],
      attributeTexts(name, type),
      field === 'postalCode' ? digits : folded,
    ),
  );
}

/** Compares what is reported of the subject: name, RFC and CURP, of a company or of its representative. */
export function compareIdentity(certificate: Certificate, reported: DeclaredSubject): FieldComparison[] {
  const identity = identityOf(certificate);
  const texts = (type: string): string[] => attributeTexts(certificate.subject, type);
  const some = (...values: readonly (string | undefined)[]): string[] =>
    values.flatMap((value) => (value === undefined ? [] : [value]));
  return [
    compare('commonName', reported.commonName, texts(oid.commonName), nameWords),
    compare('RFC', reported.RFC, [...some(identity.rfc), ...texts(oid.uniqueIdentifier)], folded),
    compare(
      'serialNumber',
      reported.serialNumber,
      [...some(identity.curp, identity.representativeCurp), ...texts(oid.serialNumber)],
      folded,
    ),
    compare('country', reported.country, texts('2.5.4.6'), folded),
    compare('emailAddress', reported.emailAddress, texts(oid.emailAddress), folded),
  ].flatMap((one) => (one === undefined ? [] : [one]));
}

/** The words of a name without case and accents, in one order: surnames come first in some registers. */
function nameWords(text: string): string {
  const plain = folded(text).normalize('NFD').replace(/\p{M}/gu, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');
}

/** Modulus and exponent, in either place: which is which follows from the certificate. */
function compareKey(
  certificate: Certificate,
  reported: NonNullable<DeclaredCertificate['publicKey']>,
): (FieldComparison | undefined)[] {
  const { key } = certificate.publicKey;
  if (key.kind !== 'rsa') return [];
  const [modulus, exponent] = [toHex(key.modulus), toHex(key.exponent)];
  const first = plainHex(String(reported.modulus ?? ''));
  const swapped = first === plainHex(exponent);
  return [
    compare('publicKey.modulus', swapped ? reported.exponent : reported.modulus, [modulus], plainHex),
    compare('publicKey.exponent', swapped ? reported.modulus : reported.exponent, [exponent], plainHex),
  ];
}

/** Undefined where the field was not reported; equal where one of the values of the certificate is the reported one. */
function compare(
  field: string,
  reported: ReportedValue,
  values: readonly string[],
  key: (text: string) => string,
): FieldComparison | undefined {
  if (reported === null || reported === undefined || reported === '') return undefined;
  const text = String(reported);
  const reportedKey = key(text);
  return {
    field,
    reported: shown(text),
    // An empty value before the others says nothing and hides none of them.
    certificate: shown(values.find((value) => folded(value) !== '') ?? ''),
    equal: values.some((value) => key(value) === reportedKey),
  };
}

/** Hex without case, prefix, separators and leading zeros. */
function plainHex(text: string): string {
  return text
    .toLowerCase()
    .replace(/^0x/, '')
    .replace(/[\s:]/g, '')
    .replace(/^0+(?=.)/, '');
}

function digits(text: string): string {
  return text.trim().replace(/^0+(?=.)/, '');
}

/** The instant as milliseconds; what is no instant is compared as it stands. */
function instantKey(text: string): string {
  try {
    return String(readInstant(text, 'instant'));
  } catch (error) {
    if (error instanceof ProofError) return text;
    throw error;
  }
}

/** The serial number as the text that its bytes spell. */
function serialText(certificate: Certificate): string {
  return String.fromCharCode(...certificate.serialNumber);
}
