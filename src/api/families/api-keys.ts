import { queryOptions } from '@tanstack/react-query';
import type { KeyScope } from '#contract/key-scopes.ts';
import type { ApiKey } from '#contract/resources.ts';
import { isAbsent } from '../capabilities.ts';
import type { Client } from '../client.ts';
import { readPage, readWhole } from '../paging.ts';

export function apiKeys(client: Client) {
  const key = [client.scope, 'api-keys'] as const;
  return {
    key,
    /**
     * Every key of an organization, without secrets: should a service send one in a list, it is not kept. Null where
     * the service lists none.
     */
    whole: (organization: string) =>
      queryOptions({
        queryKey: [...key, 'whole', organization],
        queryFn: async ({ signal }) => {
          try {
            const read = await readWhole<ApiKey>(async (page) => {
              const query = { organization: { eq: organization }, pagination: { page, size: 100 } };
              return readPage(await client.call('listApiKeys', { query, signal }), page, query);
            });
            return { ...read, items: read.items.map(withoutSecret) };
          } catch (error) {
            if (isAbsent(error)) return null;
            throw error;
          }
        },
      }),
    /** The answer holds the secret (Rule AK-1): it must not reach a cache. */
    create: (name: string, organization: string, scopes?: readonly KeyScope[]) =>
      client.call('createApiKey', {
        input: { name, organization, ...(scopes && { scopes: [...scopes] }) },
      }),
    change: (
      id: string,
      {
        scopes,
        ...part
      }: { readonly enabled?: boolean; readonly name?: string; readonly scopes?: readonly KeyScope[] },
    ) => client.call('updateApiKey', { input: { id, ...part, ...(scopes && { scopes: [...scopes] }) } }),
    remove: (id: string) => client.call('deleteApiKey', { query: { id } }),
  };
}

export function withoutSecret({ secret: _secret, ...rest }: ApiKey): ApiKey {
  return rest;
}
