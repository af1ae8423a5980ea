import { createHash } from 'node:crypto';
import { raw, sql } from '../database/sql.ts';
import type { Sql } from '../database/sql.ts';
import { defaultPageSize } from '#contract/filters/arguments.ts';
import { where } from './conditions.ts';
import type { Condition } from './conditions.ts';

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
  readonly from: Sql;
  /** Alias of the table whose rows are listed; it has `id`, `created_at` and `updated_at`. */
  readonly alias: string;
  readonly condition: Condition;
  readonly arguments: PagedArguments;
}

/** The statements of a page of a list: newest first unless requested otherwise, ties by id in the same direction. */
export function selectPage(list: PagedList): {
  /** The ids of the page, one a row. */
  readonly ids: Sql;
  /** One row with how many rows the selection has. */
  readonly count: Sql;
  /** The order of the list, for rows under an alias that have its columns. */
  readonly orderOf: (alias: string) => Sql;
} {
  const { page = 1, size = defaultPageSize } = list.arguments.pagination ?? {};
  const { field, order } = list.arguments.sort ?? { field: 'createdAt', order: 'desc' };
  const column = field === 'createdAt' ? 'created_at' : 'updated_at';
  const direction = order === 'asc' ? 'asc' : 'desc';
  const orderOf = (alias: string): Sql => raw(`${alias}.${column} ${direction}, ${alias}.id ${direction}`);
  const selected = sql`from ${list.from}${where(list.condition)}`;
  return {
    ids: sql`select ${raw(list.alias)}.id ${selected} order by ${orderOf(list.alias)}
      limit ${size}::bigint offset ${String((page - 1) * size)}::bigint`,
    count: sql`select count(*) as count ${selected}`,
    orderOf,
  };
}

/** A page with where it stands. Past the end it is empty and the count is true. */
export function pageOf<Item>(list: PagedList, count: number, results: Item[]): Page<Item> {
  const { page = 1, size = defaultPageSize } = list.arguments.pagination ?? {};
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
    results,
  };
}

function selectionId(name: string, selection: PagedArguments): string {
  const { pagination: _, ...rest } = selection;
  return createHash('sha256')
    .update(`${name} ${JSON.stringify(rest)}`)
    .digest('hex')
    .slice(0, 24);
}
