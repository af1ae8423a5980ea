import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { isAbsent } from '#client/session/capabilities.ts';
import {
  walletReading,
  type WalletListPage,
  type WalletOrder,
} from '#client/families/tokens/wallet-lists.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { Endorsable, EndorseEvent } from '#contract/resources/resources.ts';
import type { QueryState } from '#widgets/query/query-view.tsx';
import { heldByMovements } from './balance.ts';

/** One list of a wallet, as far as it was read; its data is the same items, once the first page was read. */
export interface ListRead<Item> extends QueryState<readonly Item[]> {
  readonly items: readonly Item[];
  /** Everything was read to the end. */
  readonly complete: boolean;
  /** A further page is being read. */
  readonly working: boolean;
  /** The next page; absent when there is none. */
  readonly readOn: (() => void) | undefined;
  readonly readAll: () => Promise<void>;
}

/**
 * `unknown`: the service has wallets, and none at this address · `by-events`: it has none, and the lists are made of
 * its events
 */
type WalletSource = 'read' | 'unknown' | 'by-events';

/** The lists of a wallet; its data is where they come from. */
export interface WalletRead extends QueryState<WalletSource> {
  readonly held: ListRead<Endorsable>;
  readonly came: ListRead<EndorseEvent>;
  readonly went: ListRead<EndorseEvent>;
}

/** Milliseconds between looks, while a list is one page: longer ones are read again on request. */
const every = 10_000;
/** Pages that are read on at once: beyond them it is said that more is missing. */
const mostPages = 100;

/** The three lists of a wallet, of one network or of all. */
export function useWallet(address: string, order: WalletOrder): WalletRead {
  const client = useClient();
  const reading = walletReading(client, address);
  const live = {
    refetchInterval: ({ state: { data, error } }: LiveState): number | false =>
      isAbsent(error) || (data?.pages.length ?? 0) > 1 ? false : every,
  };
  const held = useInfiniteQuery({ ...reading.list('endorsables', order), ...live });
  const came = useInfiniteQuery({ ...reading.list('endorseToEvents', order), ...live });
  const went = useInfiniteQuery({ ...reading.list('endorseFromEvents', order), ...live });
  const missing = isAbsent(held.error) && held.data === undefined;
  const offered = useQuery({ ...reading.offered(), enabled: missing });
  const byEvents = missing && offered.data === false;
  const options = { ...live, enabled: byEvents };
  const cameByEvents = useInfiniteQuery({ ...reading.movements('endorseToEvents', order), ...options });
  const wentByEvents = useInfiniteQuery({ ...reading.movements('endorseFromEvents', order), ...options });
  const movements = byEvents
    ? { came: readOf(cameByEvents), went: readOf(wentByEvents) }
    : { came: readOf(came), went: readOf(went) };
  const first = byEvents ? cameByEvents : held;
  const lists = { held: byEvents ? derived(movements) : readOf(held), ...movements };
  const isFetching = first.isFetching || offered.isFetching;
  const { dataUpdatedAt } = first;
  if (missing && !byEvents)
    return {
      data: offered.data ? 'unknown' : undefined,
      error: offered.error,
      isError: offered.isError,
      isFetching,
      dataUpdatedAt,
      refetch: () => Promise.all([offered.refetch(), held.refetch()]),
      ...lists,
    };
  return {
    // Events that were not read yet are shown as lists that load.
    data: byEvents ? (cameByEvents.isLoadingError ? undefined : 'by-events') : held.data && 'read',
    error: first.error,
    isError: first.isLoadingError || first.isRefetchError,
    isFetching,
    dataUpdatedAt,
    refetch: first.refetch,
    ...lists,
  };
}

interface LiveState {
  readonly state: {
    readonly data: InfiniteData<unknown> | undefined;
    readonly error: Error | null;
  };
}

function readOf<Item extends { id?: unknown }>(
  query: UseInfiniteQueryResult<InfiniteData<WalletListPage<Item>>>,
): ListRead<Item> {
  // What moved between two pages while they were read stands in both: it is one.
  const items = new Map(
    (query.data?.pages ?? []).flatMap(({ items: some }) => some).map((item) => [String(item.id), item]),
  );
  const read = [...items.values()];
  return {
    data: query.data && read,
    items: read,
    complete: query.data?.pages.at(-1)?.endless === false && !query.hasNextPage,
    error: query.isRefetchError ? null : query.error,
    isError: query.isLoadingError || query.isFetchNextPageError,
    isFetching: query.isFetching,
    dataUpdatedAt: query.dataUpdatedAt,
    working: query.isFetchingNextPage,
    refetch: () => (query.data ? query.fetchNextPage() : query.refetch()),
    readOn: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    readAll: async () => {
      for (let page = 0; page < mostPages; page += 1) {
        const { hasNextPage, isError } = await query.fetchNextPage();
        if (!hasNextPage || isError) return;
      }
    },
  };
}

/** What is held where the service does not say: whatever came and did not go. */
function derived(movements: Pick<WalletRead, 'came' | 'went'>): ListRead<Endorsable> {
  const { came, went } = movements;
  const complete = came.complete && went.complete;
  const items = complete ? heldByMovements(came.items, went.items) : [];
  const last = came.data ? went : came;
  return {
    data: last.data && items,
    items,
    complete,
    error: came.error ?? went.error,
    isError: last.isError,
    isFetching: came.isFetching || went.isFetching,
    dataUpdatedAt: last.dataUpdatedAt,
    working: came.working || went.working,
    refetch: () => Promise.all([came, went].map((one) => one.error && one.refetch())),
    readOn: undefined,
    readAll: async () => {
      await Promise.all([came.readAll(), went.readAll()]);
    },
  };
}
