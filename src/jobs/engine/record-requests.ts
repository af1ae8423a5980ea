import type { Client } from '#client/http/client.ts';
import type { knownRequests } from '../store/known-requests.ts';
import { idOf } from '../send/send-outcome.ts';

/**
 * Keeps what was made from here: services that cannot list requests are shown from this record. A record that cannot
 * be kept fails no call, and what names nothing is not kept.
 */
export function recordRequests(client: Client, record: ReturnType<typeof knownRequests>): Client {
  return {
    ...client,
    call: async (name, options) => {
      const answer = await client.call(name, options);
      if (idOf(answer) === undefined) return answer;
      // The three writes of a send answer a request or an invite: the contract's table says so.
      if (/^(create|update)SignatureRequest/.test(name))
        await record.remember(answer as Parameters<typeof record.remember>[0]).catch(() => undefined);
      if (name === 'createInvite') {
        const invite = answer as Parameters<typeof record.rememberInvite>[1];
        const asked = options?.input as { signatureRequest: string };
        await record.rememberInvite(asked.signatureRequest, invite).catch(() => undefined);
      }
      return answer;
    },
  };
}
