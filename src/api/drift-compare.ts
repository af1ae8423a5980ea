import type { z } from 'zod/mini';
import { allOperations } from '#contract/operations.ts';
import { MedianRate, RateBucket } from '#contract/rate.ts';
import * as resources from '#contract/resources.ts';
import * as scalars from '#contract/scalars.ts';
import { factsOf } from '#contract/schema-facts.ts';

/**
 * - `missing`: the contract says that a top-level answer always carries it
 * - `extra`: the contract does not know it
 * - `renamed`: what it says is there under another name
 * - `type`: it is there as something else
 */
type DifferenceKind = 'missing' | 'extra' | 'renamed' | 'type';

/** One difference between an answer and the contract. Nothing in it is a value of the answer. */
export interface Difference {
  /** From the answer down, `results[].witness.hash`. */
  readonly field: string;
  readonly kind: DifferenceKind;
  /** What the contract says, in a word. */
  readonly expected: string;
  /** The shape that was found, never its value: `text`, `list of number`, `{id: text}`. */
  readonly found: string;
  /** Under which name it is now. */
  readonly now?: string | undefined;
}

type Found = Difference & { times: number };

/** Values looked at in one answer, and levels below it: an answer may be of any size. */
const mostValues = 20_000;
const mostLevels = 12;

/**
 * What of an answer differs from the contract. Nested resources owe nothing: they arrive whole, partial or as
 * `{id}` (Rule WI-14); null and absent are alike, but for what a top-level answer must carry.
 */
export function compareAnswer(operation: string, answer: unknown): readonly Found[] {
  const contract = allOperations[operation];
  if (!contract || contract.bytes) return [];
  const found = new Map<string, Found>();
  const walk: Walk = {
    left: mostValues,
    note: (difference) => {
      const key = `${difference.field} ${difference.kind} ${difference.now ?? ''}`;
      const known = found.get(key);
      if (known) known.times += 1;
      else found.set(key, { ...difference, times: 1 });
    },
  };
  compare(walk, contract.output, answer, '', 0, true);
  return [...found.values()];
}

interface Walk {
  left: number;
  readonly note: (difference: Difference) => void;
}

/** What zod publishes of a schema for those who walk it. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
}

// zod publishes `_zod.def` for this purpose.
const definitionOf = (schema: z.ZodMiniType): Definition => schema._zod.def;

function bare(schema: z.ZodMiniType): z.ZodMiniType {
  const { type, innerType } = definitionOf(schema);
  return (type === 'optional' || type === 'nullable') && innerType ? bare(innerType) : schema;
}

/** @param top a resource that the operation itself answers, alone or in its list */
function compare(
  walk: Walk,
  wrapped: z.ZodMiniType,
  value: unknown,
  field: string,
  level: number,
  top: boolean,
): void {
  if (value === null || value === undefined || walk.left <= 0 || level > mostLevels) return;
  walk.left -= 1;
  const schema = bare(wrapped);
  const { type, shape, element, options } = definitionOf(schema);
  if (type === 'unknown' || type === 'any') return;
  if (type === 'union' && options) {
    const fitting = options.find((option) => looksLike(option, value));
    if (fitting && definitionOf(bare(fitting)).shape) compare(walk, fitting, value, field, level, false);
    else if (!fitting) wrong();
    return;
  }
  if (type === 'array' && element) {
    if (!Array.isArray(value)) return wrong();
    for (const item of value) compare(walk, element, item, `${field}[]`, level + 1, top);
    return;
  }
  if (shape) {
    if (!isRecord(value)) return wrong();
    compareFields(walk, schema, shape, value, field, level, top);
    return;
  }
  if (!schema.safeParse(value).success) wrong();

  function wrong(): void {
    walk.note({ field: field || '(answer)', kind: 'type', expected: wordOf(schema), found: shapeOf(value) });
  }
}

function compareFields(
  walk: Walk,
  schema: z.ZodMiniType,
  shape: Readonly<Record<string, z.ZodMiniType>>,
  value: Readonly<Record<string, unknown>>,
  field: string,
  level: number,
  top: boolean,
): void {
  const at = (name: string): string => (field ? `${field}.${name}` : name);
  const owed = top ? requiredOf(schema) : [];
  const missing = new Set(owed.filter((name) => value[name] === null || value[name] === undefined));
  const absent = Object.keys(shape).filter((name) => !(name in value));
  // A schema without fields, such as that of an OpenAPI document, says nothing of what is inside.
  const extra = Object.keys(shape).length === 0 ? [] : Object.keys(value).filter((name) => !(name in shape));
  for (const name of extra) {
    const told = value[name];
    if (schema === resources.Content && name.startsWith('raw')) continue; // Rule SR-7
    const was = renamedFrom(name, told, shape, absent, missing, extra);
    const kept = fieldWord(name);
    if (was === undefined) {
      walk.note({ field: at(kept), kind: 'extra', expected: '—', found: shapeOf(told) });
      continue;
    }
    missing.delete(was);
    const expected = shape[was];
    if (!expected) continue;
    walk.note({
      field: at(was),
      kind: 'renamed',
      expected: wordOf(bare(expected)),
      found: shapeOf(told),
      now: kept,
    });
    compare(walk, expected, told, at(was), level + 1, false);
  }
  for (const name of missing) {
    const expected = shape[name];
    const told = name in value ? 'null' : '—';
    if (expected)
      walk.note({ field: at(name), kind: 'missing', expected: wordOf(bare(expected)), found: told });
  }
  // What a page of a list holds is answered by the operation as much as a resource alone.
  const isPage = top && ('results' in shape || 'items' in shape);
  for (const [name, expected] of Object.entries(shape))
    if (name in value)
      compare(
        walk,
        expected,
        value[name],
        at(name),
        level + 1,
        isPage && (name === 'results' || name === 'items'),
      );
}

/** Names under which live deployments are known to send what the contract calls otherwise. */
const otherNames: Readonly<Record<string, string>> = { witnessCo: 'witnessExternal' };

/** The field that an unknown one stands for: the same name written otherwise, or the only one that is missing. */
function renamedFrom(
  name: string,
  value: unknown,
  shape: Readonly<Record<string, z.ZodMiniType>>,
  absent: readonly string[],
  missing: ReadonlySet<string>,
  extra: readonly string[],
): string | undefined {
  const known = Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
  if (known !== undefined && absent.includes(known)) return known;
  const alike = absent.find((other) => plain(other) === plain(name));
  if (alike !== undefined) return alike;
  const [only, ...others] = missing;
  const expected = only === undefined ? undefined : shape[only];
  if (only === undefined || others.length > 0 || extra.length > 1 || !expected || value == null)
    return undefined;
  return looksLike(expected, value) ? only : undefined;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function looksLike(wrapped: z.ZodMiniType, value: unknown): boolean {
  const schema = bare(wrapped);
  const { type, shape, options } = definitionOf(schema);
  if (type === 'unknown' || type === 'any') return true;
  if (options) return options.some((option) => looksLike(option, value));
  if (type === 'array') return Array.isArray(value);
  return shape ? isRecord(value) : schema.safeParse(value).success;
}

const requiredOf = (schema: z.ZodMiniType): readonly string[] => factsOf(schema)?.required ?? [];

const named: Readonly<Record<string, unknown>> = { ...resources, RateBucket, MedianRate };

/** What a schema asks for, in a word of the interface. */
function wordOf(schema: z.ZodMiniType): string {
  for (const [name, one] of Object.entries({ ...scalars, ...named })) if (one === schema) return name;
  const { type, element, options } = definitionOf(schema);
  if (type === 'array' && element) return `list of ${wordOf(bare(element))}`;
  if (options) return options.map((option) => wordOf(bare(option))).join(' or ');
  return words[type] ?? type;
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'flag',
  bigint: 'whole number',
  object: 'object',
};

const shownFields = 12;
const shownLevels = 3;

/** The shape of a value: kinds and names of fields. Neither texts, numbers nor lengths of what was sent. */
export function shapeOf(value: unknown, level = 0): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) {
    const [first] = value as readonly unknown[];
    return value.length === 0 ? 'empty list' : `list of ${shapeOf(first, level + 1)}`;
  }
  if (!isRecord(value)) return words[typeof value] ?? typeof value;
  if (level >= shownLevels) return 'object';
  const fields = Object.entries(value);
  const shown = fields
    .slice(0, shownFields)
    .map(([name, one]) => `${fieldWord(name)}: ${shapeOf(one, level + 1)}`);
  return `{${[...new Set(shown), ...(fields.length > shownFields ? ['…'] : [])].join(', ')}}`;
}

/**
 * The name of a field, where it is one. A map may have ids, addresses or keys of its own as names: those are
 * values, and are not kept.
 */
export function fieldWord(name: string): string {
  const isName = /^[A-Za-z_$][A-Za-z0-9_$-]{0,39}$/.test(name);
  const isCode =
    /\d{4}/.test(name) || /^(0x)?[0-9a-f]{12,}$/i.test(name) || (name.match(/\d/g) ?? []).length > 3;
  return isName && !isCode ? name : '(key)';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
