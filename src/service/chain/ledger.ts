import type { Queries } from '../storage/database/queries.ts';
import { chainStore } from '../storage/tables/chain-store.ts';
import type { BlockHeader, ChainBlock, ChainStore } from './blocks.ts';
import { createChain } from './chain.ts';
import type { Chain, Order } from './chain.ts';
import {
  anchorOrder,
  checkpointOrder,
  contractAddresses,
  deployment,
  mintOrder,
  refusalName,
  sandboxNetwork,
} from './contracts.ts';
import type { ContractAddresses, InclusionProof } from './contracts.ts';
import { transferOrders } from './transfers.ts';
import type { Transfer } from './transfers.ts';

/** Why the chain refused an order. The database transaction must be rolled back. */
export class ChainRefusal extends Error {
  override readonly name = 'ChainRefusal';
  /** The name of the contract's own error, or what came back. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The chain refuses it: ${reason}.`);
    this.reason = reason;
  }
}

export interface Minting {
  /** The hash, 64 hex digits. */
  readonly leaf: string;
  /** Address of the initial owner. */
  readonly to: string;
  /** Of the authorizer, 65 bytes of hex. */
  readonly signature: string;
  readonly proof: InclusionProof;
}

/** Writes blocks to one store. What the chain refuses is thrown: the block is not to be, and its store decides how. */
export interface LedgerWriter {
  /** Puts a Merkle root into a block. */
  anchor(root: string, at: Date): Promise<{ readonly txHash: string; readonly network: number }>;
  /** Puts the root of the third party's tree into a block; the contract refuses a size that is not larger. */
  checkpoint(root: string, treeSize: number, at: Date): Promise<void>;
  /** @throws ChainRefusal */
  mint(minting: Minting, at: Date): Promise<void>;
  /**
   * Passes a token on by the words of its holders' keys, one after another, in one block.
   *
   * @throws ChainRefusal
   */
  transfer(token: bigint, transfers: readonly Transfer[], at: Date): Promise<void>;
}

type OfTransaction<Parts> = {
  readonly [Name in keyof Parts]: Parts[Name] extends (...args: infer Args) => infer Answer
    ? (tx: Queries, ...args: Args) => Answer
    : never;
};

/**
 * Writes to the sandbox's chain, paying for everybody. Each call is part of the transaction that it is given; what
 * the chain refuses is thrown, so that the transaction is undone and the block with it. A transaction locks rows
 * before it writes to the chain, which then is its alone until it ends.
 */
export interface Ledger extends OfTransaction<LedgerWriter> {
  readonly network: number;
  readonly addresses: ContractAddresses;
  readonly chain: Chain;
  /** The same on a store that is not of a transaction. */
  on(store: ChainStore): LedgerWriter;
  /**
   * The transaction by which a root was anchored or made a checkpoint; undefined: none. From then on the chain is
   * this transaction's alone, so that whoever finds none may write it.
   */
  standing(tx: Queries, contract: 'anchors' | 'checkpoints', root: string): Promise<string | undefined>;
}

/** @param authorizer address of whoever may authorize claims */
export function createLedger(relayerKey: string, authorizer: string): Ledger {
  const chain = createChain({ chainId: sandboxNetwork, payerKey: relayerKey });
  const addresses = contractAddresses(relayerKey);
  const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

  /** The newest block; the first one of all makes the contracts. */
  const head = async (store: ChainStore, at: Date): Promise<BlockHeader> => {
    await store.lock();
    return (await store.head()) ?? chain.mine(store, deployment(relayerKey, authorizer), seconds(at) - 1);
  };

  const carryOut = async (store: ChainStore, orders: readonly Order[], at: Date): Promise<ChainBlock> => {
    await head(store, at);
    const block = await chain.mine(store, orders, seconds(at));
    const refused = block.transactions.find(({ succeeded }) => !succeeded);
    // The caller rolls the transaction back, and the block with it.
    if (refused) throw new ChainRefusal(refusalName(refused.refused ?? '0x') ?? refused.refused ?? '0x');
    return block;
  };

  const on = (store: ChainStore): LedgerWriter => ({
    async anchor(root, at) {
      const { transactions } = await carryOut(store, [anchorOrder(addresses, root)], at);
      return { txHash: transactions[0]?.hash ?? '', network: sandboxNetwork };
    },
    async checkpoint(root, treeSize, at) {
      await carryOut(store, [checkpointOrder(addresses, root, treeSize)], at);
    },
    async mint(minting, at) {
      await carryOut(store, [mintOrder(addresses, minting)], at);
    },
    async transfer(token, transfers, at) {
      const parts = { chain, store, addresses };
      await carryOut(store, await transferOrders(parts, await head(store, at), token, transfers), at);
    },
  });

  return {
    network: sandboxNetwork,
    addresses,
    chain,
    on,
    anchor: (tx, ...args) => on(chainStore(tx)).anchor(...args),
    checkpoint: (tx, ...args) => on(chainStore(tx)).checkpoint(...args),
    mint: (tx, ...args) => on(chainStore(tx)).mint(...args),
    transfer: (tx, ...args) => on(chainStore(tx)).transfer(...args),
    async standing(tx, contract, root) {
      const store = chainStore(tx);
      await store.lock();
      return store.firstWith(addresses[contract], `0x${root}`);
    },
  };
}
