import { raw, sql } from '../database/sql.ts';
import type { Sql } from '../database/sql.ts';
import { and, instant, where } from './conditions.ts';
import type { Condition, Range } from './conditions.ts';

/** Numbers of rows by the quarter of an hour in which they were made. */
export interface CountedQuarters {
  /** A table with `quarter`, the columns of the condition and `row_count`, under the alias of the list. */
  readonly from: Sql;
  /** What is seen and requested, without when rows were made. */
  readonly condition: Condition;
}

interface FarPage {
  /** Table and alias whose rows are listed by when they were made. */
  readonly from: Sql;
  readonly alias: string;
  /** Of the rows: what is seen and requested, with the range. */
  readonly condition: Condition;
  readonly createdAt: Range | undefined;
  readonly direction: 'asc' | 'desc';
  /** Rows before the page. */
  readonly passed: number;
  readonly size: number;
}

const quarterLength = sql`interval '15 minutes'`;
const dayLength = sql`interval '1 day'`;

/**
 * The ids of a page far back. Where it begins follows from how many rows were made in each quarter of an hour before it,
 * so that of the rows themselves only those of two quarters are passed over.
 */
export function idsByQuarter(quarters: CountedQuarters, page: FarPage): Sql {
  const { from, alias, condition, createdAt, direction, passed, size } = page;
  const isDown = direction === 'desc';
  const column = raw(`${alias}.created_at`);
  const quarter = raw(`${alias}.quarter`);
  // A range may begin within a quarter: its rows are counted one by one up to the first quarter that is whole.
  const begin = isDown ? createdAt?.lte : createdAt?.gte;
  const bin = begin && startOf(quarterLength, instant(begin, isDown ? 'down' : 'up'));
  const [inPart, isWhole] = bin
    ? isDown
      ? [sql`${column} >= ${bin}`, sql`${quarter} < ${bin}`]
      : [sql`${column} < ${bin} + ${quarterLength}`, sql`${quarter} >= ${bin} + ${quarterLength}`]
    : [sql`false`, undefined];
  // Sums of integers are bigints; those of bigints are numeric, and slower.
  /** The day or the quarter in which the page begins, and how many rows lie before it. */
  const beginning = (unit: Sql, among: Condition, before: Sql): Sql =>
    sql`select s.start, s.before from (
        select u.start, u.n, (${before} + sum(u.n) over (order by u.start ${raw(direction)}) - u.n)::bigint as before
        from (select ${unit} as start, sum(${raw(alias)}.row_count::integer) as n
          from ${quarters.from}${where(and(quarters.condition, isWhole, among))} group by 1) u) s
      where s.before <= ${String(passed)}::bigint and s.before + s.n > ${String(passed)}::bigint limit 1`;
  const inDay = sql`${quarter} >= (select start from days) and ${quarter} < (select start + ${dayLength} from days)`;
  return sql`with days as materialized (${beginning(
    startOf(dayLength, quarter),
    undefined,
    sql`(select count(*) from ${from}${where(and(condition, inPart))})`,
  )}), begins as materialized (${beginning(quarter, inDay, sql`(select before from days)`)})
    select ${raw(alias)}.id from ${from}${where(
      and(
        condition,
        isDown
          ? sql`${column} < coalesce((select start + ${quarterLength} from begins), 'infinity')`
          : sql`${column} >= coalesce((select start from begins), '-infinity')`,
      ),
    )} order by ${raw(`${alias}.created_at ${direction}, ${alias}.id ${direction}`)}
      limit ${size}::bigint offset ${String(passed)}::bigint - coalesce((select before from begins), 0)`;
}

const startOf = (length: Sql, at: Sql): Sql => sql`date_bin(${length}, ${at}, timestamptz 'epoch')`;
