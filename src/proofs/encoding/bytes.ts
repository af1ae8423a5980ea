/**
 * Bytes and the texts that carry them. Every reader is strict (one spelling per value), linear in the
 * length of its input, and bounded before it allocates. Errors: `ProofError`.
 */
import { tooLarge, unreadable } from '../errors.ts';

/** The most bytes that any single piece of evidence may have, unless its reader says less: 1 MiB. */
const maxEvidenceBytes = 1 << 20;

const hexDigits = '0123456789abcdef';

/** Lower-case hex, two digits a byte, no prefix. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += hexDigits.charAt(byte >> 4) + hexDigits.charAt(byte & 15);
  return text;
}

/**
 * Reads hex in either case, with or without `0x`; an even number of digits, nothing else.
 * @param subject names the field in errors
 * @param maxBytes bound on the result
 */
export function readHex(text: string, subject: string, maxBytes = maxEvidenceBytes): Uint8Array<ArrayBuffer> {
  const start = text.startsWith('0x') || text.startsWith('0X') ? 2 : 0;
  const digits = text.length - start;
  if (digits > 2 * maxBytes) throw tooLarge(subject, `at most ${maxBytes} bytes of hex`);
  if (digits % 2 !== 0) throw unreadable(subject, 'an even number of hex digits');
  const bytes = new Uint8Array(digits / 2);
  for (let i = 0; i < bytes.length; i++) {
    const high = hexValue(text.charCodeAt(start + 2 * i));
    const low = hexValue(text.charCodeAt(start + 2 * i + 1));
    if (high < 0 || low < 0) throw unreadable(subject, 'hex digits only');
    bytes[i] = (high << 4) | low;
  }
  return bytes;
}

/** Reads hex of exactly `length` bytes. */
export function readHexOf(text: string, length: number, subject: string): Uint8Array<ArrayBuffer> {
  const bytes = readHex(text, subject, Math.max(length, 1024));
  if (bytes.length !== length) throw unreadable(subject, `${length} bytes of hex, not ${bytes.length}`);
  return bytes;
}

/** The value of one hex digit given by its UTF-16 code, or -1. */
function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  if (code >= 0x61 && code <= 0x66) return code - 0x57;
  if (code >= 0x41 && code <= 0x46) return code - 0x37;
  return -1;
}

const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const base64Values = new Map(Array.from(base64Alphabet, (digit, value) => [digit.charCodeAt(0), value]));

/**
 * Reads standard base64 (RFC 4648 §4): padded, no foreign characters, unused bits zero. Line breaks, blanks
 * and tabs between digits are skipped, as PEM bodies and mail carry them.
 */
export function readBase64(
  text: string,
  subject: string,
  maxBytes = maxEvidenceBytes,
): Uint8Array<ArrayBuffer> {
  // A line of 64 digits costs at most three more characters; four times the size accepts any layout.
  if (text.length > 4 * maxBytes + 16) throw tooLarge(subject, `at most ${maxBytes} bytes of base64`);
  const { digits, padding } = countBase64(text, subject);
  if (padding > 2 || (digits + padding) % 4 !== 0) throw unreadable(subject, 'padded base64');
  const length = Math.floor((digits * 3) / 4);
  if (length > maxBytes) throw tooLarge(subject, `at most ${maxBytes} bytes of base64`);
  const bytes = new Uint8Array(length);
  let buffer = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const value = base64Values.get(text.charCodeAt(i));
    if (value === undefined) continue;
    buffer = ((buffer << 6) | value) & 0xfff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (buffer >> bits) & 0xff;
    }
  }
  if ((buffer & ((1 << bits) - 1)) !== 0) throw unreadable(subject, 'base64 with unused bits zero');
  return bytes;
}

/** Digits and padding of the text, which has nothing else in it but blanks, and no digit after padding. */
function countBase64(text: string, subject: string): { readonly digits: number; readonly padding: number } {
  let digits = 0;
  let padding = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d) continue;
    if (code === 0x3d) padding += 1;
    else if (padding === 0 && base64Values.has(code)) digits += 1;
    else throw unreadable(subject, 'base64 digits only');
  }
  return { digits, padding };
}

/** Standard base64, padded, in one line. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += base64Alphabet.charAt(group >> 18) + base64Alphabet.charAt((group >> 12) & 63);
    text += i + 1 < bytes.length ? base64Alphabet.charAt((group >> 6) & 63) : '=';
    text += i + 2 < bytes.length ? base64Alphabet.charAt(group & 63) : '=';
  }
  return text;
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Nothing compared here is secret, so equality stops at the first difference. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && compareBytes(a, b) === 0;
}

/** Order of bytes as unsigned numbers, shorter first when one is the beginning of the other. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Big-endian unsigned number; no bytes are zero. The caller bounds the length. */
export function bigIntOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt('0x' + toHex(bytes));
}

/** Big-endian, exactly `length` bytes; a number that does not fit is a defect of the caller. */
export function bytesOfBigInt(value: bigint, length: number): Uint8Array<ArrayBuffer> {
  const digits = value.toString(16).padStart(2 * length, '0');
  if (value < 0n || digits.length !== 2 * length) throw new RangeError(`does not fit ${length} bytes`);
  return readHex(digits, 'number', length);
}

const encoder = new TextEncoder();
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function utf8Of(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Strict UTF-8: an invalid sequence is unreadable, never replaced. */
export function readUtf8(bytes: Uint8Array, subject: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw unreadable(subject, 'UTF-8 text');
  }
}
