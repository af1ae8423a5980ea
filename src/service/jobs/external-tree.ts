import { sql } from '../storage/database/sql.ts';
import type { Sql } from '../storage/database/sql.ts';
import type { Authorities, Service } from '../handlers/ports.ts';
import { insertRows, jsonOf } from '../storage/tables/bulk.ts';
import { endWork, storeStep } from '../storage/tables/work-items.ts';
import type { WorkItem } from '../storage/tables/work-items.ts';
import { nextTurn } from '../next-turn.ts';
import { openStoredTree, readRangeStart } from './stored-tree.ts';
import { extendTiles, tiledSize } from './tree-tiles.ts';
import { lockWitnesses, showProcessed } from '../handlers/answer/show-processed.ts';
import { within } from '../handlers/within.ts';

/** A checkpoint that does not stand on the chain yet. */
export interface CheckpointRow {
  readonly tree_size: number;
  readonly root: string;
  readonly created_at: Date;
}

/**
 * To be in the third party's tree, or to become a token, which is minted only by a proof from there. Both halves are
 * answered from partial indexes; null, where neither holds, is not true.
 */
export const externalWaits = sql`(w.waiting = 'WITNESS_CO'
  or (w.initial_owner_id is not null and w.external_leaf_index is null))`;

/** Most leaves of one checkpoint, and those that are hashed and proven before other work of this thread has its turn. */
const checkpointSize = 3_000;
const leavesOfTurn = 250;

/**
 * Appends what waits to the third party's tree, with its checkpoint, in one transaction that has the lock of the tree
 * and no other. One checkpoint is on its way at a time, because the chain takes them in their order.
 *
 * @returns how many leaves were appended
 * @throws TreeBroken
 */
export async function appendLeaves(service: Service): Promise<number> {
  const { database } = service;
  const [some] = await database.rows(sql`select 1 ${waiting} limit 1`);
  if (!some) return 0;
  return database.transaction(async (tx) => {
    const range = await openStoredTree(tx);
    const before = range.end();
    const rows = await tx.rows<{ id: string; hash: string; created_at: Date }>(
      sql`select w.id, w.hash, w.created_at ${waiting} order by w.created_at, w.id limit ${checkpointSize}::bigint`,
    );
    if (rows.length === 0) return 0;
    // Nothing is preserved before it came to be, whichever process wrote it: the newest of them is the last.
    const at = service.now(rows.at(-1)?.created_at);
    const leaves = await inTurns(rows, ({ id, hash }) => ({ id, hash, leafIndex: range.append(hash) }));
    const checkpoint = { tree_size: range.size(), root: range.root(), created_at: at };
    await insertRows(
      tx,
      'external_leaves',
      leaves.map(({ hash, leafIndex }) => ({ leaf_index: leafIndex, hash })),
    );
    // What an older build appended has no tiles yet: they are added first, and these leaves after them.
    const start = await readRangeStart(tx);
    const tiled = (await tiledSize(tx, start)) === before.size;
    if (tiled) await extendTiles(tx, range, before, start);
    await insertRows(tx, 'external_checkpoints', [{ ...checkpoint, peaks: range.end().peaks, tiled }]);
    await insertRows(tx, 'preservation_checkpoints', [{ ...checkpoint, attempts: 0 }]);
    const proven = await inTurns(leaves, ({ id, leafIndex }) => ({
      witness_id: id,
      tree_size: checkpoint.tree_size,
      proof: range.prove(leafIndex),
    }));
    await insertRows(tx, 'preservation_leaves', proven);
    return rows.length;
  });
}

async function inTurns<Row, Result>(rows: readonly Row[], step: (row: Row) => Result): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % leavesOfTurn === leavesOfTurn - 1) await nextTurn();
    results.push(step(row));
  }
  return results;
}

const waiting: Sql = sql`from witnesses w where ${externalWaits}
  and not exists (select 1 from preservation_leaves l where l.witness_id = w.id)
  and not exists (select 1 from preservation_checkpoints)`;

/**
 * Sends a checkpoint to the chain; once it stands there, the proofs of its leaves are shown.
 *
 * @returns how many witnesses are preserved by it; undefined: it is sent and not final yet
 */
export async function advanceCheckpoint(
  service: Service,
  authorities: Authorities,
  item: WorkItem<CheckpointRow>,
  callTime: number,
): Promise<number | undefined> {
  const { root, tree_size: size } = item.row;
  if (!authorities.checkpoint) return undefined;
  const call = authorities.checkpoint(root, size, service.now(item.row.created_at));
  const isFinal = await within(callTime, 'the checkpoint', call);
  if (isFinal) return finishCheckpoint(service, authorities, item);
  const at = sql`${service.now().toISOString()}::timestamptz`;
  await storeStep(service.database, item, sql`sent_at = coalesce(sent_at, ${at})`);
  return undefined;
}

async function finishCheckpoint(
  service: Service,
  authorities: Authorities,
  item: WorkItem<CheckpointRow>,
): Promise<number> {
  const { tree_size: size, created_at: since } = item.row;
  return service.database.transaction(async (tx) => {
    const leaves = await tx.rows<{ id: string; proof: object }>(
      sql`select witness_id as id, proof from preservation_leaves where tree_size = ${size}::bigint order by 1`,
    );
    const ids = leaves.map(({ id }) => id);
    await lockWitnesses(tx, ids);
    const at = service.now(since);
    const atSql = sql`${at.toISOString()}::timestamptz`;
    // The strategy's own time is that of the checkpoint, by which the witness is proven to have been there.
    const sinceSql = sql`greatest(${since.toISOString()}::timestamptz, w.created_at)`;
    await tx.rows(sql`update witnesses w set external_leaf_index = x."leafIndex",
        external_left_hashes = x."leftHashes", external_right_hashes = x."rightHashes",
        external_root = x."targetRootHash", external_timestamp = ${sinceSql},
        external_created_at = greatest(${atSql}, w.created_at), external_updated_at = greatest(${atSql}, w.created_at),
        timestamped_at = least(w.timestamped_at, ${sinceSql}),
        waiting = case when w.waiting = 'WITNESS_CO' then null else w.waiting end,
        updated_at = greatest(w.updated_at, ${atSql})
      from jsonb_to_recordset(${jsonOf(leaves.map(({ id, proof }) => ({ id, ...proof })))}::jsonb)
        as x(id text, "leafIndex" bigint, "leftHashes" jsonb, "rightHashes" jsonb, "targetRootHash" text)
      where w.id = x.id`);
    await endWork(tx, item);
    await showProcessed(tx, authorities, ids, at);
    return ids.length;
  });
}
