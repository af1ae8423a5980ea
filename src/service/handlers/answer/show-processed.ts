import { sql } from '../../storage/database/sql.ts';
import { insertRows } from '../../storage/tables/bulk.ts';
import { oneOf } from '../../storage/lists/conditions.ts';
import { newObjectId } from '../../storage/tables/object-id.ts';
import type { Queries } from '../../storage/database/queries.ts';
import type { Authorities } from '../ports.ts';

/** Locks witnesses in the one order in which everybody does who locks several. */
export async function lockWitnesses(tx: Queries, ids: readonly string[]): Promise<void> {
  await tx.rows(sql`select 1 from witnesses w where ${oneOf(sql`w.id`, ids)} order by w.id for update`);
}

/**
 * What follows once witnesses are processed, in the transaction that shows it: their requests changed, their invites
 * are witnessed, and initial owners may mint. The witnesses are locked; requests come before invites, as in an answer.
 */
export async function showProcessed(
  tx: Queries,
  authorities: Authorities,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const requests = await tx.rows<{ id: string }>(sql`select r.id from signature_requests r
    where r.id in (select w.signature_request_id from witnesses w where ${oneOf(sql`w.id`, ids)})
    order by r.id for update`);
  if (requests.length > 0) {
    await tx.rows(sql`update signature_requests set updated_at = greatest(updated_at, ${at})
      where ${oneOf(
        sql`id`,
        requests.map(({ id }) => id),
      )}`);
    const invites = await tx.rows<{
      id: string;
    }>(sql`select i.id from invites i join witnesses w on w.id = i.witness_id
      where i.status = 'SIGNED' and w.timestamped_at is not null and ${oneOf(sql`w.id`, ids)}
      order by i.id for update of i`);
    if (invites.length > 0)
      await tx.rows(sql`update invites set status = 'WITNESSED', updated_at = greatest(updated_at, ${at})
        where status = 'SIGNED' and ${oneOf(
          sql`id`,
          invites.map(({ id }) => id),
        )}`);
  }
  await authorizeClaims(tx, authorities, ids, now);
}

/**
 * Proven and restricted to its initial owner, whose claim is not authorized yet. All but the last part is the condition
 * of an index.
 */
export const claimWaits = sql`(w.initial_owner_id is not null and w.external_leaf_index is not null
  and not w.claim_authorized and not exists (select 1 from claims l where l.witness_id = w.id))`;

/** Lets initial owners mint the tokens of what is processed. The witnesses are locked. */
export async function authorizeClaims(
  tx: Queries,
  authorities: Authorities,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  const authorize = authorities.authorizeClaim?.bind(authorities);
  if (!authorize) return 0;
  const rows = await tx.rows<{ id: string; hash: string; evm_address: string }>(sql`
    select w.id, w.hash, s.evm_address from witnesses w join subjects s on s.id = w.initial_owner_id
    where ${oneOf(sql`w.id`, ids)} and ${claimWaits} order by w.id`);
  if (rows.length === 0) return 0;
  await insertRows(
    tx,
    'claims',
    rows.map(({ id, hash, evm_address: claimer }) => ({
      id: newObjectId(now),
      witness_id: id,
      ...authorize(hash, claimer),
      claimer,
      created_at: now,
      updated_at: now,
    })),
  );
  await tx.rows(sql`update witnesses set updated_at = greatest(updated_at, ${now.toISOString()}::timestamptz)
    where ${oneOf(
      sql`id`,
      rows.map(({ id }) => id),
    )}`);
  return rows.length;
}
