import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { currentTime } from '#clock/clock.ts';
import { createClient, type Client } from '../../http/client.ts';
import { scopeOf } from '../../session/connection.ts';
import { ApiError } from '../../http/errors.ts';
import { ownSubject } from '../people/own-subject.ts';

export type SharedRequest = ReturnType<typeof sharedRequest>;

/**
 * One request by the key of a shared link, without a connection (Rules SR-9, IV-5).
 *
 * @param baseUrl of the service that serves this page: a link names no other
 * @param anonymousKey stored by the caller; it is in no cache key
 */
export function sharedRequest(
  fetcher: typeof fetch,
  baseUrl: string,
  id: string,
  anonymousKey: () => string,
) {
  const key = [baseUrl, 'shared-request', id] as const;
  const scope = scopeOf({ id: 'embedded', baseUrl, contentForm: 'flat' }, undefined);
  const clientOf = (token?: string): Client =>
    createClient({ baseUrl, scope, fetch: fetcher, key: () => token });
  return {
    one: () =>
      queryOptions({
        queryKey: key,
        queryFn: () =>
          clientOf().call('readSignatureRequest', {
            params: { id },
            query: { anonymousKey: anonymousKey() },
          }),
        retry: false,
      }),
    /** The bytes of its document; they are not stored. */
    download: () =>
      mutationOptions({
        mutationFn: async (contentKey: string) => {
          const { bytes, type } = await clientOf().bytes('readContent', {
            params: { key: contentKey },
            query: { anonymousKey: anonymousKey() },
          });
          return new Blob([bytes], { type });
        },
        gcTime: 0,
      }),
    /**
     * Invites the person whose token it is. The token goes to the service of the link and is forgotten with the page.
     * Its subject is read from the service where it is not known. Fails with an ApiError; `conflict`: invited already,
     * or finalized; `forbidden`: the token is no person's.
     */
    inviteSelf: () =>
      mutationOptions({
        mutationFn: async ({
          token,
          subject: known,
        }: {
          readonly token: string;
          readonly subject?: string;
        }) => {
          const client = clientOf(token);
          const subject = known ?? (await ownSubject(client));
          // An organization's key has no person behind it, or many.
          if (subject === undefined)
            throw new ApiError('forbidden', {
              method: 'GET',
              path: '/subjects',
              at: currentTime().toISOString(),
            });
          return client.call('createInvite', {
            input: { signatureRequest: id, subject, anonymousKey: anonymousKey() },
          });
        },
        gcTime: 0,
      }),
  };
}
