import type { Client } from '#client/http/client.ts';
import type { knownRequests } from '../store/known-requests.ts';
import { idOf } from '../send/send-outcome.ts';

/**
 * Records the requests and invites that this browser made: for services that cannot list requests, the screens show this
 * record. A record that cannot be stored fails no call. Answers without an id are not recorded.
 */
export function recordRequests(client: Client, record: ReturnType<typeof knownRequests>): Client {
  return {
    ...client,
    call: async (name, options) => {
      const answer = await client.call(name, options);
      if (idOf(answer) === undefined) return answer;
      // The three writes of a send answer a request or an invite, as the contract's table states.
      if (/^(create|update)SignatureRequest/.test(name))
        await record.remember(answer as Parameters<typeof record.remember>[0]).catch(() => undefined);
      if (name === 'createInvite') {
        const invite = answer as Parameters<typeof record.rememberInvite>[1];
        const input = options?.input as { signatureRequest: string };
        await record.rememberInvite(input.signatureRequest, invite).catch(() => undefined);
      }
      return answer;
    },
  };
}
