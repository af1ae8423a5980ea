/** Time-stamp responses and tokens (RFC 3161 §2.4.2, RFC 5816), read strictly. */
import { toHex } from '../../encoding/bytes.ts';
import { unreadable } from '../../errors.ts';
import { sha256 } from '../../encoding/hash.ts';
import type { Instant } from '../../encoding/instant.ts';
import { derOfBer } from '../der/ber.ts';
import { readSignedData, type SignedData } from './cms.ts';
import {
  Fields,
  contextPrimitive,
  contextTag,
  expectTag,
  explicit,
  itemsOf,
  listOf,
  readDer,
  tags,
  untagged,
  type Der,
  type DerBounds,
} from '../der/der.ts';
import {
  integerBytes,
  namedBits,
  octets,
  readBoolean,
  readOid,
  readTime,
  smallInteger,
} from '../der/der-values.ts';
import { readExtensions } from '../certificate/extension.ts';
import { readGeneralName, readGeneralNames, type GeneralName } from '../certificate/general-names.ts';
import { derInput } from '../der/der-input.ts';
import { oid } from '../der/oids.ts';
import { readAlgorithm, type AlgorithmIdentifier } from '../certificate/signature.ts';

/** PKIStatus (§2.4.2); the first two say that a token was issued. */
const stampStatuses = [
  'granted',
  'grantedWithMods',
  'rejection',
  'waiting',
  'revocationWarning',
  'revocationNotification',
] as const;

type StampStatus = (typeof stampStatuses)[number];

export interface TimeStamp {
  readonly fingerprint: string;
  readonly size: number;
  /** Absent for a bare token. */
  readonly status: StampStatus | undefined;
  /** Absent where none was granted. */
  readonly token: TimeStampToken | undefined;
}

export interface TimeStampToken {
  readonly signedData: SignedData;
  readonly info: TimeStampInfo;
  /** SHA-256 of the token as DER: the same whether it came bare or in a response, in DER or in BER. */
  readonly digest: string;
  /** Hashes of the signer's certificate (RFC 5035 §5.4.1); the first entry of each attribute that is there. */
  readonly signerHashes: readonly SignerHash[];
}

interface TimeStampInfo {
  readonly policy: string;
  readonly imprintAlgorithm: AlgorithmIdentifier;
  readonly imprint: Uint8Array;
  readonly serialNumber: Uint8Array;
  readonly genTime: Instant;
  /** Milliseconds to either side, rounded up; undefined: not said. */
  readonly accuracy: number | undefined;
  /** Content of the INTEGER, by which whoever requested the token knows it again; nothing else is bound by it. */
  readonly nonce: Uint8Array | undefined;
  readonly tsa: GeneralName | undefined;
  readonly unprocessedCritical: readonly string[];
}

export interface SignerHash {
  /** undefined: ESSCertID, which is SHA-1 by definition. */
  readonly algorithm: AlgorithmIdentifier | undefined;
  readonly version: 1 | 2;
  readonly hash: Uint8Array;
  readonly issuerSerial:
    { readonly issuer: readonly GeneralName[]; readonly serialNumber: Uint8Array } | undefined;
}

const subject = 'time-stamp';
const bounds: DerBounds = { bytes: 1 << 20, values: 100_000, depth: 32 };

/** Reads a response or a bare token in any of its forms: DER, PEM, base64, hex. @throws ProofError */
export function readTimeStampInput(input: Uint8Array | string): TimeStamp {
  return readTimeStamp(derInput(input, subject, { bytes: bounds.bytes, blocks: 1 }));
}

/** Reads a response or a bare token; its CMS part may be BER. */
export function readTimeStamp(bytes: Uint8Array): TimeStamp {
  // What is named in reports is the evidence as it came, not the form in which it is read.
  const common = { fingerprint: toHex(sha256(bytes)), size: bytes.length };
  const node = readDer(derOfBer(bytes, subject, bounds), subject, bounds);
  const [first] = itemsOf(expectTag(node, tags.sequence, subject), subject, 8);
  // A token is a ContentInfo, which begins with an OID; a response begins with its status.
  if (first?.tag === tags.oid) return { ...common, status: undefined, token: readToken(node) };
  const fields = new Fields(node, subject);
  const status = readStatus(fields.next(tags.sequence, 'status'));
  const token = fields.optional(tags.sequence);
  fields.end();
  const granted = status === 'granted' || status === 'grantedWithMods';
  // §2.4.2: with the first two a token is there, with the others none.
  if (granted !== (token !== undefined)) throw unreadable(subject, 'a token when granted and only then');
  return { ...common, status, token: token === undefined ? undefined : readToken(token) };
}

function readStatus(node: Der): StampStatus {
  const fields = new Fields(node, subject);
  const number = smallInteger(
    fields.next(tags.integer, 'status'),
    `${subject} status`,
    stampStatuses.length - 1,
  );
  fields.optional(tags.sequence);
  const failure = fields.optional(tags.bitString);
  if (failure !== undefined) namedBits(failure, subject);
  fields.end();
  const status = stampStatuses[number];
  if (status === undefined) throw unreadable(subject, 'a status of RFC 3161');
  return status;
}

function readToken(node: Der): TimeStampToken {
  const signedData = readSignedData(node);
  if (signedData.contentType !== oid.tstInfo) throw unreadable(subject, 'content of type TSTInfo');
  return {
    signedData,
    info: readInfo(readDer(signedData.content, subject)),
    digest: toHex(sha256(node.bytes)),
    signerHashes: readSignerHashes(signedData.signedAttributes),
  };
}

function readInfo(node: Der): TimeStampInfo {
  const fields = new Fields(node, subject);
  if (smallInteger(fields.next(tags.integer, 'version'), subject, 1) !== 1)
    throw unreadable(subject, 'version 1');
  const policy = readOid(fields.next(tags.oid, 'policy'), subject);
  const imprintFields = new Fields(fields.next(tags.sequence, 'messageImprint'), subject);
  const imprintAlgorithm = readAlgorithm(imprintFields.next(tags.sequence, 'hashAlgorithm'), subject);
  const imprint = octets(imprintFields.next(tags.octetString, 'hashedMessage'), subject);
  imprintFields.end();
  const serialNumber = integerBytes(fields.next(tags.integer, 'serialNumber'), subject, 64);
  const genTime = readTime(fields.next(tags.generalizedTime, 'genTime'), `${subject} genTime`, 'allowed');
  const accuracy = fields.optional(tags.sequence);
  const ordering = fields.optional(tags.boolean);
  if (ordering !== undefined) readBoolean(ordering, subject);
  const nonceField = fields.optional(tags.integer);
  const nonce = nonceField === undefined ? undefined : integerBytes(nonceField, subject, 64);
  const tsa = fields.optional(contextTag(0));
  const extensionField = fields.optional(contextTag(1));
  fields.end();
  const extensions =
    extensionField === undefined ? [] : readExtensions(untagged(extensionField, tags.sequence), subject);
  return {
    policy,
    imprintAlgorithm,
    imprint,
    serialNumber,
    genTime,
    accuracy: accuracy === undefined ? undefined : readAccuracy(accuracy),
    nonce,
    tsa: tsa === undefined ? undefined : readGeneralName(explicit(tsa, subject), subject),
    unprocessedCritical: extensions.flatMap(({ id, critical }) => (critical ? [id] : [])),
  };
}

/** Milliseconds, rounded up; a field that is left out is zero (§2.4.2). */
function readAccuracy(node: Der): number {
  const fields = new Fields(node, subject);
  const seconds = fields.optional(tags.integer);
  const millis = fields.optional(contextPrimitive(0));
  const micros = fields.optional(contextPrimitive(1));
  fields.end();
  const part = (item: Der | undefined, max: number): number =>
    item === undefined ? 0 : smallInteger(untagged(item, tags.integer), `${subject} accuracy`, max);
  // A stamp that is not sure of its day proves no time.
  return part(seconds, 86_400) * 1000 + part(millis, 999) + Math.ceil(part(micros, 999) / 1000);
}

function readSignerHashes(attributes: ReadonlyMap<string, Der>): SignerHash[] {
  const first = attributes.get(oid.signingCertificate);
  const second = attributes.get(oid.signingCertificateV2);
  return [
    ...(first === undefined ? [] : [readSignerHash(first, 1)]),
    ...(second === undefined ? [] : [readSignerHash(second, 2)]),
  ];
}

/** SigningCertificate and SigningCertificateV2: the first entry identifies the signer (RFC 5035 §5.4.1). */
function readSignerHash(node: Der, version: 1 | 2): SignerHash {
  const outer = new Fields(node, subject);
  const [entry] = listOf(outer.next(tags.sequence, 'certs'), tags.sequence, subject, 64);
  outer.optional(tags.sequence);
  outer.end();
  if (entry === undefined) throw unreadable(subject, 'the identifier of the signer');
  const fields = new Fields(entry, subject);
  const algorithm = version === 2 ? fields.optional(tags.sequence) : undefined;
  const hash = octets(fields.next(tags.octetString, 'certHash'), subject);
  const issuerSerial = fields.optional(tags.sequence);
  fields.end();
  return {
    version,
    algorithm: algorithm === undefined ? undefined : readAlgorithm(algorithm, subject),
    hash,
    issuerSerial: issuerSerial === undefined ? undefined : readIssuerSerial(issuerSerial),
  };
}

function readIssuerSerial(node: Der): NonNullable<SignerHash['issuerSerial']> {
  const fields = new Fields(node, subject);
  const issuer = readGeneralNames(fields.next(tags.sequence, 'issuer'), subject, tags.sequence);
  const serialNumber = integerBytes(fields.next(tags.integer, 'serialNumber'), subject, 64);
  fields.end();
  return { issuer, serialNumber };
}
