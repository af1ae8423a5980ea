import { z } from 'zod/mini';
import { registerFacts } from '../schema/schema-facts.ts';

/**
 * Where a page stands among its siblings. `next` and `prev` are page numbers or null; a client also takes
 * text or nothing at all (Rule WI-6).
 */
export const PaginationInfo = z.looseObject({
  id: z.nullish(z.string()),
  count: z.nullish(z.int()),
  pages: z.nullish(z.int()),
  next: z.nullish(z.union([z.number(), z.string()])),
  prev: z.nullish(z.union([z.number(), z.string()])),
});
export type PaginationInfo = z.infer<typeof PaginationInfo>;
registerFacts(PaginationInfo, { name: 'PaginationInfo', kind: 'part', required: ['id', 'count', 'pages'] });

/** Answer of a paged list. */
export interface Results<T> {
  id?: string | null | undefined;
  info?: PaginationInfo | null | undefined;
  results?: T[] | null | undefined;
}

export const results = <T>(item: z.ZodMiniType<T>): z.ZodMiniType<Results<T>> =>
  z.looseObject({
    id: z.nullish(z.string()),
    info: z.nullish(PaginationInfo),
    results: z.nullish(z.array(item)),
  });
