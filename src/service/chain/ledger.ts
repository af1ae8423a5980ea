import type { Queries } from '../storage/queries.ts';
import { chainStore } from '../storage/chain-store.ts';
import type { BlockHeader, ChainBlock } from './blocks.ts';
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
import { passingOrders } from './passing.ts';
import type { Pass } from './passing.ts';

/** Why the chain refused what was asked: the transaction of the database is to be undone. */
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
  /** Address of the first holder. */
  readonly to: string;
  /** Of the authorizer, 65 bytes of hex. */
  readonly signature: string;
  readonly proof: InclusionProof;
}

/**
 * Writes to the sandbox's chain, paying for everybody. Each call is part of the transaction that it is given; what
 * the chain refuses is thrown, so that the transaction is undone and the block with it. A transaction locks rows
 * before it writes to the chain, which then is its alone until it ends.
 */
export interface Ledger {
  readonly network: number;
  readonly addresses: ContractAddresses;
  readonly chain: Chain;
  /** Puts a Merkle root into a block. */
  anchor(tx: Queries, root: string, at: Date): Promise<{ readonly txHash: string; readonly network: number }>;
  /** Puts the root of the third party's tree into a block; the contract refuses a size that is not larger. */
  checkpoint(tx: Queries, root: string, treeSize: number, at: Date): Promise<void>;
  /**
   * The transaction by which a root was anchored or made a checkpoint; undefined: none. From then on the chain is
   * this transaction's alone, so that whoever finds none may write it.
   */
  standing(tx: Queries, contract: 'anchors' | 'checkpoints', root: string): Promise<string | undefined>;
  /** @throws ChainRefusal */
  mint(tx: Queries, minting: Minting, at: Date): Promise<void>;
  /**
   * Passes a token on by the words of its holders' keys, one after another, in one block.
   *
   * @throws ChainRefusal
   */
  pass(tx: Queries, token: bigint, passes: readonly Pass[], at: Date): Promise<void>;
}

/** @param authorizer address of whoever may authorize claims */
export function createLedger(relayerKey: string, authorizer: string): Ledger {
  const chain = createChain({ chainId: sandboxNetwork, payerKey: relayerKey });
  const addresses = contractAddresses(relayerKey);
  const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

  /** The newest block; the first one of all makes the contracts. */
  const head = async (tx: Queries, at: Date): Promise<BlockHeader> => {
    const store = chainStore(tx);
    await store.lock();
    return (await store.head()) ?? chain.mine(store, deployment(relayerKey, authorizer), seconds(at) - 1);
  };

  const carryOut = async (tx: Queries, orders: readonly Order[], at: Date): Promise<ChainBlock> => {
    await head(tx, at);
    const block = await chain.mine(chainStore(tx), orders, seconds(at));
    const refused = block.transactions.find(({ succeeded }) => !succeeded);
    // Whoever asked undoes the transaction, and the block with it.
    if (refused) throw new ChainRefusal(refusalName(refused.refused ?? '0x') ?? refused.refused ?? '0x');
    return block;
  };

  return {
    network: sandboxNetwork,
    addresses,
    chain,
    async anchor(tx, root, at) {
      const { transactions } = await carryOut(tx, [anchorOrder(addresses, root)], at);
      return { txHash: transactions[0]?.hash ?? '', network: sandboxNetwork };
    },
    async checkpoint(tx, root, treeSize, at) {
      await carryOut(tx, [checkpointOrder(addresses, root, treeSize)], at);
    },
    async standing(tx, contract, root) {
      const store = chainStore(tx);
      await store.lock();
      return store.firstWith(addresses[contract], `0x${root}`);
    },
    async mint(tx, minting, at) {
      await carryOut(tx, [mintOrder(addresses, minting)], at);
    },
    async pass(tx, token, passes, at) {
      const parts = { chain, store: chainStore(tx), addresses };
      await carryOut(tx, await passingOrders(parts, await head(tx, at), token, passes), at);
    },
  };
}
