import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '../../storage/database/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAuthorizerKey } from '../../authorities/claim-authorizer.ts';
import { createLedger } from '../../chain/ledger.ts';
import { createConservation } from '../../jobs/conservation.ts';
import { readSettings } from '../../settings.ts';
import { addWitness } from '../../handlers/witnesses/witnesses.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import { checkStores } from './check.ts';
import { repairStores } from './repair.ts';
import { runCommand } from '../run-command.ts';
import type { Stores } from '../stores.ts';

let on: TestService;
let stores: Stores;
let content: string;
const witnesses: string[] = [];
beforeAll(async () => {
  on = await startTestService();
  stores = { settings: readSettings({}), database: on.database, objects: on.service.objects };
  const organization = await on.organization({ nom151: 10 });
  content = await on.upload(organization.key, randomBytes(50));
  const add = async (waiting: 'NOM151' | 'MERKLEIZED' | 'WITNESS_CO'): Promise<void> => {
    const at = on.service.now();
    const hash = randomBytes(32).toString('hex');
    const common = { organizationId: organization.id, kind: 'interface', signatureRequestId: null } as const;
    witnesses.push((await addWitness(on.database, { ...common, hash, waiting, nom151: false, at }))!);
  };
  for (let round = 0; round < 2; round += 1) {
    for (const waiting of ['NOM151', 'MERKLEIZED', 'MERKLEIZED', 'WITNESS_CO', 'WITNESS_CO'] as const)
      await add(waiting);
    await createConservation(on.service).runOnce();
  }
  const ledger = createLedger(newAuthorizerKey(), `0x${'a'.repeat(40)}`);
  for (const root of ['1', '2'])
    await on.database.transaction((tx) => ledger.anchor(tx, root.repeat(64), on.service.now()));
});
afterAll(() => on.close());

async function check(): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  return { code: await checkStores(stores, (line) => lines.push(line)), lines };
}
async function repair(): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  return { code: await repairStores(stores, (line) => lines.push(line)), lines };
}
const run = (statement: ReturnType<typeof sql>): Promise<object[]> => on.database.rows(statement);

describe('check and repair', () => {
  it('ST-32 of a folder without a database check and repair say that there is none, and make nothing', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'testigo-none-'));
    const empty = join(parent, 'empty');
    await mkdir(empty);
    for (const folder of [empty, join(parent, 'absent')])
      for (const name of ['check', 'repair', 'check']) {
        const settings = readSettings({ TESTIGO_DATA: folder, TESTIGO_SANDBOX: '0' });
        const refused = runCommand([name], { settings, print: () => undefined });
        await expect(refused).rejects.toMatchObject({ name: 'CommandFailure' });
        await expect(refused).rejects.toThrow(`There is no database in the data folder ${folder}`);
      }
    expect(await readdir(parent, { recursive: true })).toEqual(['empty']);
    await rm(parent, { recursive: true });
  });

  it.each(['check', 'repair'])('%s with an argument is refused and does nothing', async (name) => {
    const print = (line: string): void => expect.fail(line);
    await expect(runCommand([name, '--now'], { settings: readSettings({}), print })).rejects.toMatchObject({
      name: 'CommandError',
      message: `${name} takes no arguments, and was given "--now".`,
    });
  });

  it('ST-32 check finds nothing in what was preserved, and repair does nothing to it', async () => {
    const { code, lines } = await check();
    expect(lines).toEqual([
      'Looked at 4 leaves, 2 checkpoints, 8 witnesses, 2 Merkle trees, 4 time-stamps, 1 documents and 4 blocks; 0 items are being preserved, 0 of them failed the last time.',
      'Everything holds.',
    ]);
    expect(code).toBe(0);
    const before = await on.snapshot();
    expect((await repair()).code).toBe(0);
    expect(await on.snapshot()).toEqual(before);
  });

  it.each([
    [
      'witness_counts',
      sql`insert into witness_counts (organization_id, claimed, row_count) values ('nobody', false, 3)`,
    ],
    ['witness_quarters', sql`delete from witness_quarters`],
    [
      'request_signers',
      sql`insert into request_signers values ('nobody', 'nothing', 'nobody', now(), false)`,
    ],
  ])('ST-32 finds what %s has of no rows, and repair corrects it', async (table, damage) => {
    await run(damage);
    const found = await check();
    expect(found.code).toBe(1);
    expect(found.lines.join('\n')).toContain(
      `The table ${table} differs from the rows that it counts in 1 places.`,
    );
    const repaired = await repair();
    expect(repaired.lines).toContain(`The table ${table} was corrected in 1 places.`);
    expect(repaired.code).toBe(0);
  });

  it.each([
    [
      'a leaf that was changed',
      sql`update external_leaves set hash = reverse(hash) where leaf_index = 1`,
      'do not give the root',
      "Put back 1 leaves of the third party's tree from their witnesses.",
    ],
    [
      'a leaf that is gone',
      sql`delete from external_leaves where leaf_index = 2`,
      'has no leaf 2',
      'Put back 1 leaves',
    ],
    [
      'the peaks of a checkpoint',
      sql`update external_checkpoints set peaks = '[]' where tree_size = 2`,
      'The stored peaks of the checkpoint at 2',
      'Computed the peaks of the checkpoint at 2 again',
    ],
    [
      'a stored Merkle proof',
      sql`update witnesses set merkle_leaf_index = null, merkle_proof = '[]'
        where id = (select min(id) from witnesses where merkle_leaf_index is not null)`,
      'The Merkle proof of witness',
      'again from the hashes of its batch',
    ],
    [
      'the place of a witness in its batch',
      sql`update witnesses set merkle_leaf_index = 1 - merkle_leaf_index
        where id = (select min(id) from witnesses where merkle_leaf_index is not null)`,
      'The Merkle proof of witness',
      'again from the hashes of its batch',
    ],
    [
      'a byte of a leaf in a Merkle tree',
      sql`update merkle_batches set tree = set_byte(tree, 63, get_byte(tree, 63) # 1)
        where id = (select min(id) from merkle_batches)`,
      'is not that of its leaves and its root',
      'Computed the Merkle tree of batch',
    ],
    [
      'a byte of the root in a Merkle tree',
      sql`update merkle_batches set tree = set_byte(tree, 64, get_byte(tree, 64) # 1)
        where id = (select min(id) from merkle_batches)`,
      'is not that of its leaves and its root',
      'Computed the Merkle tree of batch',
    ],
    [
      'the number of leaves of a Merkle tree',
      sql`update merkle_batches set size = 2147483647 where id = (select min(id) from merkle_batches)`,
      'is not that of its leaves and its root',
      'Computed the Merkle tree of batch',
    ],
    [
      'a Merkle tree that is gone',
      sql`update merkle_batches set tree = null where id = (select min(id) from merkle_batches)`,
      'The Merkle proof of witness',
      'again from the hashes of its batch',
    ],
    [
      'a proof in the tree',
      sql`update witnesses set external_right_hashes = external_left_hashes, external_left_hashes = external_right_hashes
        where external_leaf_index = 0`,
      'does not lead from leaf 0',
      "in the third party's tree again",
    ],
  ])('ST-32 repair puts back %s', async (_name, damage, found, did) => {
    const before = await on.snapshot();
    await run(damage);
    const after = await check();
    expect(after.code).toBe(1);
    expect(after.lines.join('\n')).toContain(found);
    const repaired = await repair();
    expect(repaired.lines.join('\n')).toContain(did);
    expect(repaired.code).toBe(0);
    expect(await on.snapshot()).toEqual(before);
  });

  it('ST-32 leaves that nobody was given are moved aside, and the tree goes on', async () => {
    await run(sql`insert into external_leaves (leaf_index, hash) values (4, ${'ab'.repeat(32)})`);
    expect((await check()).lines.join('\n')).toContain('1 leaves stand behind the last checkpoint, at 4.');
    const { code, lines } = await repair();
    expect([code, lines[0]]).toEqual([
      0,
      'Moved 1 leaves behind the last checkpoint, at 4, to the table set_aside_leaves.',
    ]);
    expect(await run(sql`select leaf_index, hash from set_aside_leaves`)).toEqual([
      { leaf_index: 4, hash: 'ab'.repeat(32) },
    ]);
  });

  it('ST-32 what cannot be put back without making it up is named, and left as it is', async () => {
    const hash = 'cd'.repeat(32);
    const [stamped] = await on.database.rows<{ id: string; token: string }>(
      sql`select id, nom151_token as token from witnesses where nom151_token is not null order by id limit 1`,
    );
    const [other] = await on.database.rows<{ token: string }>(
      sql`select nom151_token as token from merkle_batches limit 1`,
    );
    const [block] = await on.database.rows<{ parent: string }>(
      sql`select parent_hash as parent from chain_blocks where number = 2`,
    );
    await run(sql`update witnesses set nom151_token = ${other!.token} where id = ${stamped!.id}`);
    await run(sql`update contents set sha256 = ${hash} where content_key = ${content}`);
    await run(sql`update chain_blocks set parent_hash = ${`0x${hash}`} where number = 2`);
    const before = await on.snapshot();
    const { code, lines } = await repair();
    expect(code).toBe(1);
    const text = lines.join('\n');
    expect(text).toContain(`put it back from a copy: The time-stamp of witness ${stamped!.id} is over `);
    expect(text).toContain(`The bytes of ${content} are not those that were received (${hash}).`);
    expect(text).toContain('Block 2 of the chain does not follow block 1.');
    expect(text).toMatch(/\d things do not hold\.$/);
    expect(await on.snapshot()).toEqual(before);
    await run(sql`update witnesses set nom151_token = ${stamped!.token} where id = ${stamped!.id}`);
    await run(sql`update chain_blocks set parent_hash = ${block!.parent} where number = 2`);
  });

  it('ST-32 a plan whose hashes do not give its root is dropped, what failed is tried at once', async () => {
    const at = on.service.now().toISOString();
    await run(sql`update witnesses set waiting = 'MERKLEIZED' where id = ${witnesses[0]!}`);
    const down = {
      ...on.service,
      authorities: { ...on.authorities, anchor: () => Promise.reject(new Error('down')) },
    };
    await expect(createConservation(down).runOnce()).rejects.toThrow('down');
    const waits = (): Promise<object[]> =>
      run(sql`select 1 from preservation_batches where next_attempt_at is not null`);
    expect(await waits()).toHaveLength(1);
    expect((await repair()).lines.join('\n')).toContain('1 items that stand half done are taken up');
    expect(await waits()).toHaveLength(0);
    await run(
      sql`update preservation_batches set merkle_root = ${'0'.repeat(64)}, planned_at = ${at}::timestamptz`,
    );
    expect((await repair()).lines.join('\n')).toContain('its witnesses wait for another');
    expect(await createConservation(on.service).runOnce()).toBe(1);
  });
});
