/**
 * DER (ITU-T X.690 §8, §10) as a verifier has to read it: one spelling per value, every length inside its
 * parent, nothing after the end, depth and count bounded before anything is made of the bytes.
 *
 * The general ASN.1 parser that the certificate builders use reads BER and matches schemas loosely: it takes
 * `01` for TRUE, skips elements that it does not expect, reads a BasicConstraints whose fields are swapped as
 * "not an authority" and leaves bytes after the end alone. A verification cannot stand on that, so evidence is
 * read here; the tests read every certificate with both and compare.
 */
import { toHex } from '../../encoding/bytes.ts';
import { tooLarge, unreadable } from '../../errors.ts';

/** One value: its identifier octet, all of its bytes, and what is inside. The views share one buffer. */
export interface Der {
  readonly tag: number;
  /** Identifier, length and content, exactly as received: what a signature or a hash is taken over. */
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
}

/** Identifier octets. Context tags: `0x80 | n` primitive, `0xa0 | n` constructed. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8: 0x0c,
  numeric: 0x12,
  printable: 0x13,
  teletex: 0x14,
  ia5: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visible: 0x1a,
  universal: 0x1c,
  bmp: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** `[n]` around another value or replacing a constructed one. */
export const contextTag = (n: number): number => 0xa0 | n;
/** `[n]` replacing a primitive one. */
export const contextPrimitive = (n: number): number => 0x80 | n;

export interface DerBounds {
  readonly bytes: number;
  /** Values at all levels together. */
  readonly values: number;
  readonly depth: number;
}

export const derBounds: DerBounds = { bytes: 1 << 20, values: 100_000, depth: 24 };

/**
 * Reads exactly one value and looks through everything inside it.
 * @param subject names the evidence in errors
 * @throws ProofError `unreadable` where the bytes are not DER, `too-large` where a bound is passed
 */
export function readDer(bytes: Uint8Array, subject: string, bounds: DerBounds = derBounds): Der {
  if (bytes.length > bounds.bytes) throw tooLarge(subject, `at most ${bounds.bytes} bytes`);
  const node = readValue(bytes, 0, subject);
  if (node.bytes.length !== bytes.length) throw unreadable(subject, 'nothing after the end of the DER value');
  scan(node, subject, bounds, { values: 0 }, 0);
  return node;
}

/** Recursion is bounded by `bounds.depth`, work by the length of the input. */
function scan(
  node: Der,
  subject: string,
  bounds: DerBounds,
  counter: { values: number },
  depth: number,
): void {
  if (depth > bounds.depth) throw tooLarge(subject, `at most ${bounds.depth} levels of DER`);
  if (++counter.values > bounds.values) throw tooLarge(subject, `at most ${bounds.values} DER values`);
  if (!isConstructed(node.tag)) return;
  let at = 0;
  while (at < node.content.length) {
    const child = readValue(node.content, at, subject);
    scan(child, subject, bounds, counter, depth + 1);
    at += child.bytes.length;
  }
}

function readValue(bytes: Uint8Array, start: number, subject: string): Der {
  const tag = bytes[start];
  if (tag === undefined) throw unreadable(subject, 'a DER value, not the end of the bytes');
  // X.690 §8.1.2.4: tag numbers from 31 take further octets; no structure read here has one.
  if ((tag & 0x1f) === 0x1f) throw unreadable(subject, 'tag numbers below 31');
  if (tag < 0x40 && !universalFormIsDer(tag)) throw unreadable(subject, 'universal types in their DER form');
  const first = bytes[start + 1];
  if (first === undefined) throw unreadable(subject, 'a length');
  let length = first;
  let headerLength = 2;
  if (first >= 0x80) {
    const digits = first & 0x7f;
    // X.690 §10.1: definite, in the fewest octets. Four octets already pass every bound.
    if (digits === 0) throw unreadable(subject, 'a definite length (DER, not BER)');
    if (digits > 4) throw tooLarge(subject, 'lengths of at most four octets');
    headerLength += digits;
    length = 0;
    for (let i = 0; i < digits; i++) length = length * 256 + (bytes[start + 2 + i] ?? 0);
    if (length < 0x80 || length < 256 ** (digits - 1)) {
      throw unreadable(subject, 'lengths in the fewest octets (DER)');
    }
  }
  const end = start + headerLength + length;
  if (end > bytes.length) throw unreadable(subject, 'a value that ends inside its parent');
  return { tag, bytes: bytes.subarray(start, end), content: bytes.subarray(start + headerLength, end) };
}

/** SEQUENCE and SET are constructed, every other universal type is primitive (X.690 §10.2); 0 is no type. */
function universalFormIsDer(tag: number): boolean {
  const number = tag & 0x1f;
  return number !== 0 && isConstructed(tag) === (number === 0x10 || number === 0x11);
}

function isConstructed(tag: number): boolean {
  return (tag & 0x20) !== 0;
}

/** The values inside a constructed value, in their order. */
export function itemsOf(node: Der, subject: string, maxItems = 1024): Der[] {
  if (!isConstructed(node.tag)) throw unreadable(subject, 'a constructed value');
  const items: Der[] = [];
  let at = 0;
  while (at < node.content.length) {
    if (items.length === maxItems) throw tooLarge(subject, `at most ${maxItems} items`);
    const child = readValue(node.content, at, subject);
    items.push(child);
    at += child.bytes.length;
  }
  return items;
}

/** The items of SEQUENCE OF or SET OF, which the standards want non-empty wherever this is used. */
export function listOf(node: Der, tag: number, subject: string, maxItems?: number): Der[] {
  expectTag(node, tag, subject);
  const items = itemsOf(node, subject, maxItems);
  if (items.length === 0) throw unreadable(subject, 'at least one item');
  return items;
}

export function expectTag(node: Der, tag: number, subject: string): Der {
  if (node.tag !== tag) throw unreadable(subject, `DER tag ${toHex(Uint8Array.of(tag))}`);
  return node;
}

/** The single value inside an explicit `[n]`. */
export function explicit(node: Der, subject: string): Der {
  const [inner, ...more] = itemsOf(node, subject, 2);
  if (inner === undefined || more.length > 0) throw unreadable(subject, 'one value inside an explicit tag');
  return inner;
}

/** A value with an implicit tag, under the universal tag that it stands for. */
export function untagged(node: Der, universal: number): Der {
  return { tag: universal, bytes: node.bytes, content: node.content };
}

/** The fields of a SEQUENCE, read in order; `end` refuses fields that were not read. */
export class Fields {
  readonly #items: readonly Der[];
  readonly #subject: string;
  #at = 0;

  constructor(node: Der, subject: string, tag: number = tags.sequence) {
    this.#items = itemsOf(expectTag(node, tag, subject), subject);
    this.#subject = subject;
  }

  /** Takes the next field, whatever its type. */
  any(field: string): Der {
    const item = this.#items[this.#at];
    if (item === undefined) throw unreadable(this.#subject, `a field "${field}"`);
    this.#at += 1;
    return item;
  }

  /** Takes the next field, which must have this tag. */
  next(tag: number, field: string): Der {
    return expectTag(this.any(field), tag, `${this.#subject} ${field}`);
  }

  /** Takes the next field if it has this tag. */
  optional(tag: number): Der | undefined {
    const item = this.#items[this.#at];
    if (item?.tag !== tag) return undefined;
    this.#at += 1;
    return item;
  }

  /** Takes the next field if it has one of these tags. */
  optionalOf(accepted: readonly number[]): Der | undefined {
    const item = this.#items[this.#at];
    return item !== undefined && accepted.includes(item.tag) ? this.any('') : undefined;
  }

  /** True while fields are left. */
  get more(): boolean {
    return this.#at < this.#items.length;
  }

  end(): void {
    if (this.more) throw unreadable(this.#subject, 'no fields but those of the standard');
  }
}
