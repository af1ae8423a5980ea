import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkExternalRoot } from '#proofs/merkle/check-external.ts';
import { standard } from '#proofs/policy/policy.ts';
import { openLogSigner } from '../../authorities/sandbox/log-note.ts';
import type { WitnessProof } from '../../authorities/trees/witness-tree.ts';
import { checkStores } from '../../commands/evidence/check.ts';
import { repairStores } from '../../commands/evidence/repair.ts';
import type { Stores } from '../../commands/stores.ts';
import { createConservation } from '../../jobs/conservation.ts';
import { readSettings } from '../../settings.ts';
import { sql } from '../../storage/database/sql.ts';
import { startTestService, testRelayerKey } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import { auditTiles, fetchCheckpoint, isConsistent, rebuildRoot } from '../testing/follow-log.ts';
import type { FollowedCheckpoint } from '../testing/follow-log.ts';

const { verifierKey } = openLogSigner({ relayerKey: testRelayerKey });

let on: TestService;
let stores: Stores;
let organization: string;
const checkpoints: FollowedCheckpoint[] = [];

beforeAll(async () => {
  on = await startTestService();
  stores = { settings: readSettings({}), database: on.database, objects: on.service.objects };
  ({ id: organization } = await on.organization());
  for (const count of [1, 255, 44, 300]) {
    await append(count);
    checkpoints.push(await fetchCheckpoint(get, verifierKey));
  }
});
afterAll(() => on.close());

async function append(count: number): Promise<void> {
  await wait(count);
  await on.conserve();
}
const wait = (count: number): Promise<object[]> =>
  on.database
    .rows(sql`insert into witnesses (id, organization_id, kind, hash, waiting, created_at, updated_at)
    select encode(substr(sha256((n || clock_timestamp()::text)::bytea), 1, 12), 'hex'), ${organization}, 'interface',
      encode(sha256((n || clock_timestamp()::text)::bytea), 'hex'), 'WITNESS_CO', now(), now()
    from generate_series(1, ${count}::bigint) n`);

const ask = (path: string): Promise<Response> => on.request(`/sandbox/log/${path}`);
const get = async (path: string): Promise<Buffer | undefined> => {
  const answer = await ask(path);
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : undefined;
};
/** Of the tables of the tree alone. */
const treeSnapshot = async (): Promise<[string, string][]> =>
  Object.entries(await on.snapshot()).filter(([table]) => table.startsWith('external_'));
const last = (): FollowedCheckpoint => checkpoints.at(-1)!;
const lines = async (command: typeof checkStores): Promise<string> => {
  const printed: string[] = [];
  await command(stores, (line) => printed.push(line));
  return printed.join('\n');
};

describe('the third party’s log', () => {
  it('ST-33 a follower rebuilds each signed root from tiles, and every tile from its entries', async () => {
    expect(checkpoints.map(({ size }) => size)).toEqual([1, 256, 300, 600]);
    for (const { size, root } of checkpoints) {
      expect(await rebuildRoot(get, size)).toEqual(root);
      expect(await auditTiles(get, size)).toEqual([]);
    }
    await expect(
      fetchCheckpoint(get, openLogSigner({ relayerKey: '2'.repeat(64) }).verifierKey),
    ).rejects.toThrow('another log');
  });

  it('ST-33 the proofs that it answers lead from each checkpoint to each later one, and to each leaf', async () => {
    for (const [at, before] of checkpoints.entries())
      for (const after of checkpoints.slice(at)) {
        const answer = await ask(`consistency?first=${before.size}&second=${after.size}`);
        const { hashes } = (await answer.json()) as { hashes: string[] };
        const proof = hashes.map((hash) => Buffer.from(hash, 'hex'));
        expect(isConsistent(before, after, proof)).toBe(true);
        const [changed, ...rest] = proof;
        if (changed) expect(isConsistent(before, after, [Buffer.alloc(32), ...rest])).toBe(false);
      }
    const leaves = (await get('tile/0/001'))!;
    for (const [leafIndex, treeSize] of [
      [256, 300],
      [299, 300],
      [299, 600],
      [511, 600],
    ] as const) {
      const answer = await ask(`inclusion?leafIndex=${leafIndex}&treeSize=${treeSize}`);
      const proof = (await answer.json()) as WitnessProof;
      const hash = leaves.subarray((leafIndex - 256) * 32, (leafIndex - 255) * 32).toString('hex');
      const root = checkpoints.find(({ size }) => size === treeSize)!.root.toString('hex');
      const evidence = { ...proof, hash, targetRootHash: root };
      const size = { value: BigInt(treeSize), basis: 'RECOMPUTED' } as const;
      expect(checkExternalRoot(standard, evidence, size).status).toBe('PASSED');
    }
  });

  it('ST-33 says how long each answer is good for, and answers nothing that it does not have', async () => {
    const headers = async (path: string): Promise<(string | null)[]> => {
      const answer = await ask(path);
      return [answer.headers.get('content-type'), answer.headers.get('cache-control')];
    };
    const forEver = 'public, max-age=31536000, immutable';
    expect(await headers('checkpoint')).toEqual(['text/plain; charset=utf-8', 'no-cache']);
    for (const path of ['tile/0/000', 'tile/0/002.p/88', 'tile/1/000.p/2', 'tile/entries/001'])
      expect(await headers(path)).toEqual(['application/octet-stream', forEver]);
    // A partial tile is the beginning of wider ones, for whoever follows an older checkpoint.
    expect((await get('tile/0/001.p/44'))?.equals((await get('tile/0/001'))!.subarray(0, 44 * 32))).toBe(
      true,
    );
    for (const path of [
      'tile/0/002',
      'tile/0/002.p/89',
      'tile/0/003.p/1',
      'tile/1/000.p/3',
      'tile/2/000.p/1',
      'tile/0/2',
      'tile/entries/002',
      'tile/x/000',
      'inclusion?leafIndex=600&treeSize=601',
      'inclusion?leafIndex=300&treeSize=300',
      'consistency?first=0&second=5',
      'consistency?first=5&second=4',
      'consistency?first=5&second=601',
    ])
      expect((await ask(path)).status, path).toBe(404);
    for (const path of [
      'inclusion?leafIndex=x&treeSize=1',
      'consistency?first=1',
      'inclusion?leafIndex=01&treeSize=2',
    ])
      expect((await ask(path)).status, path).toBe(400);
    const posted = await on.request('/sandbox/log/checkpoint', { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('ST-33 what is appended is not published before its checkpoint stands on the chain', async () => {
    await wait(2);
    const down = { ...on.authorities, checkpoint: () => Promise.reject(new Error('down')) };
    const failing = createConservation({ ...on.service, authorities: down });
    await expect(failing.runOnce()).rejects.toThrow('down');
    expect(await fetchCheckpoint(get, verifierKey)).toEqual(last());
    expect((await ask('tile/0/002.p/90')).status).toBe(404);
    await on.database.rows(sql`update preservation_checkpoints set next_attempt_at = null`);
    await on.conserve();
    const after = await fetchCheckpoint(get, verifierKey);
    expect(after.size).toBe(602);
    expect(await rebuildRoot(get, after.size)).toEqual(after.root);
    checkpoints.push(after);
  });

  it.each([
    ['of leaves', 0, 1, 7],
    ['of leaves that is partial', 0, 2, 80],
    ['above leaves', 1, 0, 1],
  ])(
    'ST-33 ST-32 one byte of a tile %s is found by followers and check, and repair puts it back',
    async (_, level, index, slot) => {
      const path = `tile/${level}/00${index}`;
      const before = await treeSnapshot();
      const at = slot * 32 + 5;
      await on.database.rows(sql`update external_tiles set hashes = set_byte(hashes, ${at}::int,
      get_byte(hashes, ${at}::int) # 1) where level = ${level}::smallint and tile_index = ${index}::bigint`);
      const { size, root } = last();
      const isWhole =
        (await auditTiles(get, size)).length === 0 && (await rebuildRoot(get, size)).equals(root);
      expect(isWhole).toBe(false);
      const found = await lines(checkStores);
      expect(found).toContain(`The third party's ${path} has not the hashes of its leaves.`);
      expect(found).toContain('1 things do not hold.');
      await wait(1);
      await expect(on.conserve()).rejects.toThrow(`its tile ${path} is not that of its leaves`);
      await on.database.rows(sql`delete from witnesses where waiting is not null`);
      expect(await lines(repairStores)).toContain(`Computed the third party's ${path} again.\n`);
      expect(await treeSnapshot()).toEqual(before);
    },
  );
});
