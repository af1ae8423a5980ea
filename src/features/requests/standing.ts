import { inviteStatus, tally, witnessDate } from '#api/reading.ts';
import type { SignatureRequest, Subject } from '#contract/resources.ts';
import { saysWhoSigns, stateOf, type KnownState } from './state.ts';
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

/** Where the request stands, said about the world: one or two sentences for the pane and the page. */
export function standingSentence(
  request: SignatureRequest,
  names: Names,
  words: {
    list: (items: readonly string[]) => string;
    day: (date: Date | string) => string;
    days: (since: Date) => string;
  },
): string {
  const { total, pending, signed } = tally(request);
  const waitsFor = (awaited(request) ?? []).flatMap((id) => visibleName(names[id]?.commonName) ?? []);
  switch (stateOf(request)) {
    case 'draft':
      return total === 0 ? m.requests_stands_draft_empty() : m.requests_stands_draft({ count: total });
    case 'unsigned':
      return m.requests_stands_unsigned();
    case 'unknown':
      return m.requests_stands_unknown();
    case 'waiting': {
      const since = request.createdAt ? words.days(new Date(request.createdAt)) : undefined;
      const who =
        waitsFor.length > 0 && waitsFor.length <= 3
          ? words.list(waitsFor)
          : m.requests_awaited_count({ count: pending });
      const first = since
        ? m.requests_stands_waiting_since({ who, since })
        : m.requests_stands_waiting({ who });
      return signed > 0 ? `${first} ${m.requests_stands_signed_so_far({ count: signed, total })}` : first;
    }
    case 'rejected': {
      const by = request.invites?.find((invite) => inviteStatus(invite) === 'REJECTED');
      const who = (by?.subject?.id && visibleName(names[by.subject.id]?.commonName)) ?? m.requests_a_signer();
      const at = by?.rejectedAt ?? request.rejectedAt;
      return at
        ? m.requests_stands_rejected_on({ who, day: words.day(at) })
        : m.requests_stands_rejected({ who });
    }
    case 'signed':
      return m.requests_stands_signed({ count: signed });
    case 'witnessed': {
      const at = request.witness && witnessDate(request.witness);
      const day = at ? words.day(at) : '—';
      return saysWhoSigns(request)
        ? m.requests_stands_witnessed({ count: signed, day })
        : m.requests_stands_witnessed_only({ day });
    }
  }
}

/** Whether the age of a request matters: somebody still has something to do about it. */
export function isOpen(state: KnownState): boolean {
  return state !== 'witnessed' && state !== 'unknown';
}
