import { join, raw, sql } from '../../storage/database/sql.ts';
import type { Database } from '../../storage/database/database.ts';
import { attemptDue } from './attempt-each.ts';
import type { Swept } from './attempt-each.ts';

/** Tables of counts, each with the columns of its kinds. */
const tables = {
  signature_request_counts: 'organization_id, draft, finalized, content_kind, signed_at, rejected_at',
  invite_counts: 'organization_id, signed_at, rejected_at',
  witness_counts: 'organization_id, claimed, nom151_created_at, merkle_created_at',
} as const;

/** Rows of one organization that a count may add up each time. */
const mostRows = 20;

/** Adds up the differences that writes left in the tables of counts, so that a count stays the sum of a few rows. */
export async function sweepCounts(database: Database): Promise<Swept> {
  const items = [
    { table: 'signature_request_quarters', sweep: () => sweepQuarters(database) },
    ...Object.entries(tables).map(([table, columns]) => ({
      table,
      sweep: () => sweepTable(database, table, columns),
    })),
  ];
  const attempts = { items, keyOf: ({ table }: { table: string }) => table, atOnce: 1 };
  return attemptDue(database, 'count', attempts, ({ sweep }) => sweep());
}

async function sweepTable(database: Database, table: string, columns: string): Promise<void> {
  const [counts, kinds] = [raw(table), raw(columns)];
  // What is added up leaves and comes in one statement: a count sees it before or after. Another sweep waits for this
  // one, and then finds the rows gone.
  const full = sql`select organization_id from ${counts} group by organization_id having count(*) > ${mostRows}`;
  const [found] = await database.rows(sql`${full} limit 1`);
  if (!found) return;
  await database.rows(sql`
    with taken as (delete from ${counts} where organization_id in (${full}) returning *)
    insert into ${counts} (${join([kinds, raw('row_count')], ', ')})
    select ${kinds}, sum(row_count) from taken group by ${kinds} having sum(row_count) <> 0`);
}

/** The same of requests by the quarter of an hour: of a quarter that is over nothing is added any more. */
async function sweepQuarters(database: Database): Promise<void> {
  const key = sql`organization_id, quarter, content_kind`;
  await database.rows(sql`
    with added as (select distinct ${key} from signature_request_quarters where not summed),
      taken as (delete from signature_request_quarters q using added a where q.organization_id = a.organization_id
        and q.quarter = a.quarter and q.content_kind = a.content_kind returning q.*)
    insert into signature_request_quarters (${key}, row_count, summed)
    select ${key}, sum(row_count), true from taken group by ${key} having sum(row_count) <> 0`);
}
