import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Where } from '#contract/filters/filter-grammars.ts';
import type { Endorsable, EndorseEvent, PageInfo } from '#contract/resources/resources.ts';
import { isAbsent } from '../../session/capabilities.ts';
import type { Client } from '../../http/client.ts';
import { isUnread } from '../../queries/reading.ts';
import { addressForm } from './wallets.ts';

/** The nested collections of a wallet, by the names of the interface. */
export const walletLists = ['endorsables', 'endorseToEvents', 'endorseFromEvents'] as const;
export type WalletList = (typeof walletLists)[number];
export type MovementList = Exclude<WalletList, 'endorsables'>;

interface ItemOf {
  endorsables: Endorsable;
  endorseToEvents: EndorseEvent;
  endorseFromEvents: EndorseEvent;
}

/** The arguments of a list: order by time, one network or all. */
export interface WalletOrder {
  readonly direction: 'asc' | 'desc';
  readonly network?: number | undefined;
}

export interface WalletListPage<Item> {
  readonly items: readonly Item[];
  /** The cursor after which it goes on. */
  readonly next: string | undefined;
  /** The list was not sent, or it may go on and the service names no way to the rest. */
  readonly endless: boolean;
}

export const walletPageSize = 100;

/** The three lists of a wallet, page by page (Rules WI-9, WI-11), and what can be known where a service has no wallets. */
export function walletReading(client: Client, walletAddress: string) {
  const address = addressForm(walletAddress);
  const key = [client.scope, 'wallets', 'lists', address] as const;
  const callOf = (list: WalletList, order: WalletOrder, after: string | undefined) => ({
    params: { id: address },
    nested: walletArguments('wallet', list, askOf(order, after)),
  });
  const whereOf = (end: 'toId' | 'fromId', { network }: WalletOrder) => ({
    [end]: address,
    ...(network !== undefined && { network }),
  });
  return {
    key,
    list: <L extends WalletList>(list: L, order: WalletOrder) =>
      infiniteQueryOptions({
        queryKey: [...key, list, order.direction, order.network ?? null],
        queryFn: async ({ pageParam, signal }): Promise<WalletListPage<ItemOf[L]>> => {
          const wallet = await client.call('readWallet', { ...callOf(list, order, pageParam), signal });
          // Each list holds what its name says; the union of the three is what the compiler sees.
          const page = wallet[list] as Page<ItemOf[L]> | null | undefined;
          return pageOf(page, pageParam);
        },
        initialPageParam: fromTheStart(),
        getNextPageParam: ({ next }) => next,
        retry: false,
      }),
    /** Movements by the documented list of events, for services that have no wallets. */
    movements: (list: MovementList, order: WalletOrder) =>
      infiniteQueryOptions({
        queryKey: [...key, 'by-events', list, order.direction, order.network ?? null],
        queryFn: async ({ pageParam, signal }): Promise<WalletListPage<EndorseEvent>> => {
          const end = list === 'endorseToEvents' ? 'toId' : 'fromId';
          const query = {
            where: whereOf(end, order),
            orderBy: 'timestamp' as const,
            orderDirection: order.direction,
            limit: walletPageSize,
            ...(pageParam !== undefined && { after: pageParam }),
          };
          return pageOf(await client.call('listEndorseEvents', { query, signal }), pageParam);
        },
        initialPageParam: fromTheStart(),
        getNextPageParam: ({ next }) => next,
        retry: false,
      }),
    /** Whether the service has wallets at all; this distinguishes an unknown wallet from a service without wallets. */
    offered: () =>
      queryOptions({
        queryKey: [client.scope, 'wallets', 'offered'],
        queryFn: async ({ signal }): Promise<boolean> => {
          try {
            await client.call('listWallets', { query: { limit: 1 }, signal });
            return true;
          } catch (error) {
            if (isAbsent(error)) return false;
            throw error;
          }
        },
        staleTime: Infinity,
        retry: false,
      }),
  };
}

const fromTheStart = (): string | undefined => undefined;

interface Page<Item> {
  items?: Item[] | null | undefined;
  pageInfo?: PageInfo | null | undefined;
}

function pageOf<Item>(page: Page<Item> | null | undefined, after: string | undefined): WalletListPage<Item> {
  const { hasNextPage, endCursor: end } = page?.pageInfo ?? {};
  // A page that names no way on cannot be followed.
  const next = hasNextPage && end && end !== after ? end : undefined;
  const isEnd =
    page?.items != null && !isUnread(page, 'pageInfo') && !isUnread(page.pageInfo ?? {}, 'hasNextPage');
  return { items: page?.items ?? [], next, endless: next === undefined && (hasNextPage === true || !isEnd) };
}

const askOf = ({ direction, network }: WalletOrder, after: string | undefined): NestedAsk => ({
  where: network === undefined ? undefined : { network },
  orderBy: 'timestamp',
  orderDirection: direction,
  after,
  limit: walletPageSize,
});

/** The arguments of a nested list (Rule WI-11). */
export interface NestedAsk {
  readonly where?: Where | undefined;
  readonly orderBy: string;
  readonly orderDirection: 'asc' | 'desc';
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * The arguments of one list of a wallet; the other two are left out.
 *
 * @param prefix of the wallet in the answer: `wallet`, `subject_wallet_wallet`
 */
export function walletArguments(
  prefix: string,
  list: WalletList,
  ask: NestedAsk,
): Readonly<Record<string, unknown>> {
  const others = walletLists.filter((one) => one !== list);
  const entries = Object.entries(ask).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(others.map((one) => [`${prefix}_${one}_limit`, 0])),
    ...Object.fromEntries(entries.map(([name, value]) => [`${prefix}_${list}_${name}`, value as unknown])),
  };
}
