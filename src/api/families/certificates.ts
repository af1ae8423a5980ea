import { queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '#contract/operations.ts';
import type { Certificate } from '#contract/resources.ts';
import type { Client } from '../client.ts';
import { readPage, readWhole } from '../paging.ts';

export type CertificateFilter = Omit<QueryOf<'listCertificates'>, 'pagination'>;

export function certificates(client: Client) {
  const key = [client.scope, 'certificates'] as const;
  return {
    key,
    whole: (filter: CertificateFilter = {}) =>
      queryOptions({
        queryKey: [...key, 'whole', filter],
        queryFn: ({ signal }) =>
          readWhole<Certificate>(async (page) => {
            const query = { ...filter, pagination: { page, size: 100 } };
            return readPage(await client.call('listCertificates', { query, signal }), page, query);
          }),
      }),
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: ({ signal }) => client.call('readCertificate', { params: { id }, signal }),
      }),
  };
}
