/** SubjectPublicKeyInfo (RFC 5280 §4.1.2.7): RSA (RFC 3279 §2.3.1) and named NIST curves (RFC 5480). */
import { bigIntOf, concatBytes, equalBytes, toHex, utf8Of } from '../../encoding/bytes.ts';
import { unreadable } from '../../errors.ts';
import { sha256 } from '../../encoding/hash.ts';
import { modulusBits } from '../../signature/rsa.ts';
import { Fields, readDer, tags, type Der } from '../der/der.ts';
import { bitStringBytes, positiveInteger, readOid } from '../der/der-values.ts';
import { oid } from '../der/oids.ts';

export type CurveName = 'P-256' | 'P-384' | 'P-521';

export type PublicKey =
  /** Unsigned big-endian, without leading zeros. */
  | {
      readonly kind: 'rsa';
      readonly modulus: Uint8Array;
      readonly exponent: Uint8Array;
      readonly bits: number;
    }
  /** The point as encoded: compressed or not (SEC 1 §2.3.3). */
  | { readonly kind: 'ec'; readonly curve: CurveName; readonly point: Uint8Array; readonly bits: number }
  | { readonly kind: 'unsupported'; readonly algorithm: string };

export interface SubjectPublicKeyInfo {
  readonly der: Uint8Array;
  /** The bits of the key alone, over which OCSP hashes (RFC 6960 §4.1.1). */
  readonly keyBytes: Uint8Array;
  readonly key: PublicKey;
}

const curves: Readonly<Record<string, { readonly curve: CurveName; readonly bits: number }>> = {
  '1.2.840.10045.3.1.7': { curve: 'P-256', bits: 256 },
  '1.3.132.0.34': { curve: 'P-384', bits: 384 },
  '1.3.132.0.35': { curve: 'P-521', bits: 521 },
};

const algorithmNames: Readonly<Record<string, string>> = {
  '1.2.840.10040.4.1': 'DSA',
  '1.2.840.113549.1.1.10': 'RSA-PSS',
  '1.2.840.113549.1.1.7': 'RSA-OAEP',
  '1.3.101.112': 'Ed25519',
  '1.3.101.113': 'Ed448',
};

export function readPublicKeyInfo(node: Der, subject: string): SubjectPublicKeyInfo {
  const fields = new Fields(node, subject);
  const algorithm = new Fields(fields.next(tags.sequence, 'algorithm'), subject);
  const id = readOid(algorithm.next(tags.oid, 'algorithm'), subject);
  const keyBytes = bitStringBytes(fields.next(tags.bitString, 'key'), subject);
  fields.end();
  return { der: node.bytes, keyBytes, key: readKey(id, algorithm, keyBytes, subject) };
}

function readKey(id: string, algorithm: Fields, keyBytes: Uint8Array, subject: string): PublicKey {
  if (id === oid.rsaEncryption) {
    // RFC 3279 §2.3.1: the parameters are NULL.
    algorithm.next(tags.null, 'parameters');
    algorithm.end();
    return readRsaKey(keyBytes, subject);
  }
  if (id === oid.ecPublicKey) {
    const parameters = algorithm.any('parameters');
    algorithm.end();
    // RFC 5480 §2.1.1: a named curve; explicit parameters are where such verifiers were fooled (CVE-2020-0601).
    if (parameters.tag !== tags.oid) return { kind: 'unsupported', algorithm: 'EC with explicit parameters' };
    const named = readOid(parameters, subject);
    const curve = curves[named];
    if (curve === undefined) return { kind: 'unsupported', algorithm: `EC on curve ${named}` };
    return { kind: 'ec', ...curve, point: readPoint(keyBytes, curve.bits, subject) };
  }
  return { kind: 'unsupported', algorithm: algorithmNames[id] ?? id };
}

function readRsaKey(keyBytes: Uint8Array, subject: string): PublicKey {
  const fields = new Fields(readDer(keyBytes, subject), subject);
  const modulus = positiveInteger(fields.next(tags.integer, 'modulus'), subject);
  const exponent = positiveInteger(fields.next(tags.integer, 'exponent'), subject);
  fields.end();
  return { kind: 'rsa', modulus, exponent, bits: modulusBits({ modulus, exponent }) };
}

function readPoint(keyBytes: Uint8Array, bits: number, subject: string): Uint8Array {
  const width = Math.ceil(bits / 8);
  const form = keyBytes[0];
  const fits =
    (form === 4 && keyBytes.length === 1 + 2 * width) ||
    ((form === 2 || form === 3) && keyBytes.length === 1 + width);
  if (!fits) throw unreadable(subject, 'a point of the curve (SEC 1 §2.3.3)');
  return keyBytes;
}

/** `RSA 2048`, `EC P-256`, or the name of what is not supported. */
export function keyText(key: PublicKey): string {
  if (key.kind === 'rsa') return `RSA ${key.bits}`;
  return key.kind === 'ec' ? `EC ${key.curve}` : key.algorithm;
}

/**
 * The same key, whatever it is wrapped in: of RSA the same modulus, of a curve the same x-coordinate, so neither another
 * exponent nor the other form of a point makes it another's.
 */
export function sameKey(a: PublicKey, b: PublicKey): boolean {
  if (a.kind === 'rsa' && b.kind === 'rsa') return bigIntOf(a.modulus) === bigIntOf(b.modulus);
  if (a.kind === 'ec' && b.kind === 'ec') {
    return a.curve === b.curve && equalBytes(coordinateOf(a.point), coordinateOf(b.point));
  }
  return false;
}

/** SHA-256 over what tells a key from others: equal for keys that are the same (`sameKey`), however they are written. */
export function keyDigest({ key, der }: SubjectPublicKeyInfo): string {
  return key.kind === 'unsupported' ? toHex(sha256(der)) : keyMark(key);
}

/** The same of a key without its encoding; keys that are not supported are the same to nobody, so they have one mark. */
export function keyMark(key: PublicKey): string {
  switch (key.kind) {
    case 'rsa':
      return toHex(sha256(utf8Of(bigIntOf(key.modulus).toString(16))));
    case 'ec':
      return toHex(sha256(concatBytes(utf8Of(key.curve), coordinateOf(key.point))));
    case 'unsupported':
      return key.algorithm;
  }
}

/** SEC 1 §2.3.3: the first octet tells the form; an uncompressed point carries y after x. */
function coordinateOf(point: Uint8Array): Uint8Array {
  return point[0] === 4 ? point.subarray(1, 1 + (point.length - 1) / 2) : point.subarray(1);
}

/** The public exponent of an RSA key as a number. */
export function exponentOf(key: Extract<PublicKey, { kind: 'rsa' }>): bigint {
  return bigIntOf(key.exponent.subarray(0, 64));
}
