import type { z } from 'zod/mini';
import type { Tier } from './tiers.ts';

/** Facts about a schema that its shape does not express. */
export interface SchemaFacts<Field extends string = string> {
  /** Its name in the OpenAPI document and on the page of differences. */
  readonly name: string;
  /**
   * - `resource`: nested, it arrives whole, partial, as `{id}`, as `{}` or as null (Rule WI-14)
   * - `part`: it has no identity of its own and is always as complete as the resource that contains it
   * - `page`: one page of a nested list (Rule WI-9)
   * - absent: a scalar or an argument
   */
  readonly kind?: 'resource' | 'part' | 'page';
  /** How surely a service that we did not write sends it. */
  readonly tier?: Tier;
  /**
   * Fields that are always present ("Required: yes"): of a resource where an operation answers it, of a part wherever it
   * is. Schemas leave every field optional, because the same resource also arrives nested.
   */
  readonly required?: readonly Field[];
  /** Names under which live deployments send a field of this schema. */
  readonly otherNames?: Readonly<Record<string, Field>>;
  /** Fields that an answer may name with a suffix: a name that begins with one of these is that field (Rule SR-7). */
  readonly prefixes?: readonly Field[];
}

const facts = new Map<z.ZodMiniType, SchemaFacts>();

/** Registers what is known of an object of the interface. */
export function registerFacts<S extends z.ZodMiniType & { readonly shape: object }>(
  schema: S,
  known: SchemaFacts<Extract<keyof S['shape'], string>>,
): void {
  facts.set(schema, known);
}

/** Registers the names of scalars and arguments. */
export function registerNames(schemas: Readonly<Record<string, z.ZodMiniType>>): void {
  for (const [name, schema] of Object.entries(schemas)) facts.set(schema, { name });
}

export const factsOf = (schema: z.ZodMiniType): SchemaFacts | undefined => facts.get(schema);

/** Every schema with facts, of the modules that were loaded. */
export const schemasWithFacts = (): readonly [z.ZodMiniType, SchemaFacts][] => [...facts];
