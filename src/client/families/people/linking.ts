import { mutationOptions } from '@tanstack/react-query';
import { createClient, type Client } from '../../http/client.ts';
import { invalidatesEverythingOnSuccess } from '../../queries/invalidate.ts';
import { scopeOf } from '../../session/connection.ts';
import { ownSubject } from './own-subject.ts';

/** Somebody's own access. */
interface Access {
  readonly token: string;
}

/**
 * A person's own way to make a link (Rule OL-2): only the subject's token may. It is handed over call by call and
 * stored nowhere; mutations are forgotten with the page, because their arguments carry it.
 *
 * @param baseUrl of the service that the token is for; it goes there and nowhere else
 */
export function linking(fetcher: typeof fetch, baseUrl: string) {
  const clientOf = (token: string): Client =>
    createClient({
      baseUrl,
      scope: scopeOf({ id: 'own', baseUrl, contentForm: 'flat' }, undefined),
      fetch: fetcher,
      key: () => token,
    });
  return {
    /** Fails with an ApiError; `conflict`: the link is there already. */
    create: (organization: string) =>
      mutationOptions({
        mutationFn: async ({ token }: Access) => {
          const client = clientOf(token);
          const subject = await ownSubject(client);
          const input = { organization, ...(subject === undefined ? {} : { subject }) };
          return client.call('createOrganizationLink', { input });
        },
        gcTime: 0,
        ...invalidatesEverythingOnSuccess,
      }),
    /** Takes it back: its subject may, as much as the organization (Rule OL-3). */
    remove: () =>
      mutationOptions({
        mutationFn: ({ token, id }: Access & { readonly id: string }) =>
          clientOf(token).call('deleteOrganizationLink', { query: { id } }),
        gcTime: 0,
        ...invalidatesEverythingOnSuccess,
      }),
  };
}
