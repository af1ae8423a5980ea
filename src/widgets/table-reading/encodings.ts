import { TableError, type Encoding } from './table.ts';

/** What a text is written in: reported by its mark, or found by its bytes. */
export interface FoundEncoding {
  readonly encoding: Encoding;
  readonly marked: boolean;
}

/** Bytes that are looked at where no mark tells. */
const lookedAt = 256 * 1024;

/**
 * The encoding of a text. A byte order mark tells; without one, text of two bytes a character has zeros in every
 * other place, what is valid UTF-8 is UTF-8, and anything else is taken for the code page of Windows, where every
 * byte means something.
 */
export function findEncoding(bytes: Uint8Array): FoundEncoding {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', marked: true };
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', marked: true };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', marked: true };
  const head = bytes.subarray(0, lookedAt);
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at += 1) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Latin characters have their zero second in little endian; so have separators and line ends of any text.
  if (bytes.length % 2 === 0 && even + odd >= head.length / 8) {
    if (odd > even * 4) return { encoding: 'utf-16le', marked: false };
    if (even > odd * 4) return { encoding: 'utf-16be', marked: false };
  }
  return { encoding: isUtf8(bytes) ? 'utf-8' : 'windows-1252', marked: false };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * The text of the bytes, without its mark. What is no character of the encoding becomes U+FFFD, and is seen.
 *
 * @throws TableError `not-a-table` when it holds what no text holds
 */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  const text = encoding === 'windows-1252' ? decodeWindows(bytes) : new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0')) throw new TableError('not-a-table');
  return text;
}

/** What stands from 0x80 to 0x9F (WHATWG Encoding, index windows-1252); elsewhere the code page is that of Unicode. */
const windowsPlaces =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Decoded here: some of what runs this takes the code page for Latin-1. */
function decodeWindows(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('').replace(/[\x80-\x9f]/g, (byte) => windowsPlaces[byte.charCodeAt(0) - 0x80] ?? byte);
}
