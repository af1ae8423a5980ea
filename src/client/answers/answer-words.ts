import type { z } from 'zod/mini';
import { definitionOf, unwrap } from '#contract/schema/schema-definition.ts';
import { factsOf } from '#contract/schema/schema-facts.ts';

// Words for differences between an answer and the contract: types and names of fields, never a value.

const words: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'flag',
  bigint: 'whole number',
};

/** What a schema requires, in a word of the interface. */
export function wordOf(wrapped: z.ZodMiniType): string {
  const schema = unwrap(wrapped);
  const { type, element, options } = definitionOf(schema);
  const name = factsOf(schema)?.name;
  if (name !== undefined) return name;
  if (element) return `list of ${wordOf(element)}`;
  return options ? options.map(wordOf).join(' or ') : (words[type] ?? type);
}

const maxFields = 12;
const maxLevels = 3;

/** The shape of a value: types and names of fields. Neither texts, numbers nor lengths of what was sent. */
export function shapeOf(value: unknown, level = 0): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) {
    const [first] = value as readonly unknown[];
    return value.length === 0 ? 'empty list' : `list of ${shapeOf(first, level + 1)}`;
  }
  if (typeof value !== 'object') return words[typeof value] ?? typeof value;
  if (level >= maxLevels) return 'object';
  const fields = Object.entries(value);
  const shown = fields
    .slice(0, maxFields)
    .map(([name, one]) => `${fieldWord(name)}: ${shapeOf(one, level + 1)}`);
  return `{${[...new Set(shown), ...(fields.length > maxFields ? ['…'] : [])].join(', ')}}`;
}

/**
 * The name of a field, where it is one. A map may have ids, addresses or keys of its own as names: those are values, and
 * are not shown.
 */
export function fieldWord(name: string): string {
  const isName = /^[A-Za-z_$][A-Za-z0-9_$-]{0,39}$/.test(name);
  const isCode =
    /\d{4}/.test(name) || /^(0x)?[0-9a-f]{12,}$/i.test(name) || (name.match(/\d/g) ?? []).length > 3;
  return isName && !isCode ? name : '(key)';
}
