import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWitnessTree } from '../authorities/trees/witness-tree.ts';
import type { WitnessProof } from '../authorities/trees/witness-tree.ts';
import { sql } from '../storage/database/sql.ts';
import type { Queries } from '../storage/database/queries.ts';
import { insertRows } from '../storage/tables/bulk.ts';
import { startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import { openStoredTree, TreeBroken } from './stored-tree.ts';
import { TreeAudit } from './tree-tiles.ts';

let on: TestService;
beforeAll(async () => {
  on = await startTestService();
});
afterAll(() => on.close());
beforeEach(() => on.database.rows(sql`truncate external_leaves, external_checkpoints`));

const leaf = (index: number): string => createHash('sha256').update(`leaf-${index}`).digest('hex');

/** Appends so many leaves with a checkpoint, as preservation does. */
async function append(count: number): Promise<readonly WitnessProof[]> {
  return on.database.transaction(async (tx) => {
    const tree = await openStoredTree(tx);
    const indexes = Array.from({ length: count }, () => tree.append(leaf(tree.size())));
    await insertRows(
      tx,
      'external_leaves',
      indexes.map((index) => ({ leaf_index: index, hash: leaf(index) })),
    );
    const { size, peaks } = tree.end();
    const checkpoint = { tree_size: size, root: tree.root(), peaks, created_at: on.service.now() };
    await insertRows(tx, 'external_checkpoints', [checkpoint]);
    return indexes.map((index) => tree.prove(index));
  });
}
const open = () => on.database.transaction((tx) => openStoredTree(tx));
const change = (index: number): Promise<object[]> =>
  on.database.rows(sql`update external_leaves set hash = reverse(hash) where leaf_index = ${index}::bigint`);

describe('the stored tree', () => {
  it('WN-8 proves new leaves as the tree of all leaves does, also after checkpoints without peaks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ count: fc.integer({ min: 1, max: 40 }), isOld: fc.boolean() }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (stretches) => {
          await on.database.rows(sql`truncate external_leaves, external_checkpoints`);
          const whole = openWitnessTree();
          for (const { count, isOld } of stretches) {
            const proofs = await append(count);
            for (let added = 0; added < count; added += 1) whole.append(leaf(whole.size()));
            expect(proofs).toEqual(proofs.map(({ leafIndex }) => whole.prove(leafIndex)));
            // As a build wrote it that stores no peaks.
            if (isOld)
              await on.database.rows(
                sql`update external_checkpoints set peaks = null where tree_size = ${whole.size()}::bigint`,
              );
          }
          await new TreeAudit().look(on.database);
        },
      ),
      { numRuns: 8 },
    );
  });

  it('WN-8 opens without reading leaves', async () => {
    await append(300);
    const texts: string[] = [];
    await on.database.transaction((tx) => {
      const watched: Queries = {
        ...tx,
        rows: (statement) => {
          texts.push(JSON.stringify(statement));
          return tx.rows(statement);
        },
      };
      return openStoredTree(watched);
    });
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.filter((text) => text.includes('select leaf_index'))).toEqual([]);
  });

  it.each([
    [
      'a leaf behind its last checkpoint',
      sql`insert into external_leaves (leaf_index, hash) values (5, ${leaf(5)})`,
    ],
    ['a last leaf that is gone', sql`delete from external_leaves where leaf_index = 4`],
    ['another root', sql`update external_checkpoints set root = reverse(root)`],
    ['peaks that are no hashes', sql`update external_checkpoints set peaks = '["", "ab"]'`],
    ['peaks of another size', sql`update external_checkpoints set peaks = '[]'`],
  ])('WN-8 is not opened with %s', async (_what, damage) => {
    await append(5);
    await on.database.rows(damage);
    await expect(open()).rejects.toThrow(TreeBroken);
  });
});

describe('the audit of the stored tree', () => {
  const sizes = { first: 20, later: 20 };

  it.each([
    ['changed', 0, () => change(0), () => change(0)],
    [
      'missing',
      25,
      () => on.database.rows(sql`delete from external_leaves where leaf_index = 25`),
      () => on.database.rows(sql`insert into external_leaves (leaf_index, hash) values (25, ${leaf(25)})`),
    ],
  ])(
    'WN-8 finds a leaf that is %s before its first look in the course of later ones',
    async (_, index, damage, undo) => {
      for (let stretch = 0; stretch < 5; stretch += 1) await append(20);
      await damage();
      const audit = new TreeAudit(sizes);
      await audit.look(on.database);
      const looks = async (): Promise<void> => {
        for (let look = 0; look < 5; look += 1) await audit.look(on.database);
      };
      await expect(looks()).rejects.toThrow(TreeBroken);
      // It stays with what does not hold.
      await expect(audit.look(on.database)).rejects.toThrow(index === 0 ? 'root' : 'no leaf 25');
      await undo();
      await looks();
    },
  );

  it('WN-8 finds at its first look what was changed last, whatever peaks are stored', async () => {
    for (let stretch = 0; stretch < 3; stretch += 1) await append(20);
    await change(59);
    await expect(new TreeAudit(sizes).look(on.database)).rejects.toThrow(TreeBroken);
    await change(59);
    await on.database.rows(sql`update external_checkpoints set peaks = (
      select peaks from external_checkpoints where tree_size = 20) where tree_size = 40`);
    await expect(new TreeAudit({ first: 60, later: 20 }).look(on.database)).rejects.toThrow(TreeBroken);
  });

  it('WN-8 finds peaks from which no tree can be opened, where its first look begins', async () => {
    for (let stretch = 0; stretch < 3; stretch += 1) await append(20);
    await on.database.rows(sql`update external_checkpoints set peaks = '[]' where tree_size = 40`);
    await expect(new TreeAudit(sizes).look(on.database)).rejects.toThrow(TreeBroken);
  });

  it('WN-8 lets other work have its turn', async () => {
    await append(5_000);
    let turns = 0;
    const state = { done: false };
    const work = (): void => {
      turns += 1;
      if (!state.done) setImmediate(work);
    };
    setImmediate(work);
    await new TreeAudit().look(on.database);
    state.done = true;
    expect(turns).toBeGreaterThan(15);
  });
});
