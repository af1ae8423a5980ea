import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { buildMerkleTree } from '../authorities/merkle-tree.ts';
import { addNom151, trySpend } from '../domain/certification.ts';
import type { Authorities, Service } from '../domain/ports.ts';
import { insertRows, jsonOf } from '../storage/bulk.ts';
import { oneOf } from '../storage/conditions.ts';
import type { Queries } from '../storage/queries.ts';
import { newObjectId } from '../storage/object-id.ts';
import { KeptTree, untilCheckpoint } from './kept-tree.ts';
import { createRepeatedRun } from './repeated-run.ts';

/** Conserves what waits: Merkle batches, certificates and the third party's tree, each as its witness asks. */
export interface Conservation {
  /** Everything that waits and can be done, now; answers how many witnesses were processed. */
  runOnce(): Promise<number>;
  /**
   * Runs soon after each `wake`, and now and then for what another process left; the third party's tree has its
   * checkpoints in its own pace.
   */
  start(): void;
  /** Ends after what is under way. */
  stop(): Promise<void>;
  /** Something waits. */
  wake(): void;
}

/** Milliseconds. What comes together is conserved together; everything is done well within two seconds. */
const gather = 250;
const lookAgain = 5_000;
/** After a failure, twice as long after each further one in a row: a disk stays full for a while. */
const retry = 1_000;
const longestRetry = 30_000;

/** Milliseconds between two checkpoints of the third party's tree: what comes in between shares one root. */
const checkpointPace = 3_000;

/**
 * Milliseconds without another one until the witnesses that were asked for in a group go into their batch, and how long
 * the first of them waits at most: they come one by one, and what they share is one certificate.
 */
const groupQuiet = 1_000;
const groupOpen = 10_000;

/** Most witnesses of one transaction. */
const passSize = 200;

/** @param pace least milliseconds between two checkpoints of the third party's tree */
export function createConservation(
  service: Service,
  onError: (error: unknown) => void = () => undefined,
  pace = checkpointPace,
): Conservation {
  const tree = new KeptTree();
  const run = async (withExternal: boolean, withGroups: boolean): Promise<number> => {
    const { authorities } = service;
    if (!authorities) return 0;
    let done = 0;
    for (;;) {
      const passed = await service.database
        .transaction((tx) => pass({ service, authorities, tree, withExternal, withGroups }, tx))
        .catch((error: unknown) => {
          tree.forget();
          throw error;
        });
      done += passed;
      if (passed < passSize) return done;
    }
  };
  const repeated = createRepeatedRun(
    async () => {
      const wait = await untilCheckpoint(service, pace);
      const open = await untilGroupCloses(service);
      // Where no group is asked for, one that comes during this run is the first of its own: it waits for others.
      const closed = open !== undefined && open <= 0;
      // What stops the third party's tree stops nothing else.
      await run(false, closed);
      if (wait <= 0) await run(true, closed);
      const still = await untilGroupCloses(service);
      const soonest = [wait, still ?? 0].filter((delay) => delay > 0);
      return Math.min(lookAgain, ...soonest);
    },
    { gather, retry, longestRetry },
    onError,
  );
  return { runOnce: () => run(true, true), ...repeated };
}

interface Run {
  readonly service: Service;
  readonly authorities: Authorities;
  readonly tree: KeptTree;
  /** Whether the third party's tree takes leaves now. */
  readonly withExternal: boolean;
  /** Whether what was asked for in a group goes into its batch now. */
  readonly withGroups: boolean;
}

/** Milliseconds until the group that is being asked for is closed, not above 0 where nothing holds it open; undefined: none is. */
async function untilGroupCloses(service: Service): Promise<number | undefined> {
  const [group] = await service.database.rows<{ first: Date | null; last: Date | null }>(
    sql`select min(w.updated_at) as first, max(w.updated_at) as last from witnesses w where ${groupedWaits}`,
  );
  if (!group?.first || !group.last) return undefined;
  const now = service.now().getTime();
  const first = group.first.getTime();
  // One of the future is no reason to wait: the clock was put back.
  if (first > now) return 0;
  return Math.min(group.last.getTime() + groupQuiet, first + groupOpen) - now;
}

interface WaitingRow {
  readonly id: string;
  readonly hash: string;
  readonly created_at: Date;
  readonly organization_id: string;
  readonly signature_request_id: string | null;
  readonly merkle: boolean;
  readonly external: boolean;
  readonly nom151: boolean;
  readonly initial_owner_id: string | null;
}

/** One transaction: what is in it is conserved whole, or waits as it did. */
async function pass(
  { service, authorities, tree, withExternal, withGroups }: Run,
  tx: Queries,
): Promise<number> {
  const grouped = sql`(${groupedWaits} and ${withGroups}::boolean)`;
  const batched = withExternal
    ? sql`(w.waiting = 'MERKLEIZED' or ${externalWaits})`
    : sql`w.waiting = 'MERKLEIZED'`;
  const rows = await tx.rows<WaitingRow>(sql`
    select w.id, w.hash, w.created_at, w.organization_id, w.signature_request_id, w.initial_owner_id,
      (w.waiting is not distinct from 'MERKLEIZED' or ${grouped}) as merkle,
      (${externalWaits} and ${withExternal}::boolean) as external,
      (w.waiting is not distinct from 'NOM151' or w.waiting_nom151) as nom151
    from witnesses w join organizations o on o.id = w.organization_id
    where ${batched} or ${grouped}
      or ((w.waiting = 'NOM151' or w.waiting_nom151) and o.quota_nom151 > 0) ${authorities.authorizeClaim ? sql`or ${claimWaits}` : sql``}
    order by w.created_at, w.id limit ${passSize}::bigint for update of w skip locked`);
  if (rows.length === 0) return 0;
  // The clock is read after the rows: nothing is conserved before it came to be.
  const now = service.now(new Date(Math.max(...rows.map(({ created_at: at }) => at.getTime()))));
  await merkleize(
    service,
    authorities,
    tx,
    rows.filter(({ merkle }) => merkle),
    now,
  );
  await append(
    authorities,
    tree,
    tx,
    rows.filter(({ external }) => external),
    now,
  );
  for (const row of rows) {
    // The quota may have been spent by the rows before: then this one waits for it.
    if (row.nom151 && (await trySpend(tx, row.organization_id, 'nom151')))
      await addNom151(service, tx, row, now);
  }
  const ids = rows.map(({ id }) => id);
  const at = sql`${now.toISOString()}::timestamptz`;
  // Requests before invites, in the order in which an answer locks them.
  await tx.rows(sql`update signature_requests set updated_at = greatest(updated_at, ${at})
    where ${oneOf(
      sql`id`,
      rows.flatMap((row) => row.signature_request_id ?? []),
    )}`);
  await tx.rows(sql`update invites i set status = 'WITNESSED', updated_at = ${at} from witnesses w
    where w.id = i.witness_id and i.status = 'SIGNED' and w.timestamped_at is not null and ${oneOf(sql`w.id`, ids)}`);
  await authorizeClaims(authorities, tx, ids, now);
  return rows.length;
}

/** Certification in a group was asked, and no certified batch has the witness yet. */
const groupedWaits = sql`(w.grouped and w.merkle_nom151_provider is null)`;

/** Asked to be in the third party's tree, or to become a token, which is minted only by a proof from there. */
const externalWaits = sql`(w.waiting is not distinct from 'WITNESS_CO'
  or (w.initial_owner_id is not null and w.external_leaf_index is null))`;

/** Proven and restricted to its initial owner, whose claim is not authorized yet. */
const claimWaits = sql`(w.initial_owner_id is not null and w.external_leaf_index is not null
  and not exists (select 1 from claims l where l.witness_id = w.id))`;

/** One tree over all hashes (`ascii-hex-sorted/1`), whosesoever they are; its root anchored and certified. */
async function merkleize(
  { otherTenants }: Service,
  authorities: Authorities,
  tx: Queries,
  rows: readonly WaitingRow[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const own = new Set(rows.map(({ hash }) => hash));
  const { root, proofs } = buildMerkleTree([...own, ...(otherTenants?.(own.size, now) ?? [])]);
  const { txHash, network } = await authorities.anchor(tx, root, now);
  const batchId = newObjectId(now);
  const token = Buffer.from(await authorities.stamp(root, now)).toString('hex');
  await insertRows(tx, 'merkle_batches', [
    {
      id: batchId,
      merkle_root: root,
      size: proofs.size,
      tx_hash: txHash,
      network,
      nom151_token: token,
      created_at: now,
    },
  ]);
  await writeStrategy(
    tx,
    rows.map(({ id, hash }) => ({ id, proof: proofs.get(hash) ?? [] })),
    now,
    sql`x(id text, proof jsonb)`,
    sql`merkle_batch_id = ${batchId}, merkle_proof = x.proof, merkle_algorithm = 'SHA256',
      merkle_nom151_provider = ${authorities.provider}, merkle_created_at = ${now.toISOString()}::timestamptz,
      merkle_updated_at = ${now.toISOString()}::timestamptz,
      waiting = case when w.waiting = 'MERKLEIZED' then null else w.waiting end`,
  );
}

/** Appended to the third party's tree, and proven against the checkpoint that they make together. */
async function append(
  authorities: Authorities,
  tree: KeptTree,
  tx: Queries,
  rows: readonly WaitingRow[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const range = await tree.open(tx);
  const leaves = rows.map(({ id, hash }) => ({ id, hash, leafIndex: range.append(hash) }));
  const checkpoint = { tree_size: range.size(), root: range.root(), created_at: now };
  await insertRows(
    tx,
    'external_leaves',
    leaves.map(({ hash, leafIndex }) => ({ leaf_index: leafIndex, hash })),
  );
  await insertRows(tx, 'external_checkpoints', [checkpoint]);
  await authorities.checkpoint(tx, checkpoint.root, checkpoint.tree_size, now);
  await writeStrategy(
    tx,
    leaves.map(({ id, leafIndex }) => ({ id, ...range.prove(leafIndex) })),
    now,
    sql`x(id text, "leafIndex" bigint, "leftHashes" jsonb, "rightHashes" jsonb, "targetRootHash" text)`,
    sql`external_leaf_index = x."leafIndex", external_left_hashes = x."leftHashes",
      external_right_hashes = x."rightHashes", external_root = x."targetRootHash",
      external_timestamp = ${now.toISOString()}::timestamptz, external_created_at = ${now.toISOString()}::timestamptz,
      external_updated_at = ${now.toISOString()}::timestamptz,
      waiting = case when w.waiting = 'WITNESS_CO' then null else w.waiting end`,
  );
}

async function writeStrategy(
  tx: Queries,
  rows: readonly object[],
  now: Date,
  shape: SQL,
  set: SQL,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.rows(sql`update witnesses w set ${set}, timestamped_at = least(w.timestamped_at, ${at}), updated_at = ${at}
    from jsonb_to_recordset(${jsonOf(rows)}::jsonb) as ${shape} where w.id = x.id`);
}

/** Lets initial owners mint the tokens of what is processed. */
async function authorizeClaims(
  authorities: Authorities,
  tx: Queries,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const authorize = authorities.authorizeClaim?.bind(authorities);
  if (!authorize) return;
  const rows = await tx.rows<{ id: string; hash: string; evm_address: string }>(sql`
    select w.id, w.hash, s.evm_address from witnesses w join subjects s on s.id = w.initial_owner_id
    where ${oneOf(sql`w.id`, ids)} and ${claimWaits}`);
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
  await tx.rows(sql`update witnesses set updated_at = ${now.toISOString()}::timestamptz
    where ${oneOf(
      sql`id`,
      rows.map(({ id }) => id),
    )}`);
}
