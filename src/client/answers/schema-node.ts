import type { z } from 'zod/mini';
import { isRecord } from '#contract/schema/is-record.ts';
import { definitionOf, unwrap } from '#contract/schema/schema-definition.ts';
import { factsOf, type SchemaFacts } from '#contract/schema/schema-facts.ts';

/** The facts of a schema that reading needs: zod's definitions are too slow to query for each of thousands of values. */
export interface SchemaNode {
  readonly schema: z.ZodMiniType;
  readonly facts: SchemaFacts | undefined;
  /** Whether a value has its type, whatever its format. */
  readonly isOfType: (value: unknown) => boolean;
  /** Whether a scalar has a format beside its type. */
  readonly hasFormat: boolean;
  /** Fields of an object. Resources refer to one another, so nodes are made lazily. */
  readonly fields: ReadonlyMap<string, SchemaNode> | undefined;
  /** Element of an array. */
  readonly element: SchemaNode | undefined;
}

const nodes = new Map<z.ZodMiniType, SchemaNode>();

/** The node of a schema without its optional and nullable wrappers. */
export function nodeOf(wrapped: z.ZodMiniType): SchemaNode {
  const schema = unwrap(wrapped);
  const node = nodes.get(schema) ?? createNode(schema);
  nodes.set(schema, node);
  return node;
}

function createNode(schema: z.ZodMiniType): SchemaNode {
  const { type, shape, element, options, checks, format } = definitionOf(schema);
  const object = options?.find((option) => definitionOf(option).shape);
  let fields: SchemaNode['fields'];
  return {
    schema,
    facts: factsOf(object ?? schema),
    isOfType: options
      ? (value) => options.some((option) => nodeOf(option).isOfType(value))
      : (typeTests[type] ?? (() => true)),
    hasFormat: !!checks || !!format || type === 'enum' || type === 'union',
    get fields() {
      fields ??= object
        ? nodeOf(object).fields
        : shape && new Map(Object.entries(shape).map(([name, inner]) => [name, nodeOf(inner)]));
      return fields;
    },
    get element() {
      return element && nodeOf(element);
    },
  };
}

const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  enum: (value) => typeof value === 'string',
  // JSON can write numbers that no double has, such as 1e400.
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  bigint: (value) => typeof value === 'bigint',
  array: (value) => Array.isArray(value),
  object: isRecord,
};
