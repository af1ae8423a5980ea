/** SignedData with one signer and signed attributes (RFC 5652 §5), as far as time-stamps use it. */
import { compareBytes } from '../../encoding/bytes.ts';
import { unreadable } from '../../errors.ts';
import { readCertificate, type Certificate } from '../certificate/certificate.ts';
import { readCrl, type Crl } from '../crl/crl.ts';
import {
  Fields,
  contextPrimitive,
  contextTag,
  explicit,
  itemsOf,
  listOf,
  tags,
  untagged,
  type Der,
} from '../der/der.ts';
import { readableOf } from '../der/readable-items.ts';
import { integerBytes, octets, readOid, smallInteger } from '../der/der-values.ts';
import { encodeDer } from '../der/encode-der.ts';
import { readName, type Name } from '../certificate/names.ts';
import { oid } from '../der/oids.ts';
import { readAlgorithm, type AlgorithmIdentifier } from '../certificate/signature.ts';

type SignerId =
  | { readonly by: 'issuer'; readonly issuer: Name; readonly serialNumber: Uint8Array }
  | { readonly by: 'key'; readonly keyIdentifier: Uint8Array };

export interface SignedData {
  readonly contentType: string;
  readonly content: Uint8Array;
  readonly certificates: readonly Certificate[];
  readonly crls: readonly Crl[];
  /** DER of OCSP responses among the revocation information (RFC 5940 §3). */
  readonly ocspResponses: readonly Uint8Array[];
  readonly signer: SignerId;
  readonly digestAlgorithm: AlgorithmIdentifier;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  /** The content type that was signed; undefined: none was. */
  readonly signedContentType: string | undefined;
  /** By OID; the single value of each. */
  readonly signedAttributes: ReadonlyMap<string, Der>;
  /** The DER of the SET OF signed attributes: what the signature is over (§5.4). */
  readonly signedAttributesDer: Uint8Array;
}

const subject = 'signed data';
const maxCertificates = 64;

/** Reads a ContentInfo that holds SignedData (§3, §5.1). */
export function readSignedData(contentInfo: Der): SignedData {
  const info = new Fields(contentInfo, subject);
  const type = readOid(info.next(tags.oid, 'contentType'), subject);
  const content = info.next(contextTag(0), 'content');
  info.end();
  if (type !== oid.signedData) throw unreadable(subject, 'content of type signed data');

  const fields = new Fields(explicit(content, subject), subject);
  // §5.1: 3 for content that is not plain data; 4 and 5 where other kinds of certificates lie beside.
  const version = smallInteger(fields.next(tags.integer, 'version'), `${subject} version`, 5);
  if (version < 3) throw unreadable(subject, 'version 3, 4 or 5');
  const digests = itemsOf(fields.next(tags.set, 'digestAlgorithms'), subject, 16);
  const encapsulated = new Fields(fields.next(tags.sequence, 'encapContentInfo'), subject);
  const contentType = readOid(encapsulated.next(tags.oid, 'eContentType'), subject);
  const octetString = explicit(encapsulated.next(contextTag(0), 'eContent'), subject);
  encapsulated.end();
  const certificates = fields.optional(contextTag(0));
  const crls = fields.optional(contextTag(1));
  const signers = listOf(fields.next(tags.set, 'signerInfos'), tags.set, subject, 16);
  fields.end();
  const [signer] = signers;
  // RFC 3161 §2.4.2: a token carries the signature of its authority and no other.
  if (signer === undefined || signers.length !== 1) throw unreadable(subject, 'exactly one signer');
  const signed = readSigner(signer);
  // §5.1, §5.3: the digest of the signer is among those announced; a reader may insist on it, and this one does.
  if (!digests.some((one) => readAlgorithm(one, subject).id === signed.digestAlgorithm.id)) {
    throw unreadable(subject, 'the digest algorithm of the signer among those announced');
  }
  return {
    contentType,
    content: octets(octetString, subject),
    certificates: readable(certificates, readCertificate),
    crls: readable(crls, readCrl),
    ocspResponses: ocspResponsesIn(crls),
    ...signed,
  };
}

/** Certificates and lists; other choices (attribute certificates …) are left aside. */
function readable<T>(node: Der | undefined, read: (der: Uint8Array) => T): T[] {
  const items = node === undefined ? [] : itemsOf(node, subject, maxCertificates);
  return readableOf(
    items.filter(({ tag }) => tag === tags.sequence),
    read,
  );
}

/** RFC 5652 §10.2.1, RFC 5940 §3: OtherRevocationInfoFormat that holds an OCSPResponse; other formats are left aside. */
function ocspResponsesIn(node: Der | undefined): Uint8Array[] {
  const items = node === undefined ? [] : itemsOf(node, subject, maxCertificates);
  return items.flatMap((item) => {
    if (item.tag !== contextTag(1)) return [];
    const [format, response] = itemsOf(item, subject, 2);
    const isOcsp = format?.tag === tags.oid && readOid(format, subject) === oid.ocspInSignedData;
    return isOcsp && response !== undefined ? [response.bytes] : [];
  });
}

function readSigner(
  node: Der,
): Omit<SignedData, 'contentType' | 'content' | 'certificates' | 'crls' | 'ocspResponses'> {
  const fields = new Fields(node, subject);
  const version = smallInteger(fields.next(tags.integer, 'version'), `${subject} signer version`, 3);
  const signer = readSignerId(fields.any('sid'), version);
  const digestAlgorithm = readAlgorithm(fields.next(tags.sequence, 'digestAlgorithm'), subject);
  // §5.3: signed attributes are there whenever the content is not plain data.
  const attributes = itemsOf(fields.next(contextTag(0), 'signedAttrs'), subject, 64);
  const signatureAlgorithm = readAlgorithm(fields.next(tags.sequence, 'signatureAlgorithm'), subject);
  const signature = octets(fields.next(tags.octetString, 'signature'), subject);
  fields.optional(contextTag(1));
  fields.end();
  const signedAttributes = readAttributes(attributes);
  const contentType = signedAttributes.get(oid.contentType);
  return {
    signer,
    signedContentType: contentType === undefined ? undefined : readOid(contentType, subject),
    digestAlgorithm,
    signatureAlgorithm,
    signature,
    signedAttributes,
    signedAttributesDer: setOf(attributes),
  };
}

/** §5.3: version 1 names issuer and serial number, version 3 the key identifier. */
function readSignerId(node: Der, version: number): SignerId {
  if (node.tag === tags.sequence && version === 1) {
    const fields = new Fields(node, subject);
    const issuer = readName(fields.next(tags.sequence, 'issuer'), subject);
    const serialNumber = integerBytes(fields.next(tags.integer, 'serialNumber'), subject, 64);
    fields.end();
    return { by: 'issuer', issuer, serialNumber };
  }
  if (node.tag === contextPrimitive(0) && version === 3) {
    return { by: 'key', keyIdentifier: octets(untagged(node, tags.octetString), subject) };
  }
  throw unreadable(subject, 'a signer by issuer and serial number (v1) or by key identifier (v3)');
}

/** §5.3, §11: each attribute once, with one value; those that have more by nature are not used here. */
function readAttributes(items: readonly Der[]): ReadonlyMap<string, Der> {
  const attributes = new Map<string, Der>();
  for (const item of items) {
    const fields = new Fields(item, subject);
    const type = readOid(fields.next(tags.oid, 'attribute type'), subject);
    const [value, ...more] = listOf(fields.next(tags.set, 'attribute values'), tags.set, subject, 16);
    fields.end();
    if (value === undefined || more.length > 0 || attributes.has(type)) {
      throw unreadable(subject, `the signed attribute ${type} once, with one value`);
    }
    attributes.set(type, value);
  }
  return attributes;
}

/** §5.4: the DER encoding of the SET OF, so under tag 31 and in the order of X.690 §11.6, whatever was received. */
function setOf(items: readonly Der[]): Uint8Array {
  return encodeDer(tags.set, ...items.map(({ bytes }) => bytes).sort(compareBytes));
}
