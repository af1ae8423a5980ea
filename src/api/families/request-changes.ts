import type { InputOf, OutputOf } from '#contract/operations.ts';
import { isAbsent } from '../capabilities.ts';
import type { Client } from '../client.ts';

/** What is changed of a signature request. Apart from what is read of them: lists do without it. */
export function requestChanges(client: Client) {
  return {
    /** Sends a draft to its signers; repeating it changes nothing (Rule SR-3). */
    send: (id: string) => update(client, id, { draft: false }),
    rename: (id: string, name: string) => update(client, id, { name }),
    invite: (signatureRequest: string, subject: string) =>
      client.call('createInvite', { input: { signatureRequest, subject } }),
  };
}

/** By the documented address, and where the service has not that one, with the id in the body (Rule SR-4). */
async function update(
  client: Client,
  id: string,
  input: InputOf<'updateSignatureRequest'>,
): Promise<OutputOf<'updateSignatureRequest'>> {
  try {
    return await client.call('updateSignatureRequest', { params: { id }, input });
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return client
      .call('updateSignatureRequestByBody', { input: { id, ...input } })
      .catch((other: unknown) => {
        // Neither knows it: then it is the request that is missing, and the first answer says so.
        throw isAbsent(other) ? error : other;
      });
  }
}
