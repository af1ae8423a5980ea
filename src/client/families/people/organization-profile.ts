import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#contract/operations/operations.ts';
import type { Organization } from '#contract/resources/resources.ts';
import type { Client } from '../../http/client.ts';
import { ApiError, isTransientError } from '../../http/errors.ts';
import { invalidatesOnSettled } from '../../queries/invalidate.ts';
import { readFresh } from '../../queries/read-fresh.ts';
import { offers, type Capabilities } from '../../session/capabilities.ts';
import { organizations } from './organizations.ts';

/** A refusal means that the value is unknown; a refused key or a broken connection is thrown again. */
function undefinedIfRefused(error: unknown): undefined {
  if (error instanceof ApiError && !isTransientError(error) && error.kind !== 'cancelled') return undefined;
  throw error;
}

type OrganizationChange = Omit<InputOf<'updateOrganization'>, 'id'> & {
  /** Whether the current organization equals the one that the user saw. */
  readonly isSeen: (current: Organization) => boolean;
};

/** The e-mail of an organization or, failing that, of its newest witness. Undefined: neither has one. */
async function readEmailAddress(client: Client, id: string): Promise<string | undefined> {
  const own = await client.call('readOrganization', { params: { id } }).catch(undefinedIfRefused);
  if (own?.emailAddress) return own.emailAddress;
  const query = {
    organization: { eq: id },
    sort: { field: 'createdAt', order: 'desc' },
    pagination: { page: 1, size: 1 },
  } as const;
  const witnesses = await client.call('listWitnesses', { query }).catch(undefinedIfRefused);
  return witnesses?.results?.[0]?.organization?.emailAddress ?? undefined;
}

/** Whether the service reads organizations by id. */
export const canReadOrganization = (capabilities: Capabilities | undefined): boolean =>
  offers(capabilities, 'listOrganizations') && offers(capabilities, 'readOrganization');

/** Reads and changes the organization of the session. */
export function organizationProfile(client: Client) {
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
          const organization = results?.[0]?.organization;
          return organization?.id === id && Object.keys(organization).length > 1 ? organization : null;
        },
      }),
    /**
     * Saves a part of an organization. It is read again before, and null answers that the user has not seen what
     * would be replaced: nothing was sent. The e-mail goes along unchanged, read where it is not known: deployments are
     * known that want it in every update.
     */
    update: (organization: Organization, capabilities: Capabilities | undefined) =>
      mutationOptions({
        mutationFn: async ({ isSeen, ...part }: OrganizationChange, { client: queries }) => {
          const id = organization.id ?? '';
          const current = canReadOrganization(capabilities)
            ? await readFresh(queries, organizations(client).one(id))
            : organization;
          if (!isSeen(current)) return null;
          const emailAddress =
            current.emailAddress ?? part.emailAddress ?? (await readEmailAddress(client, id));
          return client.call('updateOrganization', {
            input: { id, ...(emailAddress ? { emailAddress } : {}), ...part },
          });
        },
        ...invalidatesOnSettled(key),
      }),
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
