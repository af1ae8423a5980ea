import { queryOptions } from '@tanstack/react-query';
import type { Page } from '../queries/paging.ts';

type ReadOne<Item, Filter> = (
  filter: Filter,
  page: number,
  size: number,
  signal: AbortSignal,
) => Promise<Page<Item>>;

/** The queries of a list that is looked at page by page, whatever it lists. */
export function pagedList<Item, Filter>(key: readonly unknown[], read: ReadOne<Item, Filter>) {
  return {
    page: (filter: Filter, page: number, size: number) =>
      queryOptions({
        queryKey: [...key, 'page', filter, page, size],
        queryFn: ({ signal }) => read(filter, page, size, signal),
      }),
    /** Only how many there are; null where the service does not say. */
    count: (filter: Filter) =>
      queryOptions({
        queryKey: [...key, 'count', filter],
        queryFn: async ({ signal }) => (await read(filter, 1, 1, signal)).count ?? null,
      }),
  };
}

export type PagedList<Item, Filter> = ReturnType<typeof pagedList<Item, Filter>>;
