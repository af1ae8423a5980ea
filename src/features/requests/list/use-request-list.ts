import { useMemo, useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { compareWithCount } from '#client/queries/paging.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { subjects } from '#client/families/people/subjects.ts';
import { useWholeRequests } from '#client/queries/whole-requests.ts';
import { liveSeconds } from '#client/queries/query-client.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { knownRequests } from '#jobs/store/known-requests.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { useLastAnswer } from '#ui/hooks/use-last-answer.ts';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import type { QueryState } from '#widgets/query/query-view.tsx';
import {
  fitsHere,
  fitsWhole,
  isFilteredHere,
  searchKind,
  serverFilter,
  sorted,
  type Reading,
} from './filter/matching.ts';
import { sameRows, type RequestsView } from './view.ts';

/** How many rows are read at first, and with each request for more, where rows are checked here. */
const readTogether = 1000;

/**
 * The rows of a view, wherever they come from, and all that must be said about them; its data is the last answer, to
 * the question on screen or to the one before.
 */
export interface RequestList extends QueryState<object> {
  /** `record`: the service lists no requests, so they come from witnesses and this browser's own record. */
  readonly source: 'service' | 'record';
  /** What the rows are of: another text is another list. */
  readonly of: string;
  /** The rows are of the question before the one on screen. */
  readonly isFormer: boolean;
  readonly rows: readonly SignatureRequest[];
  readonly pages: number;
  /** What came to its end does not fit what the service counts; undefined where it does. */
  readonly changed: { readonly have: number; readonly of: number | undefined } | undefined;
  /** The rows are all that there are. */
  readonly complete: boolean;
  /** How many match, where it is known exactly. */
  readonly total: number | undefined;
  /** Rows were checked here: how many were looked at, of how many. */
  readonly looked: { readonly have: number; readonly of: number | undefined } | undefined;
  /** Rows that do not match the filter that the service was sent. */
  readonly mismatched: number;
  readonly more: (() => void) | undefined;
  readonly loadingMore: boolean;
}

/** What the words of a view mean here and now. The day turns at midnight of the reader's zone. */
export function useReading(view: RequestsView): Reading & { readonly personsRequested: boolean } {
  const { client, organization } = useConnection();
  const { zone } = usePreferences();
  const now = useServiceNow(60_000);
  const search = view.search.trim();
  const asksPersons = search !== '' && searchKind(search) === 'person';
  const found = useQuery({ ...subjects(client).find(search), enabled: asksPersons });
  const organizationId = organization?.id;
  const people = asksPersons ? found.data : undefined;
  return useMemo(
    () => ({
      organization: organizationId,
      now,
      timeZone: zone,
      persons: people?.flatMap(({ id }) => id ?? []),
      personsRequested: !asksPersons || people !== undefined,
    }),
    [organizationId, now, zone, people, asksPersons],
  );
}

/**
 * There is an answer to show. Counts are read after it, so that the rows come first and no count that arrives draws
 * something before them.
 */
export const isAnswered = ({ data, isError }: RequestList): boolean => data !== undefined || isError;

export function useRequestList(view: RequestsView, reading: ReturnType<typeof useReading>): RequestList {
  const { client, capabilities } = useConnection();
  const listed = offers(capabilities, 'listSignatureRequests');
  const here = isFilteredHere(view) || view.look === 'board';
  const filter = serverFilter(view, reading);
  const scope = `${client.scope} ${reading.organization ?? ''}`;
  const of = `${scope} ${sameRows(view)} ${here}`;

  const [most, setMost] = useState({ of, count: readTogether });
  const mostNow = most.of === of ? most.count : readTogether;

  const paged = useInfiniteQuery({
    ...signatureRequests(client).pages(filter),
    enabled: listed && !here && reading.personsRequested,
    // Every page that was scrolled to is read again, so the more there are the longer between looks.
    refetchInterval: ({ state }) =>
      liveSeconds * 1000 * Math.max(1, Math.ceil((state.data?.pages.length ?? 1) / 4)),
  });
  const whole = useQuery({
    ...signatureRequests(client).whole(filter, mostNow),
    enabled: listed && here && reading.personsRequested,
    refetchInterval: ({ state }) =>
      liveSeconds * 1000 * Math.max(1, Math.ceil((state.data?.items.length ?? 0) / 400)),
  });
  const record = useQuery({
    ...knownRequests(client).list(),
    enabled: !listed,
    refetchInterval: liveSeconds * 1000,
  });
  const query = listed ? (here ? whole : paged) : record;

  const pages = paged.data?.pages;
  const { hasNextPage } = paged;
  const read = useMemo(
    () =>
      !listed
        ? record.data && { items: record.data.items, complete: !record.data.partial, ...uncounted }
        : here
          ? whole.data
          : pages && compareWithCount(pages, !hasNextPage),
    [listed, here, whole.data, pages, hasNextPage, record.data],
  );
  const full = useWholeRequests(read?.items ?? nothing);
  const rows = useMemo(
    () =>
      listed
        ? here
          ? full.filter((request) => fitsHere(request, view, reading))
          : full
        : sorted(
            full.filter((request) => fitsWhole(request, view, reading)),
            view,
          ),
    [listed, here, full, view, reading],
  );
  const { dataUpdatedAt } = query;
  const current = useMemo(
    () =>
      read && {
        of,
        rows,
        pages: here || !listed ? 1 : (pages?.length ?? 0),
        complete: read.complete,
        changed:
          read.changedWhileReading && !hasNextPage ? { have: read.items.length, of: read.count } : undefined,
        total: here || !listed ? (read.complete ? rows.length : undefined) : pages?.[0]?.count,
        looked: listed && here ? { have: read.items.length, of: read.count } : undefined,
        mismatched: listed && !here ? (pages ?? []).reduce((sum, page) => sum + page.mismatched, 0) : 0,
        dataUpdatedAt,
      },
    [of, listed, here, read, rows, pages, hasNextPage, dataUpdatedAt],
  );
  const { answer, isFormer } = useLastAnswer({
    question: of,
    scope,
    answer: current,
    failed: query.isError,
  });
  return {
    source: listed ? 'service' : 'record',
    isFormer,
    ...(answer ?? { ...noAnswer, of }),
    data: answer,
    error: query.error,
    isError: query.isError,
    isFetching: query.isFetching,
    refetch: query.refetch,
    more:
      !read || read.complete || isFormer
        ? undefined
        : listed && here && read.items.length >= mostNow
          ? () => setMost({ of, count: mostNow + readTogether })
          : listed && !here && hasNextPage && !paged.isFetchingNextPage
            ? () => void paged.fetchNextPage()
            : undefined,
    loadingMore: paged.isFetchingNextPage,
  };
}

const nothing: readonly SignatureRequest[] = [];
const uncounted = { count: undefined, changedWhileReading: false } as const;

const noAnswer = {
  rows: nothing,
  pages: 0,
  complete: false,
  changed: undefined,
  total: undefined,
  looked: undefined,
  mismatched: 0,
  dataUpdatedAt: 0,
} as const;
