import { createTxFromRLP, type FeeMarket1559Tx } from '@ethereumjs/tx';
import { bytesToHex, hexToBytes } from '@ethereumjs/util';
import type { ChainStore } from '../blocks.ts';
import type { Chain } from '../chain.ts';
import { RpcError } from '../json-rpc.ts';
import { rulesOf } from '../rules.ts';

/** What waits at a node for a block, by the rules of common nodes. */
export interface TransactionPool {
  /** Every transaction that was ever taken, in order. */
  readonly sent: readonly string[];
  /** Transactions that are taken and forgotten again, as by a node with too many. */
  forgets: boolean;
  /** Wei for a unit of gas below which a transaction is left to wait. */
  least: bigint;
  add(raw: string): Promise<string>;
  pendingOf(address: string): number;
  /** What a block takes now, in the order of nonces. */
  take(): { readonly raw: string }[];
}

/** @param store where the nonces of accounts are read */
export function createPool(chain: Chain, store: ChainStore): TransactionPool {
  const { common } = rulesOf(chain.chainId);
  const waiting = new Map<string, FeeMarket1559Tx>();
  const sent: string[] = [];
  const placeOf = (tx: FeeMarket1559Tx): string => `${tx.getSenderAddress().toString()}/${tx.nonce}`;
  return {
    sent,
    forgets: false,
    least: 0n,
    async add(raw) {
      const tx = createTxFromRLP(hexToBytes(raw as `0x${string}`), { common }) as FeeMarket1559Tx; // all are of this type here
      const hash = bytesToHex(tx.hash());
      const head = await store.head();
      if (!head) throw new RpcError(-32000, 'no block yet');
      if (Number(tx.nonce) < (await chain.transactionCount(store, tx.getSenderAddress().toString(), head)))
        throw new RpcError(-32000, 'nonce too low');
      const before = waiting.get(placeOf(tx));
      if (before && bytesToHex(before.hash()) === hash) throw new RpcError(-32000, 'already known');
      const isRaised = (a: bigint, b: bigint): boolean => a * 10n >= b * 11n;
      if (
        before &&
        !(
          isRaised(tx.maxFeePerGas, before.maxFeePerGas) &&
          isRaised(tx.maxPriorityFeePerGas, before.maxPriorityFeePerGas)
        )
      )
        throw new RpcError(-32000, 'replacement transaction underpriced');
      sent.push(hash);
      if (!this.forgets) waiting.set(placeOf(tx), tx);
      return hash;
    },
    pendingOf: (address) =>
      [...waiting.values()].filter((tx) => tx.getSenderAddress().toString() === address).length,
    take() {
      const taken = [...waiting.entries()]
        .filter(([, tx]) => tx.maxFeePerGas >= this.least)
        .sort(([, a], [, b]) => (a.nonce < b.nonce ? -1 : 1));
      for (const [place] of taken) waiting.delete(place);
      return taken.map(([, tx]) => ({ raw: bytesToHex(tx.serialize()) }));
    },
  };
}
