import { useMemo, useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { offers } from '#api/capabilities.ts';
import { signatureRequests } from '#api/families/signature-requests.ts';
import { subjects } from '#api/families/subjects.ts';
import { useWholeRequests } from '#api/whole-requests.ts';
import { liveSeconds } from '#api/query-client.ts';
import { useConnection } from '#api/session-context.tsx';
import { knownRequests } from '#api/store/known-requests.ts';
import type { SignatureRequest } from '#contract/resources.ts';
import { usePreferences } from '#ui/preferences.tsx';
import { useNow } from '#ui/use-now.ts';
import {
  fitsHere,
  fitsWhole,
  isJudgedHere,
  searchKind,
  serverFilter,
  sorted,
  type Reading,
} from './matching.ts';
import { sameRows, type RequestsView } from './view.ts';

/** How many rows are read at first, and each time more are asked for, where rows are judged here. */
const readTogether = 1000;

/** The rows of a view, wherever they come from, and all that must be said about them. */
export interface RequestList {
  /** `record`: the service lists no requests, so they come from witnesses and this browser's own record. */
  readonly source: 'service' | 'record';
  /** What the rows are of: another text is another list. */
  readonly of: string;
  readonly rows: readonly SignatureRequest[];
  readonly pages: number;
  /** The rows are all that there are. */
  readonly complete: boolean;
  /** How many match, where it is known exactly. */
  readonly total: number | undefined;
  /** Rows were judged here: how many were looked at, of how many. */
  readonly looked: { readonly have: number; readonly of: number | undefined } | undefined;
  /** Rows that do not match the filter that the service was sent. */
  readonly mismatched: number;
  readonly state: 'loading' | 'failed' | 'ready';
  readonly error: unknown;
  readonly updatedAt: number;
  /** The newest look failed; what is shown is from before. */
  readonly stale: boolean;
  readonly retrying: boolean;
  readonly retry: () => void;
  readonly more: (() => void) | undefined;
  readonly loadingMore: boolean;
}

/** What the words of a view mean here and now. The day turns at midnight of the reader's zone. */
export function useReading(view: RequestsView): Reading & { readonly personsAsked: boolean } {
  const { client, organization } = useConnection();
  const { timeZone, utc } = usePreferences();
  const now = useNow(60_000);
  const search = view.search.trim();
  const asksPersons = search !== '' && searchKind(search) === 'person';
  const found = useQuery({ ...subjects(client).find(search), enabled: asksPersons });
  const organizationId = organization?.id;
  const people = asksPersons ? found.data : undefined;
  return useMemo(
    () => ({
      organization: organizationId,
      now,
      timeZone: utc ? 'UTC' : timeZone,
      persons: people?.flatMap(({ id }) => id ?? []),
      personsAsked: !asksPersons || people !== undefined,
    }),
    [organizationId, now, timeZone, utc, people, asksPersons],
  );
}

export function useRequestList(view: RequestsView, reading: ReturnType<typeof useReading>): RequestList {
  const { client, capabilities } = useConnection();
  const listed = offers(capabilities, 'listSignatureRequests');
  const here = isJudgedHere(view) || view.look === 'board';
  const filter = serverFilter(view, reading);
  const of = `${client.scope} ${sameRows(view)} ${here}`;

  const [most, setMost] = useState({ of, count: readTogether });
  const mostNow = most.of === of ? most.count : readTogether;

  const paged = useInfiniteQuery({
    ...signatureRequests(client).pages(filter),
    enabled: listed && !here && reading.personsAsked,
    // Every page that was scrolled to is read again, so the more there are the longer between looks.
    refetchInterval: ({ state }) =>
      liveSeconds * 1000 * Math.max(1, Math.ceil((state.data?.pages.length ?? 1) / 4)),
  });
  const whole = useQuery({
    ...signatureRequests(client).whole(filter, mostNow),
    enabled: listed && here && reading.personsAsked,
    refetchInterval: ({ state }) =>
      liveSeconds * 1000 * Math.max(1, Math.ceil((state.data?.items.length ?? 0) / 400)),
    placeholderData: (previous, query) => (query?.queryKey[2] === 'whole' ? previous : undefined),
  });
  const record = useQuery({
    ...knownRequests(client).list(),
    enabled: !listed,
    refetchInterval: liveSeconds * 1000,
  });
  const query = listed ? (here ? whole : paged) : record;

  const raw = useMemo(
    () =>
      listed
        ? here
          ? (whole.data?.items ?? [])
          : unique(paged.data?.pages.flatMap(({ items }) => items) ?? [])
        : (record.data?.items ?? []),
    [listed, here, whole.data, paged.data, record.data],
  );
  const full = useWholeRequests(raw);
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

  const pages = paged.data?.pages ?? [];
  const complete = listed
    ? here
      ? raw.length >= (whole.data?.count ?? Infinity)
      : !paged.hasNextPage
    : !record.data?.partial;
  const counted = here || !listed ? (complete ? rows.length : undefined) : pages[0]?.count;
  return {
    source: listed ? 'service' : 'record',
    // What is shown while other rows are on their way is still of the former question.
    of: query.isPlaceholderData ? `${of} …` : of,
    rows,
    pages: here || !listed ? 1 : pages.length,
    complete,
    total: counted,
    looked: listed && here ? { have: raw.length, of: whole.data?.count } : undefined,
    mismatched: listed && !here ? pages.reduce((sum, page) => sum + page.mismatched, 0) : 0,
    state: query.data ? 'ready' : query.isError ? 'failed' : 'loading',
    error: query.error,
    updatedAt: query.dataUpdatedAt,
    stale: query.isError && query.data !== undefined,
    retrying: query.isFetching,
    retry: () => void query.refetch(),
    more:
      listed && here && !complete && whole.data
        ? () => setMost({ of, count: mostNow + readTogether })
        : listed && !here && paged.hasNextPage && !paged.isFetchingNextPage
          ? () => void paged.fetchNextPage()
          : undefined,
    loadingMore: paged.isFetchingNextPage,
  };
}

/** A list that changes while its pages are read may give one row twice. */
function unique(rows: readonly SignatureRequest[]): SignatureRequest[] {
  const seen = new Set<string | null | undefined>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}
