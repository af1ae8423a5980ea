/** What the readers of known-answer sets share: files by name, cases from JSON, and how answers are classified. */
import { readUtf8 } from '../encoding/bytes.ts';
import type { Reason, Status } from '../check.ts';
import { ProofError, unreadable } from '../errors.ts';
import { readJson, type Json, type JsonObject } from '../encoding/json.ts';

/** The files of a set: path below its folder, with `/`, to content. */
export type VectorFiles = ReadonlyMap<string, Uint8Array>;

/** `unsupported`: a valid case of the closed list (`undecidedCases`), answered INDETERMINATE. */
export type VectorOutcome = 'agree' | 'false-accept' | 'false-reject' | 'unsupported';

export interface VectorResult {
  readonly name: string;
  readonly expected: 'valid' | 'invalid';
  /** The status of the check, or how the command ended. */
  readonly got: Status | 'UNREADABLE' | `exit ${number}`;
  readonly outcome: VectorOutcome;
  /** The reason behind what was got: a code and its detail. */
  readonly reason?: Reason;
}

/** A verification in the terms of a set. */
export interface VectorAnswer {
  readonly status: Status;
  readonly reason?: Reason | undefined;
}

/**
 * Runs one case; evidence that cannot be read is an answer too.
 * @param undecided whether the case is on the closed list
 */
export function runCase(
  name: string,
  expected: 'valid' | 'invalid',
  verify: () => VectorAnswer,
  undecided = false,
): VectorResult {
  try {
    const { status, reason } = verify();
    const outcome = outcomeOf(expected, status, reason, undecided);
    return { name, expected, got: status, outcome, ...(reason === undefined ? {} : { reason }) };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    const outcome = expected === 'invalid' ? 'agree' : 'false-reject';
    const reason: Reason = { code: 'X_UNREADABLE', detail: { message: error.message } };
    return { name, expected, got: 'UNREADABLE', outcome, reason };
  }
}

export function outcomeOf(
  expected: 'valid' | 'invalid',
  status: Status,
  reason: Reason | undefined,
  undecided = false,
): VectorOutcome {
  if (expected === 'invalid') return status === 'PASSED' ? 'false-accept' : 'agree';
  if (status === 'PASSED') return 'agree';
  return undecided && status === 'INDETERMINATE' && isForDsa(reason) ? 'unsupported' : 'false-reject';
}

/**
 * The valid cases of NIST PKITS that these rules leave undecided, by their numbers in the index: 4.1.4 Valid DSA
 * Signatures and 4.1.5 Valid DSA Parameter Inheritance. The list is closed: no other case may stay undecided, and
 * one that is decided leaves the list.
 */
export const undecidedCases: ReadonlySet<string> = new Set(['40104', '40105']);

function isForDsa(reason: Reason | undefined): boolean {
  const what = reason?.code === 'X_UNSUPPORTED' ? reason.detail?.what : undefined;
  return typeof what === 'string' && /^DSA\b/.test(what);
}

/** The objects of every JSON file that holds a list of cases. */
export function casesOf(files: VectorFiles): JsonObject[] {
  return [...files].flatMap(([path, bytes]) => {
    if (!path.endsWith('.json')) return [];
    const list = readJson(readUtf8(bytes, path), path);
    if (!Array.isArray(list)) throw unreadable(path, 'a list of cases');
    return (list as readonly Json[]).map((item) => objectOf(item, path)); // Array.isArray loses the element type.
  });
}

function objectOf(value: Json, subject: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadable(subject, 'an object');
  return value as JsonObject; // What is left of Json once arrays are out; Array.isArray does not narrow readonly ones.
}

export function optionalObject(source: JsonObject, key: string): JsonObject | undefined {
  const value = source[key];
  return value === undefined ? undefined : objectOf(value, key);
}

export function textOf(source: JsonObject, key: string): string {
  const value = source[key];
  if (typeof value !== 'string') throw unreadable(key, 'a text');
  return value;
}

export function textsOf(source: JsonObject, key: string): string[] {
  const value = source[key] ?? [];
  if (!Array.isArray(value)) throw unreadable(key, 'a list of texts');
  return (value as readonly Json[]).map((item) => {
    // Array.isArray loses the element type.
    if (typeof item !== 'string') throw unreadable(key, 'a list of texts');
    return item;
  });
}

/** A file by its name, in whichever folder of the set it lies. */
export function fileNamed(files: VectorFiles, name: string): Uint8Array {
  for (const [path, bytes] of files) if (path === name || path.endsWith(`/${name}`)) return bytes;
  throw unreadable(name, 'a file of the set');
}
