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

/** The account of a subject, and the key that it obeys. */
export interface AccountHolder {
  readonly address: string;
  readonly key: RsaNumbers;
  /** RSASSA-PKCS1-v1_5 SHA-256 over the bytes; bare hex. */
  readonly sign: (message: Uint8Array) => Promise<string>;
}

/** One passing of a token. */
export interface Pass {
  readonly from: AccountHolder;
  /** Undefined: it is burnt. */
  readonly to: string | undefined;
}

/** Passes of one block: it takes some seconds, and a reader asks for it whole. */
const passesOfBlock = 500;

/**
 * The orders by which a token goes from hand to hand, for as few blocks as is sensible. The keys sign for the next
 * block while the caller carries out the one before.
 *
 * @param head the block on which the first of them is built
 */
export async function* passingOrders(
  { chain, kept, addresses }: { chain: Chain; kept: ChainStore; addresses: ContractAddresses },
  head: BlockHeader,
  token: bigint,
  passes: readonly Pass[],
): AsyncGenerator<readonly Order[]> {
  const { endorser } = addresses;
  const nonces = new Map<string, bigint>();
  const accounts: Order[] = [];
  for (const { address, key } of new Map(passes.map(({ from }) => [from.address, from])).values()) {
    const stands = (await chain.code(kept, address, head)) !== '0x';
    if (!stands) accounts.push(createAccountOrder(addresses, key));
    nonces.set(address, stands ? BigInt((await chain.call(kept, nonceCall(address), head)).data) : 0n);
  }

  const signed = (some: readonly Pass[]): Promise<Order[]> =>
    Promise.all(
      some.map(async ({ from: { address, sign }, to }) => {
        const nonce = nonces.get(address) ?? 0n;
        nonces.set(address, nonce + 1n);
        const data = to === undefined ? burnData(token) : transferData(address, to, token);
        const signature = await sign(messageOf(chain.chainId, address, nonce, endorser, data));
        return executeOrder(address, endorser, data, signature);
      }),
    );
  let next = signed(passes.slice(0, passesOfBlock));
  for (let at = passesOfBlock; ; at += passesOfBlock) {
    const orders = await next;
    const left = passes.slice(at, at + passesOfBlock);
    next = signed(left);
    next.catch(() => undefined); // told when it is waited for; nobody waits after a block that was refused
    yield at === passesOfBlock ? [...accounts, ...orders] : orders;
    if (left.length === 0) return;
  }
}
