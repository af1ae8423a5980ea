import type { z } from 'zod/mini';
import { isRecord } from '#contract/schema/is-record.ts';
import { outputOf } from '#contract/operations/outputs.ts';
import { definitionOf, unwrap } from '#contract/schema/schema-definition.ts';
import { fieldWord, shapeOf, wordOf } from './answer-words.ts';
import { nodeOf, type SchemaNode } from './schema-node.ts';

/** One way in which an answer differs from the contract. Nothing in it is a value of the answer. */
export interface AnswerIssue {
  /** From the answer down: `results[].witness.hash`; the answer itself is `(answer)`. */
  readonly field: string;
  /**
   * - `missing`: the contract says that a top-level answer always carries it
   * - `extra`: the contract does not know it
   * - `renamed`: a field of the contract has another name
   * - `type`: it has another type or another format
   */
  readonly kind: 'missing' | 'extra' | 'renamed' | 'type';
  /** The type that the contract requires, in a word. */
  readonly expected: string;
  /** The shape that was found, never its value: `text`, `list of number`, `{id: text}`. */
  readonly found: string;
  /** The other name of a renamed field. */
  readonly now?: string;
  /** Number of occurrences in the answer. */
  readonly times: number;
  /** The value is of another type and was left out. Values of another format stay as they came. */
  readonly isLeftOut: boolean;
}

export interface AnswerReading {
  /** The answer without what could not be read; the same object where all of it could. */
  readonly value: unknown;
  /** Each difference once. */
  readonly issues: readonly AnswerIssue[];
  /** The field without which nothing of the answer can be used, or `(answer)`. */
  readonly lacking?: string | undefined;
}

/**
 * Names, in a resource, the fields that were left out of it. It stands among the fields of the resource, so that caches,
 * comparisons and copies keep it.
 */
export const unreadable = 'unreadable';

const wholeAnswer = '(answer)';

/**
 * Reads an answer by the contract in one walk. A value of another type than the contract's becomes absent, and its owner
 * names it (see `unreadable`). Null, absent and unknown fields stay as they came, and so do values of another format.
 * Nested resources need not carry anything: they arrive whole, partial or as `{id}` (Rule WI-14).
 */
export function readAnswer(operation: string, answer: unknown): AnswerReading {
  const output = outputOf(operation);
  if (!output) return { value: answer, issues: [] };
  const node = nodeOf(output);
  const walk: Walk = { issues: new Map(), isTrial: false };
  // A live deployment answers its time without an object around it.
  const isBareTime = operation === 'readServerTime' && typeof answer === 'string';
  if (isBareTime) note(walk, { field: '', kind: 'type', node, found: answer });
  const value =
    answer === null || answer === undefined
      ? leaveOut(walk, node, answer, '')
      : read(walk, node, isBareTime ? { time: answer } : answer, '', true);
  const issues = [...walk.issues.values()];
  if (value === unread) return { value: undefined, issues, lacking: wholeAnswer };
  return {
    value,
    issues,
    lacking: essentialFields(output).find((name) => isRecord(value) && value[name] == null),
  };
}

/** Lists of a page, and fields that the schema does not let be absent: to take these for empty would be false. */
const essentialFields = (output: z.ZodMiniType): readonly string[] =>
  Object.entries(definitionOf(output).shape ?? {}).flatMap(([name, field]) =>
    isListOfPage(name) || unwrap(field) === field ? [name] : [],
  );

interface Walk {
  readonly issues: Map<string, AnswerIssue>;
  /** The value is compared under a name that no screen reads, so nothing of it is left out. */
  readonly isTrial: boolean;
}

/** Stands for a value that cannot be read. */
const unread = Symbol('unread');

/** Levels below an answer: resources nest one another. */
const maxLevels = 24;

/** @param isTop an operation answers it, alone or in its list */
function read(
  walk: Walk,
  node: SchemaNode,
  value: unknown,
  field: string,
  isTop: boolean,
  level = 0,
): unknown {
  if (value === null || value === undefined || level > maxLevels) return value;
  if (!node.isOfType(value)) return leaveOut(walk, node, value, field);
  if (isRecord(value)) return node.fields ? readFields(walk, node, value, field, isTop, level) : value;
  if (Array.isArray(value))
    return node.element ? readList(walk, node.element, value, field, isTop, level) : value;
  if (node.hasFormat && !node.schema.safeParse(value).success)
    note(walk, { field, kind: 'type', node, found: value });
  return value;
}

function leaveOut(walk: Walk, node: SchemaNode, found: unknown, field: string): typeof unread {
  note(walk, { field, kind: 'type', node, found, isLeftOut: !walk.isTrial });
  return unread;
}

function readList(
  walk: Walk,
  element: SchemaNode,
  list: readonly unknown[],
  field: string,
  isTop: boolean,
  level: number,
): unknown {
  const at = `${field}[]`;
  const items = list.map((item) =>
    item === null || item === undefined
      ? leaveOut(walk, element, item, at)
      : read(walk, element, item, at, isTop, level + 1),
  );
  if (items.every((item, index) => item === list[index])) return list;
  // A proof without some of its hashes would be another proof.
  if (!element.fields) return unread;
  // It counts as one of which nothing is known: without it a list would seem shorter than it is.
  return items.map((item) => (item === unread ? { [unreadable]: ['*'] } : item));
}

function readFields(
  walk: Walk,
  node: SchemaNode,
  record: Fields,
  field: string,
  isTop: boolean,
  level: number,
): unknown {
  const path = field ? `${field}.` : '';
  const extra: string[] = [];
  const leftOut: string[] = [];
  let changed: Record<string, unknown> | undefined;
  for (const name of Object.keys(record)) {
    const other = node.fields?.has(name) ? undefined : otherName(node, name);
    const inner = node.fields?.get(other?.field ?? name);
    if (!inner || other?.isDrift) extra.push(name);
    if (!inner) continue;
    const at = path + (other ? fieldWord(name) : name);
    const value = read(walk, inner, record[name], at, isTop && isListOfPage(name), level + 1);
    if (value === record[name]) continue;
    changed ??= { ...record };
    if (value === unread) {
      Reflect.deleteProperty(changed, name);
      leftOut.push(name);
    } else changed[name] = value;
  }
  const required = isTop ? (node.facts?.required ?? []) : [];
  if (extra.length > 0 || required.length > 0)
    compareNames(walk, { node, record, path, extra, required, level });
  return leftOut.length > 0 ? { ...changed, [unreadable]: leftOut } : (changed ?? record);
}

/** The items of a page of a list are answered by the operation as much as a resource alone. */
const isListOfPage = (name: string): boolean => name === 'results' || name === 'items';

/** The field that the contract knows under another name too. */
function otherName(
  { facts }: SchemaNode,
  name: string,
): { readonly field: string; readonly isDrift: boolean } | undefined {
  const { otherNames = {}, prefixes } = facts ?? {};
  const field = Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
  if (field !== undefined) return { field, isDrift: true };
  const prefix = prefixes?.find((known) => name.startsWith(known));
  return prefix === undefined ? undefined : { field: prefix, isDrift: false };
}

interface Names {
  readonly node: SchemaNode;
  readonly record: Fields;
  readonly path: string;
  readonly extra: readonly string[];
  readonly required: readonly string[];
  readonly level: number;
}

/** Notes fields that are missing, that are not of the contract, or that have another name there. */
function compareNames(walk: Walk, names: Names): void {
  const { node, record, path, extra, required, level } = names;
  // A schema without fields, such as that of an OpenAPI document, says nothing of what is inside.
  if (!node.fields?.size) return;
  const missing = new Set(required.filter((name) => record[name] == null));
  for (const name of extra) {
    const found = record[name];
    const now = fieldWord(name);
    const field = contractName(names, missing, name);
    const inner = field === undefined ? undefined : node.fields.get(field);
    if (field === undefined || !inner) {
      note(walk, { field: path + now, kind: 'extra', found });
      continue;
    }
    missing.delete(field);
    note(walk, { field: path + field, kind: 'renamed', node: inner, found, now });
    if (!otherName(node, name))
      read({ ...walk, isTrial: true }, inner, found, path + field, false, level + 1);
  }
  for (const name of missing)
    note(walk, { field: path + name, kind: 'missing', node: node.fields.get(name), found: record[name] });
}

/** The absent field that an unknown one stands for: under a known name, in another spelling, or the only one missing. */
function contractName(
  { node, record, extra }: Names,
  missing: ReadonlySet<string>,
  name: string,
): string | undefined {
  const absent = [...(node.fields?.keys() ?? [])].filter((known) => !Object.hasOwn(record, known));
  const known = otherName(node, name)?.field;
  const alike = absent.find((one) => one === known || normalizedName(one) === normalizedName(name));
  const [only = '', ...others] = missing;
  const expected = node.fields?.get(only);
  if (alike !== undefined || !expected || others.length > 0 || extra.length > 1) return alike;
  return record[name] != null && isLike(expected, record[name]) ? only : undefined;
}

const normalizedName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether a value can be what a schema describes: of its type, and of its format where it is a scalar. */
const isLike = ({ schema, isOfType }: SchemaNode, value: unknown): boolean =>
  isOfType(value) && (typeof value === 'object' || schema.safeParse(value).success);

interface Difference {
  readonly field: string;
  readonly kind: AnswerIssue['kind'];
  readonly node?: SchemaNode | undefined;
  readonly found: unknown;
  readonly now?: string;
  readonly isLeftOut?: boolean;
}

function note({ issues }: Walk, { field, kind, node, found, now, isLeftOut = false }: Difference): void {
  const key = [field, kind, now].join(' ');
  const known = issues.get(key);
  issues.set(
    key,
    known
      ? { ...known, times: known.times + 1, isLeftOut: known.isLeftOut || isLeftOut }
      : {
          field: field || wholeAnswer,
          kind,
          expected: node ? wordOf(node.schema) : '—',
          found: kind === 'missing' && found === undefined ? '—' : shapeOf(found),
          ...(now === undefined ? {} : { now }),
          times: 1,
          isLeftOut,
        },
  );
}

type Fields = Readonly<Record<string, unknown>>;
