import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { KeyScope } from '#contract/operations/key-scopes.ts';
import type { ApiKey } from '#contract/resources/resources.ts';
import { isAbsent } from '../../session/capabilities.ts';
import type { Client } from '../../http/client.ts';
import { invalidatesOnSettled } from '../../queries/invalidate.ts';
import { readPage, readWhole } from '../../queries/paging.ts';

export function apiKeys(client: Client) {
  const key = [client.scope, 'api-keys'] as const;
  return {
    key,
    /**
     * Every key of an organization, without secrets: one that a service sends in a list is dropped. Null where
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
    /**
     * @param onCreated receives the new key with its secret (Rule AK-1). The mutation itself answers nothing, because
     *   answers of mutations stay in a cache.
     */
    create: (organization: string, onCreated: (key: ApiKey, newKey: NewKey) => void) =>
      mutationOptions({
        mutationFn: async (newKey: NewKey) => {
          const { name, scopes } = newKey;
          const input = { name, organization, ...(scopes && { scopes: [...scopes] }) };
          onCreated(await client.call('createApiKey', { input }), newKey);
        },
        ...invalidatesOnSettled(key),
      }),
    change: (id: string) =>
      mutationOptions({
        mutationFn: async ({ scopes, ...part }: Partial<NewKey> & { readonly enabled?: boolean }) =>
          withoutSecret(
            await client.call('updateApiKey', {
              input: { id, ...part, ...(scopes && { scopes: [...scopes] }) },
            }),
          ),
        ...invalidatesOnSettled(key),
      }),
    remove: (id: string) =>
      mutationOptions({
        mutationFn: async () => withoutSecret(await client.call('deleteApiKey', { query: { id } })),
        ...invalidatesOnSettled(key),
      }),
  };
}

interface NewKey {
  readonly name: string;
  readonly scopes?: readonly KeyScope[];
}

export function withoutSecret({ secret: _secret, ...rest }: ApiKey): ApiKey {
  return rest;
}
