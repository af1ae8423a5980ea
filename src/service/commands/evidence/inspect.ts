import { createHash } from 'node:crypto';
import { sql } from '../../storage/database/sql.ts';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { checkExternalRoot } from '#proofs/merkle/check-external.ts';
import { readTimeStamp } from '#proofs/pki/timestamp/time-stamp.ts';
import { standard } from '#proofs/policy/policy.ts';
import { tilePath } from '../../authorities/trees/tiles.ts';
import { openWitnessTree } from '../../authorities/trees/witness-tree.ts';
import type { RangeStart } from '../../authorities/trees/witness-tree.ts';
import { headerIn } from '../../chain/chain.ts';
import { readCasesOrganization } from '../../seed/demo.ts';
import { merkleTrees } from '../../jobs/merkle-trees.ts';
import { readLeaves, readRangeStart, TreeBroken } from '../../jobs/stored-tree.ts';
import type { LookAtLeaves } from '../../jobs/stored-tree.ts';
import { startFault, tiledSize, tilesOfOtherSize, wrongTiles } from '../../jobs/tree-tiles.ts';
import type { Database } from '../../storage/database/database.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { wrongCounts } from '../../storage/tables/row-counts.ts';
import { proofColumns, proofHolds } from '../../storage/tables/merkle-proofs.ts';
import type { ProofRow } from '../../storage/tables/merkle-proofs.ts';
import type { Finding, Looked } from './findings.ts';
import type { Stores } from '../stores.ts';

// Recomputes what is stored: no column that can be derived from others is trusted.

/** Everything that does not hold, as it is found. */
export async function* inspect({ database, objects }: Stores, looked: Looked): AsyncGenerator<Finding> {
  const cases = await readCasesOrganization(database);
  const tree = await readTreeAtOnce(database);
  looked.leaves = tree.leaves;
  looked.checkpoints = tree.checkpoints.length;
  for (const text of tree.faults) yield { about: 'tree', text };
  yield* inspectWitnesses(database, tree, cases, looked);
  for await (const { id, holds } of merkleTrees(database)) {
    looked.batches += 1;
    if (!holds)
      yield {
        about: 'merkle tree',
        text: `The stored tree of batch ${id} is not that of its leaves and its root.`,
      };
  }
  yield* inspectStamps(database, cases, looked);
  yield* inspectContents({ database, objects }, looked);
  yield* inspectChain(database, looked);
  for (const { table, wrong } of await wrongCounts(database))
    yield {
      about: 'count',
      text: `The table ${table} differs from the rows that it counts in ${wrong} places.`,
    };
}

interface Checkpoint {
  readonly tree_size: number;
  readonly root: string;
  readonly peaks: readonly string[] | null;
}

export interface LogTree {
  /** How many leaves came before those that are stored. */
  readonly first: number;
  /** How many leaves are stored. */
  readonly leaves: number;
  readonly checkpoints: readonly Checkpoint[];
  /** Sizes of the checkpoints by their roots. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Checkpoints whose root the leaves give, by their sizes, with the peaks that the leaves give. */
  readonly valid: ReadonlyMap<number, readonly string[]>;
  /** As far as this its tiles reach. */
  readonly tiled: number;
  /** Paths of tiles that do not have the hashes of their leaves; only leaves that give their checkpoint are compared. */
  readonly wrongTiles: ReadonlySet<string>;
  readonly faults: readonly string[];
}

/** The tree as it stands at one instant, whatever is appended to it meanwhile. */
export async function readTreeAtOnce(database: Database): Promise<LogTree> {
  return database.transaction(async (tx) => {
    await tx.script('set transaction isolation level repeatable read, read only');
    return readLogTree(tx);
  });
}

/** Computes the third party's tree from its leaves, of which a few thousand are in memory at a time. */
export async function readLogTree(queries: Queries): Promise<LogTree> {
  const start = await readRangeStart(queries);
  const first = start.size;
  const checkpoints = await queries.rows<Checkpoint>(
    sql`select tree_size, root, peaks from external_checkpoints order by tree_size`,
  );
  const recorded = checkpoints.at(-1)?.tree_size ?? first;
  const [stored] = await queries.rows<{ leaves: number; behind: number }>(sql`select count(*) as leaves,
    count(*) filter (where leaf_index >= ${recorded}::bigint) as behind from external_leaves`);
  const faults: string[] = [];
  const valid = new Map<number, readonly string[]>();
  const tiled = await tiledSize(queries, start);
  const wrong = new Set<string>();
  let range: RangeStart | undefined = start;
  for (const { tree_size: size, root, peaks } of checkpoints) {
    const found: string[] = [];
    const look: LookAtLeaves = async (page, from) => {
      if (size <= tiled) found.push(...(await wrongTiles(queries, page, from.size)));
    };
    range = range && (await readLeaves(queries, range, size, look).catch(noteBroken));
    if (!range) faults.push(`The checkpoint at ${size} has leaves that are not stored.`);
    else if (openWitnessTree({ start: range, leaves: [] }).root() !== root)
      faults.push(`The leaves do not give the root ${root} of the checkpoint at ${size}.`);
    else {
      valid.set(size, range.peaks);
      for (const path of found) wrong.add(path);
      if (peaks && String(peaks) !== String(range.peaks))
        faults.push(`The stored peaks of the checkpoint at ${size} are not those of its leaves.`);
    }
  }
  const behind = stored?.behind ?? 0;
  if (behind > 0) faults.push(`${behind} leaves stand behind the last checkpoint, at ${recorded}.`);
  const sizes = new Map(checkpoints.map(({ root, tree_size: size }) => [root, size]));
  faults.push(...[...wrong].map((path) => `The third party's ${path} has not the hashes of its leaves.`));
  const startWrong = await startFault(queries, start);
  if (startWrong)
    faults.push(`What was before the third party's first leaf here does not hold: ${startWrong}`);
  for (const { width, ...name } of await tilesOfOtherSize(queries, tiled))
    faults.push(`The third party's ${tilePath(name)} has not ${width} hashes.`);
  const leaves = stored?.leaves ?? 0;
  return { first, leaves, checkpoints, sizes, valid, tiled, wrongTiles: wrong, faults };

  function noteBroken(error: unknown): undefined {
    if (!(error instanceof TreeBroken)) throw error;
    faults.push(`The third party's tree cannot be computed: ${error.why}`);
  }
}

export interface StoredWitness extends ProofRow {
  readonly id: string;
  readonly organization_id: string;
  readonly merkle_batch_id: string | null;
  readonly external_leaf_index: number | null;
  readonly external_left_hashes: readonly string[] | null;
  readonly external_right_hashes: readonly string[] | null;
  readonly external_root: string | null;
}

/** Rows of one pass. */
const passSize = 500;

async function* inspectWitnesses(
  queries: Queries,
  tree: LogTree,
  cases: string,
  looked: Looked,
): AsyncGenerator<Finding> {
  for (let after = ''; ;) {
    const rows = await queries.rows<StoredWitness>(sql`select w.id, w.organization_id, w.merkle_batch_id,
        ${proofColumns}, w.external_leaf_index, w.external_left_hashes, w.external_right_hashes,
        w.external_root
      from witnesses w left join merkle_batches b on b.id = w.merkle_batch_id
      where w.id > ${after} and (w.merkle_batch_id is not null or w.external_leaf_index is not null)
      order by w.id limit ${passSize}::bigint`);
    const sizes = new Map([...tree.sizes, ...(await readCheckpoints(queries, rows))]);
    for (const row of rows) {
      if (row.organization_id === cases) looked.leftOut += 1;
      else {
        looked.witnesses += 1;
        const { id: witness, merkle_batch_id: batch } = row;
        if (batch !== null && !proofHolds(row))
          yield {
            about: 'merkle proof',
            witness,
            text: `The Merkle proof of witness ${witness} does not lead to the root of its batch ${batch}.`,
          };
        if (row.external_leaf_index !== null && !externalHolds(row, { sizes }))
          yield {
            about: 'external proof',
            witness,
            text: `The proof of witness ${witness} does not lead from leaf ${row.external_leaf_index} to a checkpoint of the third party's tree.`,
          };
      }
    }
    after = rows.at(-1)?.id ?? '';
    if (rows.length < passSize) return;
  }
}

/** Sizes of the checkpoints that witnesses name, by their roots: also of those that came meanwhile. */
export async function readCheckpoints(
  queries: Queries,
  witnesses: readonly StoredWitness[],
): Promise<ReadonlyMap<string, number>> {
  const roots = [...new Set(witnesses.flatMap(({ external_root: root }) => root ?? []))];
  const rows = await queries.rows<{ root: string; size: number }>(
    sql`select root, tree_size as size from external_checkpoints where root = any(${roots}::text[])`,
  );
  return new Map(rows.map(({ root, size }) => [root, size]));
}

export function externalHolds(row: StoredWitness, { sizes }: Pick<LogTree, 'sizes'>): boolean {
  const size = sizes.get(row.external_root ?? '');
  if (size === undefined || row.external_leaf_index === null || row.external_leaf_index >= size) return false;
  const evidence = {
    hash: row.hash,
    leafIndex: String(row.external_leaf_index),
    leftHashes: row.external_left_hashes ?? [],
    rightHashes: row.external_right_hashes ?? [],
    targetRootHash: row.external_root ?? '',
  };
  return (
    checkExternalRoot(standard, evidence, { value: BigInt(size), basis: 'RECOMPUTED' }).status === 'PASSED'
  );
}

async function* inspectStamps(queries: Queries, cases: string, looked: Looked): AsyncGenerator<Finding> {
  const sources = [
    sql`select w.id, 'witness' as kind, w.hash, w.nom151_token as token from witnesses w
      where w.nom151_token is not null and w.organization_id <> ${cases}`,
    sql`select b.id, 'batch' as kind, b.merkle_root as hash, b.nom151_token as token from merkle_batches b
      where b.nom151_token is not null`,
  ];
  for (const source of sources)
    for (let after = ''; ;) {
      const rows = await queries.rows<{ id: string; kind: string; hash: string; token: string }>(
        sql`select * from (${source}) s where s.id > ${after} order by s.id limit ${passSize}::bigint`,
      );
      for (const { id, kind, hash, token } of rows) {
        looked.stamps += 1;
        const imprint = imprintOf(token);
        if (imprint === hash) continue;
        const says = imprint === undefined ? 'cannot be read' : `is over ${imprint}, not over ${hash}`;
        yield {
          about: 'stamp',
          ...(kind === 'witness' && { witness: id }),
          text: `The time-stamp of ${kind} ${id} ${says}.`,
        };
      }
      after = rows.at(-1)?.id ?? '';
      if (rows.length < passSize) break;
    }
}

/** The hash that a time-stamp is over; undefined: it cannot be read. */
export function imprintOf(token: string): string | undefined {
  try {
    const found = readTimeStamp(new Uint8Array(Buffer.from(token, 'hex'))).token;
    return found && Buffer.from(found.info.imprint).toString('hex');
  } catch {
    return undefined;
  }
}

async function* inspectContents(
  { database, objects }: Pick<Stores, 'database' | 'objects'>,
  looked: Looked,
): AsyncGenerator<Finding> {
  for (let after = ''; ;) {
    const rows = await database.rows<StoredContent>(
      sql`select content_key, size, sha256 from contents where content_key > ${after}
        order by content_key limit ${passSize}::bigint`,
    );
    for (const row of rows) {
      looked.contents += 1;
      const { text } = await inspectContent({ database, objects }, row);
      if (text !== undefined) yield { about: 'content', text };
    }
    after = rows.at(-1)?.content_key ?? '';
    if (rows.length < passSize) return;
  }
}

export interface StoredContent {
  readonly content_key: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** @returns what is wrong with the bytes, and whether they could be read or are missing */
export async function inspectContent(
  { database, objects }: Pick<Stores, 'database' | 'objects'>,
  content: StoredContent,
): Promise<{ readonly text: string | undefined; readonly isRead: boolean }> {
  const found = await readContent(objects, content);
  if (found.text === undefined) return found;
  // A document that was removed while it was read has no row any more: its row goes before its bytes.
  const left = await database.rows(sql`select 1 from contents where content_key = ${content.content_key}`);
  return left.length > 0 ? found : { text: undefined, isRead: true };
}

async function readContent(
  objects: Stores['objects'],
  { content_key: key, size, sha256: digest }: StoredContent,
): Promise<{ readonly text: string | undefined; readonly isRead: boolean }> {
  const hash = createHash('sha256');
  let read = 0;
  try {
    for await (const chunk of await objects.stream(key)) {
      const bytes = chunk as Uint8Array; // a stream without encoding
      read += bytes.byteLength;
      hash.update(bytes);
    }
  } catch (error) {
    const isMissing = error instanceof Error && error.name === 'ObjectMissing';
    return {
      text: `The bytes of ${key} ${isMissing ? 'are missing' : 'cannot be read'}.`,
      isRead: isMissing,
    };
  }
  const holds = read === size && hash.digest('hex') === digest;
  return {
    text: holds ? undefined : `The bytes of ${key} are not those that were received (${digest}).`,
    isRead: true,
  };
}

async function* inspectChain(queries: Queries, looked: Looked): AsyncGenerator<Finding> {
  let parentHash: string | undefined;
  for (let next = 0; ;) {
    const rows = await queries.rows<{ number: number; hash: string; parent_hash: string; rlp: string }>(
      sql`select number, hash, parent_hash, rlp from chain_blocks where number >= ${next}::bigint
        order by number limit ${passSize}::bigint`,
    );
    for (const { number, hash, parent_hash: parent_, rlp } of rows) {
      looked.blocks += 1;
      if (number !== next) yield { about: 'chain', text: `Block ${next} of the chain is missing.` };
      else if (parentHash !== undefined && parent_ !== parentHash)
        yield { about: 'chain', text: `Block ${number} of the chain does not follow block ${number - 1}.` };
      const header = headerIn(rlp);
      // The header is a list that begins with the hash of its parent.
      const written = Buffer.from(header).indexOf(Buffer.from(parent_.slice(2), 'hex'));
      if (hexOf(keccak_256(header)) !== hash || written < 1 || written > 4)
        yield { about: 'chain', text: `Block ${number} of the chain has not the hash ${hash}.` };
      parentHash = hash;
      next = number + 1;
    }
    if (rows.length < passSize) return;
  }
}

const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
