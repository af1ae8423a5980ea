/** The entries of a revocation list (RFC 5280 §5.3), by the issuer of the certificates that they are about. */
import { toHex } from '../../encoding/bytes.ts';
import { tooLarge } from '../../errors.ts';
import type { Instant } from '../../encoding/instant.ts';
import { Fields, itemsOf, tags, type Der } from '../der/der.ts';
import { integerBytes, readTime, smallInteger } from '../der/der-values.ts';
import { extensionDer, readExtensions, type Extension } from '../certificate/extension.ts';
import { readGeneralNames } from '../certificate/general-names.ts';
import { nameKey, type Name } from '../certificate/names.ts';
import { oid } from '../der/oids.ts';

export interface CrlEntry {
  /** Hex of the content of the INTEGER. */
  readonly serialNumber: string;
  readonly revokedAt: Instant;
  /** CRLReason (RFC 5280 §5.3.1); undefined: not said. */
  readonly reason: number | undefined;
}

export interface CrlEntries {
  /** About certificates of the issuer of the list, by serial number. */
  readonly ofIssuer: ReadonlyMap<string, CrlEntry>;
  /** About certificates of others, by `nameKey` of their issuer, then by serial number. */
  readonly ofOthers: ReadonlyMap<string, ReadonlyMap<string, CrlEntry>>;
  /** Extensions of entries that forbid the use of the list. */
  readonly unprocessed: readonly string[];
}

/** A list of this length takes about 50 MB once it is read. */
const maxEntries = 100_000;
/** Directory names in one certificateIssuer: every entry below it is indexed under each of them. */
const maxIssuerNames = 8;
const subject = 'revocation list';

/** RFC 5280 §5.3.1: only in a delta list. */
const removeFromCrl = 8;

/** True for an entry of a delta list that takes another one back. */
export function isRemoval({ reason }: CrlEntry): boolean {
  return reason === removeFromCrl;
}

const processed: ReadonlySet<string> = new Set([oid.reasonCode, oid.invalidityDate]);

/**
 * Reads `revokedCertificates`. In an indirect list an entry is about a certificate of the issuer that it names; one
 * that names none is about the same issuer as the entry before it, the first about the issuer of the list (§5.3.3).
 */
export function readEntries(node: Der | undefined, issuer: Name, indirect: boolean): CrlEntries {
  const ofIssuer = new Map<string, CrlEntry>();
  const ofOthers = new Map<string, Map<string, CrlEntry>>();
  const unprocessed = new Set<string>();
  const ownKey = nameKey(issuer);
  let about: readonly Map<string, CrlEntry>[] = [ofIssuer];
  for (const item of node === undefined ? [] : itemsOf(node, subject, maxEntries)) {
    const { entry, extensions } = readEntry(item);
    for (const { id, critical } of extensions) {
      // §5.3.3: without this one no entry can be attributed, so only an indirect list may carry it.
      const known = id === oid.certificateIssuer ? indirect : !critical || processed.has(id);
      if (!known) unprocessed.add(id);
    }
    const named = indirect ? extensions.find(({ id }) => id === oid.certificateIssuer) : undefined;
    if (named !== undefined) {
      const keys = issuerKeys(named);
      // The name in the issuer field is one of them (§5.3.3); without any the entry is about nobody known here.
      if (keys.length === 0) unprocessed.add(named.id);
      about = keys.map((key) => (key === ownKey ? ofIssuer : mapOf(ofOthers, key)));
    }
    for (const entries of about) addEntry(entries, entry);
  }
  return { ofIssuer, ofOthers, unprocessed: [...unprocessed] };
}

function readEntry(item: Der): { readonly entry: CrlEntry; readonly extensions: readonly Extension[] } {
  const fields = new Fields(item, subject);
  const serialNumber = toHex(integerBytes(fields.next(tags.integer, 'userCertificate'), subject, 64));
  const revokedAt = readTime(fields.any('revocationDate'), `${subject} revocationDate`);
  const extensionField = fields.optional(tags.sequence);
  fields.end();
  const extensions = extensionField === undefined ? [] : readExtensions(extensionField, subject);
  const reason = extensions.find(({ id }) => id === oid.reasonCode);
  const entry = {
    serialNumber,
    revokedAt,
    reason: reason === undefined ? undefined : smallInteger(extensionDer(reason, subject), subject, 10),
  };
  return { entry, extensions };
}

/** The directory names of a certificateIssuer; other forms of name identify no issuer of a certificate. */
function issuerKeys(extension: Extension): string[] {
  const names = readGeneralNames(extensionDer(extension, subject), subject, tags.sequence);
  const keys = new Set(names.flatMap((name) => (name.form === 'directory' ? [nameKey(name.name)] : [])));
  if (keys.size > maxIssuerNames) throw tooLarge(subject, `at most ${maxIssuerNames} names of one issuer`);
  return [...keys];
}

/** Of two entries for one number the earlier counts; one that takes an entry back never hides a revocation. */
function addEntry(entries: Map<string, CrlEntry>, entry: CrlEntry): void {
  const known = entries.get(entry.serialNumber);
  const counts =
    known === undefined ||
    (isRemoval(known) === isRemoval(entry) ? known.revokedAt > entry.revokedAt : isRemoval(known));
  if (counts) entries.set(entry.serialNumber, entry);
}

function mapOf(maps: Map<string, Map<string, CrlEntry>>, key: string): Map<string, CrlEntry> {
  let map = maps.get(key);
  if (map === undefined) {
    map = new Map();
    maps.set(key, map);
  }
  return map;
}
