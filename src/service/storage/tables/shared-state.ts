import { sql } from '../database/sql.ts';
import type { Database } from '../database/database.ts';
import { readState, writeState } from './state.ts';

/** A text that the instances of one database share under a name; one change is made at a time. */
export interface SharedText {
  read(): Promise<string | undefined>;
  change<T>(make: (saved: string | undefined) => { readonly saved: string; readonly result: T }): Promise<T>;
  remove(): Promise<void>;
}

/** @param demo whether it is the sandbox's */
export function sharedText(database: Database, name: string, demo: boolean): SharedText {
  return {
    read: async () => (await readState(database, name)) || undefined,
    change: (make) =>
      database.transaction(async (tx) => {
        // The row is locked from here on, also where it is new.
        const [row] = await tx.rows<{ value: string }>(sql`insert into service_state (name, value, demo)
          values (${name}, '', ${demo}) on conflict (name) do update set demo = excluded.demo returning value`);
        const { saved, result } = make(row?.value || undefined);
        await writeState(tx, name, saved, demo);
        return result;
      }),
    async remove() {
      await database.rows(sql`delete from service_state where name = ${name}`);
    },
  };
}
