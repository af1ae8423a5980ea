import { createHash } from 'node:crypto';
import { join, raw, sql } from '../database/sql.ts';
import type { Sql } from '../database/sql.ts';
import { defaultPageSize } from '#contract/filters/arguments.ts';
import { and, dateRange, where } from './conditions.ts';
import type { Condition, Range } from './conditions.ts';
import { idsByQuarter } from './page-by-quarter.ts';
import type { CountedQuarters } from './page-by-quarter.ts';

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
  /**
   * What the caller sees, as each of its roles: of one role an index gives the rows, of several at once none does. A row
   * of two roles is listed once. Without roles nothing is seen; absent: everything is.
   */
  readonly visible?: readonly Sql[];
  /** What is requested. */
  readonly condition: Condition;
  /** Of the first role, where its rows are counted by kind and all that is requested is of these kinds. */
  readonly counted?: CountedRows | undefined;
  /**
   * Of a search, whose rows are found at a cost of their own: as many are found once, for the page and for the count. Where
   * there are more, both look for themselves.
   */
  readonly mostFound?: number | undefined;
  readonly arguments: PagedArguments;
}

/** Rows that are counted as they are written. */
export interface CountedRows {
  /** A table with `organization_id`, the columns of the kinds and `row_count`, under the alias of the list. */
  readonly from: Sql;
  /** What is seen and requested of it, without when rows were made. */
  readonly condition: Condition;
  /** The same of the rows themselves. */
  readonly rows: Condition;
  /** When the rows were made. What lies outside is counted one by one, where it is little, and taken off. */
  readonly createdAt: Range | undefined;
  /** Where there may be many counts, and looking at a row costs more than passing over it. */
  readonly limited?:
    | {
        /** How many counts are added up. Where there are more, the rows are counted. */
        readonly most: number;
        /** What is seen of the counts, and of the rows, whatever is requested of it. */
        readonly counts: Condition;
        readonly rows: Condition;
      }
    | undefined;
  /** The same by the quarter of an hour in which rows were made, where all that is requested is counted by it too. */
  readonly quarters?: CountedQuarters | undefined;
}

/** Rows outside of a range that are counted to learn how many are inside. */
const mostOutside = 10_000;
/** How many rows are passed over to get to a page far back. */
const limits = {
  /** From its nearer end, without looking which that is. */
  passed: 1_000,
  /** From the nearer end, without adding up how many lie in each quarter of an hour. */
  walked: 20_000,
};

/** The statements of a page of a list: newest first unless requested otherwise, ties by id in the same direction. */
export function selectPage(
  list: PagedList,
  { passed: mostPassed, walked: mostWalked } = limits,
): {
  /** One row with `count`, how many rows the selection has. */
  readonly count: Sql;
  /** The ids of the page, one a row. @param counted name of the result of `count` */
  readonly idsOf: (counted: Sql) => Sql;
  /** The order of the list, for rows under an alias that have its columns. */
  readonly orderOf: (alias: string) => Sql;
} {
  const { page = 1, size = defaultPageSize } = list.arguments.pagination ?? {};
  const { field, order } = list.arguments.sort ?? { field: 'createdAt', order: 'desc' };
  const column = field === 'createdAt' ? 'created_at' : 'updated_at';
  const ordered = (alias: string, direction: 'asc' | 'desc'): Sql =>
    raw(`${alias}.${column} ${direction}, ${alias}.id ${direction}`);
  const [direction, opposite] = order === 'asc' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const);
  const orderOf = (alias: string): Sql => ordered(alias, direction);
  const roles = rolesOf(list);
  const passed = (page - 1) * size;
  const cut = sql`limit ${size}::bigint offset ${String(passed)}::bigint`;
  const [first, ...others] = roles;
  const ids =
    others.length === 0
      ? sql`select ${raw(list.alias)}.id from ${list.from}${where(first.condition)} order by ${orderOf(list.alias)} ${cut}`
      : sql`select x.id from (${join(
          // Of each role no more is looked at than the page may have of it.
          roles.map(
            ({
              condition,
            }) => sql`(select ${raw(`${list.alias}.id, ${list.alias}.${column}`)} from ${list.from}${where(condition)}
                order by ${orderOf(list.alias)} limit ${String(page * size)}::bigint)`,
          ),
          ' union all ',
        )}) x order by ${orderOf('x')} ${cut}`;
  const count = sql`${join(
    roles.map(({ condition, counted }) => countOf(list, condition, counted)),
    ' + ',
  )}`;
  if (list.mostFound === undefined && others.length === 0 && passed > mostPassed) {
    const left = sql`(c.count - ${String(passed)}::bigint)`;
    const fromTheEnd = sql`select x.id from (select ${raw(`${list.alias}.id, ${list.alias}.${column}`)}
        from ${list.from}${where(first.condition)} order by ${ordered(list.alias, opposite)}
        limit greatest(0, least(${size}::bigint, ${left})) offset greatest(0, ${left} - ${size}::bigint)) x order by ${orderOf('x')}`;
    const { quarters, createdAt } = list.counted ?? {};
    const byQuarter =
      quarters &&
      field === 'createdAt' &&
      idsByQuarter(quarters, { ...list, condition: first.condition, createdAt, direction, passed, size });
    const isNear = sql`least(${String(passed)}::bigint, ${left}) <= ${String(mostWalked)}::bigint`;
    return {
      // The last page of millions is as near as the first, and one in the middle begins with its quarter of an hour.
      idsOf: (counted) => sql`select unnest(case
          ${byQuarter ? sql`when not ${isNear} then array(${byQuarter})` : sql``}
          when ${left} > ${String(passed)}::bigint then array(${ids})
          else array(${fromTheEnd}) end) as id from ${counted} c`,
      count: sql`select ${count} as count`,
      orderOf,
    };
  }
  if (list.mostFound === undefined || others.length > 0)
    return { idsOf: () => ids, count: sql`select ${count} as count`, orderOf };
  const few = sql`(select count(*) from found) <= ${list.mostFound}::bigint`;
  return {
    count: sql`with found as materialized (
        select ${raw(`${list.alias}.id, ${list.alias}.${column}`)} from ${list.from}${where(first.condition)}
        limit ${list.mostFound + 1}::bigint)
      select case when ${few} then (select count(*) from found) else ${count} end as count,
        case when ${few} then array(select x.id from found x order by ${orderOf('x')} ${cut}) else array(${ids}) end as ids`,
    idsOf: (counted) => sql`select unnest(c.ids) as id from ${counted} c`,
    orderOf,
  };
}

interface Role {
  readonly condition: Condition;
  readonly counted: CountedRows | undefined;
}

/** What is listed, in parts that have no row in common: at least one. */
function rolesOf({ visible, condition, counted }: PagedList): readonly [Role, ...Role[]] {
  if (visible === undefined) return [{ condition, counted }];
  const [first, ...others] = visible;
  if (first === undefined) return [{ condition: sql`false`, counted: undefined }];
  return [
    { condition: and(first, condition), counted },
    ...others.map((role, at) => ({
      condition: and(
        role,
        ...visible.slice(0, at + 1).map((before) => sql`(${before}) is not true`),
        condition,
      ),
      counted: undefined,
    })),
  ];
}

/** How many rows meet a condition, as an expression. */
function countOf({ from, alias }: PagedList, condition: Condition, counted: CountedRows | undefined): Sql {
  const counting = sql`(select count(*) from ${from}${where(condition)})`;
  if (!counted) return counting;
  const { limited } = counted;
  const all = sql`(select coalesce(sum(${raw(alias)}.row_count), 0)::bigint from ${counted.from}${where(counted.condition)})`;
  const inRange = countInRange({ from, alias }, counted, all, counting);
  if (!limited) return inRange;
  return sql`(select case when count(*) > ${limited.most} then ${counting} else ${inRange} end
    from (select 1 from ${counted.from}${where(limited.counts)} limit ${limited.most + 1}) few)`;
}

/** How many of all rows lie in a range of creation. @param counting them one by one */
function countInRange(
  { from, alias }: Pick<PagedList, 'from' | 'alias'>,
  { createdAt: range, rows, limited }: CountedRows,
  all: Sql,
  counting: Sql,
): Sql {
  const { gte, lte } = range ?? {};
  if (gte === undefined && lte === undefined) return all;
  const createdAt = raw(`${alias}.created_at`);
  const [walked, columns, number] = limited
    ? [
        limited.rows,
        raw(`${alias}.*`),
        sql`case when count(*) > ${mostOutside} then ${mostOutside + 1} else count(*) filter (${where(rows)}) end`,
      ]
    : [rows, sql`1`, sql`count(*)`];
  // In the order of an index: whatever the planner expects, it walks no more than what lies outside.
  const outside = (of: Range, direction: Sql): Sql =>
    sql`(select ${number} from (select ${columns} from ${from}${where(
      and(walked, sql`not ${dateRange(createdAt, of) ?? sql`true`}`),
    )} order by ${createdAt} ${direction} limit ${mostOutside + 1}) ${raw(alias)})`;
  return sql`(with few as materialized (select
      ${gte === undefined ? sql`0` : outside({ gte }, sql`asc`)} as earlier, ${lte === undefined ? sql`0` : outside({ lte }, sql`desc`)} as later)
    select case when earlier > ${mostOutside} or later > ${mostOutside} then ${counting} else greatest(0, ${all} - earlier - later) end from few)`;
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
