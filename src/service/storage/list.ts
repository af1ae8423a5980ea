import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { defaultPageSize } from '#contract/filters/arguments.ts';
import { where } from './conditions.ts';
import type { Condition } from './conditions.ts';
import type { Queries } from './queries.ts';

/** The arguments every paged list shares (Rules WI-4, WI-5). */
export interface PagedArguments {
  readonly sort?: { readonly field: 'createdAt' | 'updatedAt'; readonly order: 'asc' | 'desc' } | undefined;
  readonly pagination?:
    { readonly page?: number | undefined; readonly size?: number | undefined } | undefined;
}

/** One page with where it stands (Rule WI-6). */
export interface Page<Item> {
  /** Of the selection: the same arguments have the same id. */
  readonly id: string;
  readonly info: {
    readonly id: string;
    readonly count: number;
    readonly pages: number;
    readonly next: number | null;
    readonly prev: number | null;
  };
  readonly results: Item[];
}

export interface PagedList {
  /** Names the list in its id. */
  readonly name: string;
  /** Table and alias, with whatever has to be joined. */
  readonly from: SQL;
  /** Alias of the table whose rows are listed; it has `id`, `created_at` and `updated_at`. */
  readonly alias: string;
  readonly condition: Condition;
  readonly arguments: PagedArguments;
}

/**
 * The ids of a page of a list: newest first unless asked otherwise, ties by id in the same direction. Past the end the page
 * is empty and the count is true.
 */
export async function listPage(queries: Queries, list: PagedList): Promise<Page<string>> {
  const { page = 1, size = defaultPageSize } = list.arguments.pagination ?? {};
  const { field, order } = list.arguments.sort ?? { field: 'createdAt', order: 'desc' };
  const column = sql.raw(`${list.alias}.${field === 'createdAt' ? 'created_at' : 'updated_at'}`);
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const selected = sql`from ${list.from}${where(list.condition)}`;
  const offset = (page - 1) * size;
  // One statement: the count is of the very rows that the page is cut from.
  const [found] = await queries.rows<{ count: number; ids: string[] }>(sql`
    select (select count(*) ${selected}) as count,
      array(select ${sql.raw(list.alias)}.id ${selected}
        order by ${column} ${direction}, ${sql.raw(list.alias)}.id ${direction}
        limit ${size}::bigint offset ${String(offset)}::bigint) as ids`);
  const { count = 0, ids = [] } = found ?? {};
  const pages = Math.ceil(count / size);
  const id = selectionId(list.name, list.arguments);
  return {
    id,
    info: {
      id,
      count,
      pages,
      next: page < pages ? page + 1 : null,
      prev: page > 1 && pages > 0 ? Math.min(page - 1, pages) : null,
    },
    results: ids,
  };
}

function selectionId(name: string, selection: PagedArguments): string {
  const { pagination: _, ...rest } = selection;
  return createHash('sha256')
    .update(`${name} ${JSON.stringify(rest)}`)
    .digest('hex')
    .slice(0, 24);
}
