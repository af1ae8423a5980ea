import { advisoryLocks } from '../storage/database/advisory-locks.ts';
import { sql } from '../storage/database/sql.ts';
import { buildMerkleTree } from '../authorities/trees/merkle-tree.ts';
import type { Authorities, Service } from '../handlers/ports.ts';
import { insertRows, jsonOf } from '../storage/tables/bulk.ts';
import { newObjectId } from '../storage/tables/object-id.ts';
import { areOlderBuildsEnded } from '../storage/database/older-builds.ts';
import { endWork, LeaseLost, storeStep } from '../storage/tables/work-items.ts';
import type { WorkItem } from '../storage/tables/work-items.ts';
import { lockWitnesses, showProcessed } from '../handlers/answer/show-processed.ts';
import { within } from '../handlers/within.ts';

/** A batch on its way: planned, then stamped, then anchored, then final. */
export interface BatchRow {
  readonly id: string;
  readonly merkle_root: string;
  readonly size: number;
  readonly planned_at: Date;
  readonly other_hashes: readonly string[];
  readonly provider: string | null;
  readonly nom151_token: string | null;
  readonly tx_hash: string | null;
  readonly network: number | null;
}

/** Certification in a group was requested, and no certified batch has the witness yet. */
export const groupedWaits = sql`(w.grouped and w.merkle_nom151_provider is null)`;

/** Most witnesses of one batch: what may come within `anchorPace`, on whichever database. */
const batchSize = 1_000;

/**
 * Milliseconds between two batches, each of which is anchored in a block of its own. Blocks of the sandbox's chain are
 * at least a second apart, so more of them would run ahead of the clock.
 */
export const anchorPace = 1_000;

/**
 * Plans the next batch: one tree over all hashes that wait (`ascii-hex-sorted/1`), whosesoever they are. The witnesses
 * are bound to it and nothing else changes.
 *
 * @param withGroups whether what was requested in a group goes into a batch now
 * @returns how many witnesses it has
 */
export async function planBatch(service: Service, withGroups: boolean): Promise<number> {
  const { database } = service;
  const waits = sql`(w.waiting = 'MERKLEIZED' or (${groupedWaits} and ${withGroups}::boolean))
    and not exists (select 1 from preservation_batch_members m where m.witness_id = w.id)`;
  const [some] = await database.rows(sql`select 1 from witnesses w where ${waits} limit 1`);
  if (!some) return 0;
  return database.transaction(async (tx) => {
    // One plans at a time, and sees what the one before has bound: no row has to be locked.
    await tx.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.plan}::bigint)`);
    const rows = await tx.rows<{
      id: string;
      hash: string;
      created_at: Date;
    }>(sql`select w.id, w.hash, w.created_at from witnesses w
      where ${waits} order by w.created_at, w.id limit ${batchSize}::bigint`);
    if (rows.length === 0) return 0;
    // Nothing is preserved before it came to be, whichever process wrote it: the newest of them is the last.
    const at = service.now(rows.at(-1)?.created_at);
    const ownHashes = new Set(rows.map(({ hash }) => hash));
    const others = service.otherTenants?.(ownHashes.size, at) ?? [];
    const { root, proofs } = buildMerkleTree([...ownHashes, ...others]);
    const id = newObjectId(at);
    // Only an older build reads the proofs of a plan.
    const ended = await areOlderBuildsEnded(tx);
    await insertRows(tx, 'preservation_batches', [
      { id, merkle_root: root, size: proofs.size, other_hashes: others, planned_at: at, attempts: 0 },
    ]);
    await insertRows(
      tx,
      'preservation_batch_members',
      rows.map((row) => ({
        witness_id: row.id,
        batch_id: id,
        proof: ended ? [] : (proofs.get(row.hash) ?? []),
      })),
    );
    return rows.length;
  });
}

/**
 * Takes a batch as far as it goes. Each result is stored as soon as it is there, so nothing is requested twice unless
 * the process ended between the two.
 *
 * @returns how many witnesses are preserved by it; undefined: it is sent and not final yet
 */
export async function advanceBatch(
  service: Service,
  authorities: Authorities,
  item: WorkItem<BatchRow>,
  callTime: number,
): Promise<number | undefined> {
  const { database } = service;
  const { merkle_root: root, planned_at: plannedAt, nom151_token: stamped, tx_hash: anchored } = item.row;
  if (stamped === null) {
    const token = await within(callTime, 'the time-stamp', authorities.stamp(root, service.now(plannedAt)));
    await storeStep(
      database,
      item,
      sql`nom151_token = ${Buffer.from(token).toString('hex')}, provider = ${authorities.provider},
        stamped_at = ${service.now().toISOString()}::timestamptz`,
    );
  }
  if (anchored === null) {
    const found = await within(callTime, 'the anchor', authorities.anchor(root, service.now(plannedAt)));
    const at = sql`${service.now().toISOString()}::timestamptz`;
    if (!found) {
      await storeStep(database, item, sql`sent_at = coalesce(sent_at, ${at})`);
      return undefined;
    }
    await storeStep(
      database,
      item,
      sql`sent_at = coalesce(sent_at, ${at}), tx_hash = ${found.txHash}, network = ${found.network}`,
    );
  }
  return finishBatch(service, authorities, item);
}

/**
 * Shows the strategy of every witness of the batch, in one short transaction. The tree is built again: what is shown leads to
 * the root that was stamped and anchored, whatever became of the plan in between.
 */
async function finishBatch(
  service: Service,
  authorities: Authorities,
  item: WorkItem<BatchRow>,
): Promise<number> {
  const { database } = service;
  const batchId = item.key;
  return database.transaction(async (tx) => {
    const members = await tx.rows<{ id: string; hash: string }>(sql`select w.id, w.hash
      from preservation_batch_members m join witnesses w on w.id = m.witness_id where m.batch_id = ${batchId} order by 1`);
    const ids = members.map(({ id }) => id);
    await lockWitnesses(tx, ids);
    // Read after the locks: the hash of a member that was erased meanwhile is one of the others.
    const [plan] = await tx.rows<{ others: readonly string[] }>(
      sql`select other_hashes as others from preservation_batches where id = ${batchId}`,
    );
    if (!plan) throw new LeaseLost(`preservation_batches ${batchId} is another's by now.`);
    const tree = buildMerkleTree([...members.map(({ hash }) => hash), ...plan.others]);
    if (tree.root !== item.row.merkle_root)
      throw new Error(`The hashes of batch ${batchId} do not give its root; "repair" plans it anew.`);
    // The clock is read after every result and every lock: nothing is older than what it is made of.
    const at = service.now(item.row.planned_at);
    const atSql = sql`${at.toISOString()}::timestamptz`;
    const ended = await areOlderBuildsEnded(tx);
    await tx.rows(sql`insert into merkle_batches
        (id, merkle_root, size, tx_hash, network, nom151_token, other_hashes, created_at, tree, proofs_stored)
      select id, merkle_root, size, tx_hash, network, nom151_token, other_hashes, ${atSql}, ${tree.nodes}::bytea,
        ${!ended}::boolean
        from preservation_batches where id = ${batchId}`);
    const places = members.map(({ id, hash }) => ({
      id,
      leaf: tree.leafIndexes.get(hash),
      ...(!ended && { proof: tree.proofs.get(hash) }),
    }));
    await tx.rows(sql`update witnesses w set merkle_batch_id = b.id, merkle_leaf_index = x.leaf, merkle_proof = x.proof,
        merkle_algorithm = 'SHA256', merkle_nom151_provider = b.provider,
        merkle_created_at = greatest(${atSql}, w.created_at), merkle_updated_at = greatest(${atSql}, w.created_at),
        timestamped_at = least(w.timestamped_at, greatest(${atSql}, w.created_at)),
        waiting = case when w.waiting = 'MERKLEIZED' then null else w.waiting end,
        updated_at = greatest(w.updated_at, ${atSql})
      from jsonb_to_recordset(${jsonOf(places)}::jsonb) as x(id text, leaf integer, proof jsonb), preservation_batches b
      where w.id = x.id and b.id = ${batchId}`);
    await endWork(tx, item);
    await showProcessed(tx, authorities, ids, at);
    return ids.length;
  });
}
