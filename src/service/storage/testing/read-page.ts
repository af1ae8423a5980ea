import type { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { pageOf, selectPage } from '../lists/list.ts';
import type { Page, PagedList } from '../lists/list.ts';

/** A page of ids, in one statement as the service reads it. @param limits fewer rows to pass over than a service does */
export async function readPage(
  database: Database,
  list: PagedList,
  limits?: Parameters<typeof selectPage>[1],
): Promise<Page<string>> {
  const { idsOf, count } = selectPage(list, limits);
  const counted = sql`counted`;
  const [found] = await database.rows<{ count: number; ids: string[] }>(
    sql`with ${counted} as (${count}) select c.count, array(${idsOf(counted)}) as ids from ${counted} c`,
  );
  return pageOf(list, found!.count, found!.ids);
}
