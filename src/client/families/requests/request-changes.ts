import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import type { Client } from '../../http/client.ts';
import { updateRequest } from '../../http/update-request.ts';
import { invalidatesOnSettled } from '../../queries/invalidate.ts';
import { readFresh } from '../../queries/read-fresh.ts';
import { signatureRequests } from './signature-requests.ts';
import { witnesses } from './witnesses.ts';

/** A condition on the current state of a request, without which it is not changed. */
interface Condition {
  /** Whether the current request equals the one that the user saw. */
  readonly isSeen: (current: SignatureRequest) => boolean;
  /** The known request of a service that cannot read single ones; absent: the request is read before the change. */
  readonly known?: SignatureRequest | undefined;
}

/**
 * Changes of a signature request. They are separate from its queries, because lists do not need them. Changes with a
 * condition answer null where it does not hold: then nothing was sent.
 */
export function requestChanges(client: Client) {
  const holds = async (queries: QueryClient, id: string, { isSeen, known }: Condition): Promise<boolean> =>
    isSeen(known ?? (await readFresh(queries, signatureRequests(client).one(id))));
  const invalidates = invalidatesOnSettled(signatureRequests(client).key, witnesses(client).key);
  return {
    /** Sends a draft to its signers; repeating it changes nothing (Rule SR-3). */
    send: (id: string) =>
      mutationOptions({
        mutationFn: async (condition: Condition, { client: queries }) =>
          (await holds(queries, id, condition)) ? updateRequest(client, id, { draft: false }) : null,
        ...invalidates,
      }),
    rename: (id: string) =>
      mutationOptions({
        mutationFn: async (
          { name, ...condition }: Condition & { readonly name: string },
          { client: queries },
        ) => ((await holds(queries, id, condition)) ? updateRequest(client, id, { name }) : null),
        ...invalidates,
      }),
    invite: (signatureRequest: string) =>
      mutationOptions({
        mutationFn: (subject: string) =>
          client.call('createInvite', { input: { signatureRequest, subject } }),
        ...invalidates,
      }),
  };
}
