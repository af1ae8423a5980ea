import { createHash, randomBytes } from 'node:crypto';
import { identifier, sql } from '../storage/database/sql.ts';
import type { Sql } from '../storage/database/sql.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { setClock } from '#clock/clock.ts';
import type { Witness } from '#contract/resources/resources.ts';
import { createApp } from '../app.ts';
import { openWitnessTree } from '../authorities/trees/witness-tree.ts';
import { claimWaits } from '../handlers/answer/show-processed.ts';
import { planCertificates } from '../handlers/witnesses/certification.ts';
import type { Authorities, Service } from '../handlers/ports.ts';
import { addWitness } from '../handlers/witnesses/witnesses.ts';
import { createLog } from '../http/monitoring/log.ts';
import { readSettings } from '../settings.ts';
import { coreOf } from '../start.ts';
import type { Database } from '../storage/database/database.ts';
import type { Queries } from '../storage/database/queries.ts';
import { proofColumns, proofOf } from '../storage/tables/merkle-proofs.ts';
import type { ProofRow } from '../storage/tables/merkle-proofs.ts';
import { claimNext, giveBack, LeaseLost, storeStep, untilDue } from '../storage/tables/work-items.ts';
import { startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import type { TestOrganization } from '../testing/test-data.ts';
import { createConservation } from './conservation.ts';
import type { Conservation, PreservationOptions } from './conservation.ts';
import type { BatchRow } from './merkle-batches.ts';
import { countWithoutLog, readFailing, readWaiting } from './waiting.ts';

// Preservation in steps: each of them is short or outside of every transaction, and any of them may be the last.

let on: TestService;
beforeAll(async () => {
  on = await startTestService();
});
afterAll(() => on.close());

const running: Conservation[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  // What a test left unfinished is none of the next one's.
  await createConservation(on.service).runOnce();
});

/** An empty partition is read from end to end, and its indexes have other names. */
const isPartitioned = process.env.TESTIGO_TEST_PARTITIONED !== undefined;

const newHash = (): string => randomBytes(32).toString('hex');
const sha256 = (text: string): string => createHash('sha256').update(text, 'ascii').digest('hex');
const fold = (hash: string, proof: readonly string[]): string =>
  proof.reduce((node, sibling) => sha256([node, sibling].sort().join('')), sha256(hash));

const create = (organization: TestOrganization): Promise<Witness> =>
  on.write<Witness>('POST', '/witness', organization.key, {
    hash: newHash(),
    algorithm: 'SHA256',
    organization: organization.id,
  });
const read = async (organization: TestOrganization, id: string | null | undefined): Promise<Witness> => {
  const { results } = await on.get<{ results: Witness[] }>(`/witnesses?_id=${id}`, organization.key);
  return results[0]!;
};
const add = async (
  organization: TestOrganization,
  waiting: 'NOM151' | 'MERKLEIZED' | 'WITNESS_CO',
): Promise<string> =>
  (await addWitness(on.database, {
    organizationId: organization.id,
    hash: newHash(),
    kind: 'interface',
    signatureRequestId: null,
    waiting,
    nom151: false,
    at: on.service.now(),
  }))!;
const quotaOf = async ({ id }: TestOrganization): Promise<number> => {
  const [row] = await on.database.rows<{ quota: number }>(
    sql`select quota_nom151 as quota from organizations where id = ${id}`,
  );
  return row!.quota;
};
const withAuthorities = (authorities: Partial<Authorities>, also: Partial<Service> = {}): Service => ({
  ...on.service,
  authorities: { ...on.authorities, ...authorities },
  ...also,
});
/** By the clock of the machine: the checkpoints of the tree have their pace. */
const live = (): Service => ({ ...on.service, now: () => new Date() });
const start = (
  service: Service,
  options: Partial<PreservationOptions> = {},
  errors: unknown[] = [],
): Conservation => {
  const one = createConservation(service, (error) => errors.push(error), 100, options);
  running.push(one);
  one.start();
  return one;
};
const until = async (holds: () => Promise<boolean>, milliseconds = 60_000): Promise<void> => {
  for (const end = performance.now() + milliseconds; performance.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not come to be in time');
};
const countWaiting = async (): Promise<number> => {
  const [row] = await on.database.rows<{ count: number }>(
    sql`select count(*) as count from witnesses where waiting is not null`,
  );
  return row!.count;
};

/** Leaves, checkpoints and proofs, computed anew from what is stored. */
async function checkTree(): Promise<void> {
  const leaves = await on.database.rows<{ leaf_index: number; hash: string }>(
    sql`select leaf_index, hash from external_leaves order by leaf_index`,
  );
  expect(leaves.map((leaf) => leaf.leaf_index)).toEqual(leaves.map((_, index) => index));
  const tree = openWitnessTree({ leaves: leaves.map(({ hash }) => hash) });
  const checkpoints = await on.database.rows<{ tree_size: number; root: string }>(
    sql`select tree_size, root from external_checkpoints order by tree_size`,
  );
  for (const { tree_size: size, root } of checkpoints) expect(tree.root(size)).toBe(root);
  const sizes = new Map(checkpoints.map(({ tree_size: size, root }) => [root, size]));
  const witnesses = await on.database.rows<{
    hash: string;
    leafIndex: number;
    leftHashes: string[];
    rightHashes: string[];
    targetRootHash: string;
  }>(sql`select hash, external_leaf_index as "leafIndex", external_left_hashes as "leftHashes",
    external_right_hashes as "rightHashes", external_root as "targetRootHash"
    from witnesses where external_leaf_index is not null`);
  for (const { hash, ...proof } of witnesses) {
    expect(leaves[proof.leafIndex]?.hash).toBe(hash);
    expect(tree.prove(proof.leafIndex, sizes.get(proof.targetRootHash))).toEqual(proof);
  }
  expect(new Set(witnesses.map(({ leafIndex }) => leafIndex)).size).toBe(witnesses.length);
  expect(witnesses.length).toBe(leaves.length);
}

async function checkBatches(): Promise<void> {
  const witnesses = await on.database.rows<ProofRow & { older: boolean }>(sql`
    select ${proofColumns},
      (w.merkle_created_at < w.created_at or b.created_at < w.created_at) as older
    from witnesses w join merkle_batches b on b.id = w.merkle_batch_id`);
  for (const row of witnesses) {
    expect(fold(row.hash, [...proofOf(row)!])).toBe(row.merkle_root);
    expect(row.older).toBe(false);
  }
}

describe('steps of preserving', () => {
  it('ST-30 nobody outside is called inside of a transaction, whatever is preserved', async () => {
    const organization = await on.organization({ nom151: 2 });
    let open = 0;
    const database: Database = {
      ...on.database,
      transaction: async (work) => {
        open += 1;
        try {
          return await on.database.transaction(work);
        } finally {
          open -= 1;
        }
      },
    };
    const calls: [string, number][] = [];
    const note = <T>(name: string, answer: Promise<T>): Promise<T> => {
      calls.push([name, open]);
      return answer;
    };
    const { stamp, anchor } = on.authorities;
    const service = withAuthorities(
      {
        stamp: (...args) => note('stamp', stamp(...args)),
        anchor: (...args) => note('anchor', anchor(...args)),
        checkpoint: () => note('checkpoint', Promise.resolve(true)),
      },
      { database },
    );
    for (const waiting of ['NOM151', 'MERKLEIZED', 'WITNESS_CO'] as const) await add(organization, waiting);
    expect(await createConservation(service).runOnce()).toBe(3);
    expect(calls.map(([name]) => name).sort()).toEqual(['anchor', 'checkpoint', 'stamp', 'stamp']);
    expect(calls.every(([, within]) => within === 0)).toBe(true);
  });

  it('ST-30 each result is stored as it comes, nothing is requested twice, and nothing unfinished is seen', async () => {
    const organization = await on.organization();
    const { id } = await create(organization);
    const stamps: string[] = [];
    const anchors: string[] = [];
    let isFinal: boolean | 'down' = 'down';
    const service = withAuthorities({
      stamp: async (hash, at) => {
        stamps.push(hash);
        return on.authorities.stamp(hash, at);
      },
      anchor: async (root, at) => {
        anchors.push(root);
        if (isFinal === 'down') throw new Error('the node is down, its key is at https://user:secret@node');
        return isFinal ? on.authorities.anchor(root, at) : undefined;
      },
    });
    const unseen = async (): Promise<void> => {
      const witness = await read(organization, id);
      expect(witness.merkleized).toBeNull();
      expect(witness).not.toHaveProperty('timestampedAt');
      const list = (exists: boolean): Promise<{ results: unknown[] }> =>
        on.get(`/witnesses?merkleized=${encodeURIComponent(JSON.stringify({ exists }))}`, organization.key);
      expect((await list(true)).results).toHaveLength(0);
      const token = await on.request(`/rest/v1/nom151-token?hash=${stamps[0]}`, { as: organization.key });
      expect(token.status).toBe(404);
    };
    await expect(createConservation(service).runOnce()).rejects.toThrow('down');
    await unseen();
    const [failed] = await on.database.rows<{ last_error: string; attempts: number; next: Date }>(
      sql`select last_error, attempts, next_attempt_at as next from preservation_batches`,
    );
    expect(failed).toMatchObject({ attempts: 1, last_error: expect.stringContaining('the node is down') });
    const failing = await readFailing(on.database);
    expect(failing.filter(({ count }) => count > 0)).toEqual([{ kind: 'merkle-batch', count: 1 }]);
    expect(failing).toContainEqual({ kind: 'certificate', count: 0 });
    expect(failed!.last_error).not.toContain('secret');
    expect(failed!.next).toBeInstanceOf(Date);
    isFinal = false;
    expect(await createConservation(service).runOnce()).toBe(0);
    await unseen();
    isFinal = true;
    expect(await createConservation(service).runOnce()).toBe(1);
    expect((await read(organization, id)).merkleized?.merkleRoot).toBe(stamps[0]);
    expect(stamps).toHaveLength(1);
    expect(anchors).toEqual([stamps[0], stamps[0], stamps[0]]);
    const left = await on.database.rows(sql`select 1 from preservation_batches`);
    expect(left).toEqual([]);
  });

  it('ST-30 leaves are shown and claims authorized only once their checkpoint is final', async () => {
    const organization = await on.organization();
    const { id } = await create(organization);
    await on.write('PUT', '/witness', organization.key, { id, initialOwner: organization.linked.id });
    let isFinal = false;
    const service = withAuthorities({ checkpoint: async () => isFinal });
    await createConservation(service).runOnce();
    expect(await read(organization, id)).toMatchObject({ witnessExternal: null, claiming: null });
    // While it is on its way nothing more is appended: the chain takes checkpoints in their order.
    await add(organization, 'WITNESS_CO');
    await createConservation(service).runOnce();
    const [size] = await on.database.rows<{ count: number }>(
      sql`select count(*) as count from preservation_leaves`,
    );
    expect(size?.count).toBe(1);
    isFinal = true;
    await createConservation(service).runOnce();
    expect(await read(organization, id)).toMatchObject({
      witnessExternal: expect.anything(),
      claiming: expect.anything(),
    });
    await checkTree();
  });

  it('ST-30 ST-45 two workers have twice as many calls under way as one, and fetch each certificate once', async () => {
    const organization = await on.organization({ nom151: 12 });
    const ids = await Promise.all(Array.from({ length: 12 }, () => add(organization, 'NOM151')));
    const hashes: string[] = [];
    const answers: (() => void)[] = [];
    const service = withAuthorities({
      async stamp(hash, at) {
        hashes.push(hash);
        await new Promise<void>((resolve) => answers.push(resolve));
        return on.authorities.stamp(hash, at);
      },
    });
    const errors: unknown[] = [];
    start(service, {}, errors);
    await until(async () => hashes.length === 3);
    const second = start(service, {}, errors);
    second.wake();
    await until(async () => hashes.length === 6);
    const answering = setInterval(() => {
      for (const answer of answers.splice(0)) answer();
    }, 20);
    await until(async () => (await countWaiting()) === 0);
    clearInterval(answering);
    expect(new Set(hashes).size).toBe(12);
    expect(hashes).toHaveLength(12);
    for (const id of ids) expect((await read(organization, id)).nom151).toBeTruthy();
    expect(errors).toEqual([]);
  });

  it('NO-2 quotas are spent ahead for a few certificates only, and for the others as these are fetched', async () => {
    const organization = await on.organization({ nom151: 12 });
    for (let count = 0; count < 12; count += 1) await add(organization, 'NOM151');
    const answers: (() => void)[] = [];
    const service = withAuthorities({
      async stamp(hash, at) {
        await new Promise<void>((resolve) => answers.push(resolve));
        return on.authorities.stamp(hash, at);
      },
    });
    const errors: unknown[] = [];
    start(service, { certificatesAhead: 4, lookAgain: 600_000 }, errors);
    await until(async () => answers.length === 3);
    expect(await quotaOf(organization)).toBeGreaterThanOrEqual(4);
    const answering = setInterval(() => {
      for (const answer of answers.splice(0)) answer();
    }, 20);
    await until(async () => (await countWaiting()) === 0);
    clearInterval(answering);
    expect(await quotaOf(organization)).toBe(0);
    expect(errors).toEqual([]);
  });

  it('ST-30 a stamp that hangs or fails for one batch stops neither the others nor what comes', async () => {
    const organization = await on.organization({ nom151: 5 });
    const { id: first } = await create(organization);
    let stuck = '';
    const service = withAuthorities({
      stamp: (hash, at) => {
        stuck ||= hash;
        return hash === stuck ? new Promise(() => undefined) : on.authorities.stamp(hash, at);
      },
    });
    const errors: unknown[] = [];
    const conservation = start(service, { callTime: 3_000 }, errors);
    await until(async () => stuck !== '');
    const { id: second } = await create(organization);
    const third = await add(organization, 'NOM151');
    conservation.wake();
    await until(async () => (await read(organization, second)).merkleized != null);
    await until(async () => (await read(organization, third)).nom151 != null);
    expect((await read(organization, first)).merkleized).toBeNull();
    await until(async () => errors.length > 0);
    expect(String(errors[0])).toContain('did not come within 3000 ms');
    expect(errors.map(String)).toHaveLength(1);
    expect(conservation.state().failures).toBe(1);
  });
});

describe('a certificate of its own', () => {
  const certify = (organization: TestOrganization, id: string | null | undefined): Promise<Response> =>
    on.request(`/rest/v1/nom151-certification?witnessId=${id}`, {
      method: 'POST',
      as: organization.key,
      body: { witnessId: id },
    });
  const stampBy = (stamp: Authorities['stamp']): void => {
    Object.assign(on.service, { authorities: { ...on.authorities, stamp } });
  };
  afterEach(() => Object.assign(on.service, { authorities: on.authorities }));

  it('NO-2 a provider that gives nothing is 503, and the quota is there again', async () => {
    const organization = await on.organization({ nom151: 1 });
    const { id } = await create(organization);
    await createConservation(on.service).runOnce();
    stampBy(() => Promise.reject(new Error('down')));
    const before = await on.snapshot();
    const answer = await certify(organization, id);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await on.snapshot()).toEqual(before);
    stampBy(on.authorities.stamp);
    expect((await certify(organization, id)).status).toBe(200);
    expect(await quotaOf(organization)).toBe(0);
  });

  it('NO-2 a process that ends after spending leaves a certificate that the job fetches, paid for once', async () => {
    const organization = await on.organization({ nom151: 1 });
    const { id, hash } = await create(organization);
    await on.database.rows(sql`update organizations set quota_nom151 = 0 where id = ${organization.id}`);
    await on.database.rows(sql`insert into preservation_certificates
        (witness_id, organization_id, hash, spent_at, lease, leased_until)
      values (${id!}, ${organization.id}, ${hash!}, ${on.clock.now.toISOString()}::timestamptz, 'dead:1',
        ${'2020-01-01T00:00:00Z'}::timestamptz)`);
    expect(await createConservation(on.service).runOnce()).toBe(2);
    expect((await read(organization, id)).nom151).not.toBeNull();
    expect(await quotaOf(organization)).toBe(0);
    expect((await certify(organization, id)).status).toBe(200);
  });

  it('NO-2 while a certificate is fetched others are answered, and the same witness is paid for once', async () => {
    const organization = await on.organization({ nom151: 3 });
    const { id } = await create(organization);
    let give = (): void => undefined;
    const gate = new Promise<void>((resolve) => (give = resolve));
    let requested = 0;
    stampBy(async (hash, at) => {
      requested += 1;
      await gate;
      return on.authorities.stamp(hash, at);
    });
    const answers = Promise.all(Array.from({ length: 12 }, () => certify(organization, id)));
    await until(async () => requested > 0);
    expect((await read(organization, id)).nom151).toBeNull();
    give();
    expect((await answers).map(({ status }) => status)).toEqual(Array<number>(12).fill(200));
    expect(requested).toBe(1);
    expect(await quotaOf(organization)).toBe(2);
  });
});

describe('several at once', () => {
  it('ST-30 work of an instance that died is taken over, and a late write of it changes nothing', async () => {
    const organization = await on.organization();
    const { id } = await create(organization);
    // Planned and stamped by one that is gone.
    const down = withAuthorities({ anchor: () => Promise.reject(new Error('down')) });
    await expect(createConservation(down).runOnce()).rejects.toThrow('down');
    const slow = await claimNext<BatchRow>(on.database, 'preservation_batches', { force: true, time: 1 });
    expect(slow).toBeDefined();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const next = await claimNext<BatchRow>(on.database, 'preservation_batches', { force: true });
    expect(next?.key).toBe(slow?.key);
    await expect(storeStep(on.database, slow!, sql`tx_hash = 'late'`)).rejects.toBeInstanceOf(LeaseLost);
    await storeStep(on.database, next!, sql`sent_at = sent_at`);
    slow!.lease.abandon();
    next!.lease.abandon();
    await createConservation(on.service).runOnce();
    expect((await read(organization, id)).merkleized?.txHash).toMatch(/^0x/);
  });

  it('ST-30 leases and delays go by the database: a machine whose clock is an hour ahead takes nothing of another', async () => {
    const organization = await on.organization({ nom151: 1 });
    await add(organization, 'NOM151');
    await planCertificates(on.service);
    const table = 'preservation_certificates';
    // The second machine is another process: what is leased here is another's there.
    const first = await claimNext(on.database, table);
    expect(first).toBeDefined();
    setClock(() => Date.now() + 3_600_000);
    expect(await claimNext(on.database, table)).toBeUndefined();
    // And a delay that this one sets is over for the other at the same moment.
    await giveBack(on.database, first!, 60_000);
    // The column keeps whole milliseconds, rounded.
    expect(await untilDue(on.database, [table])).toBeLessThanOrEqual(60_001);
    setClock(() => Date.now() - 3_600_000);
    const due = await untilDue(on.database, [table]);
    expect(due).toBeGreaterThan(50_000);
    expect(due).toBeLessThanOrEqual(60_001);
    const [row] = await on.database.rows<{ delay: number }>(
      sql`select extract(epoch from next_attempt_at - clock_timestamp())::double precision as delay
        from preservation_certificates where witness_id = ${first!.key}`,
    );
    expect(row!.delay).toBeGreaterThan(50);
    setClock();
    expect(await claimNext(on.database, table)).toBeUndefined();
  });

  it('IV-8 a row that came due between two looks is looked for at once, not left until the next look', async () => {
    const organization = await on.organization({ nom151: 1 });
    await add(organization, 'NOM151');
    await planCertificates(on.service);
    const item = await claimNext(on.database, 'preservation_certificates');
    await giveBack(on.database, item!, -1_000);
    const delay = await untilDue(on.database, ['preservation_certificates']);
    expect(delay).toBeGreaterThan(0);
    expect(delay).toBeLessThan(1_000);
    // While somebody works on it, there is nothing to look for until the lease is over.
    const again = await claimNext(on.database, 'preservation_certificates');
    expect(again?.key).toBe(item?.key);
    expect(await untilDue(on.database, ['preservation_certificates'])).toBeGreaterThan(10_000);
    await giveBack(on.database, again!, -1_000);
  });

  it('PR-6 what waits for a third party that is not there is counted, and is no delay', async () => {
    const organization = await on.organization();
    await add(organization, 'WITNESS_CO');
    const later = { now: () => new Date(on.service.now().getTime() + 600_000) };
    expect((await readWaiting({ ...on.service, ...later })).oldestSeconds).toBeGreaterThan(60);
    const { checkpoint: _none, ...authorities } = on.authorities;
    const production: Service = { ...on.service, ...later, authorities };
    expect(await countWithoutLog(production)).toBeGreaterThan(0);
    expect(await countWithoutLog(on.service)).toBe(0);
    expect(await readWaiting(production)).toEqual({ count: 0, oldestSeconds: 0 });
  });

  it('ST-30 of many that look for work at once each item is taken by one', async () => {
    const organization = await on.organization({ nom151: 40 });
    for (let count = 0; count < 40; count += 1) await add(organization, 'NOM151');
    await planCertificates(on.service);
    const takers = Array.from({ length: 60 }, () => claimNext(on.database, 'preservation_certificates'));
    const taken = (await Promise.all(takers)).flatMap((item) => (item ? [item] : []));
    expect(taken.length).toBeGreaterThan(0);
    expect(new Set(taken.map(({ key }) => key)).size).toBe(taken.length);
    for (const { lease } of taken) lease.abandon();
  });

  it('ST-30 WN-8 900 witnesses in a burst, with two instances and wakes in between, are all preserved once', async () => {
    const organization = await on.organization({ nom151: 300 });
    const errors: unknown[] = [];
    const instances = [start(live(), {}, errors), start(live(), {}, errors)];
    const kinds = ['MERKLEIZED', 'NOM151', 'WITNESS_CO'] as const;
    for (let group = 0; group < 30; group += 1) {
      await on.database.transaction(async (tx) => {
        for (let count = 0; count < 30; count += 1)
          await addWitness(tx, {
            organizationId: organization.id,
            hash: newHash(),
            kind: 'interface',
            signatureRequestId: null,
            waiting: kinds[(group + count) % 3]!,
            nom151: false,
            at: on.service.now(),
          });
      });
      instances[group % 2]?.wake();
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
    await until(async () => (await countWaiting()) === 0, 100_000);
    expect(errors).toEqual([]);
    await checkTree();
    await checkBatches();
    expect(await quotaOf(organization)).toBe(0);
    const [stored] = await on.database.rows<{ nom151: number; merkle: number; external: number }>(sql`
      select count(*) filter (where nom151_token is not null) as nom151,
        count(*) filter (where merkle_leaf_index is not null) as merkle,
        count(*) filter (where external_root is not null) as external
      from witnesses where organization_id = ${organization.id}`);
    expect(stored).toEqual({ nom151: 300, merkle: 300, external: 300 });
    for (const table of ['batches', 'batch_members', 'certificates', 'checkpoints', 'leaves'])
      expect(await on.database.rows(sql`select 1 from ${identifier(`preservation_${table}`)}`)).toEqual([]);
    expect(instances.reduce((sum, one) => sum + one.state().preserved, 0)).toBe(900);
  });
});

describe('the tree of the third party', () => {
  it('WN-8 what an attempt appended that was undone is dropped with it', async () => {
    const organization = await on.organization();
    let undo = true;
    const database: Database = {
      ...on.database,
      // As a transaction that lost against another: undone, and run again.
      transaction: async (work) => {
        if (undo)
          await on.database
            .transaction(async (tx) => {
              await work(tx);
              throw new Error('undone');
            })
            .catch(() => undefined);
        return on.database.transaction(work);
      },
    };
    const conservation = createConservation(withAuthorities({}, { database }));
    for (let round = 0; round < 4; round += 1) {
      undo = round % 2 === 0;
      for (let count = 0; count <= round; count += 1) await add(organization, 'WITNESS_CO');
      expect(await conservation.runOnce()).toBe(round + 1);
      // Another one in between, so that this one's memory is behind.
      await add(organization, 'WITNESS_CO');
      await createConservation(on.service).runOnce();
    }
    await checkTree();
  });

  it('WN-8 a broken tree stops nothing else, is reported, and goes on once it is whole', async () => {
    const organization = await on.organization();
    await add(organization, 'WITNESS_CO');
    await createConservation(on.service).runOnce();
    const break_ = (): Promise<unknown> =>
      on.database.rows(sql`update external_leaves set hash = reverse(hash) where leaf_index = 0`);
    await break_();
    const errors: unknown[] = [];
    const conservation = createConservation(live(), (error) => errors.push(error), 100);
    running.push(conservation);
    const settings = readSettings({});
    const core = coreOf(on.service, undefined, conservation);
    const app = createApp(settings, { core: () => core, log: createLog('silent'), port: () => 4310 });
    const ready = async (): Promise<unknown> =>
      (await (await app.request('http://127.0.0.1:4310/readyz')).json()) as unknown;
    conservation.start();
    await until(async () => conservation.state().brokenTree !== undefined);
    expect(await ready()).toMatchObject({ status: 'ready', tree: 'broken' });
    const { id } = await create(organization);
    const external = await add(organization, 'WITNESS_CO');
    conservation.wake();
    await until(async () => (await read(organization, id)).merkleized != null);
    expect((await read(organization, external)).witnessExternal).toBeNull();
    expect(String(errors[0])).toContain('third party');
    await break_();
    await until(async () => (await read(organization, external)).witnessExternal != null);
    await vi.waitFor(async () => expect(await ready()).not.toHaveProperty('tree'), { timeout: 3_000 });
    await checkTree();
  });
});

describe('what waits', () => {
  it.skipIf(isPartitioned)(
    'PR-6 is looked for in indexes, however many witnesses are preserved',
    async () => {
      const statements: Sql[] = [];
      const watch = (queries: Queries): Queries => ({
        ...queries,
        rows: (statement) => {
          statements.push(statement);
          return queries.rows(statement);
        },
      });
      const database: Database = {
        ...on.database,
        ...watch(on.database),
        transaction: (work) => on.database.transaction((tx) => work(watch(tx))),
      };
      const service = withAuthorities({}, { database });
      await createConservation(service).runOnce();
      await readWaiting(service);
      const ofWitnesses = statements.filter(({ sql: text }) => /(from|join) witnesses /.test(text));
      expect(ofWitnesses.length).toBeGreaterThan(4);
      const organization = await on.organization();
      await on.database
        .rows(sql`insert into witnesses (id, organization_id, kind, hash, merkle_nom151_provider,
        created_at, updated_at)
      select lpad(to_hex(n), 24, '0'), ${organization.id}, 'interface', lpad(to_hex(n), 64, '0'), 'Prestador', now(), now()
      from generate_series(1, 5000) n`);
      await on.database.rows(sql`analyze witnesses`);
      const plans = await Promise.all(
        ofWitnesses.map(async (statement) =>
          JSON.stringify(await on.database.rows(sql`explain ${statement}`)),
        ),
      );
      await on.database.rows(sql`delete from witnesses where organization_id = ${organization.id}`);
      expect(plans.filter((plan) => plan.includes('Seq Scan on witnesses'))).toEqual([]);
    },
  );

  it.skipIf(isPartitioned)(
    'claims are looked for in an index without the witnesses whose claim is authorized',
    async () => {
      const organization = await on.organization();
      const owner = await on.subject();
      const count = 3_000;
      await on.database.rows(sql`insert into witnesses (id, organization_id, kind, hash, initial_owner_id,
        external_leaf_index, created_at, updated_at)
      select 'c' || lpad(to_hex(n), 23, '0'), ${organization.id}, 'interface', lpad(to_hex(n), 64, '0'), ${owner.id}, n,
        now(), now() from generate_series(1, ${count}::bigint) n`);
      const waiting = sql`select w.id from witnesses w where ${claimWaits}`;
      expect(await on.database.rows(waiting)).toHaveLength(count);
      await on.database
        .rows(sql`insert into claims (id, witness_id, authorizer, signature, claimer, network, created_at,
        updated_at)
      select id, id, '0x', '0x', '0x', 1, now(), now() from witnesses where organization_id = ${organization.id}`);
      await on.database.rows(sql`vacuum analyze witnesses`);
      const plan = await on.database.rows(sql`explain (analyze, format json) ${waiting}`);
      await on.database.transaction(async (tx) => {
        await tx.rows(sql`delete from claims where witness_id like 'c00000%'`);
        await tx.rows(sql`delete from witnesses where organization_id = ${organization.id}`);
      });
      const text = JSON.stringify(plan);
      expect(text).toContain('"Index Name":"witnesses_waiting_claim"');
      expect(text).not.toMatch(/"Actual Rows":[1-9]/);
    },
  );

  it('ST-31 is looked for by one call at a time, however long it takes', async () => {
    const release: (() => void)[] = [];
    let calls = 0;
    const rows: Queries['rows'] = async (statement) => {
      if (!statement.sql.includes('grouping sets')) return on.database.rows(statement);
      calls += 1;
      await new Promise<void>((resolve) => release.push(resolve));
      return on.database.rows(statement);
    };
    start(withAuthorities({}, { database: { ...on.database, rows } }), { watchPace: 10 });
    await until(async () => calls === 1);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(calls).toBe(1);
    release[0]!();
    await until(async () => calls === 2);
    release[1]!();
  });

  it('ST-31 is reported with the age of the oldest, and past a minute the service calls itself delayed', async () => {
    const organization = await on.organization({ nom151: 0 });
    await add(organization, 'MERKLEIZED');
    // For a quota it waits as long as there is none: nobody here is late.
    await add(organization, 'NOM151');
    const ready = async (): Promise<{ status: number; body: unknown }> => {
      const answer = await on.request('/readyz');
      return { status: answer.status, body: await answer.json() };
    };
    const begun = on.clock.now;
    try {
      on.clock.now = new Date(begun.getTime() + 60_000);
      const waiting = { count: 1, oldestSeconds: 60 };
      expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready', waiting } });
      on.clock.now = new Date(begun.getTime() + 61_000);
      // Readiness is read once for all who ask within a second.
      const delayed = { status: 200, body: { status: 'delayed' } };
      await vi.waitFor(async () => expect(await ready()).toMatchObject(delayed), { timeout: 3_000 });
      const text = await (await on.request('/metrics')).text();
      expect(text).toContain('testigo_waiting_items 1\n');
      expect(text).toContain('testigo_oldest_waiting_seconds 61\n');
      const onDelay = vi.fn();
      const stuck = withAuthorities({ stamp: () => Promise.reject(new Error('down')) });
      start(stuck, { onDelay, watchPace: 20 });
      await until(async () => onDelay.mock.calls.length > 0);
      expect(onDelay).toHaveBeenCalledWith(expect.objectContaining({ count: 1 }));
      await new Promise((resolve) => setTimeout(resolve, 150));
      // Once a minute.
      expect(onDelay).toHaveBeenCalledTimes(1);
    } finally {
      on.clock.now = begun;
    }
    await on.database.rows(sql`update organizations set quota_nom151 = 1 where id = ${organization.id}`);
  });
});
