import { identifier, sql } from '../storage/database/sql.ts';
import { currentTime } from '#clock/clock.ts';
import { buildMerkleTree } from '../authorities/trees/merkle-tree.ts';
import { openWitnessTree } from '../authorities/trees/witness-tree.ts';
import { boundaryBefore, lockTree, readRangeStart } from '../jobs/stored-tree.ts';
import { otherTenants } from '../seed/other-tenants.ts';
import { insertRows, jsonOf } from '../storage/tables/bulk.ts';
import type { Queries } from '../storage/database/queries.ts';
import { checkStores } from './check.ts';
import { inspect, nothingLooked, readLogTree } from './inspect.ts';
import type { Finding, LogTree } from './inspect.ts';
import type { Command } from './command.ts';
import { withStores } from './stores.ts';
import type { Stores } from './stores.ts';

type Print = (line: string) => void;

/**
 * Puts back what follows from what else is stored, and nothing that would have to be made up. Says what it did, and
 * ends like `check`: 0 where everything holds now.
 */
export const repair: Command = (_args, { settings, print }) =>
  withStores(settings, (stores) => repairStores(stores, print));

export async function repairStores(stores: Stores, print: Print): Promise<number> {
  const { database } = stores;
  const did = await database.transaction(repairTree);
  for (const line of did) print(line);
  const tree = await readLogTree(database);
  const broken: Finding[] = [];
  for await (const finding of inspect(stores, nothingLooked())) broken.push(finding);
  for (const { about, witness, text } of broken) {
    if (about === 'external proof' && witness !== undefined)
      print((await proveAgain(database, tree, witness)) ?? `Cannot be repaired: ${text}`);
    else if (about === 'merkle proof' && witness !== undefined)
      print((await foldAgain(stores, witness)) ?? `Cannot be repaired: ${text}`);
    else print(`Cannot be repaired, put it back from a copy: ${text}`);
  }
  for (const line of await database.transaction(resume)) print(line);
  return checkStores(stores, print);
}

/**
 * Leaves are put back from the witnesses that were given them, where the tree then gives its checkpoints; leaves behind
 * the last checkpoint that nobody was given are moved aside.
 */
async function repairTree(tx: Queries): Promise<string[]> {
  await lockTree(tx);
  const did: string[] = [];
  const tree = await readLogTree(tx);
  if (tree.valid.size < tree.checkpoints.length) did.push(...(await putBackLeaves(tx, tree)));
  did.push(...(await computePeaks(tx, did.length > 0 ? await readLogTree(tx) : tree)));
  const last = tree.checkpoints.at(-1)?.tree_size ?? tree.first;
  const behind = await tx.rows<Leaf>(
    sql`select leaf_index, hash from external_leaves where leaf_index >= ${last}::bigint order by leaf_index`,
  );
  if (behind.length === 0) return did;
  const [owned] = await tx.rows(
    sql`select 1 from witnesses where external_leaf_index >= ${last}::bigint limit 1`,
  );
  if (owned) {
    did.push(`Cannot be repaired: leaves behind the last checkpoint, at ${last}, were given to witnesses.`);
    return did;
  }
  const at = currentTime();
  await insertRows(
    tx,
    'set_aside_leaves',
    behind.map((leaf) => ({ ...leaf, set_aside_at: at })),
  );
  await tx.rows(sql`delete from external_leaves where leaf_index >= ${last}::bigint`);
  did.push(
    `Moved ${behind.length} leaves behind the last checkpoint, at ${last}, to the table set_aside_leaves.`,
  );
  return did;
}

interface Leaf {
  readonly leaf_index: number;
  readonly hash: string;
}

/** The leaves that witnesses were given, where the tree then gives all its checkpoints. */
async function putBackLeaves(tx: Queries, { first, checkpoints }: LogTree): Promise<string[]> {
  const leaves = await tx.rows<Leaf>(sql`select leaf_index, hash from external_leaves`);
  const provenLeaves = await tx.rows<Leaf>(sql`
    select external_leaf_index as leaf_index, hash from witnesses where external_leaf_index is not null
    union select (l.proof ->> 'leafIndex')::bigint, w.hash from preservation_leaves l join witnesses w on w.id = l.witness_id`);
  const hashByIndex = new Map(
    [...leaves, ...provenLeaves].map(({ leaf_index: index, hash }) => [index, hash]),
  );
  const stored = new Map(leaves.map(({ leaf_index: index, hash }) => [index, hash]));
  const size = checkpoints.at(-1)?.tree_size ?? first;
  const hashes = Array.from({ length: size - first }, (_, at) => hashByIndex.get(first + at) ?? '');
  if (!hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash))) return [];
  const range = openWitnessTree({ start: await readRangeStart(tx), leaves: hashes });
  if (!checkpoints.every((one) => range.root(one.tree_size) === one.root)) return [];
  const changed = hashes
    .map((hash, at) => ({ leaf_index: first + at, hash }))
    .filter(({ leaf_index: index, hash }) => stored.get(index) !== hash);
  await tx.rows(sql`insert into external_leaves (leaf_index, hash)
    select leaf_index, hash from jsonb_to_recordset(${jsonOf(changed)}::jsonb) as x(leaf_index bigint, hash text)
    on conflict (leaf_index) do update set hash = excluded.hash`);
  return [`Put back ${changed.length} leaves of the third party's tree from their witnesses.`];
}

/** The peaks of checkpoints whose leaves are whole and give others. */
async function computePeaks(tx: Queries, { checkpoints, valid }: LogTree): Promise<string[]> {
  const did: string[] = [];
  for (const { tree_size: size, peaks } of checkpoints) {
    const computed = valid.get(size);
    if (!peaks || !computed || String(computed) === String(peaks)) continue;
    await tx.rows(
      sql`update external_checkpoints set peaks = ${jsonOf(computed)}::jsonb where tree_size = ${size}::bigint`,
    );
    did.push(`Computed the peaks of the checkpoint at ${size} again.`);
  }
  return did;
}

/** The proof of a witness from its own leaf to its own checkpoint; undefined: one of them is not there. */
async function proveAgain(queries: Queries, tree: LogTree, witness: string): Promise<string | undefined> {
  const [row] = await queries.rows<{ hash: string; leaf: number; root: string | null }>(
    sql`select hash, external_leaf_index as leaf, external_root as root from witnesses where id = ${witness}`,
  );
  const size = tree.sizes.get(row?.root ?? '');
  if (!row || size === undefined || !tree.valid.has(size) || row.leaf >= size) return undefined;
  const start = await readRangeStart(queries);
  if (row.leaf < start.size) return undefined;
  const before = await boundaryBefore(queries, start, row.leaf);
  const leaves = await queries.rows<Leaf>(
    sql`select leaf_index, hash from external_leaves where leaf_index >= ${before.size}::bigint
      and leaf_index < ${size}::bigint order by leaf_index`,
  );
  if (leaves[row.leaf - before.size]?.hash !== row.hash) return undefined;
  const range = openWitnessTree({ start: before, leaves: leaves.map(({ hash }) => hash) });
  const { leftHashes, rightHashes } = range.prove(row.leaf);
  await queries.rows(sql`update witnesses set external_left_hashes = ${jsonOf(leftHashes)}::jsonb,
    external_right_hashes = ${jsonOf(rightHashes)}::jsonb where id = ${witness}`);
  return `Computed the proof of witness ${witness} in the third party's tree again.`;
}

/** The proof of a witness from the hashes of its batch; undefined: they do not give its root. */
async function foldAgain({ database, settings }: Stores, witness: string): Promise<string | undefined> {
  const [batch] = await database.rows<{
    id: string;
    hash: string;
    root: string;
    others: readonly string[] | null;
    at: Date;
  }>(sql`select b.id, w.hash, b.merkle_root as root, b.other_hashes as others, b.created_at as at
    from witnesses w join merkle_batches b on b.id = w.merkle_batch_id where w.id = ${witness}`);
  if (!batch) return undefined;
  const rows = await database.rows<{ hash: string }>(
    sql`select distinct hash from witnesses where merkle_batch_id = ${batch.id}`,
  );
  const batchHashes = rows.map(({ hash }) => hash);
  // The other tenants' hashes in a batch of the demo are not stored; they follow from the seed.
  const others =
    batch.others ?? (settings.sandbox ? otherTenants(settings.seed, batchHashes.length, batch.at) : []);
  const { root, proofs } = buildMerkleTree([...batchHashes, ...others]);
  const proof = proofs.get(batch.hash);
  if (root !== batch.root || !proof) return undefined;
  await database.rows(sql`update witnesses set merkle_proof = ${jsonOf(proof)}::jsonb where id = ${witness}`);
  return `Computed the Merkle proof of witness ${witness} again from the hashes of its batch.`;
}

/** What stands half done is taken up again as soon as the service runs; a plan that cannot be right is made anew. */
async function resume(tx: Queries): Promise<string[]> {
  const did: string[] = [];
  const plans = await tx.rows<{
    id: string;
    root: string;
    others: readonly string[];
    hashes: readonly string[];
  }>(sql`
    select b.id, b.merkle_root as root, b.other_hashes as others,
      coalesce((select jsonb_agg(w.hash) from preservation_batch_members m join witnesses w on w.id = m.witness_id
        where m.batch_id = b.id), '[]'::jsonb) as hashes
    from preservation_batches b for update of b`);
  const wrong = plans.filter(({ root, others, hashes }) => {
    const all = [...hashes, ...others];
    return hashes.length === 0 || buildMerkleTree(all).root !== root;
  });
  for (const { id } of wrong) {
    await tx.rows(sql`delete from preservation_batches where id = ${id}`);
    did.push(
      `Dropped the plan of batch ${id}, whose hashes do not give its root; its witnesses wait for another.`,
    );
  }
  const paid = await tx.rows<{ organization_id: string }>(sql`delete from preservation_certificates c
    using witnesses w where w.id = c.witness_id and w.nom151_created_at is not null returning c.organization_id`);
  for (const { organization_id: id } of paid)
    await tx.rows(sql`update organizations set quota_nom151 = quota_nom151 + 1 where id = ${id}`);
  if (paid.length > 0)
    did.push(`Gave back ${paid.length} quotas of witnesses that have a certificate already.`);
  let resumed = 0;
  for (const table of ['preservation_batches', 'preservation_certificates', 'preservation_checkpoints']) {
    const rows = await tx.rows(
      sql`update ${identifier(table)} set next_attempt_at = null returning 1 as one`,
    );
    resumed += rows.length;
  }
  if (resumed > 0)
    did.push(`${resumed} items that stand half done are taken up as soon as the service runs.`);
  return did;
}
