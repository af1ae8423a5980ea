/** Certificate revocation lists (RFC 5280 §5), read strictly. */
import { unreadable } from '../errors.ts';
import { toHex } from '../bytes.ts';
import { sha256 } from '../hash.ts';
import type { Instant } from '../instant.ts';
import { readIssuingDistributionPoint, type IssuingDistributionPoint } from './distribution-points.ts';
import { Fields, contextTag, explicit, itemsOf, readDer, tags, type Der, type DerBounds } from './der.ts';
import { bitStringBytes, integerBytes, readTime, smallInteger } from './der-values.ts';
import { extensionDer, readExtensions, type Extension } from './extension.ts';
import { derInput } from './input.ts';
import { readName, type Name } from './names.ts';
import { oid } from './oids.ts';
import { readAlgorithm, sameAlgorithm, type AlgorithmIdentifier } from './signature.ts';

export interface CrlEntry {
  /** Hex of the content of the INTEGER. */
  readonly serialNumber: string;
  readonly revokedAt: Instant;
  /** CRLReason (RFC 5280 §5.3.1); undefined: not said. */
  readonly reason: number | undefined;
}

export interface Crl {
  readonly fingerprint: string;
  readonly signed: Uint8Array;
  readonly issuer: Name;
  readonly thisUpdate: Instant;
  readonly nextUpdate: Instant | undefined;
  readonly entries: ReadonlyMap<string, CrlEntry>;
  readonly issuingDistributionPoint: IssuingDistributionPoint | undefined;
  /** A delta names only changes to another list. */
  readonly delta: boolean;
  /** Says that entries stay after the certificates have expired (X.509 §9.5.2.8). */
  readonly keepsExpired: boolean;
  /** Critical extensions, of the list or of an entry, that no rule here processes: the list cannot be used. */
  readonly unprocessedCritical: readonly string[];
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
}

const crlBounds: DerBounds = { bytes: 4 << 20, values: 1_000_000, depth: 24 };
/** A list of this length takes about 50 MB once it is read. */
const maxEntries = 100_000;
const subject = 'revocation list';

const processed: ReadonlySet<string> = new Set([
  oid.crlNumber,
  oid.authorityKeyIdentifier,
  oid.issuingDistributionPoint,
  oid.deltaCrlIndicator,
]);

const processedInEntries: ReadonlySet<string> = new Set([oid.reasonCode, oid.invalidityDate]);

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
  const { entries, unprocessedCritical } = readEntries(revoked);
  const point = extensions.find(({ id }) => id === oid.issuingDistributionPoint);
  return {
    fingerprint: toHex(sha256(der)),
    signed: signedPart.bytes,
    issuer,
    thisUpdate,
    nextUpdate: nextField === undefined ? undefined : readTime(nextField, `${subject} nextUpdate`),
    entries,
    issuingDistributionPoint:
      point === undefined ? undefined : readIssuingDistributionPoint(extensionDer(point, subject), subject),
    delta: extensions.some(({ id }) => id === oid.deltaCrlIndicator),
    keepsExpired: extensions.some(({ id }) => id === oid.expiredCertsOnCrl),
    unprocessedCritical: [...unprocessed(extensions, processed), ...unprocessedCritical],
    signatureAlgorithm,
    signature,
  };
}

/** Reads a list in any of its forms: DER, PEM, base64, hex. */
export function readCrlInput(input: Uint8Array | string): Crl {
  return readCrl(derInput(input, subject, { bytes: crlBounds.bytes, blocks: 1 }));
}

function readEntries(node: Der | undefined): {
  readonly entries: ReadonlyMap<string, CrlEntry>;
  readonly unprocessedCritical: readonly string[];
} {
  const entries = new Map<string, CrlEntry>();
  const unprocessedCritical = new Set<string>();
  for (const item of node === undefined ? [] : itemsOf(node, subject, maxEntries)) {
    const fields = new Fields(item, subject);
    const serialNumber = toHex(integerBytes(fields.next(tags.integer, 'userCertificate'), subject, 64));
    const revokedAt = readTime(fields.any('revocationDate'), `${subject} revocationDate`);
    const extensionField = fields.optional(tags.sequence);
    fields.end();
    const extensions = extensionField === undefined ? [] : readExtensions(extensionField, subject);
    // A critical certificateIssuer makes an entry one of another issuer: those lists are indirect, not judged here.
    for (const id of unprocessed(extensions, processedInEntries)) unprocessedCritical.add(id);
    const reason = extensions.find(({ id }) => id === oid.reasonCode);
    const entry = {
      serialNumber,
      revokedAt,
      reason: reason === undefined ? undefined : smallInteger(extensionDer(reason, subject), subject, 10),
    };
    // The earlier of two entries for one number counts.
    const known = entries.get(serialNumber);
    if (known === undefined || known.revokedAt > revokedAt) entries.set(serialNumber, entry);
  }
  return { entries, unprocessedCritical: [...unprocessedCritical] };
}

function unprocessed(extensions: readonly Extension[], known: ReadonlySet<string>): string[] {
  return extensions.flatMap(({ id, critical }) => (critical && !known.has(id) ? [id] : []));
}
