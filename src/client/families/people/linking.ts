import type { OrganizationLink } from '#contract/resources/resources.ts';
import { createClient } from '../../http/client.ts';
import { scopeOf } from '../../session/connection.ts';
import { ownSubject } from './own-subject.ts';

/** Speaks for one person, with their own token, about their link with one organization. */
export interface Linking {
  /** @throws ApiError (`conflict`: the link is there already) */
  create(organization: string): Promise<OrganizationLink>;
  /** Takes it back: its subject may, as much as the organization (Rule OL-3). @throws ApiError */
  remove(link: { readonly id: string }): Promise<OrganizationLink>;
}

/**
 * A person's own way to make a link (Rule OL-2): only the subject's token may. It is handed over call by call and
 * stored nowhere.
 *
 * @param baseUrl of the service that the token is for; it goes there and nowhere else
 */
export function linkingAs(fetcher: typeof fetch, baseUrl: string, token: string): Linking {
  const client = createClient({
    baseUrl,
    scope: scopeOf({ id: 'own', baseUrl, contentForm: 'flat' }, undefined),
    fetch: fetcher,
    key: () => token,
  });
  return {
    create: async (organization) => {
      const subject = await ownSubject(client);
      const input = { organization, ...(subject === undefined ? {} : { subject }) };
      return client.call('createOrganizationLink', { input });
    },
    remove: (link) => client.call('deleteOrganizationLink', { query: { id: link.id } }),
  };
}
