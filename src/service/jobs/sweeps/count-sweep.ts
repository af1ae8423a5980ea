import { join, raw, sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import type { Database } from '../../storage/database/database.ts';
import { readCounted } from '../../storage/tables/row-counts.ts';
import type { Counted } from '../../storage/tables/row-counts.ts';
import { attemptDue } from './attempt-each.ts';
import type { Swept } from './attempt-each.ts';

/** Rows of one organization that a count may add up each time. */
const mostRows = 20;

/** Adds up the differences that writes left in the tables of counts, so that a count stays the sum of a few rows. */
export async function sweepCounts(database: Database): Promise<Swept> {
  const items = await readCounted(database);
  const attempts = { items, keyOf: ({ table }: Counted) => table, atOnce: 1 };
  return attemptDue(database, 'count', attempts, ({ table, columns }) =>
    (columns.includes('quarter') ? sweepQuarters : sweepTable)(database, table, columns),
  );
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

/** The same by the quarter of an hour: of a quarter that is over nothing is added any more. */
async function sweepQuarters(database: Database, table: string, columns: string): Promise<void> {
  const [quarters, key] = [raw(table), raw(columns)];
  await database.rows(sql`
    with added as (select distinct ${key} from ${quarters} where not summed),
      taken as (delete from ${quarters} q using added a
        where (${prefixed('q', columns)}) = (${prefixed('a', columns)}) returning q.*)
    insert into ${quarters} (${key}, row_count, summed)
    select ${key}, sum(row_count), true from taken group by ${key} having sum(row_count) <> 0`);
}

const prefixed = (alias: string, columns: string): Sql =>
  raw(columns.replaceAll(/\w+/g, (name) => `${alias}.${name}`));
