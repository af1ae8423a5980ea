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

const length = sql`interval '15 minutes'`;

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
  const bin =
    begin && sql`date_bin(${length}, ${instant(begin, isDown ? 'down' : 'up')}, timestamptz 'epoch')`;
  const [inPart, isWhole] = bin
    ? isDown
      ? [sql`${column} >= ${bin}`, sql`${quarter} < ${bin}`]
      : [sql`${column} < ${bin} + ${length}`, sql`${quarter} >= ${bin} + ${length}`]
    : [sql`false`, undefined];
  // The last quarter before which no more rows lie than are passed.
  return sql`with begins as materialized (
      select s.quarter, s.before from (
        select q.quarter, ((select count(*) from ${from}${where(and(condition, inPart))})
          + sum(q.row_count) over (order by q.quarter ${raw(direction)}) - q.row_count)::bigint as before
        from (select ${quarter}, sum(${raw(alias)}.row_count) as row_count
          from ${quarters.from}${where(and(quarters.condition, isWhole))} group by ${quarter}) q) s
      where s.before <= ${String(passed)}::bigint order by s.quarter ${raw(isDown ? 'asc' : 'desc')} limit 1)
    select ${raw(alias)}.id from ${from}${where(
      and(
        condition,
        isDown
          ? sql`${column} < coalesce((select quarter + ${length} from begins), 'infinity')`
          : sql`${column} >= coalesce((select quarter from begins), '-infinity')`,
      ),
    )} order by ${raw(`${alias}.created_at ${direction}, ${alias}.id ${direction}`)}
      limit ${size}::bigint offset ${String(passed)}::bigint - coalesce((select before from begins), 0)`;
}
