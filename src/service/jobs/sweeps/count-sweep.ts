import { join, raw, sql } from '../../storage/database/sql.ts';
import type { Database } from '../../storage/database/database.ts';
import { readCounted } from '../../storage/tables/row-counts.ts';
import type { Counted } from '../../storage/tables/row-counts.ts';
import { attemptDue } from './attempt-each.ts';
import type { Swept } from './attempt-each.ts';

/** Rows of one organization that a count may add up each time. */
const mostRows = 20;

/** What an organization has so many of that only those that were written since are added up: never null. */
const parts = ['quarter', 'search_name'];

/** Adds up the differences that writes left in the tables of counts, so that a count stays the sum of a few rows. */
export async function sweepCounts(database: Database): Promise<Swept> {
  const items = await readCounted(database);
  const attempts = { items, keyOf: ({ table }: Counted) => table, atOnce: 1 };
  return attemptDue(database, 'count', attempts, ({ table, columns }) => {
    const part = parts.find((name) => columns.split(', ').includes(name));
    return part === undefined
      ? sweepTable(database, table, columns)
      : sweepParts(database, table, columns, part);
  });
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

/** The same by a part: of a quarter of an hour that is over, say, nothing is added any more. */
async function sweepParts(database: Database, table: string, columns: string, part: string): Promise<void> {
  const [counts, key, name] = [raw(table), raw(columns), raw(part)];
  await database.rows(sql`
    with added as (select distinct organization_id, ${name} from ${counts} where not summed),
      taken as (delete from ${counts} c using added a
        where c.organization_id = a.organization_id and c.${name} = a.${name} returning c.*)
    insert into ${counts} (${key}, row_count, summed)
    select ${key}, sum(row_count), true from taken group by ${key} having sum(row_count) <> 0`);
}
