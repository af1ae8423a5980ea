import type { Client } from '../../http/client.ts';
import { updateRequest } from '../../http/update-request.ts';

/** What is changed of a signature request. Apart from what is read of them: lists do without it. */
export function requestChanges(client: Client) {
  return {
    /** Sends a draft to its signers; repeating it changes nothing (Rule SR-3). */
    send: (id: string) => updateRequest(client, id, { draft: false }),
    rename: (id: string, name: string) => updateRequest(client, id, { name }),
    invite: (signatureRequest: string, subject: string) =>
      client.call('createInvite', { input: { signatureRequest, subject } }),
  };
}
