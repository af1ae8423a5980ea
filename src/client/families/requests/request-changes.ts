import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import type { Client } from '../../http/client.ts';
import { updateRequest } from '../../http/update-request.ts';
import { invalidatesOnSettled } from '../../queries/invalidate.ts';
import { readFresh } from '../../queries/read-fresh.ts';
import { signatureRequests } from './signature-requests.ts';
import { witnesses } from './witnesses.ts';

/** What a request must still be for a change of it to be made. */
interface Condition {
  /** Whether this is what the user has seen. */
  readonly isSeen: (current: SignatureRequest) => boolean;
  /** The request where the service does not read it; else it is read again before the change. */
  readonly known?: SignatureRequest | undefined;
}

/**
 * Changes of a signature request. Apart from what is read of them: lists do without it. Those with a condition answer
 * null where it does not hold: nothing was sent.
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
