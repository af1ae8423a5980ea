import { sql } from 'drizzle-orm';
import { openWitnessTree } from '../authorities/witness-tree.ts';
import type { RangeStart, WitnessTree } from '../authorities/witness-tree.ts';
import type { Service } from '../domain/ports.ts';
import type { Queries } from '../storage/queries.ts';
import { readState, writeState } from '../storage/state.ts';

/** Under this name stands where the third party's range stood before its first leaf here; no row: it was empty. */
const startState = 'third-party-start';

export async function writeRangeStart(tx: Queries, start: RangeStart): Promise<void> {
  await writeState(tx, startState, JSON.stringify(start));
}

async function readRangeStart(tx: Queries): Promise<RangeStart | undefined> {
  const text = await readState(tx, startState);
  return text === undefined ? undefined : (JSON.parse(text) as RangeStart); // as writeRangeStart wrote it
}

/**
 * The third party's tree in memory, with the leaves that were last committed; another process may have appended
 * since. After a transaction that failed it is read anew.
 */
export class KeptTree {
  #tree: WitnessTree | undefined;

  forget(): void {
    this.#tree = undefined;
  }

  async open(tx: Queries): Promise<WitnessTree> {
    // Leaves are numbered one after another, so whoever appends waits for the other.
    await tx.rows(sql`lock table external_leaves in exclusive mode`);
    const [kept] = await tx.rows<{ size: number }>(sql`select count(*) as size from external_leaves`);
    let tree = this.#tree;
    if (!tree || kept?.size !== tree.size() - tree.start()) {
      const leaves = await tx.rows<{ hash: string }>(
        sql`select hash from external_leaves order by leaf_index`,
      );
      tree = openWitnessTree({
        start: await readRangeStart(tx),
        leaves: leaves.map(({ hash }) => hash),
      });
      await checkKept(tx, tree);
    }
    this.#tree = tree;
    return tree;
  }
}

/**
 * Leaves that do not give the last root that was told are no longer the tree in which witnesses were proven: nothing
 * is appended to them.
 */
async function checkKept(tx: Queries, tree: WitnessTree): Promise<void> {
  const [last] = await tx.rows<{ tree_size: number; root: string }>(
    sql`select tree_size, root from external_checkpoints order by tree_size desc limit 1`,
  );
  if (!last) return;
  if (last.tree_size > tree.size() || tree.root(last.tree_size) !== last.root)
    throw new Error(
      `The leaves of the third party's tree do not give the root ${last.root} of its checkpoint at ${last.tree_size}: the table external_leaves was changed; put it back from a copy.`,
    );
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
