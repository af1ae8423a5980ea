import { inviteStatus } from '#api/reading.ts';
import type { SignatureRequest, Subject } from '#contract/resources.ts';
import type { KnownState } from './state.ts';
import { m } from '#words/words.ts';
import { visibleName } from '#ui/visible-text.ts';

/** Days after which a request that still waits is late. */
export const lateDays = 7;

export function stateWord(state: KnownState): string {
  switch (state) {
    case 'draft':
      return m.requests_state_draft();
    case 'waiting':
      return m.requests_state_waiting();
    case 'rejected':
      return m.requests_state_rejected();
    case 'signed':
      return m.requests_state_signed();
    case 'witnessed':
      return m.requests_state_witnessed();
    case 'unsigned':
      return m.requests_state_unsigned();
    case 'unknown':
      return m.requests_state_unknown();
  }
}

/** Ids of the subjects whose answer is still to come; undefined where the invites were not sent. */
export function awaited(request: SignatureRequest): readonly string[] | undefined {
  const invites = request.invites;
  if (!invites || invites.some((invite) => invite.status == null && invite.createdAt == null))
    return undefined;
  return invites.flatMap((invite) =>
    inviteStatus(invite) === 'PENDING' && invite.subject?.id ? [invite.subject.id] : [],
  );
}

export type Names = Readonly<Record<string, Subject>>;

/** Who is awaited, in few words: one name and how many more. */
export function awaitedWords(request: SignatureRequest, names: Names): string {
  const ids = awaited(request);
  if (!ids || ids.length === 0) return m.requests_state_waiting();
  const first = ids.map((id) => visibleName(names[id]?.commonName)).find((name) => !!name);
  if (!first || (ids.length > 2 && ids.length === request.invites?.length))
    return m.requests_awaited_count({ count: ids.length });
  return ids.length === 1 ? first : m.requests_awaited_more({ name: first, count: ids.length - 1 });
}

/** Whether the age of a request matters: somebody still has something to do about it. */
export function isOpen(state: KnownState): boolean {
  return state !== 'witnessed' && state !== 'unknown';
}
