import { queryOptions } from '@tanstack/react-query';
import type { OutputOf, QueryOf } from '#contract/operations/operations.ts';
import type { Subject } from '#contract/resources/resources.ts';
import { isAbsent } from '../../session/capabilities.ts';
import type { Client } from '../../http/client.ts';
import { pagedList } from '../paged-list.ts';
import { readPage, readPinned, type Page } from '../../queries/paging.ts';

export type SubjectFilter = Omit<QueryOf<'listSubjects'>, 'pagination'>;

/** The most that services give at once. */
const mostAtOnce = 100;

export function subjects(client: Client) {
  const key = [client.scope, 'subjects'] as const;
  const list = async (
    filter: SubjectFilter,
    page: number,
    size: number,
    signal: AbortSignal,
  ): Promise<Page<Subject>> => {
    const query = { ...filter, pagination: { page, size } };
    return readPage(await listOrFind(client, { query, signal }), page, query);
  };
  return {
    key,
    ...pagedList(key, list),
    /** Everybody who matches, up to a maximum, limited to the subjects that existed at the first page. */
    whole: (filter: SubjectFilter, most: number) =>
      queryOptions({
        queryKey: [...key, 'whole', filter, most],
        queryFn: ({ signal }) =>
          readPinned<SubjectFilter, Subject>(filter, (some, page, size) => list(some, page, size, signal), {
            size: mostAtOnce,
            most,
          }),
      }),
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: ({ signal }) => client.call('readSubject', { params: { id }, signal }),
      }),
    /**
     * People found by what was typed: an id, an EVM address, a CURP, an RFC, an e-mail or part of a name.
     * Different fields cannot be ORed on the wire, so the likely ones are queried in parallel.
     */
    find: (typed: string, size = 20) =>
      queryOptions({
        queryKey: [...key, 'find', typed, size],
        queryFn: async ({ signal }): Promise<readonly Subject[]> => {
          const pages = await Promise.all(searchesFor(typed).map((filter) => list(filter, 1, size, signal)));
          const byId = new Map(pages.flatMap(({ items }) => items).map((subject) => [subject.id, subject]));
          return [...byId.values()].slice(0, size);
        },
      }),
    byEvmAddress: (address: string) =>
      queryOptions({
        queryKey: [...key, 'by-evm-address', address],
        queryFn: ({ signal }) =>
          client.call('readSubjectByEvmAddress', { query: { EVMAddress: address }, signal }),
      }),
  };
}

/** Subjects by the one of the two documented addresses that the service has: both take the same (Rule SB-1). */
async function listOrFind(
  client: Client,
  request: { query: QueryOf<'listSubjects'>; signal: AbortSignal },
): Promise<OutputOf<'listSubjects'>> {
  try {
    return await client.call('listSubjects', request);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return client.call('findSubjects', request);
  }
}

/** Kind of a typed search text. */
export type Typed = 'id' | 'address' | 'curp' | 'email' | 'rfc' | 'name';

/** Kind of a typed text, and the filter that finds it. */
export interface TypedFilter {
  readonly kind: Typed;
  readonly filter: SubjectFilter;
}

/** @returns undefined: nothing was typed */
export function readTyped(typed: string): TypedFilter | undefined {
  const text = typed.trim();
  const upper = text.toUpperCase();
  if (text === '') return undefined;
  if (/^[0-9a-f]{24}$/i.test(text)) return { kind: 'id', filter: { _id: { eq: text.toLowerCase() } } };
  if (/^0x[0-9a-f]{40}$/i.test(text))
    return { kind: 'address', filter: { EVMAddress: { eq: text.toLowerCase() } } };
  if (/^[A-Z]{4}\d{6}[A-Z0-9]{8}$/.test(upper))
    return { kind: 'curp', filter: { serialNumber: { eq: upper } } };
  if (text.includes('@')) return { kind: 'email', filter: { search: { emailAddress: text } } };
  if (/^[A-Z&Ñ]{3,4}\d{1,6}[A-Z0-9]{0,3}$/.test(upper))
    return { kind: 'rfc', filter: { search: { RFC: upper } } };
  return { kind: 'name', filter: { search: { commonName: text } } };
}

/** Filters for a typed text. Plain words may be part of a name, an e-mail or an RFC. */
function searchesFor(typed: string): SubjectFilter[] {
  const read = readTyped(typed);
  if (read === undefined) return [{}];
  if (read.kind !== 'name') return [read.filter];
  const text = typed.trim();
  return [read.filter, { search: { emailAddress: text } }, { search: { RFC: text } }];
}
