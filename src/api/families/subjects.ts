import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '#contract/operations.ts';
import type { Subject } from '#contract/resources.ts';
import type { Client } from '../client.ts';
import { readPage } from '../paging.ts';

export type SubjectFilter = Omit<QueryOf<'listSubjects'>, 'pagination'>;

export function subjects(client: Client) {
  const key = [client.scope, 'subjects'] as const;
  const list = async (filter: SubjectFilter, page: number, size: number, signal: AbortSignal) => {
    const query = { ...filter, pagination: { page, size } };
    return readPage<Subject>(await client.call('listSubjects', { query, signal }), page, query);
  };
  return {
    key,
    pages: (filter: SubjectFilter) =>
      infiniteQueryOptions({
        queryKey: [...key, 'pages', filter],
        queryFn: ({ pageParam, signal }) => list(filter, pageParam, 100, signal),
        initialPageParam: 1,
        getNextPageParam: (last) => last.nextPage,
        placeholderData: keepPreviousData,
      }),
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: ({ signal }) => client.call('readSubject', { params: { id }, signal }),
      }),
    /**
     * People found by what was typed: an id, an EVM address, a CURP, an RFC, an e-mail or part of a name.
     * Different fields cannot be ORed on the wire, so the likely ones are asked side by side.
     */
    find: (typed: string, size = 20) =>
      queryOptions({
        queryKey: [...key, 'find', typed, size],
        queryFn: async ({ signal }): Promise<readonly Subject[]> => {
          const pages = await Promise.all(searchesFor(typed).map((filter) => list(filter, 1, size, signal)));
          const byId = new Map(pages.flatMap(({ items }) => items).map((subject) => [subject.id, subject]));
          return [...byId.values()].slice(0, size);
        },
        placeholderData: keepPreviousData,
      }),
    byEvmAddress: (address: string) =>
      queryOptions({
        queryKey: [...key, 'by-evm-address', address],
        queryFn: ({ signal }) =>
          client.call('readSubjectByEvmAddress', { query: { EVMAddress: address }, signal }),
      }),
  };
}

/** What a typed text can be, and the filters that find it. */
export function searchesFor(typed: string): SubjectFilter[] {
  const text = typed.trim();
  const upper = text.toUpperCase();
  if (text === '') return [{}];
  if (/^[0-9a-f]{24}$/i.test(text)) return [{ _id: { eq: text } }];
  if (/^0x[0-9a-f]{40}$/i.test(text)) return [{ EVMAddress: { eq: text } }];
  if (/^[A-Z]{4}\d{6}[A-Z0-9]{8}$/.test(upper)) return [{ serialNumber: { eq: upper } }];
  if (text.includes('@')) return [{ search: { emailAddress: text } }];
  if (/^[A-Z&Ñ]{3,4}\d{1,6}[A-Z0-9]{0,3}$/.test(upper)) return [{ search: { RFC: upper } }];
  return [{ search: { commonName: text } }, { search: { emailAddress: text } }, { search: { RFC: text } }];
}
