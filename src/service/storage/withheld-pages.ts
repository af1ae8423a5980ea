import { sql } from 'drizzle-orm';
import type { Where } from '#contract/filters/filters.ts';
import { readBigInt } from '#contract/schema/scalars.ts';
import type { Queries } from './queries.ts';

/**
 * Of which lists a page never comes: those of one token's events, where a test case withholds it (Rule ST-14). Lists
 * of several tokens end as they should.
 *
 * @param parents the tokens whose events are asked for; undefined: the one that `where` names, if it does
 * @returns the names of the lists, as in `parents`; '' for the one of `where`
 */
export async function withheldLists(
  queries: Queries,
  where: Where | undefined,
  parents: readonly string[] | undefined,
): Promise<ReadonlySet<string>> {
  const named = parents ?? [where ? tokenOf(where) : undefined].filter((token) => token !== undefined);
  if (named.length === 0) return new Set();
  const rows = await queries.rows<{ token: string }>(
    sql`select token::text as token from withheld_pages
      where token = any(${sql.param(named)}::text[]::numeric[])`,
  );
  return new Set(rows.map(({ token }) => (parents ? token : '')));
}

/** The token that every row of a filter must be of. */
function tokenOf(where: Where): string | undefined {
  const value = where.digest;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return readBigInt(value)?.toString();
  return where.AND?.map(tokenOf).find((token) => token !== undefined);
}
