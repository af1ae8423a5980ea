import { join, sql } from '../database/sql.ts';
import type { Sql } from '../database/sql.ts';
import { containsPattern, normalised } from './normalise.ts';
import { rareWords } from './word-shares.ts';
import type { ShareOf } from './word-shares.ts';

// The argument objects of the paged lists as SQL conditions. A condition that is undefined restricts nothing.

export type Condition = Sql | undefined;

/** `{exists, eq, ne, in, nin}`; its keys are ANDed, `ne` and `nin` also match absent values (Rule WI-18). */
export interface Match<V> {
  readonly exists?: boolean | undefined;
  readonly eq?: V | undefined;
  readonly ne?: V | undefined;
  readonly in?: readonly V[] | undefined;
  readonly nin?: readonly V[] | undefined;
}

/** `{exists, gte, lte}` over instants, both ends included (Rule WI-17). */
export interface Range {
  readonly exists?: boolean | undefined;
  readonly gte?: string | undefined;
  readonly lte?: string | undefined;
}

export function and(...conditions: readonly Condition[]): Condition {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? undefined : sql`(${join(present, ' and ')})`;
}

export function or(...conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`false` : sql`(${join([...conditions], ' or ')})`;
}

export const where = (condition: Condition): Sql => (condition ? sql` where ${condition}` : sql``);

/** Whether a text column is one of these values. */
export function oneOf(column: Sql, values: readonly string[]): Sql {
  const [only] = values;
  // Equality with one value lets an index give the rows in the order of its further columns.
  return only !== undefined && values.length === 1
    ? sql`${column} = ${only}::text`
    : sql`${column} = any(${[...values]}::text[])`;
}

/** A match over a text column; `as` brings a value into the form in which the column is stored. */
export function textMatch(
  column: Sql,
  match: Match<string> | undefined,
  as: (value: string) => string = (value) => value,
): Condition {
  return match && scalarMatch(column, match, (value) => sql`${as(value)}::text`);
}

/** A match over a whole-number column. */
export function intMatch(column: Sql, match: Match<number> | undefined): Condition {
  return match && scalarMatch(column, match, (value) => sql`${String(value)}::numeric`);
}

function scalarMatch<V>(column: Sql, match: Match<V>, bind: (value: V) => Sql): Condition {
  const list = (values: readonly V[]): Sql => join(values.map(bind), ', ');
  return and(
    match.exists === undefined
      ? undefined
      : match.exists
        ? sql`${column} is not null`
        : sql`${column} is null`,
    match.eq === undefined ? undefined : sql`${column} = ${bind(match.eq)}`,
    match.ne === undefined ? undefined : sql`${column} is distinct from ${bind(match.ne)}`,
    match.in && (match.in.length === 0 ? sql`false` : sql`${column} in (${list(match.in)})`),
    match.nin?.length ? sql`(${column} is null or ${column} not in (${list(match.nin)}))` : undefined,
  );
}

/**
 * A match over something a row has several of: some value has to match, and `ne` and `nin` mean that none does.
 *
 * @param some whether the row has one that meets a condition; undefined: whether it has any
 */
export function anyMatch(
  some: (condition: Condition) => Sql,
  column: Sql,
  match: Match<string> | undefined,
): Condition {
  if (!match) return undefined;
  return and(
    match.exists === undefined ? undefined : match.exists ? some(undefined) : sql`not ${some(undefined)}`,
    match.eq === undefined ? undefined : some(sql`${column} = ${match.eq.toLowerCase()}`),
    match.ne === undefined ? undefined : sql`not ${some(sql`${column} = ${match.ne.toLowerCase()}`)}`,
    match.in && some(oneOf(column, match.in.map(lower))),
    match.nin?.length ? sql`not ${some(oneOf(column, match.nin.map(lower)))}` : undefined,
  );
}

export function dateRange(column: Sql, range: Range | undefined): Condition {
  if (!range) return undefined;
  return and(
    range.exists === undefined
      ? undefined
      : range.exists
        ? sql`${column} is not null`
        : sql`${column} is null`,
    range.gte === undefined ? undefined : sql`${column} >= ${instant(range.gte, 'up')}`,
    range.lte === undefined ? undefined : sql`${column} <= ${instant(range.lte, 'down')}`,
  );
}

export function flag(column: Sql, value: boolean | undefined): Condition {
  return value === undefined ? undefined : value ? column : sql`not ${column}`;
}

/**
 * Every given needle occurs in its column's searchable form (Rule WI-7).
 *
 * @param shareOf of the column that has an index of trigrams
 */
export function search(
  columns: Readonly<Record<string, Sql>>,
  needles: Readonly<Record<string, string | undefined>> | undefined,
  shareOf?: ShareOf,
): Condition {
  if (!needles) return undefined;
  return and(
    ...Object.entries(needles).map(([key, needle]) => {
      const column = columns[key];
      if (column === undefined || needle === undefined) return undefined;
      const text = normalised(needle);
      const rare = shareOf ? rareWords(text, shareOf) : [];
      // The index gives what has the rare words, and only that is compared as a whole: an expression has no index.
      return rare.length === 0
        ? sql`${column} like ${containsPattern(text)}`
        : and(
            ...rare.map((word) => sql`${column} like ${containsPattern(word)}`),
            sql`${column} || '' like ${containsPattern(text)}`,
          );
    }),
  );
}

/** A date-time of the wire as a bound instant. */
export function instant(text: string, rounding: 'up' | 'down'): Sql {
  const at = instantOf(text, rounding);
  // PostgreSQL has no year 0, and rounding may lead beyond 9999: nothing is stored that early or that late.
  if (at.getUTCFullYear() < 1) return sql`'-infinity'::timestamptz`;
  return at.getUTCFullYear() > 9999 ? sql`'infinity'::timestamptz` : sql`${at.toISOString()}::timestamptz`;
}

/**
 * A date-time of the wire. The database keeps milliseconds, so finer digits are rounded towards the inside of the range.
 *
 * @param text an instant that exists: the edge refuses all others
 */
export function instantOf(text: string, rounding: 'up' | 'down'): Date {
  const wholeSeconds = Date.parse(`${text.slice(0, 19)}Z`);
  const fraction = (/\.(\d+)Z$/.exec(text)?.[1] ?? '').padEnd(9, '0');
  const milliseconds =
    Number(fraction.slice(0, 3)) + (rounding === 'up' && /[1-9]/.test(fraction.slice(3)) ? 1 : 0);
  return new Date(wholeSeconds + milliseconds);
}

const lower = (value: string): string => value.toLowerCase();
