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
import { heldByMovements } from './balance.ts';

/** One list of a wallet, as far as it was read. */
export interface ListRead<Item> {
  readonly items: readonly Item[];
  readonly state: 'loading' | 'failed' | 'read';
  /** Everything was read to the end. */
  readonly complete: boolean;
  /** What stopped the first reading, or going on. */
  readonly error: unknown;
  readonly working: boolean;
  readonly retry: () => void;
  /** The next page; absent when there is none. */
  readonly readOn: (() => void) | undefined;
  readonly readAll: () => Promise<void>;
}

export interface WalletRead {
  /**
   * `unknown`: the service has wallets, and none at this address · `by-events`: it has none, and the lists are made of
   * its events · `failed`: nothing could be read
   */
  readonly state: 'loading' | 'read' | 'unknown' | 'by-events' | 'failed';
  readonly error: unknown;
  readonly retry: () => void;
  readonly retrying: boolean;
  readonly updatedAt: number;
  readonly stale: boolean;
  readonly held: ListRead<Endorsable>;
  readonly came: ListRead<EndorseEvent>;
  readonly went: ListRead<EndorseEvent>;
}

/** Milliseconds between looks, while a list is one page: longer ones are read again when asked. */
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
  const told = { ...live, enabled: byEvents };
  const cameByEvents = useInfiniteQuery({ ...reading.movements('endorseToEvents', order), ...told });
  const wentByEvents = useInfiniteQuery({ ...reading.movements('endorseFromEvents', order), ...told });
  const movements = byEvents
    ? { came: readOf(cameByEvents), went: readOf(wentByEvents) }
    : { came: readOf(came), went: readOf(went) };
  const first = byEvents ? cameByEvents : held;
  const error = missing && !byEvents ? offered.error : first.data ? null : first.error;
  return {
    state: byEvents
      ? cameByEvents.error && !cameByEvents.data
        ? 'failed'
        : 'by-events'
      : missing
        ? offered.data
          ? 'unknown'
          : offered.error
            ? 'failed'
            : 'loading'
        : held.data
          ? 'read'
          : held.error
            ? 'failed'
            : 'loading',
    error,
    retry: () =>
      void (missing && !byEvents ? Promise.all([offered.refetch(), held.refetch()]) : first.refetch()),
    retrying: first.isFetching || offered.isFetching,
    updatedAt: first.dataUpdatedAt,
    stale: first.isRefetchError,
    held: byEvents ? derived(movements) : readOf(held),
    ...movements,
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
  return {
    items: [...items.values()],
    state: query.data ? 'read' : query.error ? 'failed' : 'loading',
    complete: query.data?.pages.at(-1)?.endless === false && !query.hasNextPage,
    error: query.isRefetchError ? null : query.error,
    working: query.isFetchingNextPage,
    retry: () => void (query.data ? query.fetchNextPage() : query.refetch()),
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
  return {
    items: complete ? heldByMovements(came.items, went.items) : [],
    state: came.state === 'read' ? went.state : came.state,
    complete,
    error: came.error ?? went.error,
    working: came.working || went.working,
    retry: () => {
      for (const one of [came, went]) if (one.error) one.retry();
    },
    readOn: undefined,
    readAll: async () => {
      await Promise.all([came.readAll(), went.readAll()]);
    },
  };
}
