import { sql } from '../storage/database/sql.ts';
import { openWitnessTreeInTurns } from '../authorities/trees/witness-tree.ts';
import type { RangeStart, WitnessTree } from '../authorities/trees/witness-tree.ts';
import type { Service } from '../handlers/ports.ts';
import type { Queries } from '../storage/database/queries.ts';
import { readState, writeState } from '../storage/tables/state.ts';

/** Under this name stands where the third party's range stood before its first leaf here; no row: it was empty. */
const startState = 'third-party-start';

export async function writeRangeStart(tx: Queries, start: RangeStart): Promise<void> {
  await writeState(tx, startState, JSON.stringify(start));
}

export async function readRangeStart(tx: Queries): Promise<RangeStart | undefined> {
  const text = await readState(tx, startState);
  return text === undefined ? undefined : (JSON.parse(text) as RangeStart); // as writeRangeStart wrote it
}

/** The stored leaves are no longer the tree in which witnesses were proven: nothing is appended to them. */
export class TreeBroken extends Error {
  override readonly name = 'TreeBroken';

  constructor(why: string, cause?: unknown) {
    super(
      `The third party's tree is broken: ${why} The table external_leaves was changed; "check" says more, "repair" or a copy puts it back.`,
      { cause },
    );
  }
}

interface Checkpoint {
  readonly tree_size: number;
  readonly root: string;
}

/**
 * The third party's tree in memory, as its last checkpoint left it: it is known by that size and that root. Whoever
 * takes it out may append to it and puts it back once what was appended is committed; otherwise it is dropped with
 * the attempt and read anew.
 */
export class CachedTree {
  #tree: WitnessTree | undefined;

  /**
   * Takes the tree out. From here on nobody else appends until the transaction ends.
   *
   * @throws TreeBroken
   */
  async take(tx: Queries): Promise<WitnessTree> {
    // Leaves are numbered one after another, so whoever appends waits for the other.
    await lockTree(tx);
    const stored = await readStored(tx);
    const tree = this.#tree;
    this.#tree = undefined;
    return (tree && (await grow(tx, tree, stored))) ?? readTree(tx, stored);
  }

  /** Stores the tree as it was committed. */
  put(tree: WitnessTree): void {
    this.#tree = tree;
  }
}

/** The tree's own lock: whoever has it takes no other. */
export async function lockTree(tx: Queries): Promise<void> {
  await tx.rows(sql`lock table external_leaves in exclusive mode`);
}

interface Stored {
  readonly count: number;
  /** Number of the last leaf; null: there is none. */
  readonly last: number | null;
  readonly checkpoint: Checkpoint | undefined;
}

async function readStored(tx: Queries): Promise<Stored> {
  const [leaves] = await tx.rows<{ count: number; last: number | null }>(
    sql`select count(*) as count, max(leaf_index) as last from external_leaves`,
  );
  const [checkpoint] = await tx.rows<Checkpoint>(
    sql`select tree_size, root from external_checkpoints order by tree_size desc limit 1`,
  );
  return { count: leaves?.count ?? 0, last: leaves?.last ?? null, checkpoint };
}

/** Brings a tree to the last checkpoint, which another process may have made; undefined: it is another tree. */
async function grow(tx: Queries, tree: WitnessTree, stored: Stored): Promise<WitnessTree | undefined> {
  const { checkpoint } = stored;
  if (!checkpoint || checkpoint.tree_size < tree.size()) return undefined;
  if (stored.last !== checkpoint.tree_size - 1 || stored.count !== checkpoint.tree_size - tree.start())
    return undefined;
  const newer = await tx.rows<{ hash: string }>(
    sql`select hash from external_leaves where leaf_index >= ${tree.size()}::bigint order by leaf_index`,
  );
  for (const { hash } of newer) tree.append(hash);
  return tree.root() === checkpoint.root ? tree : undefined;
}

/**
 * The tree of the stored leaves, which give the root of the last checkpoint and have it as their last.
 *
 * @throws TreeBroken
 */
async function readTree(tx: Queries, { count, last, checkpoint }: Stored): Promise<WitnessTree> {
  const start = await readRangeStart(tx);
  const first = start?.size ?? 0;
  const size = first + count;
  if (last !== null && last !== size - 1)
    throw new TreeBroken(`it has ${count} leaves, and the last has the number ${last}, not ${size - 1}.`);
  if (size !== (checkpoint?.tree_size ?? first))
    throw new TreeBroken(`it has ${size} leaves, its last checkpoint ${checkpoint?.tree_size ?? first}.`);
  const leaves = await tx.rows<{ hash: string }>(sql`select hash from external_leaves order by leaf_index`);
  let tree: WitnessTree;
  try {
    tree = await openWitnessTreeInTurns({ start, leaves: leaves.map(({ hash }) => hash) });
  } catch (error) {
    throw new TreeBroken('a leaf is no hash.', error);
  }
  if (checkpoint && tree.root() !== checkpoint.root)
    throw new TreeBroken(
      `its leaves do not give the root ${checkpoint.root} of its checkpoint at ${checkpoint.tree_size}.`,
    );
  return tree;
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
