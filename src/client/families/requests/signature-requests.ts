import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { currentTime } from '#clock/clock.ts';
import { serviceAheadMs } from '#clock/service-clock.ts';
import { isoOf } from '#clock/instants.ts';
import type { QueryOf } from '#contract/operations/operations.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import type { Client } from '../../http/client.ts';
import { ApiError } from '../../http/errors.ts';
import { readPage, readPinned, type Page } from '../../queries/paging.ts';

const hourMs = 3_600_000;
const oldestFirst = { field: 'createdAt', order: 'asc' } as const;

export type RequestFilter = Omit<QueryOf<'listSignatureRequests'>, 'pagination'>;

/** Queries over signature requests. Keys are written only here. */
export function signatureRequests(client: Client) {
  const key = [client.scope, 'signature-requests'] as const;
  const readOne = async (
    filter: RequestFilter,
    page: number,
    size: number,
    signal: AbortSignal,
  ): Promise<Page<SignatureRequest>> => {
    const query = { ...filter, pagination: { page, size } };
    try {
      return readPage(await client.call('listSignatureRequests', { query, signal }), page, query);
    } catch (error) {
      // Requests of many signers, with the signature and the OCSP response of each, may be too much for one answer.
      if (!(error instanceof ApiError) || error.kind !== 'unreadable') throw error;
      const { readInParts } = await import('../../queries/read-in-parts.ts');
      return readInParts(error, page, size, (partPage, partSize) =>
        readOne(filter, partPage, partSize, signal),
      );
    }
  };
  return {
    key,
    /** Page after page, 100 rows each, for the virtual list. */
    pages: (filter: RequestFilter) =>
      infiniteQueryOptions({
        queryKey: [...key, 'pages', filter],
        queryFn: ({ pageParam, signal }) => readOne(filter, pageParam, 100, signal),
        initialPageParam: 1,
        getNextPageParam: (last) => last.nextPage,
      }),
    /** One page of a list, whose address stays the same from look to look. */
    page: (filter: RequestFilter, page: number, size: number) =>
      queryOptions({
        queryKey: [...key, 'page', filter, page, size],
        queryFn: ({ signal }) => readOne(filter, page, size, signal),
      }),
    /**
     * The requests that are sent, open and not rejected for longer than so many ms by the service's clock, oldest first: one
     * page.
     */
    openLongerThan: (ageMs: number, filter: RequestFilter, size: number) =>
      queryOptions({
        queryKey: [...key, 'open-longer-than', ageMs, filter, size, Math.round(serviceAheadMs() / hourMs)],
        queryFn: ({ signal }) => {
          // Rounded to hours, so that reads within an hour have the same address and can be answered as unchanged.
          const now = currentTime().getTime() + serviceAheadMs();
          const lte = isoOf(Math.floor((now - ageMs) / hourMs) * hourMs);
          const open = { draft: false, finalized: false, rejectedAt: { exists: false }, createdAt: { lte } };
          return readOne({ ...filter, ...open, sort: oldestFirst }, 1, size, signal);
        },
      }),
    /** Only how many there are. */
    count: (filter: RequestFilter) =>
      queryOptions({
        queryKey: [...key, 'count', filter],
        queryFn: async ({ signal }) => {
          const query = { ...filter, pagination: { page: 1, size: 1 } };
          return readPage(await client.call('listSignatureRequests', { query, signal }), 1).count ?? null;
        },
      }),
    /** Every request that matches, for boards and the overview (bounded; `count` tells what is missing). */
    whole: (filter: RequestFilter, most = 1000) =>
      queryOptions({
        queryKey: [...key, 'whole', filter, most],
        queryFn: ({ signal }) =>
          readPinned<RequestFilter, SignatureRequest>(
            filter,
            (some, page, size) => readOne(some, page, size, signal),
            { size: 100, most },
          ),
      }),
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: ({ signal }) => client.call('readSignatureRequest', { params: { id }, signal }),
      }),
    /** One request by the key of a shared link (Rule SR-9). The key is requested when it is needed: it is in no cache key. */
    shared: (id: string, anonymousKey: () => string) =>
      queryOptions({
        queryKey: [...key, 'shared', id],
        queryFn: ({ signal }) =>
          client.call('readSignatureRequest', {
            params: { id },
            query: { anonymousKey: anonymousKey() },
            signal,
          }),
      }),
    timeseries: (query: QueryOf<'readSignatureRequestTimeseries'>) =>
      queryOptions({
        queryKey: [...key, 'timeseries', query],
        queryFn: ({ signal }) => client.call('readSignatureRequestTimeseries', { query, signal }),
      }),
  };
}
