import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import type { Database } from './database.ts';
import { sql } from './sql.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/**
 * Foreign keys whose columns are not the first of any index. An index may leave out rows without a value: the check of a
 * deleted row looks for values only.
 */
async function keysWithoutIndex(): Promise<string[]> {
  const rows = await database.rows<{ key: string }>(sql`
    select c.conrelid::regclass || ' (' || string_agg(a.attname, ', ' order by a.attnum) || ')' as key
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and not exists (
      select 1 from pg_index i where i.indrelid = c.conrelid and i.indisvalid
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || (
          select f.attname from pg_attribute f where f.attrelid = c.conrelid and f.attnum = c.conkey[1]) || ' IS NOT NULL)'))
    group by c.oid, c.conrelid order by 1`);
  return rows.map(({ key }) => key);
}

it('every foreign key has an index, so that removing a row reads no other table from end to end', async () => {
  expect(await keysWithoutIndex()).toEqual([]);
  await database.script(
    'create table pages (id text primary key, organization_id text references organizations (id))',
  );
  expect(await keysWithoutIndex()).toEqual(['pages (organization_id)']);
  // An index that leaves out other rows does not serve.
  await database.script("create index pages_some on pages (organization_id) where id <> 'a'");
  expect(await keysWithoutIndex()).toEqual(['pages (organization_id)']);
  await database.script('create index pages_organization on pages (organization_id, id)');
  expect(await keysWithoutIndex()).toEqual([]);
});
