import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../storage/database/sql.ts';
import { chainStore } from '../storage/tables/chain-store.ts';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../storage/testing/database.ts';
import { createChain } from './chain.ts';
import { anchorOrder, checkpointOrder, contractAddresses, deployment } from './contracts.ts';
import { answerRpc } from './json-rpc.ts';

const payerKey = '33'.repeat(32);
const addresses = contractAddresses(payerKey);
const chain = createChain({ chainId: 421_614, payerKey });
const start = 1_700_000_000;
const rootOf = (n: number): string => n.toString(16).padStart(64, '0');
let database: Database;
let now = new Date((start + 1000) * 1000);

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}
const ask = async (method: string, ...params: unknown[]): Promise<unknown> => {
  const node = { chain, store: chainStore(database), now: () => now };
  const answer = (await answerRpc(node, { jsonrpc: '2.0', id: 1, method, params })) as Answer;
  if (answer.error) throw new Error(`${answer.error.code} ${answer.error.message}`);
  return answer.result;
};
const mine = (orders: Parameters<typeof chain.mine>[1], at: number) =>
  database.transaction((tx) => chain.mine(chainStore(tx), orders, at));

let anchored = '';

beforeAll(async () => {
  database = await openTestDatabase();
  await mine(deployment(payerKey, `0x${'ab'.repeat(20)}`), start);
  anchored = (await mine([anchorOrder(addresses, rootOf(5))], start + 10)).transactions[0]?.hash ?? '';
  await mine(
    [checkpointOrder(addresses, rootOf(1), 3), checkpointOrder(addresses, rootOf(2), 2)],
    start + 20,
  );
});
afterAll(() => database.close());

describe('the node', () => {
  it('tells blocks by number, by hash and by tag, each with the same words', async () => {
    const latest = await ask('eth_getBlockByNumber', 'latest', false);
    const { hash, number, transactions } = latest as { hash: string; number: string; transactions: string[] };
    expect(number).toBe('0x3');
    expect(transactions).toHaveLength(2);
    expect(await ask('eth_getBlockByHash', hash, false)).toEqual(latest);
    expect(await ask('eth_getBlockByNumber', '0x3', false)).toEqual(latest);
    expect(await ask('eth_blockNumber')).toBe('0x3');
    expect(await ask('eth_chainId')).toBe('0x66eee');
    expect(await ask('eth_getBlockByNumber', '0x99', false)).toBeNull();
  });

  it('calls a block final once it has stood for two seconds', async () => {
    const numberAt = async (seconds: number): Promise<string> => {
      now = new Date((start + seconds) * 1000);
      return ((await ask('eth_getBlockByNumber', 'finalized', false)) as { number: string }).number;
    };
    expect([await numberAt(11), await numberAt(12), await numberAt(21), await numberAt(22)]).toEqual([
      '0x1',
      '0x2',
      '0x2',
      '0x3',
    ]);
  });

  it('gives the receipt of an anchored root, with the root in its topics', async () => {
    expect(await ask('eth_getTransactionReceipt', anchored)).toMatchObject({
      status: '0x1',
      blockNumber: '0x2',
      to: addresses.anchors,
      logs: [{ address: addresses.anchors, topics: [expect.anything(), `0x${rootOf(5)}`], logIndex: '0x0' }],
    });
    expect(await ask('eth_getTransactionByHash', anchored.slice(2))).toMatchObject({
      hash: anchored,
      blockNumber: '0x2',
    });
    expect(await ask('eth_getTransactionReceipt', `0x${rootOf(0)}`)).toBeNull();
  });

  it('keeps a refused transaction as refused, without logs', async () => {
    const { transactions } = (await ask('eth_getBlockByNumber', '0x3', true)) as {
      transactions: { hash: string }[];
    };
    const receipts = await Promise.all(
      transactions.map(({ hash }) => ask('eth_getTransactionReceipt', hash)),
    );
    expect(receipts.map((one) => (one as { status: string }).status)).toEqual(['0x1', '0x0']);
    expect((receipts[1] as { logs: unknown[] }).logs).toEqual([]);
  });

  it('answers calls in the state of the block that is named, and says why one is refused', async () => {
    const call = { to: addresses.checkpoints, data: `0x0a805d5c${rootOf(1)}` };
    expect(BigInt(((await ask('eth_call', call, 'latest')) as string).slice(0, 66))).toBe(3n);
    expect(BigInt(((await ask('eth_call', call, '0x2')) as string).slice(0, 66))).toBe(0n);
    await expect(
      ask('eth_call', { ...call, data: checkpointOrder(addresses, rootOf(9), 9).data }, 'latest'),
    ).rejects.toThrow('3 execution reverted: AccessControlUnauthorizedAccount');
    expect(await ask('eth_getCode', `0x${'00'.repeat(20)}`, 'latest')).toBe('0x');
  });

  it('filters logs by contract, by each topic and by range, like a filter in memory', async () => {
    const all = (await ask('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })) as {
      address: string;
      topics: string[];
      blockNumber: string;
    }[];
    expect(all.length).toBeGreaterThanOrEqual(4);
    const height = fc.integer({ min: 0, max: 4 });
    const topic = fc.constantFrom(...new Set(all.flatMap(({ topics }) => topics)), `0x${rootOf(77)}`);
    const place = fc.option(fc.oneof(topic, fc.array(topic, { minLength: 1, maxLength: 3 })));
    const filter = fc.record({
      fromBlock: height,
      toBlock: height,
      address: fc.option(fc.constantFrom(...Object.values(addresses))),
      topics: fc.array(place, { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(filter, async ({ fromBlock, toBlock, address, topics }) => {
        const logFilter = {
          fromBlock: `0x${fromBlock.toString(16)}`,
          toBlock: `0x${toBlock.toString(16)}`,
          address,
          topics,
        };
        const expected = all.filter(
          (log) =>
            Number(log.blockNumber) >= fromBlock &&
            Number(log.blockNumber) <= toBlock &&
            (address === null || log.address === address) &&
            topics.every((wanted, at) => wanted === null || [wanted].flat().includes(log.topics[at] ?? '')),
        );
        expect(await ask('eth_getLogs', logFilter)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses what it does not offer and what cannot be read, each with its code', async () => {
    await expect(ask('eth_sendRawTransaction', '0x')).rejects.toThrow('-32601');
    await expect(ask('constructor')).rejects.toThrow('-32601');
    await expect(ask('eth_getTransactionReceipt', '0x12')).rejects.toThrow('-32602');
    await expect(ask('eth_getBlockByNumber', 'newest')).rejects.toThrow('-32602');
    await expect(ask('eth_call', { to: addresses.anchors }, '0xff')).rejects.toThrow('-32001');
  });

  it('answers any body with an answer, a list with a list', async () => {
    const node = { chain, store: chainStore(database), now: () => now };
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (body) => {
        const answer = await answerRpc(node, body);
        for (const one of Array.isArray(answer) ? answer : [answer])
          expect(one).toHaveProperty('jsonrpc', '2.0');
      }),
      { numRuns: 200 },
    );
  });
});

describe('the chain in the database', () => {
  it('is undone with the transaction that it was part of, and goes on as if that had not been', async () => {
    const before = await ask('eth_getBlockByNumber', 'latest', false);
    const order = [checkpointOrder(addresses, rootOf(40), 40)];
    await expect(
      database.transaction(async (tx) => {
        await chain.mine(chainStore(tx), order, start + 30);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await ask('eth_getBlockByNumber', 'latest', false)).toEqual(before);
    const block = await mine(order, start + 30);
    expect(block.transactions[0]?.succeeded).toBe(true);
    // Another process has only what is stored.
    const other = createChain({ chainId: 421_614, payerKey });
    const next = await database.transaction((tx) =>
      other.mine(chainStore(tx), [checkpointOrder(addresses, rootOf(41), 41)], start + 40),
    );
    expect(next.transactions[0]?.succeeded).toBe(true);
    expect((await mine([checkpointOrder(addresses, rootOf(42), 42)], start + 50)).parentHash).toBe(next.hash);
  });

  it('makes one line of blocks of what many ask for at once', async () => {
    const before = (await chainStore(database).head())?.number ?? 0;
    await Promise.all(
      Array.from({ length: 6 }, (_, n) => mine([anchorOrder(addresses, rootOf(500 + n))], start + 60)),
    );
    const rows = await database.rows<{ ok: boolean }>(sql`select count(*) = ${before + 7}::bigint as ok
      from chain_blocks b where b.number = 0 or exists (select 1 from chain_blocks p
        where p.number = b.number - 1 and p.hash = b.parent_hash)`);
    expect(rows).toEqual([{ ok: true }]);
  });
});
