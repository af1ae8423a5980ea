import { useQueries, useQuery } from '@tanstack/react-query';
import type { PagedList } from '#client/families/paged-list.ts';
import { uniqueById } from '#client/queries/paging.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { useLastAnswer } from '#ui/hooks/use-last-answer.ts';
import type { QueryState } from '#widgets/query/query-view.tsx';
import type { ListControls } from './use-list-view.ts';

/** One page of a list; its data is the last page that was read, of this view or of the one before. */
export interface Records<Item> extends QueryState<object> {
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
  /** How many more or fewer there are than when the page was read. */
  readonly changes: number;
}

/** Between two counts that tell whether the list changed. */
const countIntervalMs = 15_000;

/** One page of a list. What is shown does not move by itself: changes are counted and shown on request. */
export function useRecords<Item extends { id?: string | null | undefined }, Filter>(
  source: PagedList<Item, Filter>,
  {
    filter,
    none,
    controls: { view, filters },
  }: {
    readonly filter: Filter;
    /** The filter of everything. */
    readonly none: Filter;
    readonly controls: Pick<ListControls, 'view' | 'filters'>;
  },
): Records<Item> {
  const { client, organization } = useConnection();
  const read = useQuery({
    ...source.page(filter, view.page, Number(view.size)),
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const recount = useQuery({
    ...source.count(filter),
    enabled: read.isSuccess,
    refetchInterval: countIntervalMs,
  });
  const all = useQuery({ ...source.count(none), enabled: filters > 0, staleTime: countIntervalMs });
  const { answer, isFormer } = useLastAnswer({
    question: JSON.stringify([filter, view.page, view.size]),
    scope: `${client.scope} ${organization?.id ?? ''}`,
    answer: read.data,
    failed: read.isError,
  });
  const items = answer?.items ?? [];
  const rows = uniqueById(items);
  const count = isFormer ? undefined : answer?.count;
  const isRecounted = recount.dataUpdatedAt > read.dataUpdatedAt && !isFormer;
  return {
    data: answer,
    error: read.error,
    isError: read.isError,
    isFetching: read.isFetching,
    dataUpdatedAt: read.dataUpdatedAt,
    refetch: read.refetch,
    rows,
    count,
    all: filters > 0 ? (all.data ?? undefined) : count,
    hasNext: !isFormer && answer?.nextPage !== undefined,
    mismatched: isFormer ? 0 : (answer?.mismatched ?? 0),
    twice: isFormer ? 0 : items.length - rows.length,
    isFormer,
    changes: isRecounted && recount.data != null && count !== undefined ? Math.abs(recount.data - count) : 0,
  };
}

/** How many match each of some filters, as the service counts; what it does not say is left out. */
export function useRecordCounts<Item, Filter>(
  source: PagedList<Item, Filter>,
  filters: readonly Filter[],
): readonly (number | null | undefined)[] {
  return useQueries({
    queries: filters.map((filter) => ({ ...source.count(filter), staleTime: countIntervalMs })),
    combine: (results) => results.map(({ data }) => data),
  });
}
