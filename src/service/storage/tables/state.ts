import { sql } from '../database/sql.ts';
import type { Queries } from '../database/queries.ts';

/** What the service remembers of itself under a name. */
export async function readState(queries: Queries, name: string): Promise<string | undefined> {
  const [row] = await queries.rows<{ value: string }>(
    sql`select value from service_state where name = ${name}`,
  );
  return row?.value;
}

/** @param demo whether it is the sandbox's */
export async function writeState(queries: Queries, name: string, value: string, demo = false): Promise<void> {
  await queries.rows(sql`insert into service_state (name, value, demo) values (${name}, ${value}, ${demo})
    on conflict (name) do update set value = excluded.value, demo = excluded.demo`);
}
