import { inviteStatus, tally } from '#client/queries/reading.ts';
import type { SignatureRequest, Subject } from '#contract/resources/resources.ts';
import { knownTally, stateOf, type KnownState } from './state.ts';
import { m } from '#i18n/messages.ts';
import { visibleName } from '#ui/formats/visible-text.ts';

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

/** The word for where this request stands. One that nobody is known to owe an answer does not wait for signatures. */
export function standingWord(request: SignatureRequest): string {
  const state = stateOf(request);
  if (state !== 'waiting' || tally(request).pending > 0) return stateWord(state);
  return allSigned(request) ? m.requests_state_all_signed() : m.requests_state_unknown();
}

/** Whether it is known that every signer signed. */
export function allSigned(request: SignatureRequest): boolean {
  const known = knownTally(request);
  return known !== undefined && known.total > 0 && known.signed === known.total;
}

/** Ids of the subjects whose answer is still to come; undefined where an answer was not sent or could not be read. */
export function awaited(request: SignatureRequest): readonly string[] | undefined {
  const invites = request.invites;
  if (!invites || invites.some((invite) => inviteStatus(invite) === undefined)) return undefined;
  return invites.flatMap((invite) =>
    inviteStatus(invite) === 'PENDING' && invite.subject?.id ? [invite.subject.id] : [],
  );
}

export type Names = Readonly<Record<string, Subject>>;

/** Who is awaited, in few words: one name and how many more. */
export function awaitedWords(request: SignatureRequest, names: Names): string {
  const ids = awaited(request);
  if (!ids || ids.length === 0) return standingWord(request);
  const first = ids.map((id) => visibleName(names[id]?.commonName)).find((name) => !!name);
  if (!first || (ids.length > 2 && ids.length === request.invites?.length))
    return m.requests_awaited_count({ count: ids.length });
  return ids.length === 1 ? first : m.requests_awaited_more({ name: first, count: ids.length - 1 });
}

/** Since when a request has been open. Undefined once nothing is awaited: a rejection ends the wait. */
export function openSince(request: SignatureRequest): string | undefined {
  const state = stateOf(request);
  const isOpen = state !== 'witnessed' && state !== 'rejected' && state !== 'unknown';
  return isOpen ? (request.createdAt ?? undefined) : undefined;
}
