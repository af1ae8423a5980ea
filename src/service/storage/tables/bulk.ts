import { identifier, join, sql } from '../database/sql.ts';
import type { Queries } from '../database/queries.ts';

/** Values of a row by column: instants as `Date`, whole numbers of any size as `bigint`. Columns left out are null. */
export type BulkRow = Readonly<Record<string, unknown>>;

/** Writes many rows of one table in one statement; all have the columns of the first. */
export async function insertRows(queries: Queries, table: string, rows: readonly BulkRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = join(
    Object.keys(first).map((column) => identifier(column)),
    ', ',
  );
  await queries.rows(sql`insert into ${identifier(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${identifier(table)}, ${jsonOf(rows)}::jsonb)`);
}

/** Whole numbers beyond 2^53 travel as text, which the column's own type reads. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner));
