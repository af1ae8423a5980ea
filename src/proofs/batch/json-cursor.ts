/**
 * A place in UTF-8 JSON text (RFC 8259) and the few moves that a reader of one known shape needs, without building
 * values for what is passed over. Strict: bad UTF-8, a wrong escape or a wrong number is unreadable even where
 * nobody looks at the value. Every move is linear, and nesting is bounded.
 */
import { readHexOf, readUtf8 } from '../encoding/bytes.ts';
import { tooLarge, unreadable } from '../errors.ts';
import { jsonBounds } from '../encoding/json.ts';

export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

export function skipBlanks(cursor: Cursor): void {
  const { bytes } = cursor;
  for (;;) {
    const byte = bytes[cursor.at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
    cursor.at += 1;
  }
}

/** The byte at the cursor as a character; empty at the end. */
export function peek(cursor: Cursor): string {
  const byte = cursor.bytes[cursor.at];
  return byte === undefined ? '' : String.fromCharCode(byte);
}

/** Passes over this character if it is next. */
export function take(cursor: Cursor, character: string): boolean {
  if (peek(cursor) !== character) return false;
  cursor.at += 1;
  return true;
}

export function expect(cursor: Cursor, character: string): void {
  if (!take(cursor, character)) throw bad(cursor, `«${character}»`);
}

/** Reads the members of an object; `member` must move past the value that belongs to the key. */
export function readMembers(cursor: Cursor, member: (key: string) => void): void {
  expect(cursor, '{');
  skipBlanks(cursor);
  if (take(cursor, '}')) return;
  for (;;) {
    skipBlanks(cursor);
    const key = readString(cursor);
    skipBlanks(cursor);
    expect(cursor, ':');
    skipBlanks(cursor);
    member(key);
    skipBlanks(cursor);
    if (take(cursor, '}')) return;
    expect(cursor, ',');
  }
}

/** Reads the items of an array; `item` must move past the item. */
export function readItems(cursor: Cursor, item: () => void): void {
  expect(cursor, '[');
  skipBlanks(cursor);
  if (take(cursor, ']')) return;
  for (;;) {
    skipBlanks(cursor);
    item();
    skipBlanks(cursor);
    if (take(cursor, ']')) return;
    expect(cursor, ',');
  }
}

/** Passes over a value of any kind. */
export function skipValue(cursor: Cursor, depth = 0): void {
  if (depth > jsonBounds.depth) throw tooLarge('JSON', `at most ${jsonBounds.depth} levels`);
  switch (peek(cursor)) {
    case '{':
      readMembers(cursor, () => {
        skipValue(cursor, depth + 1);
      });
      return;
    case '[':
      readItems(cursor, () => {
        skipValue(cursor, depth + 1);
      });
      return;
    case '"':
      skipString(cursor);
      return;
    case 't':
      skipWord(cursor, 'true');
      return;
    case 'f':
      skipWord(cursor, 'false');
      return;
    case 'n':
      skipWord(cursor, 'null');
      return;
    default:
      skipNumber(cursor);
  }
}

/** Passes over `null` if it is next. */
export function takeNull(cursor: Cursor): boolean {
  if (peek(cursor) !== 'n') return false;
  skipWord(cursor, 'null');
  return true;
}

/**
 * Reads a string of 32 bytes of hex, with or without `0x`, into its place.
 * @param subject names the field in errors, and is called only then
 */
export function readHash(cursor: Cursor, into: Uint8Array, place: number, subject: () => string): void {
  const { bytes } = cursor;
  const start = cursor.at + (bytes[cursor.at + 1] === 0x30 && bytes[cursor.at + 2] === 0x78 ? 3 : 1);
  let wrong = bytes[cursor.at] === 0x22 && bytes[start + 64] === 0x22 ? 0 : -1;
  for (let i = 0; i < 32 && wrong >= 0; i++) {
    const high = hexValues[bytes[start + 2 * i] ?? 0] ?? -1;
    const low = hexValues[bytes[start + 2 * i + 1] ?? 0] ?? -1;
    wrong = high | low;
    into[place + i] = (high << 4) | low;
  }
  if (wrong >= 0) {
    cursor.at = start + 65;
    return;
  }
  // Not the plain spelling: let the reader of the single check check it.
  if (peek(cursor) !== '"') throw unreadable(subject(), 'a string of hex');
  into.set(readHexOf(readString(cursor), 32, subject()), place);
}

export function readString(cursor: Cursor): string {
  const start = cursor.at;
  const escaped = skipString(cursor);
  const literal = readUtf8(cursor.bytes.subarray(start, cursor.at), 'JSON');
  // Only a literal that was just found well formed gets here, so this parse gives a string.
  return escaped ? (JSON.parse(literal) as string) : literal.slice(1, -1);
}

/** Returns whether there was an escape. */
function skipString(cursor: Cursor): boolean {
  const { bytes } = cursor;
  const start = cursor.at;
  if (peek(cursor) !== '"') throw bad(cursor, 'a string');
  let escaped = false;
  let wide = 0;
  for (let at = start + 1; ;) {
    const byte = bytes[at] ?? 0;
    wide |= byte;
    if (byte === 0x22) {
      cursor.at = at + 1;
      if (wide >= 0x80) readUtf8(bytes.subarray(start, cursor.at), 'JSON');
      return escaped;
    }
    if (byte === 0x5c) {
      escaped = true;
      at += escapeLength(cursor, at);
    } else if (byte >= 0x20) {
      at += 1;
    } else {
      cursor.at = at;
      throw bad(cursor, 'the end of a string, without control characters');
    }
  }
}

function escapeLength(cursor: Cursor, at: number): number {
  const { bytes } = cursor;
  const letter = String.fromCharCode(bytes[at + 1] ?? 0);
  if ('"\\/bfnrt'.includes(letter)) return 2;
  const isHex = (place: number) => (hexValues[bytes[place] ?? 0] ?? -1) >= 0;
  if (letter === 'u' && isHex(at + 2) && isHex(at + 3) && isHex(at + 4) && isHex(at + 5)) return 6;
  cursor.at = at;
  throw bad(cursor, 'an escape of JSON');
}

function skipWord(cursor: Cursor, word: string): void {
  for (let i = 0; i < word.length; i++) {
    if (cursor.bytes[cursor.at + i] !== word.charCodeAt(i)) throw bad(cursor, 'a value of JSON');
  }
  cursor.at += word.length;
}

function skipNumber(cursor: Cursor): void {
  take(cursor, '-');
  if (!take(cursor, '0')) skipDigits(cursor);
  if (take(cursor, '.')) skipDigits(cursor);
  if (take(cursor, 'e') || take(cursor, 'E')) {
    if (!take(cursor, '+')) take(cursor, '-');
    skipDigits(cursor);
  }
}

function skipDigits(cursor: Cursor): void {
  const start = cursor.at;
  while (/^[0-9]$/.test(peek(cursor))) cursor.at += 1;
  if (cursor.at === start) throw bad(cursor, 'a value of JSON');
}

export function bad(cursor: Cursor, expected: string): Error {
  return unreadable('JSON', `${expected} at byte ${cursor.at}`);
}

/** The value of a hex digit by its byte, -1 for every other byte. */
const hexValues = new Int8Array(256).fill(-1);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  hexValues[digit.charCodeAt(0)] = value;
  hexValues[digit.toUpperCase().charCodeAt(0)] = value;
}
