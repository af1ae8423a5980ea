import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Witness } from '#contract/resources/resources.ts';
import { buildMerkleTree, rootOfProof } from '../authorities/trees/merkle-tree.ts';
import { nothingLooked } from '../commands/evidence/findings.ts';
import { inspect } from '../commands/evidence/inspect.ts';
import { addWitness } from '../handlers/witnesses/witnesses.ts';
import { eraseOrganization } from '../removal/erase-organization.ts';
import { casesState } from '../seed/demo.ts';
import { readSettings } from '../settings.ts';
import { migrate, readMigrations } from '../storage/database/migrate.ts';
import { areOlderBuildsEnded, endOlderBuilds } from '../storage/database/older-builds.ts';
import { sql } from '../storage/database/sql.ts';
import { jsonOf } from '../storage/tables/bulk.ts';
import { correctCounts } from '../storage/tables/row-counts.ts';
import { writeState } from '../storage/tables/state.ts';
import { startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import type { TestOrganization } from '../testing/test-data.ts';
import { createConservation } from './conservation.ts';
import { replaceProofs } from './merkle-trees.ts';
import { createTreeSweep } from './sweeps/tree-sweep.ts';

const migration = '0113-merkle-trees.sql';

let on: TestService;
let organization: TestOrganization;
beforeEach(async () => {
  on = await startTestService();
  organization = await on.organization();
});
afterEach(() => on.close());

async function wait(count: number, organizationId = organization.id): Promise<string[]> {
  const hashes = Array.from({ length: count }, () => randomBytes(32).toString('hex'));
  for (const hash of hashes) {
    const common = { organizationId, kind: 'interface', signatureRequestId: null, nom151: false } as const;
    await addWitness(on.database, { ...common, hash, waiting: 'MERKLEIZED', at: on.service.now() });
  }
  return hashes;
}

/** Merkle proofs by hash, as the interface answers them. */
async function answered(key = organization.key): Promise<Map<string, Witness['merkleized']>> {
  const { results } = await on.get<{ results: Witness[] }>(
    `/witnesses?merkleized={"exists":true}&pagination={"size":100}`,
    key,
  );
  return new Map(results.map(({ hash, merkleized }) => [String(hash), merkleized]));
}

async function expectProven(hashes: readonly string[], key = organization.key): Promise<void> {
  const proofs = await answered(key);
  for (const hash of hashes) {
    const { merkleProof, merkleRoot } = proofs.get(hash)!;
    expect(rootOfProof(hash, merkleProof!)).toBe(merkleRoot);
  }
}

const stored = async (): Promise<Record<string, number>> => {
  const [row] = await on.database.rows<Record<string, number>>(sql`select
    (select count(*) from merkle_batches where tree is not null) as trees,
    (select count(*) from merkle_batches where proofs_stored) as batches,
    count(merkle_leaf_index) as places, count(merkle_proof) as proofs from witnesses`);
  return row!;
};

/** The database was made by an older build, which may still serve it. */
const beOlder = (): Promise<object[]> =>
  on.database.rows(sql`update migrations set ends_older = false where name = ${migration}`);

/** A batch as an older build writes it. */
async function preserveAsBefore(count: number, others: readonly string[] | null = []): Promise<string[]> {
  const hashes = await wait(count);
  const { root, proofs } = buildMerkleTree([...hashes, ...(others ?? [])]);
  const id = randomBytes(12).toString('hex');
  await on.database
    .rows(sql`insert into merkle_batches (id, merkle_root, size, tx_hash, network, other_hashes, created_at)
    values (${id}, ${root}, ${proofs.size}::integer, ${`0x${root}`}, 31337, ${others && jsonOf(others)}::jsonb, now())`);
  const rows = hashes.map((hash) => ({ hash, proof: proofs.get(hash) }));
  await on.database
    .rows(sql`update witnesses w set merkle_batch_id = ${id}, merkle_proof = x.proof, waiting = null,
    merkle_algorithm = 'SHA256', merkle_created_at = w.created_at, merkle_updated_at = w.created_at,
    timestamped_at = w.created_at
    from jsonb_to_recordset(${jsonOf(rows)}::jsonb) as x(hash text, proof jsonb) where w.hash = x.hash`);
  return hashes;
}

async function endOlder(): Promise<void> {
  expect(await endOlderBuilds(on.database, 0)).toBe(false);
  expect(await endOlderBuilds(on.database, 0)).toBe(true);
}

async function replaceAll(): Promise<number> {
  let count = 0;
  for (let after: string | undefined = ''; after !== undefined; count += 1)
    after = await replaceProofs(on.service, after);
  return count - 1;
}

const findings = async (): Promise<string[]> => {
  const stores = { settings: readSettings({}), database: on.database, objects: on.service.objects };
  const texts: string[] = [];
  for await (const { text } of inspect(stores, nothingLooked())) texts.push(text);
  return texts;
};

describe('the tree of a batch', () => {
  it('WN-7 gives every proof of one to 300 leaves as it was built', async () => {
    for (let leaves = 1; leaves <= 300; leaves += 1) {
      const hashes = Array.from({ length: leaves }, (_, n) => sha256(`${leaves}/${n}`));
      const { root, proofs, leafIndexes, nodes } = buildMerkleTree(hashes);
      const rows = await on.database.rows<{ path: string }>(
        sql`select encode(merkle_path(tree, ${leaves}::integer, leaf), 'hex') as path
          from (select ${nodes}::bytea as tree) t, generate_series(0, ${leaves - 1}::integer) leaf order by leaf`,
      );
      const paths = rows.map(({ path }) => path.match(/.{64}/g) ?? []);
      expect(paths).toEqual([...leafIndexes.keys()].map((hash) => proofs.get(hash)));
      const roots = [...leafIndexes].map(([hash, index]) => rootOfProof(hash, paths[index]!));
      expect(new Set(roots)).toEqual(new Set([root]));
    }
  }, 120_000);
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

  it('WN-7 is stored once, and no proof beside it', async () => {
    const hashes = await wait(11);
    await on.conserve();
    expect(await stored()).toEqual({ trees: 1, batches: 0, places: 11, proofs: 0 });
    const { proofs } = buildMerkleTree(hashes);
    expect(new Map([...(await answered())].map(([hash, one]) => [hash, one?.merkleProof]))).toEqual(proofs);
  });

  it('WN-7 with one changed byte gives no wrong proof: those that it touches are not answered', async () => {
    const hashes = await wait(13);
    await on.conserve();
    const before = await answered();
    const [batch] = await on.database.rows<{ bytes: number }>(
      sql`select octet_length(tree) as bytes from merkle_batches`,
    );
    let missing = 0;
    for (let at = 5; at < batch!.bytes; at += 32) {
      const flip = sql`update merkle_batches set tree = set_byte(tree, ${at}::int, get_byte(tree, ${at}::int) # 1)`;
      await on.database.rows(flip);
      for (const [hash, merkleized] of await answered()) {
        if (merkleized?.merkleProof === null) missing += 1;
        else expect(merkleized).toEqual(before.get(hash));
      }
      await on.database.rows(flip);
    }
    expect(missing).toBeGreaterThan(20);
    await expectProven(hashes);
  });

  it('ST-30 a batch whose hashes no longer give the root that was anchored is not shown', async () => {
    await wait(2);
    const down = {
      ...on.service,
      authorities: { ...on.authorities, anchor: () => Promise.reject(new Error('down')) },
    };
    await expect(createConservation(down).runOnce()).rejects.toThrow('down');
    const other = sql`update preservation_batches set other_hashes = ${jsonOf(['ab'.repeat(32)])}::jsonb`;
    await on.database.rows(other);
    await expect(on.conserve()).rejects.toThrow('do not give its root');
    expect(await stored()).toMatchObject({ trees: 0, places: 0, proofs: 0 });
    await on.database.rows(sql`update preservation_batches set other_hashes = '[]'`);
    expect(await on.conserve()).toBe(2);
  });
});

describe('beside older builds', () => {
  it('WN-7 proofs are stored too, also those of a plan, until older builds have ended', async () => {
    await beOlder();
    const hashes = await wait(5);
    const down = {
      ...on.service,
      authorities: { ...on.authorities, anchor: () => Promise.reject(new Error('down')) },
    };
    await expect(createConservation(down).runOnce()).rejects.toThrow('down');
    const { proofs } = buildMerkleTree(hashes);
    const planned = await on.database.rows<{ hash: string; proof: string[] }>(
      sql`select w.hash, m.proof from preservation_batch_members m join witnesses w on w.id = m.witness_id`,
    );
    expect(new Map(planned.map(({ hash, proof }) => [hash, proof]))).toEqual(proofs);
    await on.conserve();
    expect(await stored()).toEqual({ trees: 1, batches: 1, places: 5, proofs: 5 });
    const written = await on.database.rows<{ hash: string; proof: string[] }>(
      sql`select hash, merkle_proof as proof from witnesses`,
    );
    expect(new Map(written.map(({ hash, proof }) => [hash, proof]))).toEqual(proofs);
    // And those of an older build are answered.
    await expectProven([...hashes, ...(await preserveAsBefore(4))]);
    expect(await findings()).toEqual([]);
  });

  it('WN-7 once they have ended, trees are made of what they wrote, every proof stays as it was, and they refuse the data', async () => {
    await beOlder();
    const hashes = [
      ...(await preserveAsBefore(1)),
      ...(await preserveAsBefore(7)),
      ...(await preserveAsBefore(3, [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')])),
      ...(await wait(6)),
    ];
    await on.conserve();
    const before = await answered();
    expect(before.size).toBe(17);
    expect(await stored()).toEqual({ trees: 1, batches: 4, places: 6, proofs: 17 });
    const older = readMigrations().filter(({ name }) => name < migration);
    await expect(on.database.transaction((tx) => migrate(tx, older))).resolves.toBeUndefined();
    await endOlder();
    await expect(on.database.transaction((tx) => migrate(tx, older))).rejects.toThrow(migration);
    expect(await replaceAll()).toBe(4);
    expect(await stored()).toEqual({ trees: 4, batches: 0, places: 17, proofs: 0 });
    expect(await answered()).toEqual(before);
    expect(await findings()).toEqual([]);
    await expectProven(hashes);
    expect(await replaceAll()).toBe(0);
  });

  it('WN-7 stored proofs of a batch whose hashes do not give its root stay', async () => {
    await beOlder();
    const unknown = await preserveAsBefore(3, null);
    await on.database.rows(
      sql`update merkle_batches set merkle_root = ${'0'.repeat(64)}, other_hashes = null`,
    );
    const known = await preserveAsBefore(2);
    const before = await answered();
    await endOlder();
    await replaceAll();
    expect(await stored()).toEqual({ trees: 1, batches: 1, places: 2, proofs: 3 });
    expect(await answered()).toEqual(before);
    expect(before.get(unknown[0]!)?.merkleProof).not.toBeNull();
    await expectProven(known);
  });

  it('ST-14 wrong proofs of the test cases stay wrong', async () => {
    await beOlder();
    const cases = await on.organization();
    await preserveAsBefore(4);
    await on.database
      .rows(sql`update witnesses set organization_id = ${cases.id}, merkle_proof = ${jsonOf(['cd'.repeat(32)])}::jsonb
      where id = (select min(id) from witnesses where merkle_proof is not null)`);
    await writeState(
      on.database,
      casesState,
      JSON.stringify({ organizationId: cases.id, stories: [] }),
      true,
    );
    const before = [await answered(), await answered(cases.key)];
    await endOlder();
    expect(await replaceAll()).toBe(1);
    expect(await stored()).toEqual({ trees: 1, batches: 0, places: 3, proofs: 1 });
    expect([await answered(), await answered(cases.key)]).toEqual(before);
    expect([...before[1]!.values()].map((one) => one?.merkleProof)).toEqual([['cd'.repeat(32)]]);
  });

  it('WN-7 an erasure while trees are made takes no proof from anybody else', async () => {
    await beOlder();
    const erased = await on.organization();
    const hashes: string[] = [];
    for (let batch = 0; batch < 6; batch += 1) {
      hashes.push(...(await preserveAsBefore(5)));
      await on.database.rows(sql`update witnesses set organization_id = ${erased.id}
        where id in (select id from witnesses where merkle_batch_id is not null and organization_id = ${organization.id}
          order by created_at desc, id desc limit 2)`);
    }
    // No witness changes its organization, so nothing counts that.
    await on.database.transaction(correctCounts);
    const own = [...(await answered()).keys()];
    expect(own).toHaveLength(18);
    await endOlder();
    const { database, objects, now } = on.service;
    await Promise.all([replaceAll(), replaceAll(), eraseOrganization({ database, objects, now }, erased.id)]);
    expect(await stored()).toEqual({ trees: 6, batches: 0, places: 18, proofs: 0 });
    await expectProven(own);
    expect(await findings()).toEqual([]);
  });

  it('WN-7 a worker does all of that by itself', async () => {
    await beOlder();
    const hashes = [...(await preserveAsBefore(3)), ...(await preserveAsBefore(2))];
    await endOlder();
    const replaced = vi.fn();
    const errors: unknown[] = [];
    const sweep = createTreeSweep(on.service, replaced, (error) => errors.push(error));
    sweep.start();
    await vi.waitFor(() => expect(replaced).toHaveBeenCalled(), 10_000);
    await sweep.stop();
    expect(errors).toEqual([]);
    expect(replaced.mock.calls).toEqual([[2]]);
    expect(await stored()).toMatchObject({ trees: 2, batches: 0, proofs: 0 });
    await expectProven(hashes);
  });

  it('older builds end a day after the last one was seen, and a clock that is put back begins it anew', async () => {
    await beOlder();
    const hour = 3_600_000;
    const since = (ms: number, last = 0): Promise<void> =>
      writeState(on.database, 'no-older-build-since', `${Date.now() + ms} ${Date.now() + last}`);
    expect(await endOlderBuilds(on.database)).toBe(false);
    await since(-23 * hour);
    expect(await endOlderBuilds(on.database)).toBe(false);
    await since(hour, hour);
    expect(await endOlderBuilds(on.database)).toBe(false);
    // Nobody looked for two hours, in which an older build may have served a database that several share.
    if (on.database.kind === 'postgresql') {
      await since(-25 * hour, -2 * hour);
      expect(await endOlderBuilds(on.database)).toBe(false);
    }
    expect(await areOlderBuildsEnded(on.database)).toBe(false);
    await since(-25 * hour);
    expect(await endOlderBuilds(on.database)).toBe(true);
    expect(await areOlderBuildsEnded(on.database)).toBe(true);
    const left = await on.database.rows(sql`select 1 from service_state where name = 'no-older-build-since'`);
    expect(left).toEqual([]);
  });
});
