/** Certificate revocation lists (RFC 5280 §5), read strictly: complete, delta and indirect ones. */
import { unreadable } from '../../errors.ts';
import { bigIntOf, toHex } from '../../encoding/bytes.ts';
import { sha256 } from '../../encoding/hash.ts';
import type { Instant } from '../../encoding/instant.ts';
import { readEntries, type CrlEntry } from './crl-entries.ts';
import {
  readDistributionPoints,
  readIssuingDistributionPoint,
  type IssuingDistributionPoint,
} from '../certificate/distribution-points.ts';
import { Fields, contextTag, explicit, readDer, tags, type Der, type DerBounds } from '../der/der.ts';
import { bitStringBytes, positiveInteger, readTime, smallInteger } from '../der/der-values.ts';
import { extensionDer, readExtensions, type Extension } from '../certificate/extension.ts';
import { derInput } from '../der/der-input.ts';
import { readName, type Name } from '../certificate/names.ts';
import { oid } from '../der/oids.ts';
import { readAlgorithm, sameAlgorithm, type AlgorithmIdentifier } from '../certificate/signature.ts';

export interface Crl {
  readonly fingerprint: string;
  readonly signed: Uint8Array;
  readonly issuer: Name;
  readonly thisUpdate: Instant;
  readonly nextUpdate: Instant | undefined;
  /** About certificates of the issuer of this list, by serial number. */
  readonly entries: ReadonlyMap<string, CrlEntry>;
  /** Of an indirect list, about certificates of others: by `nameKey` of their issuer, then by serial number. */
  readonly entriesOfOthers: ReadonlyMap<string, ReadonlyMap<string, CrlEntry>>;
  readonly issuingDistributionPoint: IssuingDistributionPoint | undefined;
  /** Hex of the authority key identifier as it stands, to be compared whole. */
  readonly authorityKeyIdentifier: string | undefined;
  /** cRLNumber (§5.2.3). */
  readonly number: bigint | undefined;
  /** BaseCRLNumber (§5.2.4): this is a delta list, which names only what changed since the list of that number. */
  readonly baseNumber: bigint | undefined;
  /** A critical freshestCRL (§5.2.6): this list alone is not the last word. */
  readonly needsDelta: boolean;
  /** Says that entries stay after the certificates have expired (X.509 §9.5.2.8). */
  readonly keepsExpired: boolean;
  /** Critical extensions, of the list or of an entry, that no rule here processes: the list cannot be used. */
  readonly unprocessedCritical: readonly string[];
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
}

const crlBounds: DerBounds = { bytes: 8 << 20, values: 1_000_000, depth: 24 };
/** §5.2.3 bounds numbers at 20 octets; longer ones are read, nothing hangs on it. */
const maxNumberBytes = 64;
const subject = 'revocation list';

const processed: ReadonlySet<string> = new Set([
  oid.crlNumber,
  oid.authorityKeyIdentifier,
  oid.issuingDistributionPoint,
  oid.deltaCrlIndicator,
  oid.freshestCrl,
]);

/** Reads one list from DER. @throws ProofError */
export function readCrl(der: Uint8Array): Crl {
  const outer = new Fields(readDer(der, subject, crlBounds), subject);
  const signedPart = outer.next(tags.sequence, 'tbsCertList');
  const signatureAlgorithm = readAlgorithm(outer.next(tags.sequence, 'signatureAlgorithm'), subject);
  const signature = bitStringBytes(outer.next(tags.bitString, 'signatureValue'), subject);
  outer.end();

  const fields = new Fields(signedPart, subject);
  const versionField = fields.optional(tags.integer);
  // RFC 5280 §5.1.2.1: when present it is v2, which is 1.
  if (versionField !== undefined && smallInteger(versionField, subject, 1) !== 1) {
    throw unreadable(subject, 'version 2');
  }
  const innerAlgorithm = readAlgorithm(fields.next(tags.sequence, 'signature'), subject);
  if (!sameAlgorithm(innerAlgorithm, signatureAlgorithm)) {
    throw unreadable(subject, 'the same signature algorithm inside and outside');
  }
  const issuer = readName(fields.next(tags.sequence, 'issuer'), `${subject} issuer`);
  const thisUpdate = readTime(fields.any('thisUpdate'), `${subject} thisUpdate`);
  const nextField = fields.optionalOf([tags.utcTime, tags.generalizedTime]);
  const revoked = fields.optional(tags.sequence);
  const extensionField = fields.optional(contextTag(0));
  fields.end();
  const extensions =
    extensionField === undefined ? [] : readExtensions(explicit(extensionField, subject), subject);
  if (versionField === undefined && extensions.length > 0) throw unreadable(subject, 'extensions only in v2');
  const read = <T>(id: string, reader: (node: Der, subject: string) => T): T | undefined => {
    const extension = extensions.find((one) => one.id === id);
    return extension === undefined ? undefined : reader(extensionDer(extension, subject), subject);
  };
  const point = read(oid.issuingDistributionPoint, readIssuingDistributionPoint);
  // §5.2.6: where delta lists are found. Nothing is fetched here, so the points are read and not followed.
  read(oid.freshestCrl, readDistributionPoints);
  const { ofIssuer, ofOthers, unprocessed } = readEntries(revoked, issuer, point?.indirect === true);
  return {
    fingerprint: toHex(sha256(der)),
    signed: signedPart.bytes,
    issuer,
    thisUpdate,
    nextUpdate: nextField === undefined ? undefined : readTime(nextField, `${subject} nextUpdate`),
    entries: ofIssuer,
    entriesOfOthers: ofOthers,
    issuingDistributionPoint: point,
    authorityKeyIdentifier: read(oid.authorityKeyIdentifier, ({ bytes }) => toHex(bytes)),
    number: read(oid.crlNumber, readNumber),
    baseNumber: read(oid.deltaCrlIndicator, readNumber),
    needsDelta: extensions.some(({ id, critical }) => id === oid.freshestCrl && critical),
    keepsExpired: extensions.some(({ id }) => id === oid.expiredCertsOnCrl),
    unprocessedCritical: [...unprocessedIds(extensions), ...unprocessed],
    signatureAlgorithm,
    signature,
  };
}

/** Reads a list in any of its forms: DER, PEM, base64, hex. */
export function readCrlInput(input: Uint8Array | string): Crl {
  return readCrl(derInput(input, subject, { bytes: crlBounds.bytes, blocks: 1 }));
}

function readNumber(node: Der): bigint {
  return bigIntOf(positiveInteger(node, subject, maxNumberBytes));
}

function unprocessedIds(extensions: readonly Extension[]): string[] {
  return extensions.flatMap(({ id, critical }) => (critical && !processed.has(id) ? [id] : []));
}
