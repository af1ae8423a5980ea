import { sql } from '../../storage/database/sql.ts';
import type { Service } from '../../handlers/ports.ts';
import { forgetOthers, mayAttempt } from '../../storage/tables/failed-work.ts';
import { isFree, openLease } from '../../storage/tables/work-items.ts';
import { attemptEach, stretch, sweepAll } from './attempt-each.ts';
import type { Swept } from './attempt-each.ts';

type Tools = Pick<Service, 'database' | 'objects' | 'now'>;

/** Milliseconds: for a day, whoever comes too late gets that as the answer (Rule UP-5). */
const graceMs = 86_400_000;

/** Milliseconds. What a look has not done by then another worker may do again, which harms nothing. */
const leaseMs = 300_000;

/** Forgets upload addresses that were never used, and bytes that came to one and were never acknowledged. */
export async function sweepUploads(tools: Tools): Promise<Swept> {
  const before = new Date(tools.now().getTime() - graceMs).toISOString();
  const swept = await sweepAll(() => sweepSome(tools, before), stretch);
  await forgetOthers(
    tools.database,
    'upload',
    sql`select 1 from uploads u where u.id = f.key and (u.received_at is null
      or not exists (select 1 from signature_requests r where r.content_key = u.content_key))`,
  );
  return swept;
}

async function sweepSome(
  { database, objects }: Tools,
  before: string,
): Promise<Swept & { readonly found: number }> {
  const lease = openLease(leaseMs);
  try {
    // An address that a PUT holds is left to it.
    const due = await database.rows<{ id: string; content_key: string }>(sql`
      update uploads t set lease = ${lease.id}, leased_until = ${lease.until()}
      where t.id in (select u.id from uploads u where u.received_at is null and u.expires_at < ${before}::timestamptz
        and ${isFree(database, sql`u`)} and ${mayAttempt('upload', sql`u.id`)}
        limit ${stretch}::bigint for update skip locked)
      returning t.id, t.content_key`);
    // A PUT that was cut between its file and its row left the file. It goes first, with no connection held: a sweep
    // that is cut in turn finds the row again, and the file by it.
    const swept = await attemptEach(
      database,
      'upload',
      { items: due, keyOf: ({ id }) => id },
      async ({ id, content_key: key }) => {
        await objects.remove(key);
        await database.rows(
          sql`delete from uploads where id = ${id} and lease = ${lease.id} and received_at is null`,
        );
      },
    );
    if (swept.errors.length > 0)
      await database.rows(
        sql`update uploads set lease = null, leased_until = null where lease = ${lease.id}`,
      );
    return { ...swept, found: due.length };
  } catch (error) {
    lease.abandon();
    throw error;
  }
}
