import type { z } from 'zod/mini';

export type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** The definition that zod publishes as `_zod.def`, for programs that walk a schema. */
interface Definition {
  readonly type: string;
  readonly shape?: Shape;
  /** Of an optional or nullable schema. */
  readonly innerType?: z.ZodMiniType;
  /** Of an array. */
  readonly element?: z.ZodMiniType;
  /** Of a union. */
  readonly options?: readonly z.ZodMiniType[];
  readonly checks?: readonly object[];
  /** Of a number with a format, such as a whole one. */
  readonly format?: string;
}

export const definitionOf = (schema: z.ZodMiniType): Definition => schema._zod.def;

/** The schema without its optional and nullable wrappers. */
export function unwrap(schema: z.ZodMiniType): z.ZodMiniType {
  const { type, innerType } = definitionOf(schema);
  return innerType && (type === 'optional' || type === 'nullable') ? unwrap(innerType) : schema;
}

/** The schema of what an array holds, whatever wraps the array; undefined: it is no array. */
export const elementOf = (schema: z.ZodMiniType): z.ZodMiniType | undefined =>
  definitionOf(unwrap(schema)).element;

/** The fields of an object, or of the objects in an array, whatever wraps it; undefined: it is neither. */
export function fieldsOf(schema: z.ZodMiniType): Shape | undefined {
  const { shape, element } = definitionOf(unwrap(schema));
  return element ? fieldsOf(element) : shape;
}
