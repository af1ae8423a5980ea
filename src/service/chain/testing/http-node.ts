import { sql } from '../../storage/database/sql.ts';
import { chainStore } from '../../storage/tables/chain-store.ts';
import type { Database } from '../../storage/database/database.ts';
import { startServer } from '../../testing/outside-server.ts';
import type { OutsideServer } from '../../testing/outside-server.ts';
import { createChain } from '../chain.ts';
import { answerRpc } from '../json-rpc.ts';
import { createPool } from './transaction-pool.ts';
import type { TransactionPool } from './transaction-pool.ts';

/** A node of a chain over HTTP to which transactions are sent, and which makes blocks when a test says so. */
export interface HttpNode {
  readonly server: OutsideServer;
  readonly pool: TransactionPool;
  /** Methods that are answered with status 503 in the place of an answer. */
  readonly broken: Set<string>;
  /** Methods as they were called, in order. */
  readonly calls: string[];
  /** Makes so many blocks; the first takes what waits. */
  mine(blocks?: number): Promise<void>;
  /** The newest block never was. */
  undo(): Promise<void>;
  close(): Promise<void>;
}

/** @param payerKey of the account that has the money, 64 hexadecimal digits */
export async function startNode(
  database: Database,
  { chainId, payerKey, start }: { chainId: number; payerKey: string; start: Date },
): Promise<HttpNode> {
  const chain = createChain({ chainId, payerKey });
  const store = chainStore(database);
  const pool = createPool(chain, store);
  const broken = new Set<string>();
  const calls: string[] = [];
  let seconds = Math.floor(start.getTime() / 1000);
  const parts = {
    chain,
    store,
    now: () => new Date(seconds * 1000 + 60_000),
    send: (raw: string) => pool.add(raw),
    pendingOf: (address: string) => pool.pendingOf(address),
  };
  const mine = async (orders: { readonly raw: string }[]): Promise<void> => {
    seconds += 12;
    await database.transaction((tx) => chain.mine(chainStore(tx), orders, seconds));
  };
  await mine([]);
  const server = await startServer(async ({ body }) => {
    const question = JSON.parse(body.toString()) as { method: string };
    calls.push(question.method);
    if (broken.has(question.method)) return 503;
    return JSON.stringify(await answerRpc(parts, question));
  });
  return {
    server,
    pool,
    broken,
    calls,
    async mine(blocks = 1) {
      for (let block = 0; block < blocks; block += 1) await mine(pool.take());
    },
    undo: async () => {
      await database.rows(
        sql`delete from chain_blocks where number = (select max(number) from chain_blocks)`,
      );
    },
    close: () => server.close(),
  };
}
