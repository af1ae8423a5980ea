import type { z } from 'zod/mini';
import { defaultListLimit, maxNestedItems } from './arguments.ts';
import type { FilterGrammar } from './filters.ts';
import { endorsableGrammar, endorseEventGrammar } from './filters.ts';
import type { Operation } from '../operations/operations.ts';
import { EndorsablePage, EndorseEventPage } from '../resources/resources.ts';
import { fieldsOf, unwrap } from '../schema/schema-definition.ts';

/** The six arguments that every nested collection has (Rule WI-11). */
export const nestedSuffixes = ['where', 'orderBy', 'orderDirection', 'before', 'after', 'limit'] as const;
export type NestedSuffix = (typeof nestedSuffixes)[number];

/** Deepest collection that has arguments: levels between the response and the collection. */
export const maxNestedLevels = 6;

/** One nested argument's name, taken apart. */
export interface NestedArgument {
  /** Field names from the response down to the collection, e.g. `['wallet', 'endorsables']`. */
  readonly path: readonly string[];
  readonly suffix: NestedSuffix;
  /** The grammar of the collection's `_where`. */
  readonly grammar: FilterGrammar;
}

/** The collections of the interface that are read page by page, with the grammar of their filters. */
function collectionGrammar(schema: z.ZodMiniType): FilterGrammar | undefined {
  if (schema === EndorsablePage) return endorsableGrammar;
  if (schema === EndorseEventPage) return endorseEventGrammar;
  return undefined;
}

/**
 * Reads the name of a nested list argument: the response field, each level's name doubled, the collection's
 * name, the suffix, joined by `_`, as in `subjects_results_results_wallet_wallet_endorsables_limit`.
 *
 * @returns undefined when the name is not of this operation's families (it is then an unknown parameter)
 */
export function readNestedArgument(operation: Operation, name: string): NestedArgument | undefined {
  if (!operation.responseField) return undefined;
  const parts = name.split('_');
  if (parts[0] !== operation.responseField) return undefined;
  const suffix = nestedSuffixes.find((known) => known === parts[parts.length - 1]);
  if (!suffix) return undefined;
  const middle = parts.slice(1, -1);
  if (middle.length % 2 === 0 || middle.length > 2 * maxNestedLevels + 1) return undefined;
  const path: string[] = [];
  let schema: z.ZodMiniType | undefined = operation.output;
  for (let i = 0; i + 1 < middle.length; i += 2) {
    const level = middle[i];
    if (level === undefined || level !== middle[i + 1]) return undefined;
    schema = fieldOf(schema, level);
    if (!schema) return undefined;
    path.push(level);
  }
  const collection = middle[middle.length - 1];
  if (collection === undefined) return undefined;
  const page = fieldOf(schema, collection);
  const grammar = page && collectionGrammar(unwrap(page));
  if (!grammar) return undefined;
  return { path: [...path, collection], suffix, grammar };
}

/** A field by the name in a request, which may also be that of a member of every object, such as `constructor`. */
function fieldOf(schema: z.ZodMiniType, name: string): z.ZodMiniType | undefined {
  const fields = fieldsOf(schema);
  return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The name of a nested list argument, the inverse of `readNestedArgument`. */
export function nestedArgumentName(
  operation: Operation,
  path: readonly string[],
  suffix: NestedSuffix,
): string {
  const levels = path.slice(0, -1).flatMap((level) => [level, level]);
  return [operation.responseField, ...levels, path[path.length - 1], suffix].join('_');
}

/** A collection on the way to a nested list, with its limit. */
export interface ListOnPath {
  readonly path: readonly string[];
  readonly limit: number;
}

/**
 * The nested lists on the way to a collection, the outermost first and itself last. A limit that is not given is the
 * default, or what the lists around it leave of the most items, if that is less (Rule WI-20).
 *
 * @param listed items of the list that the whole answer is; 1 where it is none
 * @param given the limit that the call names for the collection at a path
 */
export function listsOnPath(
  path: readonly string[],
  listed: number,
  given: (path: readonly string[]) => number | undefined,
): readonly ListOnPath[] {
  const within = path.flatMap((level, at) => (level === 'items' && at > 0 ? [path.slice(0, at)] : []));
  let around = listed;
  return [...within, path].map((here) => {
    const limit = given(here) ?? Math.min(defaultListLimit, Math.floor(maxNestedItems / Math.max(around, 1)));
    around *= limit;
    return { path: here, limit };
  });
}

/**
 * Every collection that can be reached from an operation's response within a number of levels: the paths of
 * its families, found by walking the contract.
 */
export function nestedCollections(operation: Operation, levels: number): readonly (readonly string[])[] {
  if (!operation.responseField) return [];
  const found: (readonly string[])[] = [];
  const walk = (schema: z.ZodMiniType, path: readonly string[]): void => {
    for (const [field, child] of Object.entries(fieldsOf(schema) ?? {})) {
      if (collectionGrammar(unwrap(child))) found.push([...path, field]);
      if (path.length < levels) walk(child, [...path, field]);
    }
  };
  walk(operation.output, []);
  return found;
}
