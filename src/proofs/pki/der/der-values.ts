/** The primitive values of DER (X.690 §8, §11), each with its one spelling. */
import { bigIntOf, readUtf8, toHex } from '../../encoding/bytes.ts';
import { tooLarge, unreadable } from '../../errors.ts';
import type { Instant } from '../../encoding/instant.ts';
import { expectTag, tags, type Der } from './der.ts';

export function readBoolean(node: Der, subject: string): boolean {
  const value = expectTag(node, tags.boolean, subject).content[0];
  // X.690 §11.1: TRUE is ff in DER.
  if (node.content.length !== 1 || (value !== 0 && value !== 0xff))
    throw unreadable(subject, 'BOOLEAN 00 or ff');
  return value === 0xff;
}

/** The content of an INTEGER, two's complement in the fewest octets (X.690 §8.3.2). */
export function integerBytes(node: Der, subject: string, maxBytes = 2049): Uint8Array {
  const { content } = expectTag(node, tags.integer, subject);
  checkInteger(content, subject, maxBytes);
  return content;
}

function checkInteger(content: Uint8Array, subject: string, maxBytes: number): void {
  if (content.length > maxBytes) throw tooLarge(subject, `an integer of at most ${maxBytes} bytes`);
  const [first, second] = content;
  if (first === undefined) throw unreadable(subject, 'an integer of at least one byte');
  const padded =
    second !== undefined && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80));
  if (padded) throw unreadable(subject, 'an integer in the fewest bytes (DER)');
}

/** INTEGER or ENUMERATED from 0 to `max`. */
export function smallInteger(node: Der, subject: string, max: number): number {
  if (node.tag !== tags.enumerated) expectTag(node, tags.integer, subject);
  checkInteger(node.content, subject, 64);
  if ((node.content[0] ?? 0) >= 0x80) throw unreadable(subject, `a number from 0 to ${max}`);
  const value = bigIntOf(node.content);
  if (value > BigInt(max)) throw unreadable(subject, `a number from 0 to ${max}`);
  return Number(value);
}

/** A positive INTEGER as unsigned big-endian bytes without the sign byte. */
export function positiveInteger(node: Der, subject: string, maxBytes?: number): Uint8Array {
  const content = integerBytes(node, subject, maxBytes);
  if ((content[0] ?? 0) >= 0x80) throw unreadable(subject, 'a positive integer');
  return content[0] === 0 && content.length > 1 ? content.subarray(1) : content;
}

export function octets(node: Der, subject: string): Uint8Array {
  return expectTag(node, tags.octetString, subject).content;
}

/** A BIT STRING; `unused` bits at the end of the last byte, which are zero in DER (X.690 §11.2.1). */
export function bitString(
  node: Der,
  subject: string,
): { readonly bytes: Uint8Array; readonly unused: number } {
  const { content } = expectTag(node, tags.bitString, subject);
  const unused = content[0];
  const bytes = content.subarray(1);
  const last = bytes.at(-1) ?? 0;
  if (unused === undefined || unused > 7 || (bytes.length === 0 && unused > 0)) {
    throw unreadable(subject, 'a BIT STRING with 0 to 7 unused bits');
  }
  if ((last & ((1 << unused) - 1)) !== 0) throw unreadable(subject, 'unused bits that are zero (DER)');
  return { bytes, unused };
}

/** A BIT STRING that carries whole bytes: keys and signatures. */
export function bitStringBytes(node: Der, subject: string): Uint8Array {
  const { bytes, unused } = bitString(node, subject);
  if (unused !== 0) throw unreadable(subject, 'a BIT STRING of whole bytes');
  return bytes;
}

/** The numbers of the bits that are set, counted from the first; a named bit list of at most 32 bits. */
export function namedBits(node: Der, subject: string): ReadonlySet<number> {
  const { bytes } = bitString(node, subject);
  if (bytes.length > 4) throw tooLarge(subject, 'at most 32 named bits');
  const set = new Set<number>();
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    if (((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0) set.add(bit);
  }
  return set;
}

/** Dotted decimal. Arcs are minimal (X.690 §8.19.2); the whole is at most 64 bytes, an arc at most 19 (128 bits). */
export function readOid(node: Der, subject: string): string {
  const { content } = expectTag(node, tags.oid, subject);
  if (content.length === 0 || content.length > 64) throw unreadable(subject, 'an OID of 1 to 64 bytes');
  const arcs: bigint[] = [];
  let arc = 0n;
  let length = 0;
  for (const byte of content) {
    if (length === 0 && byte === 0x80) throw unreadable(subject, 'OID arcs in the fewest bytes');
    if (++length > 19) throw tooLarge(subject, 'OID arcs of at most 128 bits');
    arc = (arc << 7n) | BigInt(byte & 0x7f);
    if (byte >= 0x80) continue;
    arcs.push(arc);
    arc = 0n;
    length = 0;
  }
  if (length !== 0) throw unreadable(subject, 'an OID that ends with its last arc');
  const [first = 0n, ...rest] = arcs;
  // X.690 §8.19.4: the first two arcs share one number.
  const root = first < 40n ? 0n : first < 80n ? 1n : 2n;
  return [root, first - 40n * root, ...rest].join('.');
}

const utcTime = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/;
const generalizedTime = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{0,8}[1-9]))?Z$/;

/**
 * UTCTime or GeneralizedTime, with seconds and in UTC (RFC 5280 §4.1.2.5). Fractions of a second, without
 * trailing zeros, only where the standard has them (RFC 3161 §2.4.2); they are cut to milliseconds.
 */
export function readTime(node: Der, subject: string, fractions: 'none' | 'allowed' = 'none'): Instant {
  const short = node.tag === tags.utcTime;
  if (!short) expectTag(node, tags.generalizedTime, subject);
  const match = (short ? utcTime : generalizedTime).exec(ascii(node.content) ?? '');
  if (match === null || (match[7] !== undefined && fractions === 'none')) {
    throw unreadable(subject, short ? 'a time YYMMDDhhmmssZ' : 'a time YYYYMMDDhhmmssZ');
  }
  const part = (group: number): number => Number(match[group] ?? '0');
  // RFC 5280 §4.1.2.5.1: 50 to 99 are 1950 to 1999.
  const year = short ? part(1) + (part(1) >= 50 ? 1900 : 2000) : part(1);
  const date = new Date(0);
  date.setUTCFullYear(year, part(2) - 1, part(3));
  date.setUTCHours(part(4), part(5), part(6), Number((match[7] ?? '').slice(0, 3).padEnd(3, '0')));
  // A day or second that does not exist has become another one.
  const parts = [year, part(2), part(3), part(4), part(5), part(6)];
  const real = [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  if (parts.some((value, at) => value !== real[at])) throw unreadable(subject, 'a date and time that exists');
  return date.getTime();
}

/** Text of any of the string types; undefined where the bytes are no text of their type. */
export function readText(node: Der): string | undefined {
  switch (node.tag) {
    case tags.utf8:
      try {
        return readUtf8(node.content, 'text');
      } catch {
        return undefined;
      }
    case tags.printable:
    case tags.ia5:
    case tags.visible:
    case tags.numeric:
      return ascii(node.content);
    // T.61 in certificates is in practice Latin-1 (RFC 5280 §4.1.2.4 leaves it to old certificates).
    case tags.teletex:
      return [...node.content].map((byte) => String.fromCharCode(byte)).join('');
    case tags.bmp:
      return wideText(node.content, 2);
    case tags.universal:
      return wideText(node.content, 4);
    default:
      return undefined;
  }
}

/** IA5String: seven bits (X.680 §41). */
export function ascii(bytes: Uint8Array): string | undefined {
  let text = '';
  for (const byte of bytes) {
    if (byte >= 0x80) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}

function wideText(bytes: Uint8Array, width: 2 | 4): string | undefined {
  if (bytes.length % width !== 0) return undefined;
  let text = '';
  for (let i = 0; i < bytes.length; i += width) {
    const code = Number.parseInt(toHex(bytes.subarray(i, i + width)), 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
    text += String.fromCodePoint(code);
  }
  return text;
}
