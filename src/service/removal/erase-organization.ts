import type { Queries } from '../storage/database/queries.ts';
import { raw, sql } from '../storage/database/sql.ts';
import { countLeft, readLocked, removeDocuments } from './removed-documents.ts';
import type { EraseTools, LockedDocument } from './removed-documents.ts';
import { endUploads, removeContents, removeRequests, removeWitnesses } from './remove-rows.ts';
import type { RemovedRows } from './remove-rows.ts';

/** Requests, witnesses and documents of one transaction: what others do waits for a fraction of a second. */
const stretches = { requests: 500, witnesses: 2_000, documents: 2_000 };

export interface ErasedOrganization extends RemovedRows {
  readonly keys: number;
  readonly members: number;
  readonly links: number;
  /** Documents whose bytes are gone. */
  readonly bytes: number;
  /** Documents whose bytes could not be removed: a worker attempts it again. */
  readonly bytesLeft: number;
  readonly locked: readonly LockedDocument[];
  /** Witnesses on which a claim or a token stands. */
  readonly witnessesLeft: number;
  /** Whether the row of the organization is gone; else it stays without anything that names it. */
  readonly gone: boolean;
}

/**
 * Removes an organization with everything that is its own, in stretches. After an interruption a further call goes on.
 * The organization is there until the end, disabled.
 */
export async function eraseOrganization(tools: EraseTools, id: string): Promise<ErasedOrganization> {
  const { database, now } = tools;
  const access = await database.transaction((tx) => removeAccess(tx, id, now()));
  const removed = { requests: 0, invites: 0, witnesses: 0, documents: 0 };
  for (;;) {
    const some = await database.transaction(async (tx) => {
      const rows = await tx.rows<{ id: string }>(sql`select id from signature_requests
        where organization_id = ${id} order by created_at, id limit ${stretches.requests}::bigint`);
      return removeRequests(
        tx,
        rows.map((row) => row.id),
        now(),
      );
    });
    for (const kind of ['requests', 'invites', 'witnesses', 'documents'] as const)
      removed[kind] += some[kind];
    if (some.requests === 0) break;
  }
  removed.witnesses += await untilNone(() =>
    database.transaction((tx) => removeWitnesses(tx, id, stretches.witnesses)),
  );
  removed.documents += await untilNone(() =>
    database.transaction((tx) =>
      removeContents(
        tx,
        sql`c.content_key in (select f.content_key from contents f where f.organization_id = ${id}
          and not exists (select 1 from signature_requests r where r.content_key = f.content_key)
          limit ${stretches.documents}::bigint)`,
        now(),
      ),
    ),
  );
  const own = sql`organization_id = ${id}`;
  const open = new Set(await database.transaction((tx) => endUploads(tx, sql`u.${own}`, now())));
  const { count: bytes } = await removeDocuments(tools, own);
  const { left, gone } = await database.transaction((tx) => removeOrganization(tx, id, now()));
  const locked = (await readLocked(database, own)).filter(({ key }) => !open.has(key));
  const bytesLeft = await countLeft(database, own);
  return { ...access, ...removed, bytes, bytesLeft, locked, witnessesLeft: left, gone };
}

async function untilNone(step: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let some = await step(); some > 0; some = await step()) all += some;
  return all;
}

/** From here on nobody acts for it: nothing new comes. */
async function removeAccess(
  tx: Queries,
  id: string,
  at: Date,
): Promise<Pick<ErasedOrganization, 'keys' | 'members' | 'links'>> {
  // What is being written for it shares this row, and comes before (see holdOrganization).
  await tx.rows(sql`select 1 from organizations where id = ${id} for update`);
  await tx.rows(sql`update organizations set disabled_at = coalesce(disabled_at, ${at.toISOString()}::timestamptz)
    where id = ${id}`);
  const remove = async (table: string): Promise<number> =>
    (await tx.rows(sql`delete from ${raw(table)} where organization_id = ${id} returning 1 as removed`))
      .length;
  return {
    keys: await remove('api_keys'),
    members: await remove('organization_members'),
    links: await remove('organization_links'),
  };
}

/** What is counted of it, and its row; that stays without a name where a witness names it. */
async function removeOrganization(
  tx: Queries,
  id: string,
  at: Date,
): Promise<{ left: number; gone: boolean }> {
  // A call that was under way may have made another address.
  await endUploads(tx, sql`u.organization_id = ${id}`, at);
  const [row] = await tx.rows<{ left: number }>(
    sql`select count(*) as left from witnesses where organization_id = ${id}`,
  );
  const left = row?.left ?? 0;
  for (const table of [
    'signature_request_counts',
    'signature_request_name_counts',
    'signature_request_quarters',
    'invite_counts',
    'invite_quarters',
  ])
    await tx.rows(sql`delete from ${raw(table)} where organization_id = ${id}`);
  if (left === 0) {
    for (const table of ['witness_counts', 'witness_quarters'])
      await tx.rows(sql`delete from ${raw(table)} where organization_id = ${id}`);
    await tx.rows(sql`delete from organizations where id = ${id}`);
  } else
    await tx.rows(sql`update organizations set name = id, search_name = id, email_address = null, logo = null,
      quota_nom151 = 0, quota_grouped_nom151 = 0 where id = ${id}`);
  return { left, gone: left === 0 };
}
