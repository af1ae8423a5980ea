import { sql } from '../storage/database/sql.ts';
import { openWitnessTree } from '../authorities/trees/witness-tree.ts';
import type { RangeStart, WitnessTree } from '../authorities/trees/witness-tree.ts';
import type { Service } from '../handlers/ports.ts';
import { nextTurn } from '../next-turn.ts';
import type { Queries } from '../storage/database/queries.ts';
import { readState, writeState } from '../storage/tables/state.ts';

/** Under this name stands where the third party's range stood before its first leaf here; no row: it was empty. */
const startState = 'third-party-start';

export interface StoredStart extends RangeStart {
  /** Whether tiles hold the hashes before it, as far as later ones need them; absent where only its peaks are known. */
  readonly tiled?: true;
}

export async function writeRangeStart(tx: Queries, start: StoredStart): Promise<void> {
  await writeState(tx, startState, JSON.stringify(start));
}

export async function readRangeStart(tx: Queries): Promise<StoredStart> {
  const text = await readState(tx, startState);
  return text === undefined ? { size: 0, peaks: [] } : (JSON.parse(text) as StoredStart); // as writeRangeStart wrote it
}

/** The stored leaves are no longer the tree in which witnesses were proven: nothing is appended to them. */
export class TreeBroken extends Error {
  override readonly name = 'TreeBroken';
  /** A clause about the tree: `it has no leaf 5.` */
  readonly why: string;

  constructor(why: string) {
    super(
      `The third party's tree is broken: ${why} The table external_leaves, external_tiles or external_checkpoints was changed; "check" says more, "repair" or a copy puts it back.`,
    );
    this.why = why;
  }
}

export interface Checkpoint {
  readonly tree_size: number;
  readonly root: string;
  /** Null: a build wrote it that did not store them. */
  readonly peaks: readonly string[] | null;
}

/** The tree's own lock: whoever has it takes no other. */
export async function lockTree(tx: Queries): Promise<void> {
  await tx.rows(sql`lock table external_leaves in exclusive mode`);
}

/**
 * The tree as its last checkpoint left it, to append to: the proofs of new leaves need its peaks and no other leaf, so
 * that a tree of ten million leaves opens like one of ten. Nobody else appends until the transaction ends.
 *
 * @throws TreeBroken
 */
export async function openStoredTree(tx: Queries): Promise<WitnessTree> {
  // Leaves are numbered one after another, so whoever appends waits for the other.
  await lockTree(tx);
  const start = await readRangeStart(tx);
  const [checkpoint] = await tx.rows<Checkpoint>(
    sql`select tree_size, root, peaks from external_checkpoints order by tree_size desc limit 1`,
  );
  const [leaves] = await tx.rows<{ last: number | null }>(
    sql`select max(leaf_index) as last from external_leaves`,
  );
  const stored = (leaves?.last ?? start.size - 1) + 1;
  const size = checkpoint?.tree_size ?? start.size;
  if (stored !== size) throw new TreeBroken(`it has ${stored} leaves, its last checkpoint ${size}.`);
  if (!checkpoint) return openWitnessTree({ start, leaves: [] });
  const end = checkpoint.peaks
    ? { size, peaks: checkpoint.peaks }
    : await readLeaves(tx, await boundaryBefore(tx, start, size), size);
  return openAt(end, checkpoint);
}

/** @throws TreeBroken where the peaks do not give the root of the checkpoint */
export function openAt(end: RangeStart, { tree_size: size, root }: Checkpoint): WitnessTree {
  const tree = openPeaks(end);
  if (tree?.root() !== root)
    throw new TreeBroken(`what is stored does not give the root ${root} of its checkpoint at ${size}.`);
  return tree;
}

/** Undefined where they are not as many as the size has, or no hashes. */
function openPeaks(end: RangeStart): WitnessTree | undefined {
  try {
    return openWitnessTree({ start: end, leaves: [] });
  } catch {
    return undefined;
  }
}

/** The last checkpoint not above the size whose peaks are stored, or where the tree began. */
export async function boundaryBefore(queries: Queries, start: RangeStart, size: number): Promise<RangeStart> {
  const [found] = await queries.rows<{ tree_size: number; peaks: readonly string[] }>(
    sql`select tree_size, peaks from external_checkpoints where tree_size <= ${size}::bigint and peaks is not null
      order by tree_size desc limit 1`,
  );
  return found ? { size: found.tree_size, peaks: found.peaks } : start;
}

/** Leaves that are in memory at once, and those that are hashed before other work of this thread has its turn. */
const pageSize = 5_000;
const leavesOfTurn = 250;

/** Looks at a page of leaves: a tree that goes on with them from where the one before ended. */
export type LookAtLeaves = (page: WitnessTree, from: RangeStart) => Promise<void>;

/**
 * Where the range stands after the stored leaves up to a size, with other work in between.
 *
 * @throws TreeBroken where one is missing or no hash, or where no range has the peaks
 */
export async function readLeaves(
  queries: Queries,
  from: RangeStart,
  to: number,
  look?: LookAtLeaves,
): Promise<RangeStart> {
  let end = from;
  while (end.size < to) {
    const tree = openPeaks(end);
    if (!tree) throw new TreeBroken(`the stored peaks at ${end.size} are none of a range of that size.`);
    const rows = await queries.rows<{ leaf_index: number; hash: string }>(
      sql`select leaf_index, hash from external_leaves where leaf_index >= ${end.size}::bigint
        and leaf_index < ${Math.min(to, end.size + pageSize)}::bigint order by leaf_index`,
    );
    for (const [index, row] of rows.entries()) {
      if (index % leavesOfTurn === 0) await nextTurn();
      if (row.leaf_index !== tree.size()) throw new TreeBroken(`it has no leaf ${tree.size()}.`);
      if (!/^[0-9a-f]{64}$/.test(row.hash)) throw new TreeBroken(`leaf ${row.leaf_index} is no hash.`);
      tree.append(row.hash);
    }
    if (rows.length === 0) throw new TreeBroken(`it has no leaf ${end.size}.`);
    await look?.(tree, end);
    end = tree.end();
  }
  return end;
}

/** Milliseconds until the next checkpoint of the third party's tree may be; 0 and less: now. */
export async function untilCheckpoint(service: Service, pace: number): Promise<number> {
  const [last] = await service.database.rows<{ created_at: Date }>(
    sql`select created_at from external_checkpoints order by tree_size desc limit 1`,
  );
  // One of the future is no reason to wait: the clock was put back.
  const age = last ? service.now().getTime() - last.created_at.getTime() : pace;
  return age < 0 ? 0 : pace - age;
}
