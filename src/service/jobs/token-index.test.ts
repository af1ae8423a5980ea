import { sql } from '../storage/database/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizerAddress, newAuthorizerKey, signClaim } from '../authorities/claim-authorizer.ts';
import { openWitnessTree } from '../authorities/trees/witness-tree.ts';
import { createChain } from '../chain/chain.ts';
import type { Order } from '../chain/chain.ts';
import { checkpointOrder, contractAddresses, deployment, mintOrder } from '../chain/contracts.ts';
import { insertRows } from '../storage/tables/bulk.ts';
import type { BulkRow } from '../storage/tables/bulk.ts';
import { chainStore } from '../storage/tables/chain-store.ts';
import type { Database } from '../storage/database/database.ts';
import type { Queries } from '../storage/database/queries.ts';
import { openTestDatabase } from '../storage/testing/database.ts';
import { followChain, followNext, readIndexLag } from './token-index.ts';

const payerKey = '44'.repeat(32);
const network = 421_614;
const addresses = contractAddresses(payerKey);
const contract = { network, address: addresses.endorser };
const authorizerKey = newAuthorizerKey();
const chain = createChain({ chainId: network, payerKey });
const hashOf = (n: number): string => n.toString(16).padStart(64, 'b');
const holder = (n: number): string => `0x${n.toString(16).padStart(40, 'c')}`;
const start = 1_700_000_000;
let database: Database;

const mine = (orders: readonly Order[], at: number) =>
  database.transaction((tx) => chain.mine(chainStore(tx), orders, at));

/** Orders that put hashes in the range and mint their tokens. */
function minting(hashes: readonly string[], to: (n: number) => string): Order[] {
  const tree = openWitnessTree({ leaves: hashes });
  return [
    checkpointOrder(addresses, tree.root(), tree.size()),
    ...hashes.map((leaf, n) =>
      mintOrder(addresses, {
        leaf,
        to: to(n),
        signature: signClaim(authorizerKey, contract, { leaf, to: to(n) }),
        proof: tree.prove(n),
      }),
    ),
  ];
}

/** The tables that are written, whole. */
const tables = async (): Promise<unknown> => ({
  wallets: await database.rows(sql`select id from wallets order by id`),
  tokens: await database.rows(sql`select id, owner_id, "timestamp", network from endorsables order by id`),
  events: await database.rows(sql`select * from endorse_events order by id`),
  blocks: await database.rows(sql`select * from indexed_blocks order by number`),
});

const empty = async (): Promise<void> => {
  await database.script(
    'delete from endorsables; delete from endorse_events; delete from indexed_blocks; delete from wallets',
  );
};

/** Ends like a killed process before its n-th statement from now on, in whichever transaction that is. */
class Killer {
  #left: number;

  constructor(after: number) {
    this.#left = after;
  }

  within(tx: Queries): Queries {
    const step = (): void => {
      if (this.#left === 0) throw new Error('killed');
      this.#left -= 1;
    };
    return {
      rows: (query) => {
        step();
        return tx.rows(query);
      },
      script: (text) => {
        step();
        return tx.script(text);
      },
    };
  }

  /** Before what was done is committed. */
  beforeCommit(): void {
    if (this.#left === 0) throw new Error('killed');
    this.#left -= 1;
  }
}

/** Follows all blocks, killed before the n-th statement or commit of all of them. False: it ended before that. */
async function isKilled(after: number): Promise<boolean> {
  const killer = new Killer(after);
  try {
    while (
      await database.transaction(async (tx) => {
        const followed = await followNext(killer.within(tx), contract);
        killer.beforeCommit();
        return followed;
      })
    );
    return false;
  } catch {
    return true;
  }
}

/** Kills it at every step of every block that is to be followed, going on each time from the same tables. */
async function killedEverywhere(begin: () => Promise<void>, whole: unknown): Promise<number> {
  let steps = 0;
  for (; ; steps += 1) {
    await begin();
    const killed = await isKilled(steps);
    await followChain(database, contract);
    expect(await tables(), `killed before step ${steps}`).toEqual(whole);
    if (!killed) return steps;
  }
}

beforeAll(async () => {
  database = await openTestDatabase();
  await mine(deployment(payerKey, authorizerAddress(authorizerKey)), start);
  await mine(minting([1, 2, 3].map(hashOf), holder), start + 10);
});
afterAll(() => database.close());

describe('following the chain', () => {
  it('tells every transfer once, with the block that it stands in', async () => {
    await followChain(database, contract);
    const head = await chainStore(database).head();
    expect(
      await database.rows(
        sql`select id, from_id, to_id, digest, "timestamp" from endorse_events order by id`,
      ),
    ).toEqual(
      [0, 1, 2].map((n) => ({
        id: `${head?.hash ?? ''}-0x${(n + 1).toString(16)}`,
        from_id: `0x${'0'.repeat(40)}`,
        to_id: holder(n),
        digest: BigInt(`0x${hashOf(n + 1)}`).toString(),
        timestamp: start + 10,
      })),
    );
    const before = await tables();
    expect(await followChain(database, contract)).toBe(0);
    expect(await tables()).toEqual(before);
  });

  it('ST-31 lags by the blocks that are not indexed, and by none without a chain', async () => {
    await followChain(database, contract);
    const before = await tables();
    expect(await readIndexLag(database)).toBe(0);
    await empty();
    const [blocks] = await database.rows<{ count: number }>(sql`select count(*) as count from chain_blocks`);
    expect(await readIndexLag(database)).toBe(blocks?.count);
    await database.transaction((tx) => followNext(tx, contract));
    expect(await readIndexLag(database)).toBe((blocks?.count ?? 0) - 1);
    await followChain(database, contract);
    expect(await readIndexLag(database)).toBe(0);
    expect(await tables()).toEqual(before);

    const without = await openTestDatabase();
    expect(await readIndexLag(without)).toBe(0);
    await without.close();
  });

  it('killed before any statement or commit of any block, it ends with the same tables', async () => {
    const whole = await tables();
    // The locks, the look for replaced blocks and the next one, its logs, its tables, its end: of three blocks.
    expect(await killedEverywhere(empty, whole)).toBeGreaterThan(20);
  });

  it('takes back what a replaced block had reported, and follows the block that replaced it', async () => {
    const before = await tables();
    const forked = await chainStore(database).head();
    const [checkpoint, , , , mint] = minting([1, 2, 3, 4].map(hashOf), (n) => holder(n + 50));
    await mine(
      [checkpoint, mint].filter((order) => order !== undefined),
      start + 20,
    );
    await mine([checkpointOrder(addresses, hashOf(999), 1000)], start + 25);
    await followChain(database, contract);
    const [{ tokens } = { tokens: 0 }] = await database.rows<{ tokens: number }>(
      sql`select count(*) as tokens from endorsables`,
    );
    expect(tokens).toBe(4);
    // Another branch from the same parent: there the hash is minted to nobody.
    const abandoned = (await tables()) as Readonly<Record<string, readonly object[]>>;
    await database.script(`delete from chain_blocks where number > ${forked?.number ?? 0}`);
    await mine([checkpointOrder(addresses, hashOf(998), 998)], start + 21);
    await followChain(database, contract);
    const { wallets: _, blocks: __, ...after } = (await tables()) as Record<string, unknown>;
    const { wallets: ___, blocks: ____, ...rest } = before as Record<string, unknown>;
    expect(after).toEqual(rest);

    // Killed anywhere on its way from the one branch to the other, it ends on the other.
    const whole = await tables();
    const asBefore = async (): Promise<void> => {
      await empty();
      for (const [name, table] of [
        ['wallets', 'wallets'],
        ['tokens', 'endorsables'],
        ['events', 'endorse_events'],
        ['blocks', 'indexed_blocks'],
      ] as const)
        await insertRows(database, table, (abandoned[name] ?? []) as BulkRow[]); // rows as they were read
    };
    expect(await killedEverywhere(asBefore, whole)).toBeGreaterThan(10);
  });
});
