import { queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '#contract/operations/operations.ts';
import type { Certificate } from '#contract/resources/resources.ts';
import type { Client } from '../../http/client.ts';
import { readPage, readWhole } from '../../queries/paging.ts';
import { pagedList } from '../paged-list.ts';

export type CertificateFilter = Omit<QueryOf<'listCertificates'>, 'pagination'>;

export function certificates(client: Client) {
  const key = [client.scope, 'certificates'] as const;
  const list = async (filter: CertificateFilter, page: number, size: number, signal: AbortSignal) => {
    const query = { ...filter, pagination: { page, size } };
    return readPage<Certificate>(await client.call('listCertificates', { query, signal }), page, query);
  };
  return {
    key,
    ...pagedList(key, list),
    whole: (filter: CertificateFilter = {}) =>
      queryOptions({
        queryKey: [...key, 'whole', filter],
        queryFn: ({ signal }) => readWhole<Certificate>((page) => list(filter, page, 100, signal)),
      }),
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: ({ signal }) => client.call('readCertificate', { params: { id }, signal }),
      }),
  };
}
