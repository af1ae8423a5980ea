import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkExternalRoot } from '#proofs/merkle/check-external.ts';
import { standard } from '#proofs/policy/policy.ts';
import { rightEdge, tilePath } from '../authorities/trees/tiles.ts';
import { openWitnessTree } from '../authorities/trees/witness-tree.ts';
import { jsonOf } from '../storage/tables/bulk.ts';
import type { Database } from '../storage/database/database.ts';
import type { Queries } from '../storage/database/queries.ts';
import { sql } from '../storage/database/sql.ts';
import type { Sql } from '../storage/database/sql.ts';
import { startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import { appendLeaves } from './external-tree.ts';
import { openStoredTree, readRangeStart, TreeBroken } from './stored-tree.ts';
import { addTiles, storedTiles, tiledSize, tilesOfOtherSize, TreeAudit } from './tree-tiles.ts';

let on: TestService;
let organization: string;
beforeAll(async () => {
  on = await startTestService();
  ({ id: organization } = await on.organization());
});
afterAll(() => on.close());
const reset = async (): Promise<void> => {
  await on.database.rows(sql`truncate external_leaves, external_checkpoints, external_tiles,
    preservation_checkpoints, preservation_leaves`);
  await on.database.rows(sql`update witnesses set waiting = null`);
};
beforeEach(reset);

async function wait(count: number): Promise<void> {
  await on.database
    .rows(sql`insert into witnesses (id, organization_id, kind, hash, waiting, created_at, updated_at)
    select substr(x ->> 0, 1, 24), ${organization}, 'interface', x ->> 0, 'WITNESS_CO', now(), now()
    from jsonb_array_elements(${jsonOf(
      Array.from({ length: count }, () => [randomBytes(32).toString('hex')]),
    )}::jsonb) as x`);
}

/** A database whose n-th write fails, as where a process dies there; of the others it sees every statement. */
function watched(failing?: number): { database: Database; statements: Sql[] } {
  const statements: Sql[] = [];
  let writes = 0;
  const watch = (queries: Queries): Queries => ({
    ...queries,
    rows: (statement) => {
      statements.push(statement);
      if (/^\s*(?:insert|update|delete)/.test(statement.sql)) {
        writes += 1;
        if (writes === failing) return Promise.reject(new Error('the process died'));
      }
      return queries.rows(statement);
    },
  });
  const database: Database = {
    ...on.database,
    ...watch(on.database),
    transaction: (work) => on.database.transaction((tx) => work(watch(tx))),
  };
  return { database, statements };
}

/** Appends what waits; whoever it is that finishes the checkpoint has done so. */
async function append(database = on.database): Promise<void> {
  await appendLeaves({ ...on.service, database });
  await on.database.rows(sql`update witnesses w set waiting = null
    from preservation_leaves l where l.witness_id = w.id`);
  await on.database.rows(sql`delete from preservation_checkpoints`);
}

async function readState() {
  const leaves = await on.database.rows<{ hash: string }>(
    sql`select hash from external_leaves order by leaf_index`,
  );
  const checkpoints = await on.database.rows<{ tree_size: number; root: string; tiled: boolean }>(
    sql`select tree_size, root, tiled from external_checkpoints order by tree_size`,
  );
  return { whole: openWitnessTree({ leaves: leaves.map(({ hash }) => hash) }), checkpoints };
}

/** Every checkpoint is reached from tiles alone, and so is every proof that is looked at. */
async function checkTiles(): Promise<void> {
  const { whole, checkpoints } = await readState();
  const start = await readRangeStart(on.database);
  const tiles = storedTiles(on.database, start);
  for (const { tree_size: size, root } of checkpoints) {
    const end = { size, peaks: await tiles.peaks(size) };
    expect(openWitnessTree({ start: end, leaves: [] }).root()).toBe(root);
    expect(whole.root(size)).toBe(root);
    const indexes = [0, size - 1, Math.floor(size / 2), Math.floor(size / 3)];
    const proofs = await tiles.prove(indexes.map((leafIndex) => ({ leafIndex, size })));
    expect(proofs).toEqual(indexes.map((index) => whole.prove(index, size)));
    for (const proof of proofs) {
      const hash = Buffer.from(whole.node(0, proof.leafIndex)).toString('hex');
      const known = { value: BigInt(size), basis: 'RECOMPUTED' } as const;
      expect(checkExternalRoot(standard, { ...proof, hash }, known).status).toBe('PASSED');
    }
  }
  const size = checkpoints.at(-1)?.tree_size ?? 0;
  expect(await tiledSize(on.database, start)).toBe(size);
  expect(await tilesOfOtherSize(on.database, size)).toEqual([]);
  await new TreeAudit().look(on.database);
}

/** As a build appends that writes no tiles. */
async function appendAsBefore(count: number): Promise<void> {
  await on.database.transaction(async (tx) => {
    const tree = await openStoredTree(tx);
    const hashes = Array.from({ length: count }, () => randomBytes(32).toString('hex'));
    const leaves = hashes.map((hash) => ({ leaf_index: tree.append(hash), hash }));
    await tx.rows(sql`insert into external_leaves (leaf_index, hash)
      select leaf_index, hash from jsonb_to_recordset(${jsonOf(leaves)}::jsonb) as x(leaf_index bigint, hash text)`);
    await tx.rows(sql`insert into external_checkpoints (tree_size, root, created_at, peaks)
      values (${tree.size()}::bigint, ${tree.root()}, now(), ${jsonOf(tree.end().peaks)}::jsonb)`);
  });
}
const damage = ({ level, index }: { level: number; index: number }, at: number): Promise<object[]> =>
  on.database.rows(sql`update external_tiles set hashes = set_byte(hashes, ${at}::int,
    get_byte(hashes, ${at}::int) # 128) where level = ${level}::smallint and tile_index = ${index}::bigint`);

describe('the tiles of the third party’s tree', () => {
  it('WN-8 after appends of any sizes, with a crash at any write between, every checkpoint stands in its tiles', async () => {
    const steps = fc.array(
      fc.record({
        count: fc.integer({ min: 1, max: 270 }),
        dies: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
        isOld: fc.boolean(),
      }),
      { minLength: 2, maxLength: 4 },
    );
    let deaths = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await reset();
        for (const { count, dies, isOld } of sequence) {
          if (isOld) await appendAsBefore(count);
          await wait(count);
          if (dies !== undefined) {
            const before = await on.snapshot();
            const died = await append(watched(dies).database).then(
              () => false,
              () => true,
            );
            if (died) {
              deaths += 1;
              expect(await on.snapshot()).toEqual(before);
            }
          }
          await append();
          while (await addTiles(on.database, 100)) await new TreeAudit().look(on.database);
        }
        await checkTiles();
      }),
      { numRuns: 6 },
    );
    expect(deaths).toBeGreaterThan(3);
  });

  it('WN-8 each write of an append can fail and leaves nothing behind', async () => {
    await wait(300);
    await append();
    await wait(1);
    const before = await on.snapshot();
    let died = 0;
    for (; ; died += 1) {
      const result = await append(watched(died + 1).database).catch((error: unknown) => String(error));
      if (result === undefined) break;
      expect(result).toContain('the process died');
      expect(await on.snapshot()).toEqual(before);
    }
    // Leaves, tiles, the checkpoint, its work item and the proofs.
    expect(died).toBe(5);
    await checkTiles();
  });

  it('WN-8 an append reads no leaf and of the tiles only the right edge, in one statement', async () => {
    await appendAsBefore(700);
    await addTiles(on.database);
    await wait(3);
    const { database, statements } = watched();
    await append(database);
    expect(statements.filter((one) => one.sql.includes('select leaf_index'))).toEqual([]);
    const reads = statements.filter((one) => one.sql.includes('join external_tiles'));
    expect(reads.map(({ values }) => values)).toEqual([[jsonOf(rightEdge(700))]]);
    expect(rightEdge(700).map((name) => tilePath(name))).toEqual(['tile/0/002', 'tile/1/000']);
    await checkTiles();
  });

  it('WN-8 what older builds appended is added in stretches, and appends go on meanwhile', async () => {
    for (let round = 0; round < 6; round += 1) await appendAsBefore(90);
    await wait(5);
    await append();
    const start = await readRangeStart(on.database);
    expect(await tiledSize(on.database, start)).toBe(0);
    expect(await addTiles(on.database, 200)).toBe(true);
    expect(await tiledSize(on.database, start)).toBe(180);
    await wait(5);
    await append();
    // An older build appends beside this one.
    await appendAsBefore(3);
    let stretches = 1;
    while (await addTiles(on.database, 200)) stretches += 1;
    expect(stretches).toBe(2);
    await wait(5);
    await append();
    expect((await readState()).checkpoints.every(({ tiled }) => tiled)).toBe(true);
    await checkTiles();
  });

  it('WN-8 tiles are not made of leaves that do not give their checkpoint', async () => {
    await appendAsBefore(90);
    await on.database.rows(sql`update external_leaves set hash = reverse(hash) where leaf_index = 7`);
    await expect(addTiles(on.database)).rejects.toThrow(TreeBroken);
    expect(await on.database.rows(sql`select 1 from external_tiles`)).toEqual([]);
  });

  it('WN-8 a tree that began from peaks alone has tiles from its start on', async () => {
    const before = openWitnessTree({ leaves: Array.from({ length: 333 }, (_, at) => leaf(at)) });
    await on.database.rows(sql`insert into service_state (name, value, demo)
      values ('third-party-start', ${JSON.stringify(before.end())}, false)`);
    try {
      for (const count of [1, 400, 700]) {
        await wait(count);
        await append();
      }
      const { checkpoints } = await readState();
      const leaves = await on.database.rows<{ hash: string }>(
        sql`select hash from external_leaves order by leaf_index`,
      );
      const whole = openWitnessTree({
        leaves: [...Array.from({ length: 333 }, (_, at) => leaf(at)), ...leaves.map(({ hash }) => hash)],
      });
      const tiles = storedTiles(on.database, before.end());
      for (const { tree_size: size, root } of checkpoints) {
        expect(whole.root(size)).toBe(root);
        expect(await tiles.prove([{ leafIndex: 333, size }])).toEqual([whole.prove(333, size)]);
        expect(await tiles.peaks(size)).toEqual(
          openWitnessTree({
            start: before.end(),
            leaves: leaves.slice(0, size - 333).map(({ hash }) => hash),
          }).end().peaks,
        );
      }
      await new TreeAudit().look(on.database);
    } finally {
      await on.database.rows(sql`delete from service_state where name = 'third-party-start'`);
    }
  });
  const leaf = (index: number): string => createHash('sha256').update(`leaf-${index}`).digest('hex');

  it.each([
    ['leaves', { level: 0, index: 0 }, 4_000],
    ['leaves at the right edge', { level: 0, index: 2 }, 0],
    ['roots of tiles', { level: 1, index: 0 }, 33],
  ])(
    'WN-8 one byte of a tile of %s stops appending, names the tile, and is found in each look',
    async (_, tile, at) => {
      await wait(600);
      await append();
      await damage(tile, at);
      await expect(new TreeAudit().look(on.database)).rejects.toThrow(`its tile ${tilePath(tile)} is not`);
      // Whoever appends verifies those that it goes on from.
      await wait(1);
      const appended = append();
      if (tile.level === 0 && tile.index === 0) await appended;
      else await expect(appended).rejects.toThrow(`its tile ${tilePath(tile)} is not`);
      await damage(tile, at);
      await append();
      await checkTiles();
    },
  );

  it('WN-8 a tile that is gone, and one with more than the tree has, are named', async () => {
    await wait(600);
    await append();
    await on.database.rows(sql`update external_tiles set hashes = hashes || substring(hashes from 1 for 32)
      where level = 0 and tile_index = 2`);
    expect(await tilesOfOtherSize(on.database, 600)).toEqual([{ level: 0, index: 2, width: 88 }]);
    await on.database.rows(sql`delete from external_tiles where level = 0 and tile_index = 2`);
    await wait(1);
    await expect(append()).rejects.toThrow('its tile tile/0/002 has not');
    await expect(new TreeAudit().look(on.database)).rejects.toThrow('its tile tile/0/002 is not');
  });
});
