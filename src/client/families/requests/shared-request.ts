import { queryOptions } from '@tanstack/react-query';
import type { SignatureRequest, SignatureRequestInvite } from '#contract/resources/resources.ts';
import { currentTime } from '#clock/clock.ts';
import { createClient, type Client } from '../../http/client.ts';
import { scopeOf } from '../../session/connection.ts';
import { ApiError } from '../../http/errors.ts';
import { ownSubject } from '../people/own-subject.ts';

/** One request by the key of a shared link, without a connection (Rules SR-9, IV-5). */
export interface SharedRequest {
  readonly read: () => Promise<SignatureRequest>;
  /** The bytes of its document. */
  readonly document: (key: string) => Promise<{ readonly bytes: ArrayBuffer; readonly type: string }>;
  /**
   * Invites the person whose token it is. The token goes to the service of the link and is stored nowhere.
   *
   * @param subject whose token it is, where that is known; else it is read from the service
   * @throws ApiError (`conflict`: invited already, or finalized; `forbidden`: the token is no person's)
   */
  readonly inviteSelf: (token: string, subject?: string) => Promise<SignatureRequestInvite>;
}

/**
 * @param baseUrl of the service that serves this page: a link names no other
 * @param anonymousKey stored by the caller; it is in no cache key
 */
export function sharedRequest(
  fetcher: typeof fetch,
  baseUrl: string,
  id: string,
  anonymousKey: () => string,
): SharedRequest {
  const scope = scopeOf({ id: 'embedded', baseUrl, contentForm: 'flat' }, undefined);
  const clientOf = (token?: string): Client =>
    createClient({ baseUrl, scope, fetch: fetcher, key: () => token });
  return {
    read: () =>
      clientOf().call('readSignatureRequest', { params: { id }, query: { anonymousKey: anonymousKey() } }),
    document: (key) =>
      clientOf().bytes('readContent', { params: { key }, query: { anonymousKey: anonymousKey() } }),
    inviteSelf: async (token, known) => {
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
        input: {
          signatureRequest: id,
          subject,
          anonymousKey: anonymousKey(),
        },
      });
    },
  };
}

/** The query of a shared request; the link tells who holds which key that was opened. */
export const sharedRequestQuery = (shared: SharedRequest, baseUrl: string, id: string) =>
  queryOptions({ queryKey: [baseUrl, 'shared-request', id], queryFn: () => shared.read(), retry: false });
