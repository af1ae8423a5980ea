import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pageSize, witnesses, type WitnessFilter } from '#client/families/requests/witnesses.ts';
import { pinnedTo, uniqueById, type Page } from '#client/queries/paging.ts';
import { liveSeconds } from '#client/queries/query-client.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { useStateOf } from '#ui/hooks/use-state-of.ts';
import type { Witness } from '#contract/resources/resources.ts';
import type { QueryState } from '#widgets/query/query-view.tsx';
import { useSight, type Sight } from './rows-in-sight.tsx';
import { useWholeWitnesses } from '../use-whole-witnesses.ts';

/** One place of the list. What was not read yet, or not any more, has no witness. */
export interface Row {
  /** The id; of a place without one, where it stands. */
  readonly key: string;
  /** From 0. */
  readonly index: number;
  readonly witness: Witness | undefined;
}

/** Rows of a list; its data is the same rows, once the first page was read. */
export interface WitnessRows extends QueryState<readonly Row[]> {
  readonly rows: readonly Row[];
  /** How many match. Of very many only the first have rows: a browser scrolls no further. */
  readonly total: number;
  /** Witnesses that were made since. */
  readonly fresh: number;
  readonly showFresh: () => void;
  /** Pages in sight that could not be read. */
  readonly missing: number;
  /** Some came twice, or fewer came than were counted: the list changed while it was read. */
  readonly changed: { readonly have: number; readonly of: number } | undefined;
  readonly mismatched: number;
  readonly sight: Sight;
  readonly size: number;
  /** The list is held to what existed then. */
  readonly pinned: WitnessFilter;
}

/** Rows of the list. Browsers draw nothing below some thirty million pixels, and what a service counts is its word. */
export const mostRows = 200_000;

/** Pages that stay in memory: those in sight and those where one was last. */
const mostPages = 12;

/**
 * A list of any length, of which only the pages in sight are read and only the last few are cached. What is made while
 * one looks is counted and shown when requested: rows do not move by themselves.
 *
 * @param filter the same object for the same list
 * @param steady whether refreshing cannot move rows
 */
export function useWitnessRows(
  filter: WitnessFilter,
  start: number,
  steady: boolean,
  enabled: boolean,
): WitnessRows {
  const { client } = useConnection();
  const family = witnesses(client);
  const newest = useQuery({ ...family.newest(filter), refetchInterval: liveSeconds * 1000, enabled });
  const head = newest.data;
  const [pin, setPin] = useStateOf<string | undefined>(filter, undefined);
  if (pin === undefined && head) setPin(head.createdAt ?? '');
  const pinned = useMemo(() => pinnedTo(filter, pin), [filter, pin]);

  const [size, setSize] = useStateOf(filter, pageSize);
  const { sight, inSight } = useSight(filter, size, start);
  const [cachedPages, setCachedPages] = useStateOf<readonly number[]>(filter, [start]);
  const wanted = [...inSight, ...cachedPages.filter((page) => !inSight.includes(page))].slice(0, mostPages);
  if (wanted.join() !== cachedPages.join()) setCachedPages(wanted);

  const results = useQueries({
    queries: cachedPages.map((page) => ({
      ...family.page(pinned, page, size),
      enabled: enabled && pin !== undefined && inSight.includes(page),
      refetchInterval: steady ? liveSeconds * 1000 : (false as const),
      refetchOnWindowFocus: steady,
      // Only what is watched is cached: memory is bounded by the pages above.
      gcTime: 0,
    })),
    combine: readings,
  });
  const pages = useMemo(() => {
    const read = new Map<number, Page<Witness>>();
    results.forEach(({ data }, at) => {
      const page = cachedPages[at];
      if (data && page !== undefined) read.set(page, data);
    });
    return read;
  }, [results, cachedPages]);
  const shown = inSight.flatMap((page) => results[cachedPages.indexOf(page)] ?? []);
  const latest = results.reduce((found, one) => Math.max(found, one.dataUpdatedAt), 0);
  const count = results.find(({ dataUpdatedAt }) => dataUpdatedAt === latest)?.data?.count;

  // A service may give fewer at once than were requested: then its pages are as long as what it gives.
  const first = pages.get(1);
  if (first?.nextPage !== undefined && first.items.length > 0 && first.items.length < size)
    setSize(first.items.length);

  const known = [...pages].reduce(
    (most, [page, { items, nextPage }]) =>
      Math.max(most, (page - 1) * size + items.length + (nextPage === undefined ? 0 : size)),
    0,
  );
  const total = Math.max(0, count ?? known);
  const placed = Math.min(total, mostRows);
  const watched = useMemo(
    () => [...pages].flatMap(([page, { items }]) => (inSight.includes(page) ? items : [])),
    [pages, inSight],
  );
  const whole = useWholeWitnesses(watched);
  const { rows: read, gone } = useMemo(
    () => rowsOf(placed, size, pages, whole),
    [placed, size, pages, whole],
  );
  const ready = head !== undefined && pages.size > 0;
  // What was shown stays until what takes its place is there.
  const [held, setHeld] = useStateOf<readonly Row[] | undefined>(filter, undefined);
  if (ready && held !== read) setHeld(read);

  const failed = shown.filter(({ isError, data }) => isError && !data);
  const error = failed[0]?.error ?? (head ? undefined : newest.error);
  const isStale =
    ready && (newest.isRefetchError || shown.some(({ isRefetchError, data }) => isRefetchError && !!data));
  const data = ready ? read : held;
  return {
    data,
    error,
    isError: data ? isStale : !!error,
    isFetching: newest.isFetching || shown.some(({ isFetching }) => isFetching),
    dataUpdatedAt: latest,
    refetch: () => {
      void newest.refetch();
      shown.forEach(({ refetch }) => void refetch());
    },
    rows: data ?? [],
    total: ready ? total : (held?.length ?? 0),
    fresh: ready && head.count !== undefined && count !== undefined ? changes(head.count - count, steady) : 0,
    showFresh: () => {
      setPin(head?.createdAt ?? '');
      shown.forEach(({ refetch }) => void refetch());
    },
    missing: failed.length,
    changed: gone === 0 ? undefined : { have: total - gone, of: total },
    mismatched: [...pages.values()].reduce((sum, page) => sum + page.mismatched, 0),
    sight,
    size,
    pinned,
  };
}

/** What of a page's reading is shown. The same function each time, so that what did not change stays the same. */
function readings(results: readonly UseQueryResult<Page<Witness>>[]) {
  return results.map(({ data, error, isError, isFetching, isRefetchError, dataUpdatedAt, refetch }) => ({
    data,
    error,
    isError,
    isFetching,
    isRefetchError,
    dataUpdatedAt,
    refetch,
  }));
}

/** Where only the newest end grows, fewer than before is no change to show. */
const changes = (difference: number, steady: boolean): number =>
  steady ? Math.max(0, difference) : Math.abs(difference);

const places: Row[] = [];

function rowsOf(
  total: number,
  size: number,
  pages: ReadonlyMap<number, Page<Witness>>,
  filledIn: readonly Witness[],
): { readonly rows: readonly Row[]; readonly gone: number } {
  for (let index = places.length; index < total; index += 1)
    places.push({ key: `#${index}`, index, witness: undefined });
  const rows = places.slice(0, total);
  const whole = new Map(filledIn.map((witness) => [witness.id, witness]));
  const seen = new Set<string>();
  const gone = new Set<number>();
  for (const [page, { items }] of [...pages].sort(([a], [b]) => a - b)) {
    const first = (page - 1) * size;
    // One that came twice in one answer takes one place; what an answer promised by its count and did not bring, none.
    const once = uniqueById(items);
    for (let at = once.length; at < size; at += 1) if (first + at < total) gone.add(first + at);
    once.forEach((witness, at) => {
      const index = first + at;
      if (index >= total) return;
      const id = witness.id ?? '';
      // Pages that were read at different times, or under an unstable order, may hold one witness twice.
      if (id !== '' && seen.has(id)) gone.add(index);
      seen.add(id);
      rows[index] = { key: id === '' ? `#${index}` : id, index, witness: whole.get(id) ?? witness };
    });
  }
  return { rows: gone.size === 0 ? rows : rows.filter(({ index }) => !gone.has(index)), gone: gone.size };
}
