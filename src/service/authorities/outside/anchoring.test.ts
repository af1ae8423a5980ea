import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '../../storage/database/sql.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getContractAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { startNode } from '../../chain/testing/http-node.ts';
import type { HttpNode } from '../../chain/testing/http-node.ts';
import { readSettings } from '../../settings.ts';
import { findAnchor, retryAnchors } from '../../storage/tables/anchor-store.ts';
import type { Database } from '../../storage/database/database.ts';
import { openTestDatabase } from '../../storage/testing/database.ts';
import { startServer } from '../../testing/outside-server.ts';
import { openAnchoring } from './anchoring.ts';
import type { Anchoring } from './anchoring.ts';

const payerKey = '44'.repeat(32);
const account = privateKeyToAccount(`0x${payerKey}`);
const sender = account.address.toLowerCase();
const chainId = 421_614;

let folder: string;
let keyFile: string;
let database: Database;
let node: HttpNode;
let now: Date;
let roots = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-anchor-'));
  keyFile = join(folder, 'key');
  await writeFile(keyFile, `0x${payerKey}\n`, { mode: 0o600 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00Z');
  database = await openTestDatabase();
  node = await startNode(database, { chainId, payerKey, start: now });
});
afterEach(async () => {
  await node.close();
  await database.close();
});

const newRoot = (): string => (roots += 1).toString(16).padStart(64, '0');

/** As a process that starts: nothing is remembered but what is stored. */
function open(environment: Record<string, string> = {}): Promise<Anchoring> {
  const { anchor } = readSettings({
    TESTIGO_ANCHOR_RPC: node.server.url,
    TESTIGO_ANCHOR_NETWORK: String(chainId),
    TESTIGO_ANCHOR_CONFIRMATIONS: '3',
    TESTIGO_ANCHOR_REPLACE_AFTER: '60',
    ...(environment.TESTIGO_ANCHOR_SIGNER ? {} : { TESTIGO_ANCHOR_KEY_FILE: keyFile }),
    ...environment,
  }).authorities;
  if (!anchor) throw new TypeError('no chain is configured');
  return openAnchoring(anchor, database, () => now);
}

interface MinedRow {
  readonly hash: string;
  readonly input: string;
  readonly from_address: string;
  readonly to_address: string;
  readonly nonce: number;
}
/** What is in the chain with a root in it. */
const mined = (root: string): Promise<MinedRow[]> =>
  database.rows(sql`select * from chain_transactions where input = ${`0x${root}`} order by nonce`);
const stored = (root: string): Promise<{ hash: string; nonce: number; max_fee: string }[]> =>
  database.rows(sql`select * from anchor_transactions where root = ${root} order by created_at, max_fee`);

describe('anchors on a chain outside', () => {
  it('PR-5 sends one transaction of a root to the sender itself, and counts it after its confirmations', async () => {
    const anchoring = await open();
    const root = newRoot();
    expect(anchoring.sender).toBe(sender);
    expect(await anchoring.anchor(root)).toBeUndefined();
    await node.mine();
    expect(await anchoring.anchor(root)).toBeUndefined();
    await node.mine();
    expect(await anchoring.anchor(root)).toBeUndefined();
    await node.mine();
    const [transaction] = await mined(root);
    expect(await anchoring.anchor(root)).toEqual({ txHash: transaction?.hash, network: chainId });
    expect(transaction).toMatchObject({ from_address: sender, to_address: sender, nonce: 0 });
    // From then on no node is called.
    node.calls.length = 0;
    expect(await (await open()).anchor(root)).toEqual({ txHash: transaction?.hash, network: chainId });
    expect(node.calls).toEqual([]);
    expect(node.pool.sent).toHaveLength(1);
  });

  it('PR-5 sends roots to a configured contract, each in a place of its own', async () => {
    const to = `0x${'ab'.repeat(20)}`;
    const anchoring = await open({ TESTIGO_ANCHOR_TO: to, TESTIGO_ANCHOR_CONFIRMATIONS: '1' });
    const [a, b] = [newRoot(), newRoot()];
    await Promise.all([anchoring.anchor(a), anchoring.anchor(b)]);
    await node.mine();
    const done = await Promise.all([anchoring.anchor(a), anchoring.anchor(b)]);
    expect(done.map((one) => one?.txHash)).toEqual([(await mined(a))[0]?.hash, (await mined(b))[0]?.hash]);
    const nonces = [...(await mined(a)), ...(await mined(b))].map(({ nonce, to_address }) => ({
      nonce,
      to_address,
    }));
    expect(nonces.sort((x, y) => x.nonce - y.nonce)).toEqual([
      { nonce: 0, to_address: to },
      { nonce: 1, to_address: to },
    ]);
  });

  it('PR-5 sends the very same transaction after a crash between signing and sending', async () => {
    const root = newRoot();
    node.broken.add('eth_sendRawTransaction');
    await expect((await open()).anchor(root)).rejects.toMatchObject({ name: 'AuthorityFailure' });
    const [signed] = await stored(root);
    expect(node.pool.sent).toEqual([]);
    node.broken.clear();
    await (await open()).anchor(root);
    expect(node.pool.sent).toEqual([signed?.hash]);
    await node.mine(3);
    expect(await (await open()).anchor(root)).toEqual({ txHash: signed?.hash, network: chainId });
    expect(await stored(root)).toHaveLength(1);
  });

  it('PR-5 sends nothing more after a crash between sending and remembering it', async () => {
    const root = newRoot();
    await (await open()).anchor(root);
    await (await open()).anchor(root);
    await node.mine(3);
    await (await open()).anchor(root);
    expect(await mined(root)).toHaveLength(1);
    expect(node.pool.sent).toHaveLength(1);
  });

  it('PR-5 two that anchor one root at once make one transaction', async () => {
    const root = newRoot();
    const [a, b] = [await open(), await open()];
    await Promise.all([a.anchor(root), b.anchor(root), a.anchor(root)]);
    await node.mine(3);
    const [one, other] = await Promise.all([a.anchor(root), b.anchor(root)]);
    expect(one).toEqual(other);
    expect(await mined(root)).toHaveLength(1);
  });

  it('PR-5 replaces a transaction that no block takes by one with a higher fee in the same place', async () => {
    const root = newRoot();
    const anchoring = await open();
    await anchoring.anchor(root);
    const [first] = await stored(root);
    node.pool.least = BigInt(first?.max_fee ?? '') + 1n;
    await node.mine();
    now = new Date(now.getTime() + 59_000);
    await anchoring.anchor(root);
    expect(await stored(root)).toHaveLength(1);
    now = new Date(now.getTime() + 1_000);
    await anchoring.anchor(root);
    const [, second] = await stored(root);
    expect(second?.nonce).toBe(first?.nonce);
    expect(BigInt(second?.max_fee ?? '')).toBeGreaterThanOrEqual((BigInt(first?.max_fee ?? '') * 11n) / 10n);
    await node.mine(3);
    expect(await anchoring.anchor(root)).toEqual({ txHash: second?.hash, network: chainId });
    expect(await mined(root)).toHaveLength(1);
  });

  it('PR-5 counts the first transaction where it was taken after all, and not its replacement', async () => {
    const root = newRoot();
    const anchoring = await open();
    await anchoring.anchor(root);
    const [first] = await stored(root);
    const waiting = node.pool.take();
    node.broken.add('eth_sendRawTransaction');
    now = new Date(now.getTime() + 60_000);
    await expect(anchoring.anchor(root)).rejects.toMatchObject({ name: 'AuthorityFailure' });
    expect(await stored(root)).toHaveLength(2);
    node.broken.clear();
    await node.pool.add(waiting[0]?.raw ?? '');
    await node.mine(3);
    expect(await anchoring.anchor(root)).toEqual({ txHash: first?.hash, network: chainId });
  });

  it('PR-5 waits where the chain is dearer than the operator allows', async () => {
    const root = newRoot();
    const anchoring = await open({ TESTIGO_ANCHOR_MAX_FEE: '2' });
    await anchoring.anchor(root);
    const [first] = await stored(root);
    expect(BigInt(first?.max_fee ?? '')).toBeLessThanOrEqual(2_000_000_000n);
    now = new Date(now.getTime() + 60_000);
    await expect(anchoring.anchor(root)).rejects.toThrow(
      /The chain takes \d+ gwei .* TESTIGO_ANCHOR_MAX_FEE is 2\./,
    );
    expect(await stored(root)).toHaveLength(1);
    await expect((await open({ TESTIGO_ANCHOR_MAX_FEE: '1' })).anchor(newRoot())).rejects.toThrow(
      'TESTIGO_ANCHOR_MAX_FEE is 1',
    );
  });

  it('PR-5 sends again what the node forgot, and what was in a block that never was', async () => {
    const root = newRoot();
    const anchoring = await open();
    node.pool.forgets = true;
    await anchoring.anchor(root);
    node.pool.forgets = false;
    await anchoring.anchor(root);
    expect(new Set(node.pool.sent).size).toBe(1);
    await node.mine();
    await node.undo();
    await anchoring.anchor(root);
    await node.mine(3);
    expect(await anchoring.anchor(root)).toMatchObject({ network: chainId });
    expect(await mined(root)).toHaveLength(1);
    expect(new Set(node.pool.sent).size).toBe(1);
  });

  it('PR-5 takes another place where somebody else with the key took the one of the root for good', async () => {
    const root = newRoot();
    const anchoring = await open();
    node.broken.add('eth_sendRawTransaction');
    await expect(anchoring.anchor(root)).rejects.toMatchObject({ name: 'AuthorityFailure' });
    node.broken.clear();
    const foreign = { chainId, type: 'eip1559', to: account.address, gas: 30_000n, value: 0n } as const;
    const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n };
    await node.pool.add(await account.signTransaction({ ...foreign, ...fees, nonce: 0, data: '0x01' }));
    await node.mine();
    // It may still be undone: the root keeps its place.
    await anchoring.anchor(root);
    expect((await stored(root)).map(({ nonce }) => nonce)).toEqual([0]);
    await node.mine(2);
    await anchoring.anchor(root);
    expect((await stored(root)).map(({ nonce }) => nonce)).toEqual([0, 1]);
    await node.mine(3);
    expect(await anchoring.anchor(root)).toMatchObject({ network: chainId });
    expect(await mined(root)).toHaveLength(1);
  });

  it('PR-5 refuses a node of another chain, and a root that waits in a transaction of another key', async () => {
    await expect((await open({ TESTIGO_ANCHOR_NETWORK: '1' })).anchor(newRoot())).rejects.toThrow(
      'The node of TESTIGO_ANCHOR_RPC is of chain 421614; TESTIGO_ANCHOR_NETWORK is 1.',
    );
    expect(node.pool.sent).toEqual([]);
    const root = newRoot();
    await (await open()).anchor(root);
    const other = join(folder, 'other-key');
    await writeFile(other, '55'.repeat(32), { mode: 0o600 });
    await expect((await open({ TESTIGO_ANCHOR_KEY_FILE: other })).anchor(root)).rejects.toThrow(
      `The root ${root} waits in a transaction of ${sender}`,
    );
  });

  it('PR-5 a node that answers nonsense is a failure, and the same call works later', async () => {
    const root = newRoot();
    const anchoring = await open();
    const { answer } = node.server;
    for (const [nonsense, why] of [
      ['hello', 'with what is not JSON'],
      ['[]', 'with what is no answer of JSON-RPC'],
      ['{"jsonrpc":"2.0","id":1,"result":7}', 'answers no number for eth_chainId'],
      ['{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"busy"}}', 'refuses eth_chainId: busy'],
    ] as const) {
      node.server.answer = () => nonsense;
      const refused = anchoring.anchor(root);
      await expect(refused).rejects.toMatchObject({ name: 'AuthorityFailure' });
      await expect(refused).rejects.toThrow(why);
    }
    node.server.answer = answer;
    await anchoring.anchor(root);
    expect(node.pool.sent).toHaveLength(1);
  });

  it('PR-5 nonsense about a transaction that was sent neither counts it nor sends another one', async () => {
    const anchoring = await open();
    const root = newRoot();
    await anchoring.anchor(root);
    await node.mine(5);
    const { answer } = node.server;
    const hash = (await stored(root))[0]!.hash;
    const receipt = {
      blockNumber: '0x1',
      blockHash: `0x${'11'.repeat(32)}`,
      transactionHash: hash,
      status: '0x1',
    };
    const nonsense: Record<string, readonly unknown[]> = {
      eth_blockNumber: [null, {}, 'high', -1],
      eth_getBlockByNumber: [{}, [], 7, { hash: 7 }, { hash: '0x' }],
      eth_getTransactionReceipt: [
        {},
        [],
        7,
        'mined',
        ...['blockNumber', 'blockHash', 'transactionHash', 'status'].flatMap((member) => [
          { ...receipt, [member]: undefined },
          { ...receipt, [member]: {} },
          { ...receipt, [member]: '0x2x' },
        ]),
        { ...receipt, transactionHash: `0x${'22'.repeat(32)}` },
      ],
    };
    for (const [method, results] of Object.entries(nonsense))
      for (const result of results) {
        node.server.answer = (sent) => {
          const request = JSON.parse(sent.body.toString()) as { method: string; id: number };
          if (request.method === method) return JSON.stringify({ jsonrpc: '2.0', id: request.id, result });
          // A block that agrees with the receipt, so that nothing but the nonsense is wrong.
          if (method === 'eth_getTransactionReceipt' && request.method === 'eth_getBlockByNumber')
            return JSON.stringify({ jsonrpc: '2.0', id: request.id, result: { hash: receipt.blockHash } });
          return answer(sent);
        };
        await expect(anchoring.anchor(root), `${method}: ${JSON.stringify(result)}`).rejects.toMatchObject({
          name: 'AuthorityFailure',
        });
      }
    node.server.answer = answer;
    expect(await stored(root)).toHaveLength(1);
    expect(await anchoring.anchor(root)).toEqual({ txHash: hash, network: chainId });
  });

  it('PR-5 a key file that others may read, or that holds no key, is refused without its content', async () => {
    const bad = join(folder, 'bad-key');
    await writeFile(bad, 'correct horse');
    await chmod(bad, 0o640);
    await expect(open({ TESTIGO_ANCHOR_KEY_FILE: bad })).rejects.toThrow(
      'which others may read; expected mode 0600',
    );
    await chmod(bad, 0o600);
    for (const text of ['correct horse', '00'.repeat(32)]) {
      await writeFile(bad, text);
      const refused = open({ TESTIGO_ANCHOR_KEY_FILE: bad });
      await expect(refused).rejects.toThrow(/which holds no key; expected 64 hexadecimal digits\.$/);
      await expect(refused).rejects.not.toThrow('horse');
    }
    await expect(open({ TESTIGO_ANCHOR_KEY_FILE: join(folder, 'none') })).rejects.toThrow('(ENOENT)');
  });
});

describe('a transaction that was reverted', () => {
  // Without data a call switches it on; until then it reverts every call with data. The first part returns the second.
  const contractCode = '0x6018600c60003960186000f336600a576001600055005b60005460165760006000fd5b00';
  let contract: `0x${string}`;
  /** The node says that a call would succeed, whatever it does in its block. */
  let isBlind: boolean;
  let nonce: number;

  const sendOwn = async (more: { to?: `0x${string}`; data?: `0x${string}` }): Promise<void> => {
    const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n, gas: 200_000n };
    await node.pool.add(await account.signTransaction({ chainId, type: 'eip1559', nonce, ...fees, ...more }));
    await node.mine();
  };

  beforeEach(async () => {
    nonce = 0;
    await sendOwn({ data: contractCode });
    contract = getContractAddress({ from: account.address, nonce: 0n });
    isBlind = true;
    const { answer } = node.server;
    node.server.answer = (request) => {
      const { method } = JSON.parse(request.body.toString()) as { method: string };
      return isBlind && method === 'eth_estimateGas'
        ? JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x186a0' })
        : answer(request);
    };
  });

  const openAt = (confirmations: string): Promise<Anchoring> =>
    open({ TESTIGO_ANCHOR_TO: contract, TESTIGO_ANCHOR_CONFIRMATIONS: confirmations });
  const pass = (seconds: number): void => void (now = new Date(now.getTime() + seconds * 1000));

  it('PR-7 is followed by another one in another place, and never by one that would be reverted too', async () => {
    const anchoring = await openAt('1');
    const root = newRoot();
    await anchoring.anchor(root);
    await node.mine();
    const due = new Date(now.getTime() + 60_000).toISOString();
    await expect(anchoring.anchor(root)).rejects.toThrow(
      `was reverted; another one is sent after ${due}, or at once by the command "retry now".`,
    );
    pass(60);
    isBlind = false;
    await expect(anchoring.anchor(root)).rejects.toThrow(/reverted/);
    expect(await stored(root)).toHaveLength(1);
    // No place is taken that would stay empty.
    expect(await findAnchor(database, root)).toMatchObject({ nonce: 1 });
    nonce = 2;
    await sendOwn({ to: contract });
    expect(await anchoring.anchor(root)).toBeUndefined();
    await node.mine();
    const done = await (await openAt('1')).anchor(root);
    expect((await stored(root)).map((one) => one.nonce)).toEqual([1, 3]);
    expect(done).toEqual({ txHash: (await stored(root))[1]?.hash, network: chainId });
  });

  it('PR-7 is waited for four times as long each time, and not at all where the operator says so', async () => {
    const anchoring = await openAt('1');
    const root = newRoot();
    const sent = async (): Promise<number> => (await stored(root)).length;
    await anchoring.anchor(root);
    await node.mine();
    pass(59);
    await expect(anchoring.anchor(root)).rejects.toThrow('was reverted');
    expect(await sent()).toBe(1);
    pass(1);
    await anchoring.anchor(root);
    expect(await sent()).toBe(2);
    await node.mine();
    pass(239);
    await expect(anchoring.anchor(root)).rejects.toThrow('was reverted');
    expect(await sent()).toBe(2);
    await retryAnchors(database, [root], now);
    await anchoring.anchor(root);
    expect(await sent()).toBe(3);
    await node.mine();
    // Said once, done once.
    pass(1);
    await expect(anchoring.anchor(root)).rejects.toThrow('was reverted');
    expect(await sent()).toBe(3);
  });

  it('PR-7 counts only once its block is deep enough: in one that never was, it is sent again as it is', async () => {
    const anchoring = await openAt('3');
    const root = newRoot();
    await anchoring.anchor(root);
    await node.mine();
    expect(await anchoring.anchor(root)).toBeUndefined();
    await node.undo();
    await anchoring.anchor(root);
    expect(await stored(root)).toHaveLength(1);
    await node.mine(3);
    await expect(anchoring.anchor(root)).rejects.toThrow('was reverted');
  });
});

describe('a root that the contract refuses', () => {
  let refused: string | undefined;
  beforeEach(() => {
    refused = undefined;
    const { answer } = node.server;
    node.server.answer = (request) => {
      const { method, params } = JSON.parse(request.body.toString()) as {
        method: string;
        params: { data?: string }[];
      };
      return method === 'eth_estimateGas' && params[0]?.data === `0x${refused}`
        ? '{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"execution reverted: already anchored"}}'
        : answer(request);
    };
  });

  it('PR-7 takes no place: later roots are anchored, and it is too once the contract takes it', async () => {
    const anchoring = await open({ TESTIGO_ANCHOR_CONFIRMATIONS: '1' });
    const [root, later] = [newRoot(), newRoot()];
    refused = root;
    await expect(anchoring.anchor(root)).rejects.toThrow('already anchored');
    expect(await findAnchor(database, root)).toBeUndefined();
    await anchoring.anchor(later);
    await node.mine();
    expect(await anchoring.anchor(later)).toMatchObject({ network: chainId });
    refused = undefined;
    await anchoring.anchor(root);
    await node.mine();
    expect(await anchoring.anchor(root)).toMatchObject({ network: chainId });
  });

  it('PR-7 takes no place either where the chain is dearer than the operator allows', async () => {
    const root = newRoot();
    await expect((await open({ TESTIGO_ANCHOR_MAX_FEE: '1' })).anchor(root)).rejects.toThrow(
      'TESTIGO_ANCHOR_MAX_FEE is 1',
    );
    expect(await findAnchor(database, root)).toBeUndefined();
  });

  it('PR-7 takes no other place where its own was taken by somebody else with the key', async () => {
    const anchoring = await open({ TESTIGO_ANCHOR_CONFIRMATIONS: '1' });
    const [root, later] = [newRoot(), newRoot()];
    node.broken.add('eth_sendRawTransaction');
    await expect(anchoring.anchor(root)).rejects.toMatchObject({ name: 'AuthorityFailure' });
    node.broken.clear();
    const foreign = { chainId, type: 'eip1559', to: account.address, gas: 30_000n, nonce: 0 } as const;
    const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n };
    await node.pool.add(await account.signTransaction({ ...foreign, ...fees, data: '0x01' }));
    await node.mine();
    refused = root;
    await expect(anchoring.anchor(root)).rejects.toThrow('already anchored');
    expect(await findAnchor(database, root)).toMatchObject({ nonce: 0 });
    await anchoring.anchor(later);
    await node.mine();
    expect(await anchoring.anchor(later)).toMatchObject({ network: chainId });
  });
});

describe('a signer that has the key', () => {
  interface Fields {
    readonly to: `0x${string}`;
    readonly data: `0x${string}`;
    readonly chainId: string;
    readonly nonce: string;
    readonly gas: string;
    readonly maxFeePerGas: string;
    readonly maxPriorityFeePerGas: string;
  }
  const sign = (fields: Fields, nonce: number): Promise<string> =>
    account.signTransaction({
      type: 'eip1559',
      to: fields.to,
      data: fields.data,
      value: 0n,
      chainId: Number(fields.chainId),
      nonce,
      gas: BigInt(fields.gas),
      maxFeePerGas: BigInt(fields.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(fields.maxPriorityFeePerGas),
    });

  it.each([
    ['the bytes', (raw: string): unknown => raw],
    ['an object with them', (raw: string): unknown => ({ raw, tx: {} })],
  ])('PR-5 signs at eth_signTransaction, answering %s', async (_, shape) => {
    const server = await startServer(async ({ body }) => {
      const { method, params } = JSON.parse(body.toString()) as { method: string; params: [Fields] };
      expect(method).toBe('eth_signTransaction');
      const result = shape(await sign(params[0], Number(params[0].nonce)));
      return JSON.stringify({ jsonrpc: '2.0', id: 1, result });
    });
    const root = newRoot();
    const anchoring = await open({ TESTIGO_ANCHOR_SIGNER: server.url, TESTIGO_ANCHOR_FROM: account.address });
    await anchoring.anchor(root);
    await node.mine(3);
    expect(await anchoring.anchor(root)).toMatchObject({ network: chainId });
    expect((await mined(root))[0]).toMatchObject({ from_address: sender });
    await server.close();
  });

  it('PR-5 a signature of another transaction, or by another key, is never sent', async () => {
    const server = await startServer(async ({ body }) => {
      const { params } = JSON.parse(body.toString()) as { params: [Fields] };
      return JSON.stringify({ jsonrpc: '2.0', id: 1, result: await sign(params[0], 7) });
    });
    const signer = { TESTIGO_ANCHOR_SIGNER: server.url };
    const refused = async (from: string): Promise<void> => {
      const anchoring = await open({ ...signer, TESTIGO_ANCHOR_FROM: from });
      await expect(anchoring.anchor(newRoot())).rejects.toThrow(
        'signed another transaction than was requested',
      );
    };
    await refused(sender);
    await refused(`0x${'cd'.repeat(20)}`);
    server.answer = () => '{"jsonrpc":"2.0","id":1,"result":"0x"}';
    const anchoring = await open({ ...signer, TESTIGO_ANCHOR_FROM: sender });
    await expect(anchoring.anchor(newRoot())).rejects.toThrow('answers no signed transaction (EIP-1559)');
    expect(node.pool.sent).toEqual([]);
    await server.close();
  });
});
