/** Extensions as they stand (RFC 5280 §4.2), for certificates, revocation lists, their entries and OCSP. */
import { tooLarge, unreadable } from '../../errors.ts';
import { Fields, listOf, readDer, tags, type Der } from '../der/der.ts';
import { octets, readBoolean, readOid } from '../der/der-values.ts';

export interface Extension {
  /** Dotted OID. */
  readonly id: string;
  readonly critical: boolean;
  /** The DER inside the OCTET STRING. */
  readonly value: Uint8Array;
}

const maxExtensions = 64;

/** Reads a SEQUENCE OF Extension; the same one twice is unreadable (RFC 5280 §4.2). */
export function readExtensions(node: Der, subject: string): Extension[] {
  const oids = new Set<string>();
  return listOf(node, tags.sequence, subject, maxExtensions).map((item) => {
    const fields = new Fields(item, subject);
    const id = readOid(fields.next(tags.oid, 'extension id'), subject);
    // DER leaves FALSE out, as it is the default; some issuers write it, and nothing hangs on that.
    const flag = fields.optional(tags.boolean);
    const critical = flag !== undefined && readBoolean(flag, subject);
    const value = octets(fields.next(tags.octetString, 'extension value'), subject);
    fields.end();
    if (oids.has(id)) throw unreadable(subject, `the extension ${id} once`);
    oids.add(id);
    return { id, critical, value };
  });
}

/** The DER value inside an extension. It was not part of the outer scan: an OCTET STRING holds any bytes. */
export function extensionDer(extension: Extension, subject: string): Der {
  if (extension.value.length > 1 << 16) throw tooLarge(subject, 'extensions of at most 65536 bytes');
  return readDer(extension.value, subject);
}
