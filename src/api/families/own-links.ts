import { queryOptions } from '@tanstack/react-query';
import type { OrganizationLink } from '#contract/resources.ts';
import type { Client } from '../client.ts';
import { readPage, readWhole } from '../paging.ts';

/** Links of the subject whose token the client carries: nobody else makes them (Rule OL-2). */
export function ownLinks(client: Client) {
  const key = [client.scope, 'own-links'] as const;
  return {
    key,
    whole: (subject: string) =>
      queryOptions({
        queryKey: [...key, subject],
        queryFn: ({ signal }) =>
          readWhole<OrganizationLink>(async (page) => {
            const query = { subject: { eq: subject }, pagination: { page, size: 100 } };
            return readPage(await client.call('listOrganizationLinks', { query, signal }), page, query);
          }),
        retry: false,
      }),
    create: (organization: string) => client.call('createOrganizationLink', { input: { organization } }),
  };
}
