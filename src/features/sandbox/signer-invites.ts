import { isAbsent } from '#api/capabilities.ts';
import { invites } from '#api/families/invites.ts';
import { sandbox } from '#api/families/sandbox.ts';
import { inviteStatus } from '#api/reading.ts';
import type { SandboxSession } from '#api/sandbox.ts';
import type { SignatureRequestInvite } from '#contract/resources.ts';

export type Signer = SandboxSession['subjects'][number];
export type Organizations = SandboxSession['organizations'];

/** How often the inbox in sight looks, and how often the others do: a new invitation shows by itself. */
export const inboxSeconds = { shown: 3, others: 12 } as const;

/** Milliseconds until the next look; a service that has no such list is not asked again and again. */
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

/** Still to be answered, newest first; then those that were. */
export function sortInvites(list: readonly SignatureRequestInvite[]): {
  waiting: readonly SignatureRequestInvite[];
  answered: readonly SignatureRequestInvite[];
} {
  const isWaiting = (invite: SignatureRequestInvite): boolean => inviteStatus(invite) === 'PENDING';
  return { waiting: list.filter(isWaiting), answered: list.filter((invite) => !isWaiting(invite)) };
}
