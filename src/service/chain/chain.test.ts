import { describe, expect, it } from 'vitest';
import { createChain } from './chain.ts';
import { checkpointOrder, contractAddresses, deployment } from './contracts.ts';
import { memoryStore } from './testing/memory-store.ts';

const payerKey = '22'.repeat(32);
const addresses = contractAddresses(payerKey);
const rootOf = (n: number): string => n.toString(16).padStart(64, '0');
const startChain = async () => {
  const store = memoryStore();
  const chain = createChain({ chainId: 421_614, payerKey });
  await chain.mine(store, deployment(payerKey, `0x${'ab'.repeat(20)}`), 1_700_000_000);
  return { store, chain };
};
describe('the chain', () => {
  it('links every block to its parent, and never goes back in time', async () => {
    const { store, chain } = await startChain();
    await chain.mine(store, [], 1_700_000_010);
    await chain.mine(store, [], 1_600_000_000);
    const { blocks } = store;
    expect(blocks.map(({ number }) => number)).toEqual([0, 1, 2, 3]);
    expect(blocks.slice(1).map(({ parentHash }) => parentHash)).toEqual(
      blocks.slice(0, -1).map(({ hash }) => hash),
    );
    expect(blocks.map(({ timestamp }) => timestamp)).toEqual([
      1_699_999_999, 1_700_000_000, 1_700_000_010, 1_700_000_011,
    ]);
  });

  it('makes the same blocks of the same orders, byte for byte', async () => {
    const make = async () => {
      const { store, chain } = await startChain();
      await chain.mine(store, [checkpointOrder(addresses, rootOf(1), 1)], 1_700_000_100);
      return store.blocks.map(({ hash }) => hash);
    };
    expect(await make()).toEqual(await make());
  });

  it('goes on from its store as if it had never been closed', async () => {
    const open = await startChain();
    const { store, chain } = open;
    await chain.mine(store, [checkpointOrder(addresses, rootOf(1), 1)], 1_700_000_100);
    const again = createChain({ chainId: 421_614, payerKey });
    const orders = [checkpointOrder(addresses, rootOf(2), 2)];
    const continued = await again.mine(store, orders, 1_700_000_200);
    store.undo();
    expect((await chain.mine(store, orders, 1_700_000_200)).hash).toBe(continued.hash);
  });

  it('forgets a block that the store undid, and what it changed', async () => {
    const { store, chain } = await startChain();
    const orders = [checkpointOrder(addresses, rootOf(7), 7)];
    const first = await chain.mine(store, orders, 1_700_000_100);
    store.undo();
    const second = await chain.mine(store, orders, 1_700_000_100);
    expect(second.hash).toBe(first.hash);
    expect(second.transactions[0]?.succeeded).toBe(true);
    // A chain that is opened now has everything it needs in the store.
    const again = createChain({ chainId: 421_614, payerKey });
    const next = await again.mine(store, [checkpointOrder(addresses, rootOf(8), 8)], 1_700_000_300);
    expect(next.transactions[0]?.succeeded).toBe(true);
  });

  it('answers calls in the state of the block that is named', async () => {
    const open = await startChain();
    await open.chain.mine(open.store, [checkpointOrder(addresses, rootOf(1), 5)], 1_700_000_100);
    await open.chain.mine(open.store, [checkpointOrder(addresses, rootOf(2), 9)], 1_700_000_200);
    const info = async (number: number) => {
      const block = open.store.blocks[number] ?? expect.fail();
      const { data } = await open.chain.call(
        open.store,
        { to: addresses.checkpoints, data: `0x0a805d5c${rootOf(2)}` },
        block,
      );
      return BigInt(data.slice(0, 66));
    };
    expect([await info(2), await info(3)]).toEqual([0n, 9n]);
    expect(await open.chain.code(open.store, addresses.endorser, open.store.blocks[0] ?? expect.fail())).toBe(
      '0x',
    );
    expect(
      (await open.chain.code(open.store, addresses.endorser, open.store.blocks[1] ?? expect.fail())).length,
    ).toBeGreaterThan(1000);
  });
});
