import { identifier, join, sql } from '../storage/database/sql.ts';
import type { Database } from '../storage/database/database.ts';

/** Columns that a read may change: when a key was last used is no data of anybody's. */
const restless = 'last_used_at';

/** Every table with the number and the digest of its rows: equal before and after means nothing changed. */
export async function snapshot(database: Database): Promise<Record<string, string>> {
  const tables = await database.rows<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const digests = tables.map(
    ({ name }) => sql`select ${name}::text as name, (
      select count(*) || ':' || coalesce(md5(string_agg(line, chr(10) order by line)), '')
      from (select (to_jsonb(t) - ${restless}::text)::text as line from ${identifier(name)} t) lines) as digest`,
  );
  const rows = await database.rows<{ name: string; digest: string }>(join(digests, ' union all '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
