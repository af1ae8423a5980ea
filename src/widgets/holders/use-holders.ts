import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { addressForm, wallets, zeroAddress } from '#client/families/tokens/wallets.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { Subject, Wallet } from '#contract/resources/resources.ts';

/** Who stands behind the address of a wallet, by the service's word. */
export type Holder =
  /** `nobody` is the zero address: where tokens come from and where burnt ones go. */
  | { readonly state: 'loading' | 'unknown' | 'nobody' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly state: 'known'; readonly subject: Subject };

/** A wallet as far as it is known: its address, and its subject where an answer held it. */
export type HolderOf = string | Pick<Wallet, 'id' | 'subject'>;

/**
 * Who stands behind addresses, by address (`0x`, lower case). Those that are requested together are one call,
 * and each is requested once. A screen never waits for them.
 */
export function useHolders(of: readonly HolderOf[]): Readonly<Record<string, Holder>> {
  const family = wallets(useClient());
  const requested = new Map<string, Subject | null | undefined>();
  for (const one of of) {
    const { address, reported } = read(one);
    if (address && !requested.get(address)) requested.set(address, reported);
  }
  const addresses = [...requested.keys()];
  return useQueries({
    queries: addresses.map((address) => ({
      ...family.holder(address, requested.get(address)),
      enabled: address !== zeroAddress,
      refetchOnWindowFocus: false,
    })),
    combine: (results) =>
      Object.fromEntries(results.map((result, at) => holderIn(addresses[at] ?? '', result))),
  });
}

/** Who stands behind one address: for cells that look themselves; those on one screen are requested together. */
export function useHolder(of: HolderOf): Holder {
  const family = wallets(useClient());
  const { address, reported } = read(of);
  const result = useQuery({
    ...family.holder(address, reported),
    enabled: address !== '' && address !== zeroAddress,
    refetchOnWindowFocus: false,
  });
  return holderIn(address, result)[1];
}

function read(of: HolderOf): { address: string; reported: Subject | null | undefined } {
  const id = typeof of === 'string' ? of : of.id;
  return { address: id ? addressForm(id) : '', reported: typeof of === 'string' ? undefined : of.subject };
}

function holderIn(address: string, result: UseQueryResult<Subject | null>): [string, Holder] {
  const { data, isError, error, refetch } = result;
  if (address === zeroAddress) return [address, { state: 'nobody' }];
  if (data) return [address, { state: 'known', subject: data }];
  if (data === null || address === '') return [address, { state: 'unknown' }];
  if (isError) return [address, { state: 'failed', error, retry: () => void refetch() }];
  return [address, { state: 'loading' }];
}
