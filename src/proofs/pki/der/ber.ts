/**
 * From BER to DER for CMS. A time-stamp token is a CMS structure, and CMS may be written in BER (RFC 5652 §1): some
 * authorities write lengths that end with a marker and content in pieces. What is signed inside is DER in any
 * case, so the outer form is rewritten here and then read strictly; nothing else is forgiven.
 */
import { tooLarge, unreadable } from '../../errors.ts';
import type { DerBounds } from './der.ts';
import { encodeDer } from './encode-der.ts';

/**
 * The same value with definite lengths in the fewest octets and OCTET STRINGs in one piece; DER comes back
 * as it was. Content that is neither is left to the reader of DER.
 * @throws ProofError `unreadable` where lengths and markers do not fit together, `too-large` where a bound is passed
 */
export function derOfBer(bytes: Uint8Array, subject: string, bounds: DerBounds): Uint8Array {
  if (bytes.length > bounds.bytes) throw tooLarge(subject, `at most ${bounds.bytes} bytes`);
  const reader: Reader = { bytes, at: 0, values: 0, subject, bounds };
  const value = rewrite(reader, bytes.length, 0);
  if (reader.at !== bytes.length) throw unreadable(subject, 'nothing after the end of the value');
  return value;
}

interface Reader {
  readonly bytes: Uint8Array;
  at: number;
  values: number;
  readonly subject: string;
  readonly bounds: DerBounds;
}

const constructed = 0x20;
const constructedOctets = 0x24;
const octetString = 0x04;

/** Rewrites the value at the reader, which ends before `end`. */
function rewrite(reader: Reader, end: number, depth: number): Uint8Array {
  const { subject, bounds } = reader;
  if (depth > bounds.depth) throw tooLarge(subject, `at most ${bounds.depth} levels`);
  if (++reader.values > bounds.values) throw tooLarge(subject, `at most ${bounds.values} values`);
  const tag = octet(reader, end);
  if ((tag & 0x1f) === 0x1f) throw unreadable(subject, 'tag numbers below 31');
  const length = readLength(reader, end);
  if ((tag & constructed) === 0) {
    if (length === undefined) throw unreadable(subject, 'a marked end only around other values');
    const content = reader.bytes.subarray(reader.at, reader.at + length);
    reader.at += length;
    return encodeDer(tag, content);
  }
  const items: Uint8Array[] = [];
  const stop = length === undefined ? end : reader.at + length;
  for (;;) {
    if (length !== undefined && reader.at === stop) break;
    if (length === undefined && takeEnd(reader, stop)) break;
    items.push(rewrite(reader, stop, depth + 1));
  }
  return tag === constructedOctets
    ? encodeDer(octetString, ...pieces(items, subject))
    : encodeDer(tag, ...items);
}

/** X.690 §8.7.3: the pieces of an OCTET STRING are OCTET STRINGs, already rewritten to primitive ones. */
function pieces(items: readonly Uint8Array[], subject: string): Uint8Array[] {
  return items.map((item) => {
    if (item[0] !== octetString) throw unreadable(subject, 'an OCTET STRING in pieces of its own type');
    const first = item[1] ?? 0;
    return item.subarray(first < 0x80 ? 2 : 2 + (first & 0x7f));
  });
}

/** The length in octets, or undefined for one that a marker ends (X.690 §8.1.3.6). */
function readLength(reader: Reader, end: number): number | undefined {
  const first = octet(reader, end);
  if (first === 0x80) return undefined;
  let length = first;
  if (first > 0x80) {
    if (first > 0x88) throw tooLarge(reader.subject, 'lengths of at most eight octets');
    length = 0;
    for (let i = first & 0x7f; i > 0; i--) length = length * 256 + octet(reader, end);
  }
  if (length > end - reader.at) throw unreadable(reader.subject, 'a value that ends inside its parent');
  return length;
}

/** X.690 §8.1.5: two zero octets. */
function takeEnd(reader: Reader, end: number): boolean {
  if (reader.at + 2 > end) throw unreadable(reader.subject, 'the mark of an end');
  if (reader.bytes[reader.at] !== 0 || reader.bytes[reader.at + 1] !== 0) return false;
  reader.at += 2;
  return true;
}

function octet(reader: Reader, end: number): number {
  const value = reader.at < end ? reader.bytes[reader.at] : undefined;
  if (value === undefined) throw unreadable(reader.subject, 'more bytes');
  reader.at += 1;
  return value;
}
