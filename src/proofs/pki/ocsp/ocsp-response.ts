/** OCSP responses (RFC 6960 §4.2.1), read strictly. */
import { toHex } from '../../encoding/bytes.ts';
import { unreadable } from '../../errors.ts';
import { sha256 } from '../../encoding/hash.ts';
import type { Instant } from '../../encoding/instant.ts';
import { readCertificate, type Certificate } from '../certificate/certificate.ts';
import { readableOf } from '../der/readable-items.ts';
import {
  Fields,
  contextPrimitive,
  contextTag,
  expectTag,
  explicit,
  listOf,
  readDer,
  tags,
  untagged,
  type Der,
} from '../der/der.ts';
import { bitStringBytes, integerBytes, octets, readOid, readTime, smallInteger } from '../der/der-values.ts';
import { extensionDer, readExtensions, type Extension } from '../certificate/extension.ts';
import { derInput } from '../der/der-input.ts';
import { readName, type Name } from '../certificate/names.ts';
import { oid } from '../der/oids.ts';
import { readAlgorithm, type AlgorithmIdentifier } from '../certificate/signature.ts';

/** OCSPResponseStatus: what a responder says instead of an answer. */
const responseStatuses: Readonly<Record<number, string>> = {
  0: 'successful',
  1: 'malformedRequest',
  2: 'internalError',
  3: 'tryLater',
  5: 'sigRequired',
  6: 'unauthorized',
};

interface CertificateId {
  readonly hash: AlgorithmIdentifier;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  readonly serialNumber: Uint8Array;
}

export interface SingleResponse {
  readonly id: CertificateId;
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt: Instant | undefined;
  readonly revocationReason: number | undefined;
  readonly thisUpdate: Instant;
  readonly nextUpdate: Instant | undefined;
  /** From when on the responder keeps answers about certificates that have expired (§4.4.4). */
  readonly archiveCutoff: Instant | undefined;
}

type ResponderId =
  | { readonly by: 'name'; readonly name: Name }
  /** SHA-1 of the key bytes of the responder. */
  | { readonly by: 'key'; readonly keyHash: Uint8Array };

export interface OcspResponse {
  readonly fingerprint: string;
  readonly size: number;
  readonly status: string;
  /** Absent with any status but `successful`. */
  readonly basic: BasicResponse | undefined;
}

export interface BasicResponse {
  readonly fingerprint: string;
  readonly signed: Uint8Array;
  readonly responder: ResponderId;
  readonly producedAt: Instant;
  readonly responses: readonly SingleResponse[];
  readonly unprocessedCritical: readonly string[];
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  readonly certificates: readonly Certificate[];
}

const subject = 'OCSP response';
const maxBytes = 1 << 18;
const maxResponses = 256;
const maxCertificates = 16;

/** Reads a response in any of its forms: DER, PEM, base64, hex. @throws ProofError */
export function readOcspInput(input: Uint8Array | string): OcspResponse {
  return readOcspResponse(derInput(input, subject, { bytes: maxBytes, blocks: 1 }));
}

export function readOcspResponse(der: Uint8Array): OcspResponse {
  const fields = new Fields(readDer(der, subject, { bytes: maxBytes, values: 50_000, depth: 24 }), subject);
  const number = smallInteger(fields.next(tags.enumerated, 'responseStatus'), subject, 255);
  const status = responseStatuses[number];
  if (status === undefined) throw unreadable(subject, 'a status of RFC 6960');
  const bytes = fields.optional(contextTag(0));
  fields.end();
  const fingerprint = toHex(sha256(der));
  const common = { fingerprint, size: der.length, status };
  // §4.2.1: an answer stands with `successful` and with nothing else.
  if ((status === 'successful') !== (bytes !== undefined))
    throw unreadable(subject, 'an answer that fits its status');
  if (bytes === undefined) return { ...common, basic: undefined };
  const wrapped = new Fields(explicit(bytes, subject), subject);
  const type = readOid(wrapped.next(tags.oid, 'responseType'), subject);
  const response = octets(wrapped.next(tags.octetString, 'response'), subject);
  wrapped.end();
  if (type !== oid.ocspBasic) throw unreadable(subject, 'a basic response');
  return { ...common, basic: readBasic(response, fingerprint) };
}

function readBasic(der: Uint8Array, fingerprint: string): BasicResponse {
  const outer = new Fields(readDer(der, subject), subject);
  const signedPart = outer.next(tags.sequence, 'tbsResponseData');
  const signatureAlgorithm = readAlgorithm(outer.next(tags.sequence, 'signatureAlgorithm'), subject);
  const signature = bitStringBytes(outer.next(tags.bitString, 'signature'), subject);
  const certificates = outer.optional(contextTag(0));
  outer.end();

  const fields = new Fields(signedPart, subject);
  const version = fields.optional(contextTag(0));
  if (version !== undefined) smallInteger(explicit(version, subject), `${subject} version`, 0);
  const responder = readResponder(fields.any('responderID'));
  const producedAt = readTime(fields.next(tags.generalizedTime, 'producedAt'), `${subject} producedAt`);
  const list = listOf(fields.next(tags.sequence, 'responses'), tags.sequence, subject, maxResponses);
  const extensionField = fields.optional(contextTag(1));
  fields.end();
  const singles = list.map(readSingle);
  const extensions = readExtensionField(extensionField);
  return {
    fingerprint,
    signed: signedPart.bytes,
    responder,
    producedAt,
    responses: singles.map(({ single }) => single),
    unprocessedCritical: [...criticalIn(extensions), ...singles.flatMap(({ critical }) => critical)],
    signatureAlgorithm,
    signature,
    certificates: certificates === undefined ? [] : readHelpers(certificates),
  };
}

/** Certificates beside the signature bind nobody: one that cannot be read is left aside. */
function readHelpers(node: Der): Certificate[] {
  return readableOf(
    listOf(explicit(node, subject), tags.sequence, subject, maxCertificates),
    readCertificate,
  );
}

function readResponder(node: Der): ResponderId {
  if (node.tag === contextTag(1)) return { by: 'name', name: readName(explicit(node, subject), subject) };
  const keyHash = octets(explicit(expectTag(node, contextTag(2), subject), subject), subject);
  if (keyHash.length !== 20) throw unreadable(subject, 'a responder by SHA-1 of its key');
  return { by: 'key', keyHash };
}

function readSingle(node: Der): { readonly single: SingleResponse; readonly critical: readonly string[] } {
  const fields = new Fields(node, subject);
  const id = readCertificateId(fields.next(tags.sequence, 'certID'));
  const status = readStatus(fields.any('certStatus'));
  const thisUpdate = readTime(fields.next(tags.generalizedTime, 'thisUpdate'), `${subject} thisUpdate`);
  const nextField = fields.optional(contextTag(0));
  const extensionField = fields.optional(contextTag(1));
  fields.end();
  const extensions = readExtensionField(extensionField);
  const cutoff = extensions.find((extension) => extension.id === oid.ocspArchiveCutoff);
  const nextUpdate =
    nextField === undefined
      ? undefined
      : readTime(
          expectTag(explicit(nextField, subject), tags.generalizedTime, subject),
          `${subject} nextUpdate`,
        );
  const archiveCutoff =
    cutoff === undefined ? undefined : readTime(extensionDer(cutoff, subject), `${subject} archiveCutoff`);
  return {
    single: { id, ...status, thisUpdate, nextUpdate, archiveCutoff },
    critical: criticalIn(extensions),
  };
}

function readCertificateId(node: Der): CertificateId {
  const fields = new Fields(node, subject);
  const hash = readAlgorithm(fields.next(tags.sequence, 'hashAlgorithm'), subject);
  const issuerNameHash = octets(fields.next(tags.octetString, 'issuerNameHash'), subject);
  const issuerKeyHash = octets(fields.next(tags.octetString, 'issuerKeyHash'), subject);
  const serialNumber = integerBytes(fields.next(tags.integer, 'serialNumber'), subject, 64);
  fields.end();
  return { hash, issuerNameHash, issuerKeyHash, serialNumber };
}

/** CertStatus: `80` good, `a1` revoked, `82` unknown; nothing inside the first and the last. */
function readStatus(node: Der): Pick<SingleResponse, 'status' | 'revokedAt' | 'revocationReason'> {
  const plain = { revokedAt: undefined, revocationReason: undefined };
  if (node.tag === contextPrimitive(0) && node.content.length === 0) return { status: 'good', ...plain };
  if (node.tag === contextPrimitive(2) && node.content.length === 0) return { status: 'unknown', ...plain };
  const fields = new Fields(node, subject, contextTag(1));
  const revokedAt = readTime(
    fields.next(tags.generalizedTime, 'revocationTime'),
    `${subject} revocationTime`,
  );
  const reason = fields.optional(contextTag(0));
  fields.end();
  return {
    status: 'revoked',
    revokedAt,
    revocationReason:
      reason === undefined
        ? undefined
        : smallInteger(untagged(explicit(reason, subject), tags.enumerated), subject, 10),
  };
}

function readExtensionField(node: Der | undefined): Extension[] {
  return node === undefined ? [] : readExtensions(explicit(node, subject), subject);
}

/** A nonce answers a request that is not at hand here: it binds nothing, whether critical or not. */
function criticalIn(extensions: readonly Extension[]): string[] {
  const processed: readonly string[] = [oid.ocspNonce, oid.ocspArchiveCutoff];
  return extensions.flatMap(({ id, critical }) => (critical && !processed.includes(id) ? [id] : []));
}
