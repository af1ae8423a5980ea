import type { Queries } from '../storage/database.ts';
import { keptChain } from '../storage/chain-store.ts';
import type { BlockHeader, ChainBlock } from './blocks.ts';
import { createChain } from './chain.ts';
import type { Chain, Order } from './chain.ts';
import {
  anchorOrder,
  burnData,
  checkpointOrder,
  contractAddresses,
  createAccountOrder,
  deployment,
  executeOrder,
  messageCall,
  messageIn,
  mintOrder,
  refusalName,
  sandboxNetwork,
  transferData,
} from './contracts.ts';
import type { ContractAddresses, InclusionProof, RsaNumbers } from './contracts.ts';

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

/** The account of a subject, and the key that it obeys. */
export interface AccountHolder {
  readonly address: string;
  readonly key: RsaNumbers;
  /** RSASSA-PKCS1-v1_5 SHA-256 over the bytes; bare hex. Undefined: the key is not here. */
  readonly sign: (message: Uint8Array) => Promise<string | undefined>;
}

/**
 * Writes to the sandbox's chain, paying for everybody. Each call is part of the transaction that it is given; what
 * the chain refuses is thrown, so that the transaction is undone and the block with it.
 */
export interface Ledger {
  readonly network: number;
  readonly addresses: ContractAddresses;
  readonly chain: Chain;
  /** Puts a Merkle root into a block. */
  anchor(tx: Queries, root: string, at: Date): Promise<{ readonly txHash: string; readonly network: number }>;
  /** Tells the root of the third party's tree; one that is told already stays as it is. */
  checkpoint(tx: Queries, root: string, treeSize: number, at: Date): Promise<void>;
  /** @throws ChainRefusal */
  mint(tx: Queries, minting: Minting, at: Date): Promise<void>;
  /**
   * Passes a token on by the word of its holder's key.
   *
   * @param to undefined: the token is burnt
   * @returns false: the holder's key is not here
   * @throws ChainRefusal
   */
  pass(tx: Queries, token: bigint, holder: AccountHolder, to: string | undefined, at: Date): Promise<boolean>;
}

/** @param authorizer address of whoever may authorize claims */
export function createLedger(relayerKey: string, authorizer: string): Ledger {
  const chain = createChain({ chainId: sandboxNetwork, payerKey: relayerKey });
  const addresses = contractAddresses(relayerKey);
  const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

  /** The newest block; the first one of all makes the contracts. */
  const head = async (tx: Queries, at: Date): Promise<BlockHeader> => {
    const kept = keptChain(tx);
    await kept.lock();
    return (await kept.head()) ?? chain.mine(kept, deployment(relayerKey, authorizer), seconds(at) - 1);
  };

  const carryOut = async (tx: Queries, order: Order, at: Date): Promise<ChainBlock> => {
    const kept = keptChain(tx);
    const before = await head(tx, at);
    const block = await chain.mine(kept, [order], seconds(at));
    if (block.transactions[0]?.succeeded) return block;
    // Whoever asked undoes the transaction, and the block with it.
    const asked = await chain.call(kept, { ...order, from: chain.payer }, before);
    throw new ChainRefusal(refusalName(asked.data) ?? asked.data);
  };

  return {
    network: sandboxNetwork,
    addresses,
    chain,
    async anchor(tx, root, at) {
      const { transactions } = await carryOut(tx, anchorOrder(addresses, root), at);
      return { txHash: transactions[0]?.hash ?? '', network: sandboxNetwork };
    },
    async checkpoint(tx, root, treeSize, at) {
      await carryOut(tx, checkpointOrder(addresses, root, treeSize), at);
    },
    async mint(tx, minting, at) {
      await carryOut(tx, mintOrder(addresses, minting), at);
    },
    async pass(tx, token, { address, key, sign }, to, at) {
      const kept = keptChain(tx);
      if ((await chain.code(kept, address, await head(tx, at))) === '0x')
        await carryOut(tx, createAccountOrder(addresses, key), at);
      const data = to === undefined ? burnData(token) : transferData(address, to, token);
      const asked = await chain.call(
        kept,
        messageCall(address, addresses.endorser, data),
        await head(tx, at),
      );
      const signature = await sign(messageIn(asked.data));
      if (signature === undefined) return false;
      await carryOut(tx, executeOrder(address, addresses.endorser, data, signature), at);
      return true;
    },
  };
}
