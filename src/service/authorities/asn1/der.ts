/**
 * A writer of DER (X.690 §10–11), as much of it as certificates, OCSP responses and time-stamp tokens need.
 * The layer that checks evidence reads with a codec of its own: a fault cannot hide itself by being in both.
 */

/** One encoded value: tag, length, content. */
export type Der = Uint8Array;

/** Tag, shortest length, content. `tag` is the whole identifier octet (numbers above 30 are not needed). */
export function encode(tag: number, ...content: readonly Uint8Array[]): Der {
  const size = content.reduce((sum, part) => sum + part.length, 0);
  const length = lengthOctets(size);
  const out = new Uint8Array(1 + length.length + size);
  out[0] = tag;
  out.set(length, 1);
  let at = 1 + length.length;
  for (const part of content) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export const sequence = (...items: readonly Der[]): Der => encode(0x30, ...items);

/** SET OF: the encodings stand in ascending order (X.690 §11.6), whatever order they come in. */
export const setOf = (...items: readonly Der[]): Der =>
  encode(0x31, ...items.toSorted((a, b) => Buffer.compare(a, b)));

/** `[n]` around a whole value. */
export const explicit = (n: number, ...items: readonly Der[]): Der => encode(0xa0 | n, ...items);

/** `[n]` in the place of the value's own tag: the value is written again under another identifier. */
export function implicit(n: number, value: Der): Der {
  const constructed = (value[0] ?? 0) & 0x20;
  return encode(0x80 | constructed | n, contentOf(value));
}

/** A non-negative whole number. */
export function integer(value: number | bigint): Der {
  let hex = BigInt(value).toString(16);
  if (hex.startsWith('-'))
    throw new RangeError(`integer: ${value} is negative; only whole numbers from 0 are written`);
  if (hex.length % 2 === 1) hex = `0${hex}`;
  return unsigned(Buffer.from(hex, 'hex'));
}

/** A non-negative whole number from its big-endian bytes. */
export function unsigned(bytes: Uint8Array): Der {
  let from = 0;
  while (from < bytes.length - 1 && bytes[from] === 0) from += 1;
  const magnitude = bytes.subarray(from);
  const first = magnitude[0] ?? 0;
  return first >= 0x80 || magnitude.length === 0
    ? encode(0x02, Uint8Array.of(0), magnitude)
    : encode(0x02, magnitude);
}

export const enumerated = (value: number): Der => encode(0x0a, Uint8Array.of(value));
export const boolean = (value: boolean): Der => encode(0x01, Uint8Array.of(value ? 0xff : 0));
export const nothing = (): Der => encode(0x05);
export const octets = (bytes: Uint8Array): Der => encode(0x04, bytes);
export const bits = (bytes: Uint8Array, unused = 0): Der => encode(0x03, Uint8Array.of(unused), bytes);
export const utf8 = (text: string): Der => encode(0x0c, Buffer.from(text, 'utf8'));
export const ia5 = (text: string): Der => encode(0x16, Buffer.from(text, 'latin1'));

/** PrintableString where the alphabet allows it (X.680 §41.4), else UTF8String, as RFC 5280 §4.1.2.4 asks. */
export const directoryString = (text: string): Der =>
  /^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text) ? encode(0x13, Buffer.from(text, 'latin1')) : utf8(text);

/** Named bits, trailing zeros removed (X.690 §11.2.2). `positions` counts from the first bit. */
export function namedBits(...positions: readonly number[]): Der {
  const last = Math.max(...positions);
  const bytes = new Uint8Array((last >> 3) + 1);
  for (const position of positions)
    bytes[position >> 3] = (bytes[position >> 3] ?? 0) | (0x80 >> (position & 7));
  return bits(bytes, 7 - (last & 7));
}

/** OBJECT IDENTIFIER from its dotted text. */
export function oid(dotted: string): Der {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return encode(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** Time in a certificate: UTCTime to the end of 2049, GeneralizedTime after (RFC 5280 §4.1.2.5). */
export function certificateTime(at: Date): Der {
  const text = compact(at);
  const year = at.getUTCFullYear();
  return year >= 1950 && year < 2050
    ? encode(0x17, Buffer.from(text.slice(2), 'latin1'))
    : encode(0x18, Buffer.from(text, 'latin1'));
}

/** GeneralizedTime cut to whole seconds, as OCSP and certificates want it (RFC 5280 §4.1.2.5.2). */
export const generalizedTime = (at: Date): Der => encode(0x18, Buffer.from(compact(at), 'latin1'));

/** GeneralizedTime with its milliseconds, without trailing zeros (RFC 3161 §2.4.2). */
export function preciseTime(at: Date): Der {
  const fraction = String(at.getUTCMilliseconds()).padStart(3, '0').replace(/0+$/, '');
  const seconds = compact(at).slice(0, -1);
  return encode(0x18, Buffer.from(fraction === '' ? `${seconds}Z` : `${seconds}.${fraction}Z`, 'latin1'));
}

/** The content of one encoded value, without identifier and length. */
export function contentOf(value: Der): Uint8Array {
  const first = value[1] ?? 0;
  return value.subarray(first < 0x80 ? 2 : 2 + (first & 0x7f));
}

function lengthOctets(size: number): Uint8Array {
  if (size < 0x80) return Uint8Array.of(size);
  const octets: number[] = [];
  for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return Uint8Array.of(0x80 | octets.length, ...octets);
}

function base128(arc: number): number[] {
  const digits = [arc & 0x7f];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) {
    digits.unshift((rest % 128) | 0x80);
  }
  return digits;
}

const compact = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-T:]/g, '')}Z`;
