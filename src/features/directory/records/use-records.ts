import { useQueries, useQuery } from '@tanstack/react-query';
import { isAbsent } from '#client/session/capabilities.ts';
import type { PagedList } from '#client/families/paged-list.ts';
import { uniqueById } from '#client/queries/paging.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { useLastAnswer } from '#ui/use-last-answer.ts';

export interface Records<Item> {
  /** `absent`: the service has no such list */
  readonly state: 'loading' | 'failed' | 'absent' | 'ready';
  readonly error: unknown;
  readonly retry: () => void;
  readonly retrying: boolean;
  readonly rows: readonly Item[];
  /** How many match; undefined: the service does not say. */
  readonly count: number | undefined;
  /** How many there are without a filter. */
  readonly all: number | undefined;
  readonly hasNext: boolean;
  /** Rows that do not fit the query: services ignore arguments that they do not know. */
  readonly mismatched: number;
  /** Rows that came twice on this page, so that others may be missing. */
  readonly twice: number;
  /** What is shown is of another page or filter, and gives way to the requested one. */
  readonly isFormer: boolean;
  readonly updatedAt: number;
  readonly stale: boolean;
  /** How many more or fewer there are than when the page was read. */
  readonly changes: number;
}

/** Milliseconds between looks whether there are others than before. */
const lookEvery = 15_000;

/** One page of a list. What is shown does not move by itself: changes are counted and shown on request. */
export function useRecords<Item extends { id?: string | null | undefined }, Filter>(
  source: PagedList<Item, Filter>,
  {
    filter,
    none,
    narrowed,
    page,
    size,
  }: {
    readonly filter: Filter;
    /** The filter of everything. */
    readonly none: Filter;
    readonly narrowed: boolean;
    readonly page: number;
    readonly size: number;
  },
): Records<Item> {
  const { client, organization } = useConnection();
  const read = useQuery({
    ...source.page(filter, page, size),
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const looked = useQuery({ ...source.count(filter), enabled: read.isSuccess, refetchInterval: lookEvery });
  const all = useQuery({ ...source.count(none), enabled: narrowed, staleTime: lookEvery });
  const { answer, isFormer } = useLastAnswer({
    question: JSON.stringify([filter, page, size]),
    scope: `${client.scope} ${organization?.id ?? ''}`,
    answer: read.data,
    failed: read.isError,
  });
  const items = answer?.items ?? [];
  const rows = uniqueById(items);
  const count = isFormer ? undefined : answer?.count;
  const isNow = looked.dataUpdatedAt > read.dataUpdatedAt && !isFormer;
  return {
    state: answer ? 'ready' : read.isError ? (isAbsent(read.error) ? 'absent' : 'failed') : 'loading',
    error: read.error,
    retry: () => void read.refetch(),
    retrying: read.isFetching,
    rows,
    count,
    all: narrowed ? (all.data ?? undefined) : count,
    hasNext: !isFormer && answer?.nextPage !== undefined,
    mismatched: isFormer ? 0 : (answer?.mismatched ?? 0),
    twice: isFormer ? 0 : items.length - rows.length,
    isFormer,
    updatedAt: read.dataUpdatedAt,
    stale: read.isRefetchError,
    changes: isNow && looked.data != null && count !== undefined ? Math.abs(looked.data - count) : 0,
  };
}

/** How many match each of some filters, as the service counts; what it does not say is left out. */
export function useRecordCounts<Item, Filter>(
  source: PagedList<Item, Filter>,
  filters: readonly Filter[],
): readonly (number | null | undefined)[] {
  return useQueries({
    queries: filters.map((filter) => ({ ...source.count(filter), staleTime: lookEvery })),
    combine: (results) => results.map(({ data }) => data),
  });
}
