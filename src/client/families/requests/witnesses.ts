import { queryOptions } from '@tanstack/react-query';
import { currentTime } from '#clock/clock.ts';
import type { QueryOf } from '#contract/operations/operations.ts';
import type { Witness } from '#contract/resources/resources.ts';
import { isAbsent } from '../../session/capabilities.ts';
import type { Client } from '../../http/client.ts';
import { ApiError } from '../../http/errors.ts';
import { matches, readPage, readPinned } from '../../queries/paging.ts';

/** The most that services give at once. */
export const pageSize = 100;

export type WitnessFilter = Omit<QueryOf<'listWitnesses'>, 'pagination'>;

export function witnesses(client: Client) {
  const key = [client.scope, 'witnesses'] as const;
  const list = async (filter: WitnessFilter, page: number, size: number, signal: AbortSignal) => {
    const query = { ...filter, pagination: { page, size } };
    return readPage(await client.call('listWitnesses', { query, signal }), page, query);
  };
  return {
    key,
    /** One page of a list. The list decides caching and polling. */
    page: (filter: WitnessFilter, page: number, size: number = pageSize) =>
      queryOptions({
        queryKey: [...key, 'page', filter, page, size],
        queryFn: ({ signal }) => list(filter, page, size, signal),
      }),
    /** How many match, and the newest of them: a list is limited to these while its pages are read. */
    newest: (filter: WitnessFilter) =>
      queryOptions({
        queryKey: [...key, 'newest', filter],
        queryFn: async ({ signal }) => {
          const newest = await list({ ...filter, sort: { field: 'createdAt', order: 'desc' } }, 1, 1, signal);
          const [first] = newest.items;
          return { count: newest.count, createdAt: first?.createdAt ?? undefined, any: first !== undefined };
        },
      }),
    count: (filter: WitnessFilter) =>
      queryOptions({
        queryKey: [...key, 'count', filter],
        queryFn: async ({ signal }) => (await list(filter, 1, 1, signal)).count ?? null,
      }),
    whole: (filter: WitnessFilter, most = 1000) =>
      queryOptions({
        queryKey: [...key, 'whole', filter, most],
        queryFn: ({ signal }) =>
          readPinned<WitnessFilter, Witness>(filter, (some, page, size) => list(some, page, size, signal), {
            size: pageSize,
            most,
          }),
      }),
    /** One witness by id, by the documented list: every service has it. */
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: async ({ signal }): Promise<Witness> => {
          const witness = (await list({ _id: { eq: id } }, 1, 1, signal)).items.find(
            (witness) => witness.id === id,
          );
          if (!witness) throw notFound('/witnesses');
          return witness;
        },
      }),
    /**
     * Whether a hash is witnessed already: the witness, or null.
     *
     * @param organization whose witness it must be; without it, anybody's that the caller sees
     * @throws ApiError `unreadable` where the answer is about another hash: the service may have one of this hash too
     */
    byHash: (hash: string, organization?: string) =>
      queryOptions({
        queryKey: [...key, 'by-hash', hash, organization ?? null],
        queryFn: async ({ signal }): Promise<Witness | null> => {
          const filter = {
            hash: { eq: hash },
            ...(organization !== undefined && { organization: { eq: organization } }),
          };
          const [first] = (await list(filter, 1, 1, signal)).items;
          if (first && !(first.hash && matches(first, filter))) throw notOfHash();
          return first ?? null;
        },
      }),
    /** The same, of whoever it is (Rule WN-4): without what belongs to others, where the service tells it at all. */
    ofAnybody: (hash: string) =>
      queryOptions({
        queryKey: [...key, 'of-anybody', hash],
        queryFn: async ({ signal }): Promise<Witness | null> => {
          const filter = { hash: { eq: hash } };
          const [own] = (await list(filter, 1, 1, signal)).items;
          if (own?.hash && matches(own, filter)) return own;
          try {
            return await client.call('readWitnessByHash', { query: { hash }, signal });
          } catch (error) {
            if (!isAbsent(error)) throw error;
            if (own) throw notOfHash();
            return null;
          }
        },
      }),
  };
}

const notFound = (path: string): ApiError =>
  new ApiError('not-found', { method: 'GET', path, status: 200, at: currentTime().toISOString() });

const notOfHash = (): ApiError =>
  new ApiError(
    'unreadable',
    { method: 'GET', path: '/witnesses', status: 200, at: currentTime().toISOString() },
    { messages: [{ message: 'The service answered with a witness of another hash.' }] },
  );
