import { useMemo } from 'react';
import type { Subject } from '#contract/resources/resources.ts';
import { isObject, type RpcExchange } from '#proofs/chain/rpc.ts';
import type { Json } from '#proofs/encoding/json.ts';
import type { TokenChain } from '#proofs/token/token-chains.ts';
import type { ShownChain } from '#widgets/chain-of-custody/custody-context.tsx';
import { eventKey, readCustody } from '#widgets/chain-of-custody/custody.ts';
import type { CollectedToken } from '#widgets/verification/collect/collect-token.ts';
import type { VerificationContext } from '#widgets/verification/context/verification-context.ts';

/** A chain with what is known around it: who stands behind its addresses, and the transactions of its logs. */
export function useShown(
  chain: TokenChain | undefined,
  collected: CollectedToken | undefined,
  reader: VerificationContext,
  token: string,
): ShownChain | undefined {
  const custody = useMemo(() => chain && readCustody(chain.links), [chain]);
  const subjects = useMemo(() => subjectsOf(collected), [collected]);
  const transactions = useMemo(() => transactionsOf(reader.exchanges), [reader.exchanges]);
  return useMemo(
    () =>
      chain &&
      custody && {
        chain,
        custody,
        token,
        holderOf: (address) => {
          const subject = subjects.get(address.toLowerCase());
          return subject ? { id: address, subject } : address;
        },
        txOf: ({ id }) => (chain.basis === 'CHAIN' ? transactions.get(eventKey(id)) : undefined),
      },
    [chain, custody, subjects, transactions, token],
  );
}

/** The ones behind the wallets, as the events tell them: each of them once. */
function subjectsOf(collected: CollectedToken | undefined): ReadonlyMap<string, Subject> {
  const subjects = new Map<string, Subject>();
  for (const { from, to } of collected?.events ?? [])
    for (const wallet of [from, to]) {
      const address = wallet?.id?.toLowerCase();
      if (address && wallet?.subject && !subjects.has(address)) subjects.set(address, wallet.subject);
    }
  return subjects;
}

/** Hashes of transactions by the event's id, where logs were read. */
function transactionsOf(exchanges: readonly RpcExchange[]): ReadonlyMap<string, string> {
  const transactions = new Map<string, string>();
  for (const { method, result } of exchanges) {
    if (method !== 'eth_getLogs' || !Array.isArray(result)) continue;
    // isArray drops readonly
    for (const log of result as readonly Json[]) {
      if (!isObject(log)) continue;
      const { blockHash, logIndex, transactionHash } = log;
      if (typeof blockHash !== 'string' || typeof logIndex !== 'string') continue;
      if (typeof transactionHash === 'string')
        transactions.set(eventKey(`${blockHash}-${logIndex}`), transactionHash);
    }
  }
  return transactions;
}
