import { sql } from './sql.ts';
import type { Queries } from './queries.ts';

/**
 * Reads the version of the data: which transactions a statement sees at that instant, and since when the server runs.
 * Two equal versions mean that nothing was committed between them, by any process of the database: whoever writes has
 * a transaction id, which the first snapshot lacks or lists as running and the second does not. What another database
 * of the same server writes gives a new version too, without need and without harm.
 */
async function readDataVersion(queries: Queries): Promise<string> {
  const [found] = await queries.rows<{ version: string }>(
    sql`select concat(pg_current_snapshot(), ' ', pg_postmaster_start_time()) as version`,
  );
  return found?.version ?? '';
}

/**
 * A reader of the version that reads once for all who request it while another read is under way: theirs begins after
 * each of them came.
 */
export function createVersionReader(queries: Queries): () => Promise<string> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<string> | undefined;
  return () =>
    (next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        const reading = readDataVersion(queries);
        current = reading;
        return reading;
      }));
}
