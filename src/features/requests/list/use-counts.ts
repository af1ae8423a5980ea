import { useQueries, useQuery } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { signatureRequests, type RequestFilter } from '#client/families/requests/signature-requests.ts';
import { isStub } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { knownRequests } from '#jobs/store/known-requests.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { fitsWhole, isFilteredHere, serverFilter, type Reading } from './filter/matching.ts';
import { plainView, tabs, type RequestsView, type Tab } from './view.ts';

const countSeconds = 15;

/** How many are behind a view: exact, at least so many, or not known. */
export interface Count {
  readonly value: number | undefined;
  readonly least: boolean;
  /** The last read of it failed: a value is of an earlier answer. */
  readonly isFailed?: boolean | undefined;
}

const unknown: Count = { value: undefined, least: false };

/** `1,284`, `≥ 17`, or nothing where it is not known. */
export function useCountWords(): (count: Count | undefined) => string | undefined {
  const format = useFormat();
  return (count) =>
    count?.value === undefined ? undefined : `${count.least ? '≥ ' : ''}${format.number(count.value)}`;
}

/**
 * Counts of views. The service counts what it can filter; of the rest the newest hundred answered requests
 * are looked at, and the number is then said to be at least that.
 */
export function useCounts(
  views: readonly RequestsView[],
  reading: Reading,
  enabled = true,
): readonly Count[] {
  const { client, capabilities } = useConnection();
  const listed = offers(capabilities, 'listSignatureRequests');
  // Views that differ only in what is checked here ask the service the same.
  const requested = views.map((view) => ({ filter: unsorted(view, reading), here: isFilteredHere(view) }));
  const exactFilters = distinct(requested.filter(({ here }) => !here).map(({ filter }) => filter));
  const localFilters = distinct(requested.filter(({ here }) => here).map(({ filter }) => filter));
  const exact = useQueries({
    queries: exactFilters.map((filter) => ({
      ...signatureRequests(client).count(filter),
      enabled: enabled && listed,
      refetchInterval: countSeconds * 1000,
    })),
    combine: (results) => results.map(({ data, isError }) => ({ data: data ?? undefined, isError })),
  });
  const localLists = useQueries({
    queries: localFilters.map((filter) => ({
      ...signatureRequests(client).whole({ ...filter, sort: plainView.sort }, 100),
      enabled: enabled && listed,
      refetchInterval: countSeconds * 1000,
    })),
    combine: (results) => results.map(({ data, isError }) => ({ data, isError })),
  });
  const record = useQuery({ ...knownRequests(client).list(), enabled: enabled && !listed });
  return views.map((view, index) => {
    if (!listed) {
      const items = record.data?.items;
      if (!items) return unknown;
      // What is not known of is not a zero: the record only ever says how many there are at least.
      const known = items.filter((item) => fitsWhole(item, view, reading)).length;
      return known === 0 ? unknown : { value: known, least: true };
    }
    const of = requested[index];
    if (!of) return unknown;
    if (!of.here) {
      const count = exact[indexOf(exactFilters, of.filter)];
      return { value: count?.data, least: false, isFailed: count?.isError };
    }
    const { data: read, isError } = localLists[indexOf(localFilters, of.filter)] ?? {};
    if (!read && isError) return { ...unknown, isFailed: true };
    // A witness of which only the id came says nothing of how it stands.
    if (!read || read.items.some(({ witness }) => isStub(witness))) return unknown;
    return {
      value: read.items.filter((item) => fitsWhole(item, view, reading)).length,
      least: read.count === undefined || read.items.length < read.count,
      isFailed: isError,
    };
  });
}

/** How many there are without any filter, where it is known. */
export const useAllCount = (reading: Reading, enabled = true): number | undefined =>
  useCounts([plainView], reading, enabled)[0]?.value;

/** Counts of all tabs. */
export function useTabCounts(reading: Reading, enabled: boolean): Readonly<Record<Tab, Count>> {
  const counts = useCounts(
    tabs.map((tab) => ({ ...plainView, tab })),
    reading,
    enabled,
  );
  const of = (tab: Tab): Count => counts[tabs.indexOf(tab)] ?? unknown;
  return {
    all: of('all'),
    waiting: of('waiting'),
    unwitnessed: of('unwitnessed'),
    rejected: of('rejected'),
    drafts: of('drafts'),
  };
}

/** Counting needs no order; leaving it out lets counts of one filter be shared. */
function unsorted(view: RequestsView, reading: Reading): RequestFilter {
  const { sort: _order, ...filter } = serverFilter(view, reading);
  return filter;
}

const distinct = (filters: readonly RequestFilter[]): RequestFilter[] =>
  filters.filter((filter, index) => indexOf(filters, filter) === index);

const indexOf = (filters: readonly RequestFilter[], wanted: RequestFilter): number =>
  filters.findIndex((filter) => JSON.stringify(filter) === JSON.stringify(wanted));
