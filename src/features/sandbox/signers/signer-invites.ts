import { isAbsent } from '#client/session/capabilities.ts';
import { invites } from '#client/families/requests/invites.ts';
import { sandbox } from '#client/families/sandbox.ts';
import { inviteStatus, isKnownStatus } from '#client/queries/reading.ts';
import type { SandboxSession } from '#client/sandbox.ts';
import type { SignatureRequestInvite } from '#contract/resources/resources.ts';

export type Signer = SandboxSession['subjects'][number];
export type Organizations = SandboxSession['organizations'];

/** How often the inbox in sight looks, and how often the others do: a new invitation shows by itself. */
export const inboxSeconds = { shown: 3, others: 12 } as const;

/** Milliseconds until the next look; a service that has no such list is not queried again and again. */
export function pace(seconds: number) {
  return ({ state }: { state: { error: Error | null } }): number | false =>
    isAbsent(state.error) ? false : seconds * 1000;
}

/** What a signer of the demo is invited to, read with the signer's own token. */
export function signerInvites(fetcher: typeof fetch, origin: string, signer: Signer) {
  const client = sandbox(fetcher, origin).clientOf(signer);
  return invites(client).whole(
    { subject: { eq: signer.id }, sort: { field: 'createdAt', order: 'desc' } },
    100,
  );
}

/**
 * By their status, newest first (those that were answered by their answer): still to be answered, answered, and with a status that does not tell. Those of a
 * draft are left out: it was not sent, and the service takes no answer to it (Rule IV-4).
 */
export function sortInvites(list: readonly SignatureRequestInvite[]): {
  waiting: readonly SignatureRequestInvite[];
  answered: readonly SignatureRequestInvite[];
  unknown: readonly SignatureRequestInvite[];
} {
  const sent = list.filter(({ signatureRequest }) => signatureRequest?.draft !== true);
  const having = (wanted: 'waiting' | 'answered' | 'unknown') =>
    sent.filter((invite) => {
      const status = inviteStatus(invite);
      if (status === undefined || !isKnownStatus(status)) return wanted === 'unknown';
      return wanted === (status === 'PENDING' ? 'waiting' : 'answered');
    });
  const answeredAt = ({ rejectedAt, signedAt }: SignatureRequestInvite): string =>
    rejectedAt ?? signedAt ?? '';
  const answered = having('answered').sort((a, b) => answeredAt(b).localeCompare(answeredAt(a)));
  return { waiting: having('waiting'), answered, unknown: having('unknown') };
}
