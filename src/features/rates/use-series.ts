import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { currentTime } from '#clock/clock.ts';
import { rates, startOfWeek, type Bucket } from '#client/families/rates.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { QueryState } from '#widgets/query/query-view.tsx';
import { slotsOf, type Slot } from '#widgets/rates/periods.ts';
import type { RatesView } from './view.ts';

/** Reading week by week, where a service lists no series. */
export interface Walk {
  readonly requested: number;
  readonly of: number;
  readonly reading: boolean;
  /** Reading stopped before its end: taken back, or failed. */
  readonly error: unknown;
  readonly stop: () => void;
  readonly goOn: () => void;
  /** So many weeks in a row had nothing: none further back was requested. */
  readonly ended: boolean;
}

export interface SeriesData {
  readonly slots: readonly Slot<Bucket>[];
  readonly walk: Walk | undefined;
}

/** A series as the service lists it; the documented one week by week where it does not. Null: not offered. */
export function useSeries({ family, pair, range }: RatesView): QueryState<SeriesData | null> {
  const client = useClient();
  const queries = useQueryClient();
  const series = rates(client);
  const [now] = useState(() => currentTime());
  const start = startOfWeek(now);
  const listed = useQuery(series.list(family, pair, range));
  const documented = family === 'weekly-bucket' && pair === 'usdcmxn';
  const [stopped, setStopped] = useState(false);
  const walkOptions = series.walk(start, range);
  const walking = documented && listed.data === null;
  const walk = useInfiniteQuery({ ...walkOptions, enabled: walking && !stopped });
  const { hasNextPage, isFetching, isError, fetchNextPage } = walk;

  useEffect(() => {
    // One page after the other, until so many weeks were requested or the reader stops it.
    if (walking && hasNextPage && !isFetching && !isError && !stopped) void fetchNextPage();
  }, [walking, hasNextPage, isFetching, isError, stopped, fetchNextPage]);

  const pages = walk.data?.pages;
  const slots = useMemo((): readonly Slot<Bucket>[] => {
    if (listed.data) return slotsOf(family, listed.data, now);
    const steps = (pages ?? []).flat();
    // What lies before the first bucket of all is no gap: the series may begin there. The present week may come.
    const oldest = steps.findLastIndex(({ bucket }) => bucket !== null);
    return steps
      .slice(0, oldest + 1)
      .filter(({ id, bucket }) => bucket !== null || id !== start)
      .map(({ id, bucket }) => ({ id, bucket: bucket ?? undefined }))
      .reverse();
  }, [family, listed.data, pages, now, start]);

  const requested = (pages ?? []).flat().length;
  const { error, isError: isListError, dataUpdatedAt, refetch } = listed;
  const state = { error, isError: isListError, isFetching: listed.isFetching, dataUpdatedAt, refetch };
  const loading = { ...state, data: undefined, isError: false };
  if (listed.isPending) return loading;
  if (!listed.data && isListError) return { ...state, data: undefined };
  if (listed.data) return { ...state, data: { slots, walk: undefined } };
  if (!documented) return { ...state, data: null };
  const goOn = (): void => {
    setStopped(false);
    void (requested === 0 ? walk.refetch() : walk.fetchNextPage());
  };
  if (requested === 0 && isError && !isFetching)
    return { ...state, data: undefined, error: walk.error, isError, refetch: goOn };
  if (requested === 0 && !stopped) return loading;
  return {
    ...state,
    data: {
      slots,
      walk: {
        requested,
        of: range,
        reading: isFetching,
        error: isError ? walk.error : undefined,
        ended: requested > 0 && !hasNextPage && requested < range,
        stop: () => {
          setStopped(true);
          void queries.cancelQueries({ queryKey: walkOptions.queryKey });
        },
        goOn,
      },
    },
  };
}
