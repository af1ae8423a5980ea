import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#contract/operations/operations.ts';
import type { Organization } from '#contract/resources/resources.ts';
import type { Client } from '../../http/client.ts';
import { ApiError, isPassing } from '../../http/errors.ts';
import { invalidatesOnSettled } from '../../queries/invalidate.ts';
import { organizations } from './organizations.ts';

/** Who refuses to tell leaves it untold; a key that is gone or a line that broke is no answer. */
function orUntold(error: unknown): undefined {
  if (error instanceof ApiError && !isPassing(error) && error.kind !== 'cancelled') return undefined;
  throw error;
}

/** Reading and changing the organization that one works for. */
export function organizationDesk(client: Client) {
  const { key } = organizations(client);
  return {
    key,
    /**
     * The organization as its newest witness carries it: the documented way, for services that do not read it
     * by its id. Null: there is no witness yet, or it names nothing but the id.
     */
    fromWitness: (id: string) =>
      queryOptions({
        queryKey: [...key, 'from-witness', id],
        queryFn: async ({ signal }): Promise<Organization | null> => {
          const { results } = await client.call('listWitnesses', {
            query: {
              organization: { eq: id },
              sort: { field: 'createdAt', order: 'desc' },
              pagination: { page: 1, size: 1 },
            },
            signal,
          });
          const found = results?.[0]?.organization;
          return found?.id === id && Object.keys(found).length > 1 ? found : null;
        },
      }),
    /** For a change that has to name it: as the organization or its newest witness says it; undefined: neither does. */
    emailAddress: async (id: string): Promise<string | undefined> => {
      const own = await client.call('readOrganization', { params: { id } }).catch(orUntold);
      if (own?.emailAddress) return own.emailAddress;
      const query = {
        organization: { eq: id },
        sort: { field: 'createdAt', order: 'desc' },
        pagination: { page: 1, size: 1 },
      } as const;
      const witnesses = await client.call('listWitnesses', { query }).catch(orUntold);
      return witnesses?.results?.[0]?.organization?.emailAddress ?? undefined;
    },
    update: (input: InputOf<'updateOrganization'>) => client.call('updateOrganization', { input }),
    addMember: () =>
      mutationOptions({
        mutationFn: (input: InputOf<'createOrganizationMember'>) =>
          client.call('createOrganizationMember', { input }),
        ...invalidatesOnSettled(key),
      }),
    removeMember: () =>
      mutationOptions({
        mutationFn: (id: string) => client.call('deleteOrganizationMember', { query: { id } }),
        ...invalidatesOnSettled(key),
      }),
  };
}
