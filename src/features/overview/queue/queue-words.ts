import type { Subject } from '#contract/resources/resources.ts';
import { rejectionDate, tally } from '#client/queries/reading.ts';
import type { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { settledWithinMinutes, type Cause, type Stuck } from '../stuck.ts';

type Format = Pick<ReturnType<typeof useFormat>, 'day' | 'inList'>;

export function causeWord(cause: Cause): string {
  switch (cause) {
    case 'rejected':
      return m.overview_cause_rejected();
    case 'unfinalized':
      return m.overview_cause_unfinalized();
    case 'unwitnessed':
      return m.overview_cause_unwitnessed();
    case 'claimable':
      return m.overview_cause_claimable();
    case 'unanswered':
      return m.overview_cause_unanswered();
    case 'certificate':
      return m.overview_cause_certificate();
    case 'unlinked':
      return m.overview_cause_unlinked();
    case 'unsigned':
      return m.overview_cause_unsigned();
    case 'draft':
      return m.overview_cause_draft();
  }
}

/** A cause as the name of those that it has. */
export function chipWord(cause: Cause, count: number): string {
  switch (cause) {
    case 'rejected':
      return m.overview_chip_rejected({ count });
    case 'unfinalized':
      return m.overview_chip_unfinalized({ count });
    case 'unwitnessed':
      return m.overview_chip_unwitnessed({ count });
    case 'certificate':
      return m.overview_chip_certificate({ count });
    case 'draft':
      return m.overview_chip_draft({ count });
    case 'unanswered':
    case 'unlinked':
    case 'unsigned':
    case 'claimable':
      return causeWord(cause);
  }
}

/**
 * What is stuck about it, with names and days.
 *
 * @param named how many of the people the names are of
 */
export function why(
  { cause, request, people }: Stuck,
  names: string,
  named: number,
  format: Format,
  now: Date,
): string {
  const count = people.length;
  const { signed, total, pending, rejected } = tally(request ?? {});
  // Names of some alone would say it of nobody else.
  const who = named === count ? names : m.requests_awaited_count({ count });
  switch (cause) {
    case 'rejected': {
      const at = request && rejectionDate(request);
      const by = names ? m.overview_why_rejected({ names }) : m.overview_why_rejected_unknown();
      if (!at) return by;
      const day = unbroken(format.inList(at, now));
      // The day is that of the first rejection, so of several people it is not everybody's.
      return rejected > 1 ? `${by}; ${m.overview_why_rejected_first({ day })}` : `${by}, ${day}`;
    }
    case 'unfinalized':
      return m.overview_why_unfinalized({ signed, total, minutes: settledWithinMinutes });
    case 'unwitnessed':
      return m.overview_why_unwitnessed({ signed, total });
    case 'claimable':
      return names ? m.overview_why_claimable({ names }) : m.overview_why_claimable_unknown();
    case 'unanswered':
      // Names of some alone would say that nobody else is awaited.
      return named === pending
        ? m.overview_why_unanswered({ count: pending, names })
        : m.requests_progress({ signed, total, pending, rejected });
    case 'certificate':
      return certificateWhy(people, who, names, format, now);
    case 'unlinked':
      return m.overview_why_unlinked({ count, names: who });
    case 'unsigned':
      return m.overview_why_unsigned();
    case 'draft':
      return m.overview_why_draft({ count: total });
  }
}

/** What the days since of a row are called. Undefined of a certificate: the row says its day, which is ahead of most. */
export function ageWordsOf({ cause, request }: Stuck): ((age: string) => string) | undefined {
  if (cause === 'certificate') return undefined;
  const isRejection = cause === 'rejected' && request && rejectionDate(request);
  return (age) => (isRejection ? m.overview_age_rejected({ age }) : m.overview_age_waiting({ age }));
}

/** What became of the certificates of who is awaited, with the day. */
function certificateWhy(
  people: readonly Subject[],
  who: string,
  name: string,
  format: Format,
  now: Date,
): string {
  const [first] = people;
  const count = people.length;
  const [earliest] = people.flatMap(({ certificate }) => certificate?.notAfter ?? []).sort();
  const day = earliest === undefined ? undefined : unbroken(format.day(earliest));
  if (count === 1 && name) {
    if (first?.certificate?.revoked) return m.overview_why_certificate_revoked({ name });
    if (earliest !== undefined && day !== undefined)
      return Date.parse(earliest) < now.getTime()
        ? m.overview_why_certificate_expired({ name, day })
        : m.overview_why_certificate_expiring({ name, day });
  }
  const all = m.overview_why_certificate({ count, names: who });
  return day === undefined ? all : `${all}; ${m.overview_why_certificate_first({ day })}`;
}

/** A day that is not torn at the end of a line. */
const unbroken = (day: string): string => day.replaceAll(' ', '\u00a0');
