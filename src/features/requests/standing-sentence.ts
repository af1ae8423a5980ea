import { inviteStatus, tally, witnessDate } from '#client/queries/reading.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { allSigned, awaited, type Names } from './standing.ts';
import { knownTally, stateOf } from './state.ts';

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
  const { total, pending, signed, unknown } = tally(request);
  const waitsFor = (awaited(request) ?? []).flatMap((id) => visibleName(names[id]?.commonName) ?? []);
  switch (stateOf(request)) {
    case 'draft':
      if (total > 0) return m.requests_stands_draft({ count: total });
      return knownTally(request) ? m.requests_stands_draft_empty() : m.requests_stands_draft_unread();
    case 'unsigned':
      return m.requests_stands_unsigned();
    case 'unknown':
      return m.requests_stands_unknown();
    case 'waiting': {
      if (pending === 0) {
        if (unknown > 0 && awaited(request))
          return m.requests_stands_status_unknown({ count: unknown, total });
        if (!allSigned(request)) return m.requests_stands_answers_unknown();
        return request.finalized === false
          ? m.requests_stands_all_signed_open()
          : m.requests_stands_all_signed();
      }
      const since = request.createdAt ? words.days(new Date(request.createdAt)) : undefined;
      const who =
        waitsFor.length === pending && pending <= 3
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
      return knownTally(request)
        ? m.requests_stands_witnessed({ count: signed, day })
        : m.requests_stands_witnessed_only({ day });
    }
  }
}
