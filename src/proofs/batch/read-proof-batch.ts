/**
 * Reads the witnesses of an answer of the interface straight into a `ProofBatch`: one pass over the bytes, no
 * object and no string for a sibling. An array of witnesses, or the envelope `{ "results": [ … ] }`.
 */
import { utf8Of } from '../encoding/bytes.ts';
import { otherAlgorithm } from '../signature/check-signature.ts';
import { tooLarge, unreadable } from '../errors.ts';
import { maxDepth } from '../merkle/inclusion-proof.ts';
import { BatchWriter } from './batch-writer.ts';
import {
  bad,
  type Cursor,
  expect,
  peek,
  readHash,
  readItems,
  readMembers,
  readString,
  skipBlanks,
  skipValue,
  take,
  takeNull,
} from './json-cursor.ts';
import type { Kernel } from './kernel.ts';
import { type BatchRecipe, batchRecipes, itemBytes, type ProofBatch } from './proof-batch.ts';

/** Bytes of text: 512 MiB. */
export const maxBatchText = 1 << 29;

export interface ReadBatch {
  readonly batch: ProofBatch;
  /** For each proof the place of its witness in the array. */
  readonly positions: Uint32Array;
  /**
   * Places of the witnesses about which nothing can be said here: those that have no `merkleized`, and those that report a
   * position or another algorithm than SHA-256, of which only the single check checks what they say.
   */
  readonly without: Uint32Array;
}

/**
 * Reads `hash` and `merkleized: { merkleProof, merkleRoot }` of every witness, looks whether it reports what only the
 * single check checks (`algorithm`, `leafIndex`, `treeSize`), and passes over the rest. Hashes are
 * hex of 32 bytes in either case, with or without `0x`. A key that counts may be there only once.
 * @param recipe what the proofs are to be verified by: the interface does not say
 * @param kernel reads faster where it has a fast path; the same witnesses, the same errors
 * @throws ProofError when the text is not JSON of that shape, or exceeds a bound
 */
export function readProofBatch(text: Uint8Array, recipe: BatchRecipe, kernel?: Kernel): ReadBatch {
  if (text.length > maxBatchText) throw tooLarge('witnesses', `at most ${maxBatchText} bytes of JSON`);
  const cursor: Cursor = { bytes: text, at: 0 };
  const writer = new BatchWriter(text.length);
  skipBlanks(cursor);
  // The fast path passes over what a witness reports beside its proof.
  const fast = reportsMore(text) ? undefined : kernel;
  if (peek(cursor) === '[') readWitnesses(cursor, writer, fast);
  else readEnvelope(cursor, writer, fast);
  skipBlanks(cursor);
  if (cursor.at !== text.length) throw bad(cursor, 'nothing after the witnesses');
  return writer.finish(batchRecipes.indexOf(recipe));
}

const positionKeys: ReadonlySet<string> = new Set(['leafIndex', 'treeSize']);

/** Whether any of the texts says anything of a position, or of another algorithm; a key with an escape is never read fast. */
function reportsMore(text: Uint8Array): boolean {
  const algorithm = utf8Of('"algorithm"');
  const usual = utf8Of('"SHA256"');
  if ([...positionKeys].some((key) => placeOf(text, utf8Of(`"${key}"`), 0) >= 0)) return true;
  const cursor: Cursor = { bytes: text, at: placeOf(text, algorithm, 0) };
  while (cursor.at >= 0) {
    cursor.at += algorithm.length;
    skipBlanks(cursor);
    const isKey = take(cursor, ':');
    skipBlanks(cursor);
    if (isKey && !startsAt(text, usual, cursor.at)) return true;
    cursor.at = placeOf(text, algorithm, cursor.at);
  }
  return false;
}

function placeOf(text: Uint8Array, needle: Uint8Array, from: number): number {
  const [first = 0] = needle;
  let at = text.indexOf(first, from);
  while (at >= 0 && !startsAt(text, needle, at)) at = text.indexOf(first, at + 1);
  return at;
}

function startsAt(text: Uint8Array, needle: Uint8Array, at: number): boolean {
  return needle.every((byte, i) => text[at + i] === byte);
}

function readEnvelope(cursor: Cursor, writer: BatchWriter, kernel: Kernel | undefined): void {
  let listCount = 0;
  readMembers(cursor, (key) => {
    if (key !== 'results') {
      skipValue(cursor);
      return;
    }
    listCount += 1;
    if (listCount > 1) throw unreadable('results', 'the key once');
    readWitnesses(cursor, writer, kernel);
  });
  if (listCount === 0) throw unreadable('witnesses', 'an array, or an object with «results»');
}

function readWitnesses(cursor: Cursor, writer: BatchWriter, kernel: Kernel | undefined): void {
  expect(cursor, '[');
  skipBlanks(cursor);
  if (take(cursor, ']')) return;
  const readPlain = kernel?.witnessReader?.(cursor.bytes);
  for (;;) {
    skipBlanks(cursor);
    const start = cursor.at;
    cursor.at = readPlain?.(start, writer) ?? start;
    if (cursor.at === start) readWitness(cursor, writer);
    skipBlanks(cursor);
    if (take(cursor, ']')) return;
    expect(cursor, ',');
  }
}

function readWitness(cursor: Cursor, writer: BatchWriter): void {
  const subject = (field: string) => `witness ${writer.elements}: ${field}`;
  const keys = new Set<string>();
  let depth: number | undefined;
  let more: true | undefined;
  writer.reserve(1);
  readMembers(cursor, (key) => {
    if (key === 'hash') {
      expectOnce(keys, key, subject);
      readHash(cursor, writer.hashes, writer.count * itemBytes, () => subject(key));
    } else if (key === 'merkleized') {
      expectOnce(keys, key, subject);
      if (!takeNull(cursor)) {
        const read = readMerkleized(cursor, writer, subject);
        depth = read.depth;
        if (read.position) more = true;
      }
    } else if (key === 'algorithm') {
      if (!isUsual(cursor)) more = true;
    } else {
      skipValue(cursor, 1);
    }
  });
  if (!keys.has('hash')) throw unreadable(subject('hash'), 'a hash in every witness');
  if (depth === undefined || more !== undefined) writer.addWithoutProof();
  else writer.addProof(depth);
}

/** Passes over the name of an algorithm; whether it is SHA-256, or none is reported. */
function isUsual(cursor: Cursor): boolean {
  if (peek(cursor) === '"') return otherAlgorithm({ algorithm: readString(cursor) }) === undefined;
  if (takeNull(cursor)) return true;
  skipValue(cursor, 1);
  return false;
}

/** Returns how many siblings there are, and whether a position is reported. */
function readMerkleized(
  cursor: Cursor,
  writer: BatchWriter,
  subject: (field: string) => string,
): { readonly depth: number; readonly position: boolean } {
  const keys = new Set<string>();
  let depth = 0;
  let position = false;
  readMembers(cursor, (key) => {
    if (key === 'merkleRoot') {
      expectOnce(keys, key, subject);
      readHash(cursor, writer.roots, writer.count * itemBytes, () => subject(key));
    } else if (key === 'merkleProof') {
      expectOnce(keys, key, subject);
      readItems(cursor, () => {
        if (depth === maxDepth) throw tooLarge(subject(key), `at most ${maxDepth} levels`);
        const place = (writer.siblingCount + depth) * itemBytes;
        readHash(cursor, writer.siblings, place, () => subject(`merkleProof[${depth}]`));
        depth += 1;
      });
    } else if (!positionKeys.has(key)) {
      skipValue(cursor, 2);
    } else if (!takeNull(cursor)) {
      position = true;
      skipValue(cursor, 2);
    }
  });
  if (keys.size < 2) throw unreadable(subject('merkleized'), 'merkleProof and merkleRoot');
  return { depth, position };
}

function expectOnce(keys: Set<string>, key: string, subject: (field: string) => string): void {
  if (keys.has(key)) throw unreadable(subject(key), 'the key once');
  keys.add(key);
}
