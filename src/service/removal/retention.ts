import { termsRequest } from '../handlers/access/terms.ts';
import { attemptEach, stretch, sweepAll } from '../jobs/sweeps/attempt-each.ts';
import type { Swept } from '../jobs/sweeps/attempt-each.ts';
import type { Database } from '../storage/database/database.ts';
import { sql } from '../storage/database/sql.ts';
import type { Sql } from '../storage/database/sql.ts';
import { forgetOthers, mayAttempt } from '../storage/tables/failed-work.ts';
import { StorageUnavailable } from '../storage/unavailable.ts';
import type { EraseTools } from './removed-documents.ts';
import { removeRequests } from './remove-rows.ts';

const dayMs = 86_400_000;

/**
 * Removes requests that never became evidence: drafts, and rejected ones that nobody has signed, in which nothing has
 * changed for so many days. What has a signature or a witness stays whatever its age.
 */
export async function removeUnsigned(
  { database, now }: Pick<EraseTools, 'database' | 'now'>,
  days: number,
): Promise<Swept> {
  const at = now();
  const unsigned = unsignedBefore(new Date(at.getTime() - days * dayMs));
  const due = sql`${unsigned} and ${mayAttempt('request', sql`r.id`)}`;
  const swept = await sweepAll(async () => {
    try {
      const count = await removeSome(database, due, at);
      return { count, errors: [], found: count };
    } catch (error) {
      if (error instanceof StorageUnavailable) throw error;
      // One of them fails the transaction of all.
      return removeSingly(database, unsigned, due, at);
    }
  }, stretch);
  await forgetOthers(
    database,
    'request',
    sql`select 1 from signature_requests r where r.id = f.key and ${unsigned}`,
  );
  return swept;
}

/** A condition on `signature_requests r`. */
const unsignedBefore = (
  before: Date,
): Sql => sql`(r.draft or r.rejected_at is not null) and r.signed_at is null
  and r.witness_id is null and r.updated_at < ${before.toISOString()}::timestamptz
  and r.id <> coalesce((select value from service_state where name = ${termsRequest}), '')
  and not exists (select 1 from invites i where i.signature_request_id = r.id and i.signature is not null)
  and not exists (select 1 from witnesses w where w.signature_request_id = r.id)`;

/** In one transaction; a request that somebody works on is left to the next run. */
async function removeSome(database: Database, due: Sql, at: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const rows = await tx.rows<{ id: string }>(sql`select r.id from signature_requests r
      where ${due} order by r.updated_at limit ${stretch}::bigint for update skip locked`);
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    return (await removeRequests(tx, ids, at)).requests;
  });
}

async function removeSingly(
  database: Database,
  unsigned: Sql,
  due: Sql,
  at: Date,
): Promise<Swept & { readonly found: number }> {
  const items = await database.rows<{ id: string }>(
    sql`select r.id from signature_requests r where ${due} order by r.updated_at limit ${stretch}::bigint`,
  );
  const attempts = { items, keyOf: ({ id }: { id: string }) => id, atOnce: 1 };
  const swept = await attemptEach(database, 'request', attempts, ({ id }) =>
    removeSome(database, sql`${unsigned} and r.id = ${id}`, at),
  );
  return { ...swept, found: items.length };
}
