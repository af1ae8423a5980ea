import { sql } from '../database/sql.ts';
import type { Sql } from '../database/sql.ts';
import type { Where } from '#contract/filters/filters.ts';
import { readBigInt } from '#contract/schema/scalars.ts';
import type { RowSet, RowSets } from './row-sets.ts';

/**
 * Adds to a statement of which lists a page never comes: those of one token's events, where a test case withholds it
 * (Rule ST-14). Lists of several tokens end as they should.
 *
 * @param parents the tokens whose events are listed; undefined: the one that `where` names, if it does
 * @returns the names of the lists, as of `parents`; '' for the one of `where`
 */
export function addWithheldLists(
  sets: RowSets,
  where: Where | undefined,
  parents: { readonly column: string; readonly set: Sql } | undefined,
): RowSet<{ name: string }> | undefined {
  if (parents?.column === 'digest')
    return sets.add(sql`select token::text as name from withheld_pages
      where token in (select id::numeric from ${parents.set})`);
  const token = parents ? undefined : where && tokenOf(where);
  if (token === undefined) return undefined;
  return sets.add(sql`select '' as name from withheld_pages where token = ${token}::text::numeric`);
}

/** The token that every row of a filter must be of. */
function tokenOf(where: Where): string | undefined {
  const value = where.digest;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return readBigInt(value)?.toString();
  return where.AND?.map(tokenOf).find((token) => token !== undefined);
}
