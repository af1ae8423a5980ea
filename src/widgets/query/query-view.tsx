import type { ReactNode } from 'react';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { StaleStrip } from '#ui/feedback/strips.tsx';
import { QueryFailure } from './query-failure.tsx';
import { useOnline } from './use-online.ts';
import { useRetry } from './use-retry.ts';

/** The part of a query result that is shown; a hook that joins several queries may return the same. */
export interface QueryState<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  /** The last attempt failed. */
  readonly isError: boolean;
  readonly isFetching: boolean;
  /** When the data was read, Unix ms. */
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

type FailureProps =
  | {
      /** What is read, with its article: «la lista». */
      what: string;
      /** Failures that have an explanation of their own, such as an absent operation; `undefined` for the others. */
      failed?: (error: unknown) => ReactNode;
    }
  /** Explains every failure. */
  | { what?: never; failed: (error: unknown) => ReactNode };

type QueryViewProps<Data> = FailureProps & {
  query: QueryState<Data>;
  loading?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  /** What to say above data of which a part is missing. It replaces `empty`: an empty part is no empty list. */
  partial?: (data: Data) => ReactNode;
  /** Surrounds what takes the place of the data, where the data brings a card of its own. */
  frame?: (state: ReactNode, isLoading: boolean) => ReactNode;
  /**
   * Where the failure of a refresh is said: above the data, below rows that must not move under the pointer, or by the
   * page itself where the data is only a part of what it shows.
   */
  staleness?: 'above' | 'below' | 'by-page';
  children: (data: Data) => ReactNode;
};

/** A query by its state: loading, failed with a retry, empty, stale, partial or complete. */
export function QueryView<Data>({
  query: { data, error, isError, dataUpdatedAt, refetch },
  what,
  loading = <LoadingRows />,
  failed,
  isEmpty,
  empty = null,
  partial,
  frame = (state) => state,
  staleness = 'above',
  children,
}: QueryViewProps<Data>) {
  const online = useOnline();
  const { retry, retrying } = useRetry(refetch);
  if (data === undefined) {
    if (!isError) return frame(loading, true);
    const explained = failed?.(error);
    if (explained !== undefined || what === undefined) return frame(explained, false);
    return frame(<QueryFailure error={error} what={what} onRetry={retry} retrying={retrying} />, false);
  }
  const missing = partial?.(data);
  // Without a network the frame of the page says how old everything is.
  const stale =
    isError && online ? (
      <StaleStrip updatedAt={dataUpdatedAt} onRetry={retry} below={staleness === 'below'} />
    ) : null;
  return (
    <>
      {staleness === 'above' && stale}
      {missing}
      {isEmpty?.(data) ? !missing && empty : children(data)}
      {staleness === 'below' && stale}
    </>
  );
}
