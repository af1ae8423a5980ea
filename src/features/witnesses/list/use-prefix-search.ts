import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageSize, witnesses, type WitnessFilter } from '#client/families/requests/witnesses.ts';
import { pinnedAfterFirst, type Page } from '#client/queries/paging.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Witness } from '#contract/resources/resources.ts';
import type { QueryState } from '#widgets/query/query-view.tsx';
import type { Row } from './use-witness-rows.ts';

/** A list that is read further than this is narrowed first. */
const mostRead = 20_000;
/** More of the same beginning are not distinguished by it. */
const mostMatches = 500;

/** A search; its data is the rows that were found, of which there are some while it is still fetching. */
export interface PrefixSearch extends Omit<QueryState<readonly Row[]>, 'dataUpdatedAt'> {
  readonly rows: readonly Row[];
  readonly read: number;
  readonly of: number | undefined;
  /** Not all of the list was read. */
  readonly cut: boolean;
}

interface Progress {
  readonly found: readonly Witness[];
  readonly read: number;
  readonly of: number | undefined;
  readonly cut: boolean;
}

/**
 * Witnesses whose hash begins so. The interface has no such argument: the list is read page by page and compared
 * here, and what is found shows as it is found.
 */
export function usePrefixSearch(filter: WitnessFilter, prefix: string | undefined): PrefixSearch {
  const { client } = useConnection();
  const [seen, setSeen] = useState<{ key: string; progress: Progress }>();
  const name = `${prefix ?? ''} ${JSON.stringify(filter)}`;
  const show = (progress: Progress): void => setSeen({ key: name, progress });
  const search = useQuery(
    queryOptions({
      queryKey: [client.scope, 'witnesses-by-prefix', filter, prefix],
      queryFn: async ({ client: queries, signal }): Promise<Progress> => {
        let pinned = filter;
        const found = new Map<string, Witness>();
        const ids = new Set<string>();
        let read = 0;
        let of: number | undefined;
        for (let page: number | undefined = 1; page !== undefined;) {
          const answer: Page<Witness> = await queries.query({
            ...witnesses(client).page(pinned, page, pageSize),
            gcTime: 0,
          });
          signal.throwIfAborted();
          if (page === 1 && answer.nextPage !== undefined)
            pinned = await pinnedAfterFirst(filter, answer, (newest) =>
              queries.query({ ...witnesses(client).page(newest, 1, 1), gcTime: 0 }),
            );
          for (const { id } of answer.items) {
            // One that came twice was searched once.
            if (id == null || !ids.has(id)) read += 1;
            if (id != null) ids.add(id);
          }
          of = answer.count;
          for (const witness of answer.items)
            if (witness.id && bare(witness.hash).startsWith(prefix ?? '')) found.set(witness.id, witness);
          page = answer.nextPage;
          const cut = page !== undefined && (read >= mostRead || found.size >= mostMatches);
          const progress = { found: [...found.values()], read, of, cut };
          show(progress);
          if (cut) return progress;
        }
        // Fewer than are counted: the list changed meanwhile, and what did not come was not searched.
        return { found: [...found.values()], read, of, cut: of !== undefined && read < of };
      },
      enabled: prefix !== undefined,
      staleTime: 60_000,
      gcTime: 0,
      retry: false,
    }),
  );
  const progress = search.data ?? (seen?.key === name ? seen.progress : undefined);
  const rows = (progress?.found ?? []).map((witness, index) => ({ key: witness.id ?? '', index, witness }));
  const isShown = !search.error && (rows.length > 0 || !search.isFetching);
  return {
    data: isShown ? rows : undefined,
    error: search.error,
    isError: !!search.error,
    isFetching: search.isFetching,
    refetch: search.refetch,
    rows,
    read: progress?.read ?? 0,
    of: progress?.of,
    cut: progress?.cut ?? false,
  };
}

const bare = (hash: string | null | undefined): string => (hash ?? '').toLowerCase().replace(/^0x/, '');
