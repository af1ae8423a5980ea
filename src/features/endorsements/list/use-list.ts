import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CursorAsk } from '#client/queries/cursor-pages.ts';
import { endorsables } from '#client/families/tokens/endorsables.ts';
import { endorseEvents } from '#client/families/tokens/endorse-events.ts';
import { liveSeconds } from '#client/queries/query-client.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { QueryState } from '#widgets/query/query-view.tsx';
import type { ListName } from '../filter/fields.ts';
import { rowOfEvent, rowOfToken, unique, type EndorsementRow } from './rows.ts';

/** A list as far as it is read, and all that must be said about it; its data is the rows, once a page was read. */
export interface EndorsementList extends QueryState<readonly EndorsementRow[]> {
  readonly rows: readonly EndorsementRow[];
  /** Where each page that is read begins: its first row, and the cursor behind which it stands. */
  readonly places: readonly { readonly row: number; readonly after: string | undefined }[];
  /** The first row that is read is the first that there is. */
  readonly fromStart: boolean;
  /** Every row is read. */
  readonly complete: boolean;
  /** There is more, and the service names no way to it. */
  readonly endless: boolean;
  readonly mismatched: number;
  readonly more: (() => void) | undefined;
  readonly moreError: unknown;
  readonly earlier: (() => void) | undefined;
  /** How many are there that were not when the list was opened. */
  readonly fresh: number;
  readonly showFresh: () => void;
}

/**
 * Reads a list by its cursors, on from where it begins and back to what is before. What comes to be while one looks is
 * counted and shown when requested: rows do not move by themselves.
 *
 * @param asks false: nothing is requested, because the filter cannot be sent
 */
export function useEndorsementList(
  list: ListName,
  ask: CursorAsk,
  start: string | undefined,
  asks: boolean,
): EndorsementList {
  const client = useClient();
  const ofEvents = list === 'events';
  const eventPages = useInfiniteQuery({
    ...endorseEvents(client).pages(ask, start),
    enabled: asks && ofEvents,
  });
  const tokenPages = useInfiniteQuery({
    ...endorsables(client).pages(ask, start),
    enabled: asks && !ofEvents,
  });
  const query = ofEvents ? eventPages : tokenPages;
  const ready = query.data !== undefined;

  const newestAsk = useMemo(() => ({ ...ask, orderBy: 'timestamp', orderDirection: 'desc' as const }), [ask]);
  const looks = { enabled: asks && ready, refetchInterval: liveSeconds * 1000 };
  const newestEvents = useQuery({
    ...endorseEvents(client).first(newestAsk),
    ...looks,
    enabled: looks.enabled && ofEvents,
    select: (page) => page.items.map((item) => item.id ?? ''),
  });
  const newestTokens = useQuery({
    ...endorsables(client).first(newestAsk),
    ...looks,
    enabled: looks.enabled && !ofEvents,
    // A token that passed on is another line.
    select: (page) => page.items.map((item) => `${String(item.id)} ${item.ownerId ?? ''}`),
  });
  const newest = ofEvents ? newestEvents : newestTokens;
  const [looked, setLooked] = useState<{ of: CursorAsk; ids: readonly string[] }>();
  const seen = looked?.of === ask ? looked.ids : undefined;
  if (seen === undefined && newest.data) setLooked({ of: ask, ids: newest.data });

  const fresh = useMemo(() => {
    const known = new Set(seen);
    return seen && newest.data ? newest.data.filter((id) => !known.has(id)).length : 0;
  }, [seen, newest.data]);

  const rows = useMemo(
    () =>
      unique(
        ofEvents
          ? (eventPages.data?.pages ?? []).flatMap(({ items }) => items.map(rowOfEvent))
          : (tokenPages.data?.pages ?? []).flatMap(({ items }) => items.map(rowOfToken)),
      ),
    [ofEvents, eventPages.data, tokenPages.data],
  );
  const pages = query.data?.pages ?? [];
  const last = pages.at(-1);
  const [first] = pages;
  const places = pages.map((page, at) => ({
    row: pages.slice(0, at).reduce((sum, { items }) => sum + items.length, 0),
    after: at === 0 ? page.place.after : pages[at - 1]?.next,
  }));
  return {
    data: ready ? rows : undefined,
    error: query.error,
    isError: query.isLoadingError || query.isRefetchError || (ready && newest.isError),
    isFetching: query.isFetching,
    dataUpdatedAt: Math.max(newest.dataUpdatedAt, query.dataUpdatedAt),
    refetch: () => {
      void query.refetch();
      if (ready) void newest.refetch();
    },
    rows,
    places,
    fromStart: first?.previous === undefined && first?.place.after === undefined,
    complete:
      ready &&
      first?.previous === undefined &&
      first?.place.after === undefined &&
      last?.next === undefined &&
      !last?.endless,
    endless: last?.endless === true,
    mismatched: pages.reduce((sum, page) => sum + page.mismatched, 0),
    more:
      last?.next !== undefined && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
    moreError: query.isFetchNextPageError || query.isFetchPreviousPageError ? query.error : undefined,
    earlier:
      first?.previous === undefined
        ? undefined
        : () => {
            if (!query.isFetchingPreviousPage) void query.fetchPreviousPage();
          },
    fresh,
    showFresh: () => {
      if (newest.data) setLooked({ of: ask, ids: newest.data });
      void query.refetch();
    },
  };
}
