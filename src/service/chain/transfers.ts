import type { BlockHeader, ChainStore } from './blocks.ts';
import type { Chain, Order } from './chain.ts';
import {
  burnData,
  createAccountOrder,
  executeOrder,
  messageOf,
  nonceCall,
  transferData,
} from './contracts.ts';
import type { ContractAddresses, RsaNumbers } from './contracts.ts';
import { nextTurn } from '../next-turn.ts';

/** The account of a subject, and the key that it obeys. */
export interface AccountHolder {
  readonly address: string;
  readonly key: RsaNumbers;
  /** RSASSA-PKCS1-v1_5 SHA-256 over the bytes; bare hex. */
  readonly sign: (message: Uint8Array) => Promise<string>;
}

/** One passing of a token. */
export interface Transfer {
  readonly from: AccountHolder;
  /** Undefined: it is burnt. */
  readonly to: string | undefined;
}

/**
 * Passes of one block. A block is made in one transaction of the database, for which everything else of the embedded
 * database waits: some 6 ms a pass.
 */
export const transfersPerBlock = 25;

/**
 * The orders by which a token goes from hand to hand in one block: each holder's key signs, and an account that does
 * not stand yet is made first.
 *
 * @param head the block on which the one with these orders is built
 */
export async function transferOrders(
  { chain, store, addresses }: { chain: Chain; store: ChainStore; addresses: ContractAddresses },
  head: BlockHeader,
  token: bigint,
  transfers: readonly Transfer[],
): Promise<readonly Order[]> {
  const { endorser } = addresses;
  const nonces = new Map<string, bigint>();
  const accounts: Order[] = [];
  for (const { address, key } of new Map(transfers.map(({ from }) => [from.address, from])).values()) {
    const stands = (await chain.code(store, address, head)) !== '0x';
    if (!stands) accounts.push(createAccountOrder(addresses, key));
    nonces.set(address, stands ? BigInt((await chain.call(store, nonceCall(address), head)).data) : 0n);
    await nextTurn();
  }
  const orders = await Promise.all(
    transfers.map(async ({ from: { address, sign }, to }) => {
      const nonce = nonces.get(address) ?? 0n;
      nonces.set(address, nonce + 1n);
      const data = to === undefined ? burnData(token) : transferData(address, to, token);
      const signature = await sign(messageOf(chain.chainId, address, nonce, endorser, data));
      return executeOrder(address, endorser, data, signature);
    }),
  );
  return [...accounts, ...orders];
}
