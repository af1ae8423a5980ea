import { queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '#contract/operations/operations.ts';
import type { SignatureRequestInvite } from '#contract/resources/resources.ts';
import type { Client } from '../../http/client.ts';
import { readPage, readWhole } from '../../queries/paging.ts';

export type InviteFilter = Omit<QueryOf<'listInvites'>, 'pagination'>;

export function invites(client: Client) {
  const key = [client.scope, 'invites'] as const;
  return {
    key,
    /** Every invite that matches (bounded). */
    whole: (filter: InviteFilter, most = 1000) =>
      queryOptions({
        queryKey: [...key, 'whole', filter, most],
        queryFn: ({ signal }) =>
          readWhole<SignatureRequestInvite>(async (page) => {
            const query = { ...filter, pagination: { page, size: 100 } };
            return readPage(await client.call('listInvites', { query, signal }), page, query);
          }, most),
      }),
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: ({ signal }) => client.call('readInvite', { params: { id }, signal }),
      }),
  };
}
