/** Writes DER for tests, by its own few lines, so that what the readers read was not written by them. */
import { concatBytes, utf8Of } from '../../encoding/bytes.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

export function tlv(tag: number, ...content: readonly Uint8Array[]): Bytes {
  const body = concatBytes(...content);
  const digits: number[] = [];
  for (let rest = body.length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  const length = body.length < 0x80 ? [body.length] : [0x80 | digits.length, ...digits];
  return concatBytes(Uint8Array.of(tag, ...length), body);
}

export const sequence = (...items: readonly Uint8Array[]): Bytes => tlv(0x30, ...items);
export const set = (...items: readonly Uint8Array[]): Bytes => tlv(0x31, ...items);
export const explicitTag = (n: number, ...items: readonly Uint8Array[]): Bytes => tlv(0xa0 | n, ...items);
export const implicitPrimitive = (n: number, content: Uint8Array): Bytes => tlv(0x80 | n, content);
export const octetString = (content: Uint8Array): Bytes => tlv(0x04, content);
export const bitString = (content: Uint8Array, unused = 0): Bytes =>
  tlv(0x03, Uint8Array.of(unused), content);
export const nullValue = (): Bytes => tlv(0x05);
export const boolean = (value: boolean): Bytes => tlv(0x01, Uint8Array.of(value ? 0xff : 0));
export const enumerated = (value: number): Bytes => tlv(0x0a, Uint8Array.of(value));
export const utf8 = (text: string): Bytes => tlv(0x0c, utf8Of(text));
export const printable = (text: string): Bytes => tlv(0x13, utf8Of(text));
export const ia5 = (text: string): Bytes => tlv(0x16, utf8Of(text));

/** Two's complement in the fewest bytes. */
export function integer(value: bigint | number): Bytes {
  let rest = BigInt(value);
  const bytes: number[] = [];
  do {
    bytes.unshift(Number(rest & 0xffn));
    rest >>= 8n;
  } while (!(rest === 0n && (bytes[0] ?? 0) < 0x80) && !(rest === -1n && (bytes[0] ?? 0) >= 0x80));
  return tlv(0x02, Uint8Array.from(bytes));
}

export function oid(dotted: string): Bytes {
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt);
  const bytes: number[] = [];
  for (const arc of [first * 40n + second, ...rest]) {
    const septets = [Number(arc & 0x7fn)];
    for (let more = arc >> 7n; more > 0n; more >>= 7n) septets.unshift(Number(more & 0x7fn) | 0x80);
    bytes.push(...septets);
  }
  return tlv(0x06, Uint8Array.from(bytes));
}

/** `2026-01-02T03:04:05Z` as GeneralizedTime. */
export function generalizedTime(instant: string): Bytes {
  return tlv(0x18, utf8Of(instant.replace(/[-:T]/g, '')));
}

/** As UTCTime, for 1950 to 2049. */
export function utcTime(instant: string): Bytes {
  return tlv(0x17, utf8Of(instant.replace(/[-:T]/g, '').slice(2)));
}

/** Bits by their numbers, in the fewest bytes. */
export function namedBits(tag: number, ...bits: readonly number[]): Bytes {
  const last = Math.max(...bits);
  const bytes = new Uint8Array((last >> 3) + 1);
  for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  return tlv(tag, Uint8Array.of(7 - (last & 7)), bytes);
}
