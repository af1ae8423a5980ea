import type { InputOf, OutputOf } from '#contract/operations/operations.ts';
import type { Client } from './client.ts';
import { ApiError } from './errors.ts';
import { serviceFacts } from '../session/service-facts.ts';

/**
 * Changes a request: by the documented address, and where the service has not that one, with the id in the body (Rule
 * SR-4). Every change goes through here. A service that took the second form gets that one first from then on.
 *
 * @throws ApiError; where neither address is there, what the documented one answered
 */
export async function updateRequest(
  client: Client,
  id: string,
  input: InputOf<'updateSignatureRequest'>,
  signal?: AbortSignal,
): Promise<OutputOf<'updateSignatureRequest'>> {
  const facts = serviceFacts(client.scope.replace(/#[^#]*$/, ''));
  const byAddress = () => client.call('updateSignatureRequest', { params: { id }, input, signal });
  const byBody = () => client.call('updateSignatureRequestByBody', { input: { id, ...input }, signal });
  const knowsBody = facts.updatesByBody();
  try {
    return await (knowsBody ? byBody() : byAddress());
  } catch (error) {
    if (!isMissing(error)) throw error;
    try {
      const answer = await (knowsBody ? byAddress() : byBody());
      facts.noteUpdatesByBody(!knowsBody);
      return answer;
    } catch (other) {
      // Neither knows it: then it is the request that is missing, and the first answer says so.
      throw isMissing(other) ? error : other;
    }
  }
}

/** There is no such address, or no such request; null in place of an answer says neither. */
function isMissing(error: unknown): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.request.status ?? 0);
}
