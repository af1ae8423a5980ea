import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '../storage/database/sql.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EndorseEvent, Witness } from '#contract/resources/resources.ts';
import type { SandboxAnchors, SandboxClock, SandboxSession } from '#contract/sandbox/sandbox.ts';
import { firstQuestions, followUpQuestions } from '#proofs/chain/chain-queries.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import type { Json } from '#proofs/encoding/json.ts';
import { readCertificateInput } from '#proofs/pki/certificate/certificate.ts';
import { standard } from '#proofs/policy/policy.ts';
import { readEventFacts, readWitnessFacts } from '#proofs/evidence/read-facts.ts';
import type { RpcExchange, RpcQuestion } from '#proofs/chain/rpc.ts';
import { createApp } from '../app.ts';
import type { App } from '../app.ts';
import { createLog } from '../http/monitoring/log.ts';
import { thisMachine } from '../http/testing/stub-app.ts';
import { readSettings } from '../settings.ts';
import { openDatabase } from '../storage/database/database.ts';
import { startCore } from '../start.ts';
import type { RunningCore } from '../start.ts';

// Claims and transfers as a demo makes them, and their chain as a client queries it, whatever its storage.

let folder: string;
let running: RunningCore;
let app: App;
let session: SandboxSession;
let anchors: SandboxAnchors;
let key = '';

const origin = 'http://127.0.0.1:4310';
const zeroAddress = `0x${'0'.repeat(40)}`;

async function ask<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
  const answer = await app.request(origin + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}
const get = async <T>(path: string): Promise<T> => (await ask<T>('GET', path)).body;

async function open(): Promise<void> {
  const settings = readSettings({ TESTIGO_DATA: folder, TESTIGO_RATE: '0' });
  const log = createLog('silent');
  running = await startCore(settings, log);
  const { core } = running;
  app = createApp(settings, { core: () => core, log, port: () => 4310, assumedPeer: thisMachine });
  session = await get('/sandbox/session');
  key = session.organizations[0]?.apiKey ?? '';
  anchors = await get('/sandbox/anchors');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-endorsing-'));
  await open();
}, 240_000);
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true, force: true });
});

const list = async (filter: Record<string, unknown>): Promise<Witness[]> => {
  const query = Object.entries(filter).map(
    ([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`,
  );
  const size = `pagination=${encodeURIComponent('{"size":100}')}`;
  return (await get<{ results: Witness[] }>(`/rest/v1/witnesses?${[...query, size].join('&')}`)).results;
};
const eventsOf = async (witness: Witness): Promise<EndorseEvent[]> => {
  const where = encodeURIComponent(JSON.stringify({ digest: tokenOf(witness) }));
  const answer = await get<{ items: EndorseEvent[] }>(
    `/rest/v1/endorse-events?where=${where}&orderBy=timestamp&limit=1000`,
  );
  return answer.items;
};
const tokenOf = ({ hash }: Witness): string => BigInt(`0x${hash ?? ''}`).toString();
const subjectNamed = (id: string | null | undefined) => session.subjects.find((subject) => subject.id === id);

async function answersTo(questions: readonly RpcQuestion[]): Promise<RpcExchange[]> {
  return Promise.all(
    questions.map(async ({ network, method, params }) => {
      const { body } = await ask<{ result?: Json }>('POST', '/sandbox/rpc', {
        jsonrpc: '2.0',
        id: 1,
        method,
        params,
      });
      const requested = { network, method, params, rpc: '127.0.0.1:4310', at: new Date().toISOString() };
      return {
        ...requested,
        ...(body.result === undefined ? { error: 'no answer' } : { result: body.result }),
      };
    }),
  );
}

/** Everything of a witness and its token, checked with this sandbox's anchors and its own node. */
async function verify(witness: Witness) {
  const evidence = {
    witness: readWitnessFacts(witness as Json),
    events: readEventFacts({ items: (await eventsOf(witness)) as Json, complete: true }),
  };
  const { range, endorsers } = anchors;
  const contracts = { endorsers, ...(range && { range }) };
  const first = await answersTo(firstQuestions(evidence, contracts));
  const exchanges = [...first, ...(await answersTo(followUpQuestions(first)))];
  return checkEvidence(evidence, {
    policy: standard,
    now: Date.now(),
    anchors: anchors.anchors.map(({ title, use, pem }) => ({
      title,
      use,
      certificate: readCertificateInput(pem),
    })),
    trustVersion: anchors.version,
    recipe: anchors.recipe,
    ...contracts,
    exchanges,
    build: 'tests/1',
  });
}

type Block = Readonly<Record<'number' | 'hash' | 'timestamp', string>>;
const block = async (tag: string): Promise<Block> => {
  const question = { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: [tag, false] };
  return (await ask<{ result: Block }>('POST', '/sandbox/rpc', question)).body.result;
};

/** Waits until the newest block is final. */
async function untilFinal(): Promise<void> {
  const { hash } = await block('latest');
  await vi.waitFor(async () => expect((await block('finalized')).hash).toBe(hash), {
    timeout: 20_000,
    interval: 300,
  });
}

const checksOf = (report: Awaited<ReturnType<typeof verify>>, section: string): string[] =>
  (report.sections.find((one) => one.key === section)?.checks ?? []).map(
    ({ id, status, basis, reason }) => `${id} ${status} ${basis}${reason ? ` ${reason.code}` : ''}`,
  );

const claimPassed = [
  'claim.signature PASSED RECOMPUTED',
  'claim.role PASSED CHAIN',
  'claim.owner PASSED SERVER',
];
const tokenPassed = ['id', 'continuity', 'head', 'first', 'complete', 'order', 'network'].map(
  (name) => `token.${name} PASSED`,
);

describe('tokens on the chain of the sandbox', () => {
  it('ST-18 every token of the demo is what its logs say, from the first claim on', async () => {
    const claimed = await list({ claimed: true });
    expect(claimed.length).toBeGreaterThanOrEqual(4);
    for (const witness of claimed) {
      const report = await verify(witness);
      expect(checksOf(report, 'claim')).toEqual(claimPassed);
      expect(checksOf(report, 'token').map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(
        tokenPassed,
      );
      expect(checksOf(report, 'token').filter((line) => line.startsWith('token.continuity'))).toEqual([
        'token.continuity PASSED CHAIN',
      ]);
    }
  });

  it('the roots of Merkle batches and of the third party stand in final blocks', async () => {
    const witnesses = (await list({ merkleized: { exists: true } })).filter(
      ({ witnessExternal }) => witnessExternal,
    );
    expect(witnesses.length).toBeGreaterThan(0);
    for (const witness of witnesses.slice(0, 3)) {
      const lines = checksOf(await verify(witness), 'witness');
      expect(lines).toContain('merkleized.anchor PASSED CHAIN');
      expect(lines).toContain('external.anchor PASSED CHAIN');
    }
  });

  it('ST-16 a claim mints the token of its witness, once', async () => {
    const [witness = expect.fail('nothing can be claimed')] = await list({ claimable: true });
    const path = `/sandbox/witnesses/${witness.id ?? ''}/claim`;
    expect((await ask('POST', path)).status).toBe(200);
    const [after = expect.fail()] = await list({ _id: { eq: witness.id } });
    expect(after).toMatchObject({ claimed: true, endorsable: { network: 421_614 } });
    expect(await eventsOf(after)).toHaveLength(1);
    expect(checksOf(await verify(after), 'claim')).toEqual(claimPassed);
    expect((await ask('POST', path)).status).toBe(409);
    expect(await eventsOf(after)).toHaveLength(1);
  });

  it('ST-17 a token passes on by the key of its holder, and is gone when it is burnt', async () => {
    const tokens = await list({ claimed: true });
    const witness =
      tokens.find(({ initialOwner }) => subjectNamed(initialOwner?.id)) ?? expect.fail('no token');
    const token = tokenOf(witness);
    const to = session.subjects.find(({ id }) => id !== witness.initialOwner?.id) ?? expect.fail();
    const before = await eventsOf(witness);
    const passed = await ask<{ ownerId: string }>('POST', `/sandbox/tokens/${token}/transfer`, { to: to.id });
    expect(passed.status).toBe(200);
    const events = await eventsOf(witness);
    expect(events).toHaveLength(before.length + 1);
    expect(events.at(-1)?.toId).toBe(passed.body.ownerId);
    await untilFinal();
    const [after = expect.fail()] = await list({ _id: { eq: witness.id } });
    const reported = checksOf(await verify(after), 'token').map((line) =>
      line.split(' ').slice(0, 2).join(' '),
    );
    expect(reported).toEqual(tokenPassed);
    expect((await ask('POST', `/sandbox/tokens/${token}/burn`)).status).toBe(200);
    expect((await eventsOf(witness)).at(-1)?.toId).toBe(zeroAddress);
    expect((await ask('POST', `/sandbox/tokens/${token}/transfer`, { to: to.id })).status).toBe(409);
    expect((await ask('POST', '/sandbox/tokens/12/transfer', { to: to.id })).status).toBe(404);
    expect((await ask('POST', `/sandbox/tokens/${token}/transfer`, { to: 'somebody' })).status).toBe(400);
  });

  it('ST-17 one call passes a token along many holders in order, in few blocks, and nothing where a key is missing', async () => {
    const tokens = await list({ claimed: true });
    const witness = tokens.find(({ endorsable }) => endorsable?.ownerId !== zeroAddress) ?? expect.fail();
    const path = `/sandbox/tokens/${tokenOf(witness)}/transfer`;
    const before = await eventsOf(witness);
    const height = BigInt((await block('latest')).number);
    const subjects = session.subjects.slice(0, 7);
    const addresses = await Promise.all(
      subjects.map(
        async ({ id }) => (await get<{ EVMAddress: string }>(`/rest/v1/subject/${id}`)).EVMAddress,
      ),
    );
    const route = Array.from({ length: 36 }, (_, n) => (n * 3 + 1) % 7);
    // By id and by address, in any case.
    const to = route.map((n, index) =>
      index % 2 ? addresses[n]?.toUpperCase().replace('0X', '0x') : subjects[n]?.id,
    );
    const outsider = `0x${'5a'.repeat(20)}`;
    for (const [wrong, status] of [
      [[...to, outsider, to[0]], 409],
      [[...to, 'f'.repeat(24)], 404],
      [[...to, 'somebody'], 400],
      [[], 400],
      [Array.from({ length: 5001 }, () => to[0]), 400],
    ] as const)
      expect((await ask('POST', path, { to: wrong })).status).toBe(status);
    expect(await eventsOf(witness)).toEqual(before);
    expect(BigInt((await block('latest')).number)).toBe(height);

    const passed = await ask<{ ownerId: string }>('POST', path, { to: [...to, outsider] });
    expect(passed.body).toMatchObject({ ownerId: outsider });
    const logIndex = ({ id }: EndorseEvent): number => Number(id?.split('-')[1]);
    const events = (await eventsOf(witness))
      .slice(before.length)
      .toSorted((a, b) => Number(a.timestamp) - Number(b.timestamp) || logIndex(a) - logIndex(b));
    expect(events.map(({ toId }) => toId)).toEqual([...route.map((n) => addresses[n]), outsider]);
    expect(BigInt((await block('latest')).number)).toBe(height + 2n);
    await untilFinal();
    const [after = expect.fail()] = await list({ _id: { eq: witness.id } });
    const reported = checksOf(await verify(after), 'token').map((line) =>
      line.split(' ').slice(0, 2).join(' '),
    );
    expect(reported).toEqual(tokenPassed);
    // Nobody here has the key of the last one.
    expect((await ask('POST', path, { to: [to[0]] })).status).toBe(409);
  });

  /** A token that somebody holds whose key is here. */
  async function createToken(): Promise<string> {
    const token = await Promise.all(
      session.subjects.map(
        async ({ id }) => (await get<{ EVMAddress: string }>(`/rest/v1/subject/${id}`)).EVMAddress,
      ),
    );
    const tokens = await list({ claimed: true });
    const found = tokens.find(({ endorsable }) => token.includes(endorsable?.ownerId ?? ''));
    return tokenOf(found ?? expect.fail('nobody here holds a token'));
  }

  it('ST-17 during a transfer of 500 hops no other call waits for more than two of its 20 blocks', async () => {
    const token = await createToken();
    const to = Array.from({ length: 500 }, (_, at) => session.subjects[at % 7]?.id ?? '');
    const height = async (): Promise<number> => Number((await block('latest')).number);
    const before = await height();
    const state = { passed: false };
    const transfer = ask<{ ownerId: string }>('POST', `/sandbox/tokens/${token}/transfer`, { to });
    const ended = transfer.finally(() => (state.passed = true));
    // Blocks, and not milliseconds: those say how busy the machine is with others.
    const waited: number[] = [];
    while (!state.passed) {
      const started = await height();
      expect((await ask('GET', '/rest/v1/witnesses?pagination={"size":10}')).status).toBe(200);
      waited.push((await height()) - started);
    }
    expect((await ended).status).toBe(200);
    expect(waited.length).toBeGreaterThan(7);
    expect(Math.max(...waited)).toBeLessThanOrEqual(2);
    expect(await height()).toBe(before + 20);
  });

  it('ST-17 of a list that is cut off in the middle, what was passed stays, and the answer says how far', async () => {
    const token = await createToken();
    const [first, second] = session.subjects;
    const to = Array.from({ length: 200 }, (_, at) => (at % 2 ? first : second)?.id ?? '');
    const path = `/sandbox/tokens/${token}`;
    const height = BigInt((await block('latest')).number);
    const transfer = ask<{ message: string }>('POST', `${path}/transfer`, { to });
    while (BigInt((await block('latest')).number) === height)
      await new Promise((next) => setTimeout(next, 5));
    // Whoever holds it between two blocks burns it.
    while ((await ask('POST', `${path}/burn`)).status !== 200)
      await new Promise((next) => setTimeout(next, 5));
    const cut = await transfer;
    expect(cut.status).toBe(409);
    const [, made] = /(\d+) of 200 passes were made and stay/.exec(JSON.stringify(cut.body)) ?? [];
    expect(Number(made) % 25).toBe(0);
    expect(Number(made)).toBeGreaterThan(0);
    const after = await get<{ ownerId: string }>(`/rest/v1/endorsable/${token}`);
    expect(after.ownerId).toBe(zeroAddress);
  });

  it('ST-19 a block that is made after the clock was moved has the moved time, and is final by it', async () => {
    const earlier = await block('latest');
    const { body: clock } = await ask<SandboxClock>('POST', '/sandbox/clock', { advance: 30 * 86_400 });
    // Some of the tokens are held by somebody whose key is here.
    const burnt: number[] = [];
    for (const witness of await list({ claimed: true }))
      burnt.push((await ask('POST', `/sandbox/tokens/${tokenOf(witness)}/burn`)).status);
    expect(burnt).toContain(200);
    const made = await block('latest');
    const seconds = Math.floor(Date.parse(clock.now) / 1000);
    expect(Number(made.timestamp)).toBeGreaterThanOrEqual(seconds);
    expect(Number(made.timestamp)).toBeLessThan(seconds + 60);
    expect(Number(made.timestamp) - Number(earlier.timestamp)).toBeGreaterThan(29 * 86_400);
    await untilFinal();
  });

  it('ST-19 the chain goes on after a restart, with the same blocks, and the clock where it was', async () => {
    const before = await block('latest');
    const clock = await get<SandboxClock>('/sandbox/clock');
    await running.close();
    await open();
    expect(await block('latest')).toEqual(before);
    const again = await get<SandboxClock>('/sandbox/clock');
    expect(again.offset).toBe(clock.offset);
    expect(again.now > clock.now).toBe(true);
    const [witness = expect.fail('no token')] = await list({ claimed: true });
    expect(checksOf(await verify(witness), 'claim')).toEqual(claimPassed);
  });

  it('ST-31 WN-8 with a broken tree the service starts all the same, says so, and the rest works', async () => {
    await running.close();
    const database = await openDatabase({ dataFolder: folder });
    await database.rows(sql`update external_leaves set hash = reverse(hash)
      where leaf_index = (select min(leaf_index) from external_leaves)`);
    await database.close();
    await open();
    await vi.waitFor(async () => expect((await get<{ tree?: string }>('/readyz')).tree).toBe('broken'), {
      timeout: 20_000,
      interval: 100,
    });
    const { status } = await ask('POST', '/rest/v1/witness', {
      input: { hash: 'ab'.repeat(32), algorithm: 'SHA256', organization: session.organizations[0]?.id },
    });
    expect(status).toBe(200);
    await vi.waitFor(
      async () => {
        const [made] = await list({ hash: { eq: 'ab'.repeat(32) } });
        expect(made?.merkleized).toBeTruthy();
      },
      { timeout: 20_000, interval: 200 },
    );
  });
});
