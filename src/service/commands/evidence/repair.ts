import { identifier, sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import { currentTime } from '#clock/clock.ts';
import { buildMerkleTree } from '../../authorities/trees/merkle-tree.ts';
import { openWitnessTree } from '../../authorities/trees/witness-tree.ts';
import type { RangeStart } from '../../authorities/trees/witness-tree.ts';
import { tilePath } from '../../authorities/trees/tiles.ts';
import { merkleTrees, storeTree } from '../../jobs/merkle-trees.ts';
import { lockTree, readLeaves, readRangeStart, TreeBroken } from '../../jobs/stored-tree.ts';
import {
  addTiles,
  leavesOfTiles,
  readTiles,
  restoreTiles,
  startFault,
  storedTiles,
  trimTiles,
  writeParts,
} from '../../jobs/tree-tiles.ts';
import { otherTenants, thirdPartyStart } from '../../seed/other-tenants.ts';
import type { Settings } from '../../settings.ts';
import { insertRows, jsonOf } from '../../storage/tables/bulk.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { correctCounts } from '../../storage/tables/row-counts.ts';
import { checkStores } from './check.ts';
import { nothingLooked } from './findings.ts';
import type { Finding } from './findings.ts';
import { inspect, readLogTree, readTreeAtOnce } from './inspect.ts';
import type { LogTree } from './inspect.ts';
import { commandOnStores } from '../stores.ts';
import type { Stores } from '../stores.ts';

type Print = (line: string) => void;

/**
 * Puts back what follows from what else is stored, and nothing that would have to be made up. Says what it did, and
 * ends like `check`: 0 where everything holds now.
 */
export const repair = commandOnStores('repair', repairStores);

export async function repairStores(stores: Stores, print: Print): Promise<number> {
  const { database } = stores;
  for (const line of await database.transaction((tx) => repairTree(tx, stores.settings))) print(line);
  // What an older build appended; a tree that is broken nevertheless is among the findings.
  for (let behind = true; behind;) behind = await addTiles(database).catch(unlessBroken);
  const tree = await readTreeAtOnce(database);
  await repairMerkleTrees(stores, print);
  for (const { table, wrong } of await database.transaction(correctCounts))
    print(`The table ${table} was corrected in ${wrong} places.`);
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

function unlessBroken(error: unknown): false {
  if (error instanceof TreeBroken) return false;
  throw error;
}

/**
 * Leaves are put back from the witnesses that were given them or from their tiles, where the tree then gives its
 * checkpoints, and tiles from their leaves; leaves behind the last checkpoint that nobody was given are moved aside.
 */
async function repairTree(tx: Queries, settings: Settings): Promise<string[]> {
  await lockTree(tx);
  const did: string[] = [];
  let tree = await readLogTree(tx);
  if (tree.valid.size < tree.checkpoints.length) {
    did.push(...(await putBackLeaves(tx, tree)));
    tree = await readLogTree(tx);
  }
  did.push(...(await computePeaks(tx, tree)), ...(await putBackTiles(tx, tree, settings)));
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

/** Stretch by stretch, so that the leaves of one checkpoint alone are in memory. */
async function putBackLeaves(tx: Queries, tree: LogTree): Promise<string[]> {
  const did: string[] = [];
  let from: RangeStart = await readRangeStart(tx);
  for (const { tree_size: size, root } of tree.checkpoints) {
    const peaks = tree.valid.get(size) ?? (await peaksAfter(tx, from, size, root));
    const put = peaks ? undefined : await putBackStretch(tx, from, size, root);
    if (put) did.push(`Put back ${put.count} leaves of the third party's tree from their ${put.source}.`);
    const next = peaks ?? put?.peaks;
    if (!next) break;
    from = { size, peaks: next };
  }
  return did;
}

/** Where the range stands after these leaves; undefined: they do not give the root. */
async function peaksAfter(
  tx: Queries,
  from: RangeStart,
  size: number,
  root: string,
): Promise<readonly string[] | undefined> {
  const end = await readLeaves(tx, from, size).catch(unlessBroken);
  return end && openWitnessTree({ start: end, leaves: [] }).root() === root ? end.peaks : undefined;
}

/** The leaves of one checkpoint, from the first source with which they give it; undefined: there is none. */
async function putBackStretch(tx: Queries, from: RangeStart, size: number, root: string) {
  const within = (column: Sql): Sql => sql`${column} >= ${from.size}::bigint and ${column} < ${size}::bigint`;
  const stored = byIndex(
    await tx.rows<Leaf>(sql`select leaf_index, hash from external_leaves where ${within(sql`leaf_index`)}`),
  );
  const proven = byIndex(
    await tx.rows<Leaf>(sql`select external_leaf_index as leaf_index, hash from witnesses
      where ${within(sql`external_leaf_index`)} union
      select (l.proof ->> 'leafIndex')::bigint, w.hash from preservation_leaves l join witnesses w on w.id = l.witness_id
      where ${within(sql`(l.proof ->> 'leafIndex')::bigint`)}`),
  );
  const sources = [
    ['witnesses', new Map([...stored, ...proven])],
    ['tiles', await leavesOfTiles(tx, from.size, size)],
  ] as const;
  for (const [source, hashes] of sources) {
    const leaves = Array.from({ length: size - from.size }, (_, at) => hashes.get(from.size + at) ?? '');
    if (!leaves.every((hash) => /^[0-9a-f]{64}$/.test(hash))) continue;
    const tree = openWitnessTree({ start: from, leaves });
    if (tree.root() !== root) continue;
    const changed = leaves
      .map((hash, at) => ({ leaf_index: from.size + at, hash }))
      .filter(({ leaf_index: index, hash }) => stored.get(index) !== hash);
    await tx.rows(sql`insert into external_leaves (leaf_index, hash)
      select leaf_index, hash from jsonb_to_recordset(${jsonOf(changed)}::jsonb) as x(leaf_index bigint, hash text)
      on conflict (leaf_index) do update set hash = excluded.hash`);
    return { source, count: changed.length, peaks: tree.end().peaks };
  }
  return undefined;
}

const byIndex = (leaves: readonly Leaf[]): Map<number, string> =>
  new Map(leaves.map(({ leaf_index: index, hash }) => [index, hash]));

/** Tiles from their leaves; those of the sandbox's first leaves follow from the seed. */
async function putBackTiles(tx: Queries, tree: LogTree, settings: Settings): Promise<string[]> {
  const restored = new Set<string>();
  const start = await readRangeStart(tx);
  if (settings.sandbox && (await startFault(tx, start))) {
    const { tiles, peaks } = thirdPartyStart(settings.seed);
    if (String(peaks) === String(start.peaks)) {
      await writeParts(tx, tiles, await readTiles(tx, tiles));
      for (const tile of tiles) restored.add(tilePath(tile));
    }
  }
  let from: RangeStart = start;
  if (tree.wrongTiles.size > 0)
    for (const [size, peaks] of tree.valid) {
      if (size > tree.tiled) break;
      await readLeaves(tx, from, size, async (page, { size: before }) => {
        for (const path of await restoreTiles(tx, page, before)) restored.add(path);
      });
      from = { size, peaks };
    }
  for (const path of await trimTiles(tx, tree.tiled)) restored.add(path);
  return [...restored].map((path) => `Computed the third party's ${path} again.`);
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
  if (row.leaf < start.size || size > tree.tiled) return undefined;
  const [leaf] = await queries.rows<{ hash: string }>(
    sql`select hash from external_leaves where leaf_index = ${row.leaf}::bigint`,
  );
  const [proof] = await storedTiles(queries, start).prove([{ leafIndex: row.leaf, size }]);
  if (leaf?.hash !== row.hash || proof?.targetRootHash !== row.root) return undefined;
  const { leftHashes, rightHashes } = proof;
  await queries.rows(sql`update witnesses set external_left_hashes = ${jsonOf(leftHashes)}::jsonb,
    external_right_hashes = ${jsonOf(rightHashes)}::jsonb where id = ${witness}`);
  return `Computed the proof of witness ${witness} in the third party's tree again.`;
}

/** Trees that were changed, from the hashes of their batches; what cannot be is among the findings. */
async function repairMerkleTrees(stores: Stores, print: Print): Promise<void> {
  for await (const { id, holds } of merkleTrees(stores.database))
    if (!holds && (await restoreBatch(stores, id)))
      print(`Computed the Merkle tree of batch ${id} again from its hashes.`);
}

/** The proof of a witness from the hashes of its batch; undefined: they do not give its root. */
async function foldAgain(stores: Stores, witness: string): Promise<string | undefined> {
  const [row] = await stores.database.rows<{ batch: string }>(
    sql`select merkle_batch_id as batch from witnesses where id = ${witness}`,
  );
  if (!row || !(await restoreBatch(stores, row.batch))) return undefined;
  return `Computed the Merkle proof of witness ${witness} again from the hashes of its batch.`;
}

const restoreBatch = ({ database, settings: { sandbox, seed } }: Stores, id: string): Promise<boolean> =>
  database.transaction((tx) =>
    storeTree(tx, id, sandbox ? (ownCount, at) => otherTenants(seed, ownCount, at) : undefined),
  );

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
