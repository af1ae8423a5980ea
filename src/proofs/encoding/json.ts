/**
 * JSON without loss and without surprises: 256-bit numbers stay exact, a repeated key is refused (two readers
 * could each see another value), depth, size and count are bounded, and an object has no prototype that a key
 * could reach. Also the canonical form in which policies and case files are hashed and compared.
 */
import { tooLarge, unreadable } from '../errors.ts';

export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

export interface JsonBounds {
  /** UTF-16 units of text. */
  readonly length: number;
  readonly depth: number;
  /** Values of any kind, keys not counted. */
  readonly values: number;
}

export const jsonBounds: JsonBounds = { length: 16 << 20, depth: 64, values: 1_000_000 };

/** Digits of the longest integer: 2^256 has 78; longer nonsense can still be named in an error up to this bound. */
const maxIntegerDigits = 160;

/**
 * Reads RFC 8259 text. An integer outside ±(2^53−1) becomes a bigint, every other number a number.
 * @throws ProofError `unreadable` with the offset, or `too-large`
 */
export function readJson(text: string, subject: string, bounds: JsonBounds = jsonBounds): Json {
  if (text.length > bounds.length) throw tooLarge(subject, `at most ${bounds.length} characters of JSON`);
  const reader: Reader = { text, at: 0, values: 0, subject, bounds };
  const value = readValue(reader, 0);
  skipBlanks(reader);
  if (reader.at !== text.length) throw bad(reader, 'nothing after the value');
  return value;
}

interface Reader {
  readonly text: string;
  at: number;
  values: number;
  readonly subject: string;
  readonly bounds: JsonBounds;
}

function readValue(reader: Reader, depth: number): Json {
  if (++reader.values > reader.bounds.values) {
    throw tooLarge(reader.subject, `at most ${reader.bounds.values} values of JSON`);
  }
  skipBlanks(reader);
  switch (reader.text[reader.at]) {
    case '{':
      return readObject(reader, depth);
    case '[':
      return readArray(reader, depth);
    case '"':
      return readString(reader);
    case 't':
      return readWord(reader, 'true', true);
    case 'f':
      return readWord(reader, 'false', false);
    case 'n':
      return readWord(reader, 'null', null);
    default:
      return readNumber(reader);
  }
}

function readObject(reader: Reader, depth: number): JsonObject {
  enter(reader, depth);
  // Without a prototype, keys such as `__proto__` or `constructor` are keys like any other.
  const object = Object.create(null) as Record<string, Json>;
  reader.at += 1;
  skipBlanks(reader);
  if (take(reader, '}')) return object;
  for (;;) {
    skipBlanks(reader);
    if (reader.text[reader.at] !== '"') throw bad(reader, 'a key in quotes');
    const key = readString(reader);
    if (key in object) throw bad(reader, 'every key once');
    skipBlanks(reader);
    if (!take(reader, ':')) throw bad(reader, 'a colon');
    object[key] = readValue(reader, depth + 1);
    skipBlanks(reader);
    if (take(reader, '}')) return object;
    if (!take(reader, ',')) throw bad(reader, 'a comma or the end of the object');
  }
}

function readArray(reader: Reader, depth: number): Json[] {
  enter(reader, depth);
  const array: Json[] = [];
  reader.at += 1;
  skipBlanks(reader);
  if (take(reader, ']')) return array;
  for (;;) {
    array.push(readValue(reader, depth + 1));
    skipBlanks(reader);
    if (take(reader, ']')) return array;
    if (!take(reader, ',')) throw bad(reader, 'a comma or the end of the array');
  }
}

function enter(reader: Reader, depth: number): void {
  const { depth: bound } = reader.bounds;
  if (depth >= bound) throw tooLarge(reader.subject, `at most ${bound} levels of JSON`);
}

const simpleEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

function readString(reader: Reader): string {
  const { text } = reader;
  let value = '';
  let from = ++reader.at;
  for (;;) {
    const code = text.charCodeAt(reader.at);
    // charCodeAt past the end is NaN, which fails both comparisons below.
    if (!(code >= 0x20)) throw bad(reader, 'the end of a string, without control characters');
    if (code === 0x22) {
      value += text.slice(from, reader.at);
      reader.at += 1;
      return value;
    }
    if (code !== 0x5c) {
      reader.at += 1;
      continue;
    }
    value += text.slice(from, reader.at);
    value += readEscape(reader);
    from = reader.at;
  }
}

function readEscape(reader: Reader): string {
  const letter = reader.text[reader.at + 1] ?? '';
  const simple = Object.hasOwn(simpleEscapes, letter) ? simpleEscapes[letter] : undefined;
  if (simple !== undefined) {
    reader.at += 2;
    return simple;
  }
  const digits = reader.text.slice(reader.at + 2, reader.at + 6);
  if (letter !== 'u' || !/^[0-9a-fA-F]{4}$/.test(digits)) throw bad(reader, 'an escape of JSON');
  reader.at += 6;
  return String.fromCharCode(Number.parseInt(digits, 16));
}

function readWord<T>(reader: Reader, word: string, value: T): T {
  if (!reader.text.startsWith(word, reader.at)) throw bad(reader, 'a value of JSON');
  reader.at += word.length;
  return value;
}

const numberForm = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;

function readNumber(reader: Reader): number | bigint {
  numberForm.lastIndex = reader.at;
  const match = numberForm.exec(reader.text);
  if (match === null) throw bad(reader, 'a value of JSON');
  const literal = match[0];
  if (literal.length > maxIntegerDigits) throw tooLarge(reader.subject, `at most ${maxIntegerDigits} digits`);
  reader.at += literal.length;
  const value = Number(literal);
  if (!Number.isFinite(value)) throw bad(reader, 'a number of finite size');
  const isInteger = match[1] === undefined && match[2] === undefined;
  return isInteger && !Number.isSafeInteger(value) ? BigInt(literal) : value;
}

function skipBlanks(reader: Reader): void {
  for (;;) {
    const code = reader.text.charCodeAt(reader.at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    reader.at += 1;
  }
}

function take(reader: Reader, character: string): boolean {
  if (reader.text[reader.at] !== character) return false;
  reader.at += 1;
  return true;
}

function bad(reader: Reader, expected: string): Error {
  return unreadable(reader.subject, `JSON with ${expected} at character ${reader.at}`);
}

/**
 * One text per value: keys in the order of their UTF-16 units, no blanks, shortest number form (as RFC 8785,
 * except that an integer of any size is written out in digits). Members that are undefined are left out.
 */
export function canonicalJson(value: CanonicalInput): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError('JSON has no such number');
    return JSON.stringify(value);
  }
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}

type CanonicalInput =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly CanonicalInput[]
  | { readonly [key: string]: CanonicalInput | undefined };

/** `Array.isArray` does not narrow readonly arrays. */
function isArray(value: CanonicalInput): value is readonly CanonicalInput[] {
  return Array.isArray(value);
}
