import { queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '#contract/operations/operations.ts';
import type { Issuer } from '#contract/resources/resources.ts';
import type { Client } from '../../http/client.ts';
import { readPage } from '../../queries/paging.ts';
import { pagedList } from '../paged-list.ts';

export type IssuerFilter = Omit<QueryOf<'listIssuers'>, 'pagination'>;

/** Issuers of signers' certificates. */
export function issuers(client: Client) {
  const key = [client.scope, 'issuers'] as const;
  const list = async (filter: IssuerFilter, page: number, size: number, signal: AbortSignal) => {
    const query = { ...filter, pagination: { page, size } };
    return readPage<Issuer>(await client.call('listIssuers', { query, signal }), page, query);
  };
  return {
    key,
    ...pagedList(key, list),
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: ({ signal }) => client.call('readIssuer', { params: { id }, signal }),
      }),
  };
}
