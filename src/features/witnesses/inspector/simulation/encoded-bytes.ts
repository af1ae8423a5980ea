/** Bytes that came as text (hex, base64, PEM), changed in place: everything around the changed digit stays as it came. */

const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

interface Digits {
  readonly base: 16 | 64;
  /** Where each digit stands in the text. */
  readonly at: readonly number[];
}

/** A byte with its lowest bit flipped. */
export interface Flip {
  readonly text: string;
  /** The byte before and after, two hex digits. */
  readonly was: string;
  readonly is: string;
}

/** How many bytes a text stands for. Of PEM its first block counts. */
export function byteCount(text: string): number {
  const { base, at } = digitsOf(text);
  return Math.floor((at.length * (base === 16 ? 4 : 6)) / 8);
}

/** The lowest bit of one byte flipped, in the digit that holds it. @param byte from 0 to byteCount − 1 */
export function flipEncoded(text: string, byte: number): Flip {
  const { base, at } = digitsOf(text);
  const bits = base === 16 ? 4 : 6;
  const bit = 8 * byte + 7;
  const index = at[Math.floor(bit / bits)];
  if (index === undefined) throw new RangeError(`There is no byte ${byte} in a text of ${byteCount(text)}.`);
  const digit = valueOf(text.charAt(index), base) ^ (1 << (bits - 1 - (bit % bits)));
  const flipped = text.slice(0, index) + digitFor(digit, base, text.charAt(index)) + text.slice(index + 1);
  return { text: flipped, was: hexOf(byteAt(text, byte)), is: hexOf(byteAt(flipped, byte)) };
}

/** The value of one byte of what a text stands for. */
export function byteAt(text: string, byte: number): number {
  const { base, at } = digitsOf(text);
  const bits = base === 16 ? 4 : 6;
  let value = 0;
  for (let bit = 8 * byte; bit < 8 * byte + 8; bit++) {
    const index = at[Math.floor(bit / bits)];
    if (index === undefined)
      throw new RangeError(`There is no byte ${byte} in a text of ${byteCount(text)}.`);
    value = (value << 1) | ((valueOf(text.charAt(index), base) >> (bits - 1 - (bit % bits))) & 1);
  }
  return value;
}

export const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');

function digitsOf(text: string): Digits {
  const [from, to] = bodyOf(text);
  const body = text.slice(from, to);
  const isHex = /^\s*(?:0x)?[\s:0-9a-f]*$/i.test(body);
  const base = isHex ? 16 : 64;
  const start = isHex && /^\s*0x/i.test(body) ? body.toLowerCase().indexOf('0x') + 2 : 0;
  const at: number[] = [];
  for (let index = start; index < body.length; index++) {
    if (valueOf(body.charAt(index), base) >= 0) at.push(from + index);
  }
  return { base, at };
}

/** What lies between the lines of the first block of PEM; of other texts all. */
function bodyOf(text: string): readonly [number, number] {
  const begin = /-----BEGIN [^-]*-----/.exec(text);
  if (!begin) return [0, text.length];
  const from = begin.index + begin[0].length;
  const end = text.indexOf('-----END ', from);
  return [from, end < 0 ? text.length : end];
}

function valueOf(digit: string, base: 16 | 64): number {
  if (base === 64) return digit === '' ? -1 : base64Alphabet.indexOf(digit);
  return /^[0-9a-f]$/i.test(digit) ? Number.parseInt(digit, 16) : -1;
}

/** A digit in the case of the one whose place it takes. */
function digitFor(value: number, base: 16 | 64, before: string): string {
  if (base === 64) return base64Alphabet.charAt(value);
  const digit = value.toString(16);
  return /[A-F]/.test(before) ? digit.toUpperCase() : digit;
}
