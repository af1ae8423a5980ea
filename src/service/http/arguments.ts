import type { z } from 'zod/mini';
import type { Argument, Pagination } from '#contract/filters/arguments.ts';
import {
  defaultListLimit,
  defaultPageSize,
  ListLimit,
  maxAnswerItems,
  maxNestedItems,
  maxNestedLists,
} from '#contract/filters/arguments.ts';
import {
  filterDepth,
  filterParts,
  maxFilterDepth,
  maxFilterParts,
  whereSchema,
} from '#contract/filters/filters.ts';
import type { FilterGrammar, Where } from '#contract/filters/filters.ts';
import { listsOnPath, nestedArgumentName, readNestedArgument } from '#contract/filters/nested-lists.ts';
import type { NestedArgument } from '#contract/filters/nested-lists.ts';
import type { Operation } from '#contract/operations/operations.ts';
import type { NestedValue } from '../handlers/call.ts';
import { ServiceError } from '../service-error.ts';
import { InputError } from './answer.ts';
import { parseWith } from './issues.ts';
import { single } from './query.ts';
import type { RawQuery } from './query.ts';
import { JsonError, readJson } from './read-json.ts';
import { findImpossibleInstant, refuseNul } from './soundness.ts';

export interface ReadArguments {
  readonly query: Readonly<Record<string, unknown>>;
  readonly nested: readonly NestedValue[];
  /** Names that the operation does not have: ignored, and written to the log (Rule WI-2). */
  readonly unknown: readonly string[];
}

/**
 * Reads every argument of an operation, exactly (Rules WI-1, WI-2, WI-3, WI-11).
 *
 * @throws ServiceError 400 that names the parameter
 */
export function readArguments(operation: Operation, raw: RawQuery): ReadArguments {
  for (const [name, values] of raw) {
    refuseNul(name, [name]);
    // A file's path has its own rule, for every control character (Rule UP-3).
    if (name !== 'filePath') for (const value of values) refuseNul(value, [name]);
  }
  const query: Record<string, unknown> = {};
  const known = operation.query ?? {};
  for (const [name, argument] of Object.entries(known)) {
    const text = single(raw, name);
    if (text !== undefined) query[name] = readArgument(name, argument, text);
    else if (argument.required) throw malformed(name, 'is required');
  }
  const nested: NestedValue[] = [];
  const unknown: string[] = [];
  for (const name of raw.keys()) {
    if (Object.hasOwn(known, name)) continue;
    const argument = readNestedArgument(operation, name);
    const text = argument && single(raw, name);
    if (argument && text !== undefined)
      nested.push({ argument, value: readNestedText(name, argument, text) });
    else unknown.push(name);
  }
  return { query, nested, unknown };
}

/** A nested argument that stands in a body: its value is JSON already. */
export function readNestedValue(name: string, argument: NestedArgument, value: unknown): unknown {
  const { suffix, grammar } = argument;
  if (suffix === 'where') return readWhere(name, nestedWhere(grammar), value);
  if (suffix === 'limit') return follow(name, ListLimit, value);
  if (typeof value !== 'string') throw malformed(name, 'expected text');
  return readListText(name, argument, value);
}

/** Nested arguments may not contradict each other (Rule WI-8), nor be too much together (Rules WI-3, WI-20). */
export function checkNested(
  operation: Operation,
  query: ReadArguments['query'],
  nested: readonly NestedValue[],
): void {
  let parts = query.where === undefined ? 0 : filterParts(query.where);
  for (const { argument, value } of nested) {
    if (argument.suffix !== 'where') continue;
    parts += filterParts(value);
    checkParts(nestedArgumentName(operation, argument.path, argument.suffix), parts);
  }
  checkLimits(operation, query, nested);
  const cursors = new Set<string>();
  for (const { argument } of nested) {
    if (argument.suffix !== 'before' && argument.suffix !== 'after') continue;
    const collection = argument.path.join('.');
    if (cursors.has(collection)) throw malformed(collection, 'before and after cannot both be given');
    cursors.add(collection);
  }
}

/** Limits of lists inside each other multiply, and those of lists beside each other add up (Rule WI-20). */
function checkLimits(
  operation: Operation,
  query: ReadArguments['query'],
  nested: readonly NestedValue[],
): void {
  const nameOf = (path: readonly string[]): string => nestedArgumentName(operation, path, 'limit');
  const limits = new Map(
    nested
      .filter(({ argument }) => argument.suffix === 'limit')
      // Each was parsed as a ListLimit.
      .map(({ argument, value }) => [nameOf(argument.path), value as number]),
  );
  const itemsOf = new Map<string, number>();
  for (const { argument } of nested) {
    const whole = wholeList(argument.path, query);
    const lists = listsOnPath(argument.path, whole?.limit ?? 1, (path) => limits.get(nameOf(path)));
    let items = whole?.limit ?? 1;
    for (const { path, limit } of lists) itemsOf.set(nameOf(path), (items *= limit));
    if (argument.suffix !== 'limit' || items <= maxNestedItems) continue;
    const around = [
      ...(whole ? [whole] : []),
      ...lists.map(({ path, limit }) => ({ name: nameOf(path), limit })),
    ];
    const own = around.pop();
    if (!own) continue;
    const others = around.map(({ name, limit }) => `${name} ${limit}, `);
    throw malformed(
      own.name,
      `${own.limit} with ${others.join('')}is up to ${items} items; lists inside each other have at most ${maxNestedItems}`,
      'WI-20',
    );
  }
  const all = [...itemsOf.values()].reduce((sum, items) => sum + items, 0);
  const why =
    itemsOf.size > maxNestedLists
      ? `this call names ${itemsOf.size} nested lists; expected at most ${maxNestedLists}`
      : `the ${itemsOf.size} nested lists of this call are up to ${all} items; they have at most ${maxAnswerItems} together`;
  const last = nested.at(-1)?.argument;
  if (last && (itemsOf.size > maxNestedLists || all > maxAnswerItems))
    throw malformed(nestedArgumentName(operation, last.path, last.suffix), why, 'WI-20');
}

/** The list that the answer itself is, with what it is limited by. */
function wholeList(
  [level]: readonly string[],
  query: ReadArguments['query'],
): { readonly name: string; readonly limit: number } | undefined {
  // Both were parsed by the contract.
  const { pagination, limit } = query as { pagination?: Pagination; limit?: number };
  if (level === 'results') return { name: 'pagination', limit: pagination?.size ?? defaultPageSize };
  return level === 'items' ? { name: 'limit', limit: limit ?? defaultListLimit } : undefined;
}

export function malformed(name: string, why: string, rule?: string): ServiceError {
  return new ServiceError('malformed-argument', `${name}: ${why}.`, {
    path: [name],
    ...(rule ? { rule } : {}),
  });
}

function readArgument(name: string, argument: Argument, text: string): unknown {
  const { kind, schema } = argument;
  switch (kind) {
    case 'flag':
      if (text !== 'true' && text !== 'false') throw malformed(name, 'expected true or false');
      return text === 'true';
    case 'integer':
      return follow(name, schema, parseInteger(name, text));
    case 'scalar':
      if (name === 'before' || name === 'after') refuseNulInCursor(name, text);
      return follow(name, schema, text);
    case 'match':
      return readMatch(name, schema, text);
    case 'range':
    case 'object':
      return follow(name, schema, parseJson(name, text));
    case 'where':
      // The schema of a `where` argument is one of the three grammars; its value is a Where.
      return readWhere(name, schema as z.ZodMiniType<Where>, parseJson(name, text));
  }
}

/** A bare value means `eq`; where the schema wants a number, digits are one (Rule WI-1). */
function readMatch(name: string, schema: z.ZodMiniType, text: string): unknown {
  const trimmed = text.trimStart();
  if (trimmed.startsWith('{')) return follow(name, schema, parseJson(name, text));
  if (trimmed.startsWith('[')) throw malformed(name, 'expected an object or a bare value');
  const eq = trimmed.startsWith('"') ? parseJson(name, text) : text;
  const asText = schema.safeParse({ eq });
  if (!asText.success && /^-?\d{1,15}$/.test(text)) return follow(name, schema, { eq: Number(text) });
  return follow(name, schema, { eq });
}

function readNestedText(name: string, argument: NestedArgument, text: string): unknown {
  if (argument.suffix === 'where') return readNestedValue(name, argument, parseJson(name, text));
  if (argument.suffix === 'limit') return readNestedValue(name, argument, parseInteger(name, text));
  return readListText(name, argument, text);
}

function readListText(name: string, { suffix, grammar }: NestedArgument, text: string): string {
  if (suffix === 'before' || suffix === 'after') refuseNulInCursor(name, text);
  if (text.length > 1024) throw malformed(name, 'expected at most 1024 characters');
  if (suffix === 'orderDirection' && text !== 'asc' && text !== 'desc')
    throw malformed(name, 'expected asc or desc');
  if (suffix === 'orderBy' && !Object.hasOwn(grammar.columns, text))
    throw malformed(name, `expected one of ${Object.keys(grammar.columns).join(', ')}`);
  return text;
}

/** Below its base64 a cursor is JSON; whether it is one of this service is found where it is read. */
function refuseNulInCursor(name: string, text: string): void {
  const json = Buffer.from(text, 'base64').toString('utf8');
  refuseNul(json.replaceAll('\\u0000', '\0'), [name]);
}

const whereByGrammar = new Map<string, z.ZodMiniType<Where>>();

function nestedWhere(grammar: FilterGrammar): z.ZodMiniType<Where> {
  const schema = whereByGrammar.get(grammar.name) ?? whereSchema(grammar);
  whereByGrammar.set(grammar.name, schema);
  return schema;
}

/** Its parts are counted before they are read: a body can have hundreds of thousands (Rule WI-3). */
function readWhere(name: string, schema: z.ZodMiniType<Where>, value: unknown): Where {
  checkParts(name, filterParts(value));
  const where = follow(name, schema, value);
  if (filterDepth(where) > maxFilterDepth)
    throw malformed(name, `nests AND and OR deeper than ${maxFilterDepth}`, 'WI-3');
  return where;
}

function checkParts(name: string, parts: number): void {
  if (parts > maxFilterParts)
    throw malformed(
      name,
      `has ${parts} filters, lists and values; at most ${maxFilterParts} are taken in all filters of a call`,
      'WI-3',
    );
}

function parseInteger(name: string, text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw malformed(name, 'expected a whole number');
  return Number(text);
}

function parseJson(name: string, text: string): unknown {
  try {
    const value = readJson(text);
    refuseNul(value, [name]);
    return value;
  } catch (error) {
    if (error instanceof JsonError) throw malformed(name, `${error.message}; expected JSON text`, 'WI-1');
    throw error;
  }
}

function follow<S extends z.ZodMiniType>(name: string, schema: S, value: unknown): z.infer<S> {
  const parsed = parseWith(schema, value, [name]);
  if ('reasons' in parsed) throw new InputError('malformed-argument', parsed.reasons);
  const impossible = findImpossibleInstant(parsed.value, [name]);
  if (impossible) throw new InputError('malformed-argument', [impossible]);
  return parsed.value;
}
