import { lockWitnesses } from '../handlers/answer/show-processed.ts';
import { advisoryLocks } from '../storage/database/advisory-locks.ts';
import type { Queries } from '../storage/database/queries.ts';
import { raw, sql } from '../storage/database/sql.ts';
import type { Sql } from '../storage/database/sql.ts';

/** How many rows of each kind were removed. */
export interface RemovedRows {
  readonly requests: number;
  readonly invites: number;
  readonly witnesses: number;
  readonly documents: number;
}

/** Another's evidence stands on it: a claim or a token, or a request that stays. */
const isNeeded = (staying: Sql): Sql => sql`(
  exists (select 1 from claims c where c.witness_id = w.id)
  or exists (select 1 from endorsables e where e.witness_id = w.id)
  or exists (select 1 from signature_requests r where r.witness_id = w.id and ${staying})
  or exists (select 1 from invites i join signature_requests r on r.id = i.signature_request_id
    where i.witness_id = w.id and ${staying}))`;

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/**
 * Removes requests with their invites, those of their witnesses on which nobody else's evidence stands, and their
 * documents' rows; one transaction. Whoever preserves witnesses goes on without them.
 */
export async function removeRequests(
  tx: Queries,
  candidates: readonly string[],
  at: Date,
): Promise<RemovedRows> {
  const named = sql`${[...candidates]}::text[]`;
  // In the order of those who preserve: plans, witnesses, requests, invites.
  await tx.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.plan}::bigint)`);
  const of = sql`select w.id from witnesses w where w.signature_request_id = any(${named})`;
  await lockWitnesses(tx, idsOf(await tx.rows<{ id: string }>(of)));
  const requests = await tx.rows<{ id: string; content_key: string }>(
    sql`select id, content_key from signature_requests where id = any(${named}) order by id for update`,
  );
  const ids = sql`${idsOf(requests)}::text[]`;
  // A signature may have brought one before the request was locked.
  const witnesses = idsOf(
    await tx.rows<{ id: string }>(
      sql`${of} and not ${isNeeded(sql`r.id <> all(${ids})`)} order by w.id for update of w`,
    ),
  );
  await tx.rows(sql`update witnesses set signature_request_id = null
    where signature_request_id = any(${ids}) and id <> all(${witnesses}::text[])`);
  const invites = await tx.rows(
    sql`delete from invites where signature_request_id = any(${ids}) returning 1 as removed`,
  );
  const batches = await leaveTrees(tx, witnesses);
  // They name each other, and keys are verified at the end of a statement.
  await tx.rows(sql`with gone as (delete from witnesses where id = any(${witnesses}::text[]))
    delete from signature_requests where id = any(${ids})`);
  await dropEmptyBatches(tx, batches);
  const documents = await removeContents(
    tx,
    sql`c.content_key = any(${requests.map((row) => row.content_key)}::text[])`,
    at,
  );
  return { requests: requests.length, invites: invites.length, witnesses: witnesses.length, documents };
}

/** Removes witnesses of no request that nobody else's evidence stands on; answers how many of so many at most. */
export async function removeWitnesses(tx: Queries, organizationId: string, most: number): Promise<number> {
  await tx.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.plan}::bigint)`);
  const witnesses = idsOf(
    await tx.rows<{ id: string }>(sql`select w.id from witnesses w where w.organization_id = ${organizationId}
      and not ${isNeeded(sql`true`)} order by w.id limit ${most}::bigint for update of w`),
  );
  if (witnesses.length === 0) return 0;
  const batches = await leaveTrees(tx, witnesses);
  await tx.rows(sql`delete from witnesses where id = any(${witnesses}::text[])`);
  await dropEmptyBatches(tx, batches);
  return witnesses.length;
}

/**
 * Takes witnesses out of what is being preserved. Their hashes stay in their batches, as hashes of nobody: the proofs of
 * the other witnesses are made again from all of them. What is in the third party's tree stays there.
 *
 * @returns the batches that they were in
 */
async function leaveTrees(tx: Queries, witnesses: readonly string[]): Promise<string[]> {
  const gone = sql`${[...witnesses]}::text[]`;
  const keepHashes = (
    table: 'preservation_batches' | 'merkle_batches',
    members: Sql,
  ): Promise<{ id: string }[]> =>
    tx.rows(sql`update ${raw(table)} b set other_hashes = b.other_hashes || x.hashes
      from (select batch_id, jsonb_agg(hash) as hashes from (${members}) m group by batch_id) x
      where b.id = x.batch_id returning b.id`);
  await keepHashes(
    'preservation_batches',
    sql`select m.batch_id, w.hash from preservation_batch_members m join witnesses w on w.id = m.witness_id
      where m.witness_id = any(${gone})`,
  );
  for (const table of ['preservation_batch_members', 'preservation_certificates', 'preservation_leaves'])
    await tx.rows(sql`delete from ${raw(table)} where witness_id = any(${gone})`);
  // Null, where nobody wrote the other hashes down, stays null.
  return idsOf(
    await keepHashes(
      'merkle_batches',
      sql`select merkle_batch_id as batch_id, hash from witnesses where id = any(${gone}) and merkle_batch_id is not null`,
    ),
  );
}

async function dropEmptyBatches(tx: Queries, batches: readonly string[]): Promise<void> {
  await tx.rows(sql`delete from merkle_batches b where b.id = any(${[...batches]}::text[])
    and not exists (select 1 from witnesses w where w.merkle_batch_id = b.id)`);
}

/**
 * Removes the rows of documents that no request names, and notes their bytes as to be removed; answers how many.
 *
 * @param which a condition on `contents c`
 */
export async function removeContents(tx: Queries, which: Sql, at: Date): Promise<number> {
  const removed = await tx.rows<{ content_key: string }>(sql`
    with gone as (delete from contents c where ${which}
      and not exists (select 1 from signature_requests r where r.content_key = c.content_key)
      returning c.content_key, c.organization_id)
    insert into removed_contents (content_key, organization_id, removed_at)
    select content_key, organization_id, ${at.toISOString()}::timestamptz from gone returning content_key`);
  await tx.rows(sql`delete from uploads
    where content_key = any(${removed.map((row) => row.content_key)}::text[])`);
  return removed.length;
}

/**
 * Ends upload addresses whose bytes were not acknowledged, and notes their keys: bytes may lie there, of a PUT that was cut
 * or of one to the store itself. They are to be removed now, and once more a day after the address is over: until then
 * a PUT that is under way, or the store's own address, may bring others.
 *
 * @param which a condition on `uploads u`
 * @returns the keys
 */
export async function endUploads(tx: Queries, which: Sql, at: Date): Promise<string[]> {
  const rows = await tx.rows<{ content_key: string }>(sql`
    with ended as (delete from uploads u where ${which} and u.received_at is null
      returning u.content_key, u.organization_id, u.expires_at)
    insert into removed_contents (content_key, organization_id, removed_at, locked_until)
    select content_key, organization_id, ${at.toISOString()}::timestamptz, expires_at + interval '1 day' from ended
    returning content_key`);
  return rows.map((row) => row.content_key);
}
