import { buildMerkleTree, isMerkleTree } from '../authorities/trees/merkle-tree.ts';
import type { MerkleTree } from '../authorities/trees/merkle-tree.ts';
import type { Service } from '../handlers/ports.ts';
import { readCasesOrganization } from '../seed/demo.ts';
import { advisoryLocks } from '../storage/database/advisory-locks.ts';
import { areOlderBuildsEnded } from '../storage/database/older-builds.ts';
import type { Queries } from '../storage/database/queries.ts';
import { sql } from '../storage/database/sql.ts';
import { jsonOf } from '../storage/tables/bulk.ts';

/** The tree of a batch as it is stored. */
export interface StoredTree {
  readonly id: string;
  readonly tree: Uint8Array;
  /** Number of leaves. */
  readonly size: number;
  readonly root: string;
}

/** Trees that are in memory at once. */
const pageSize = 20;

/** All batches with a stored tree, and whether it is the one of their root. */
export async function* merkleTrees(queries: Queries): AsyncGenerator<{ id: string; holds: boolean }> {
  for (let after = ''; ;) {
    const rows =
      await queries.rows<StoredTree>(sql`select id, tree, size, merkle_root as root from merkle_batches
      where tree is not null and id > ${after} order by id limit ${pageSize}::bigint`);
    for (const { id, tree, size, root } of rows) yield { id, holds: isMerkleTree(tree, size, root) };
    after = rows.at(-1)?.id ?? '';
    if (rows.length < pageSize) return;
  }
}

/**
 * Writes the tree of a batch, and the places of its witnesses in it, from the hashes of both its witnesses and the others.
 * Stored proofs go, unless an older build may still read them; witnesses of the sandbox's test cases stay as they are.
 *
 * @returns false where the hashes do not give the root of the batch: then nothing is written
 */
export async function storeTree(
  tx: Queries,
  batchId: string,
  otherTenants: Service['otherTenants'],
): Promise<boolean> {
  const tree = await rebuildTree(tx, batchId, otherTenants);
  if (!tree) return false;
  const ended = await areOlderBuildsEnded(tx);
  await tx.rows(sql`update merkle_batches set tree = ${tree.nodes}::bytea, size = ${tree.leafIndexes.size}::integer,
    proofs_stored = ${!ended}::boolean where id = ${batchId}`);
  const places = [...tree.leafIndexes].map(([hash, leaf]) => ({
    hash,
    leaf,
    ...(!ended && { proof: tree.proofs.get(hash) }),
  }));
  await tx.rows(sql`update witnesses w set merkle_leaf_index = x.leaf, merkle_proof = x.proof
    from jsonb_to_recordset(${jsonOf(places)}::jsonb) as x(hash text, leaf integer, proof jsonb)
    where w.merkle_batch_id = ${batchId} and w.hash = x.hash and w.organization_id <> ${await readCasesOrganization(tx)}`);
  return true;
}

/** Undefined: the hashes do not give the root of the batch. */
async function rebuildTree(
  tx: Queries,
  batchId: string,
  otherTenants: Service['otherTenants'],
): Promise<MerkleTree | undefined> {
  // Witnesses before their batch, as everywhere: the hash of one that is erased meanwhile is then one of the others.
  const witnesses = await tx.rows<{ hash: string }>(
    sql`select hash from witnesses where merkle_batch_id = ${batchId} order by id for update`,
  );
  const [batch] = await tx.rows<{ root: string; others: readonly string[] | null; at: Date }>(
    sql`select merkle_root as root, other_hashes as others, created_at as at from merkle_batches
      where id = ${batchId} for update`,
  );
  if (!batch) return undefined;
  const hashes = new Set(witnesses.map(({ hash }) => hash));
  // The other tenants' hashes in a batch of the demo are not stored; they follow from the seed.
  const others = batch.others ?? otherTenants?.(hashes.size, batch.at) ?? [];
  const all = [...hashes, ...others];
  if (all.length === 0 || !all.every((hash) => /^[0-9a-f]{64}$/.test(hash))) return undefined;
  const tree = buildMerkleTree(all);
  return tree.root === batch.root ? tree : undefined;
}

/**
 * Puts the tree of one batch in place of the stored proofs of its witnesses, once older builds have ended.
 *
 * @param after the id of the batch before
 * @returns the id of the batch; undefined: there is none after it
 */
export async function replaceProofs(
  { database, otherTenants }: Pick<Service, 'database' | 'otherTenants'>,
  after: string,
): Promise<string | undefined> {
  const first = sql`select id from merkle_batches where proofs_stored and id > ${after} order by id limit 1`;
  if ((await database.rows(first)).length === 0) return undefined;
  return database.transaction(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.proofs}::bigint)`);
    const [next] = await tx.rows<{ id: string }>(first);
    if (next) await storeTree(tx, next.id, otherTenants);
    return next?.id;
  });
}
