import { requestState, strategyDates } from '#api/reading.ts';
import type { SignatureRequest, SignatureRequestInvite, Witness } from '#contract/resources.ts';
import { addDays, dayOf } from '#widgets/days.ts';

/** Requests of one day of the reader's zone by how they stand now. */
export interface DayCount {
  readonly day: string;
  readonly finished: number;
  readonly waiting: number;
  readonly rejected: number;
}

/** The last `days` days, today included, oldest first; days without requests are there with zeros. */
export function requestsByDay(
  requests: readonly SignatureRequest[],
  now: Date,
  timeZone: string,
  days: number,
): readonly DayCount[] {
  const today = dayOf(now, timeZone);
  const counts = new Map<string, { finished: number; waiting: number; rejected: number }>();
  for (let back = days - 1; back >= 0; back -= 1)
    counts.set(addDays(today, -back), { finished: 0, waiting: 0, rejected: 0 });
  for (const request of requests) {
    const count = request.createdAt && counts.get(dayOf(new Date(request.createdAt), timeZone));
    if (!count) continue;
    const state = requestState(request);
    if (state === 'rejected') count.rejected += 1;
    else if (state === 'witnessed' || state === 'signed') count.finished += 1;
    else count.waiting += 1;
  }
  return [...counts].map(([day, count]) => ({ day, ...count }));
}

/** How many of a week's witnesses each strategy has processed, by the service's word. */
export interface WeekCoverage {
  /** First day of the week, Monday. */
  readonly from: string;
  readonly witnesses: number;
  readonly nom151: number;
  readonly merkleized: number;
  readonly external: number;
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** The last `weeks` weeks, the running one included, oldest first. */
export function coverageByWeek(
  witnesses: readonly Witness[],
  now: Date,
  timeZone: string,
  weeks: number,
): readonly WeekCoverage[] {
  const current = mondayOf(dayOf(now, timeZone));
  const counts = new Map<
    string,
    { witnesses: number; nom151: number; merkleized: number; external: number }
  >();
  for (let back = weeks - 1; back >= 0; back -= 1)
    counts.set(addDays(current, -7 * back), { witnesses: 0, nom151: 0, merkleized: 0, external: 0 });
  for (const witness of witnesses) {
    const count = witness.createdAt && counts.get(mondayOf(dayOf(new Date(witness.createdAt), timeZone)));
    if (!count) continue;
    const dates = strategyDates(witness);
    count.witnesses += 1;
    if (dates.nom151) count.nom151 += 1;
    if (dates.merkleized) count.merkleized += 1;
    if (dates.external) count.external += 1;
  }
  return [...counts].map(([from, count]) => ({ from, ...count }));
}

/** Something that happened, by the dates that resources carry. */
export interface Activity {
  readonly at: string;
  readonly kind: 'signed' | 'rejected' | 'created' | 'witnessed';
  readonly request: SignatureRequest;
  readonly who: string | undefined;
}

export function latestActivity(requests: readonly SignatureRequest[], most: number): readonly Activity[] {
  return requests
    .flatMap((request) => [
      ...(request.createdAt && !request.draft
        ? [{ at: request.createdAt, kind: 'created' as const, request, who: undefined }]
        : []),
      ...(request.witness?.timestampedAt
        ? [{ at: request.witness.timestampedAt, kind: 'witnessed' as const, request, who: undefined }]
        : []),
      ...(request.invites ?? []).flatMap((invite) => answerOf(request, invite)),
    ])
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, most);
}

function answerOf(request: SignatureRequest, invite: SignatureRequestInvite): Activity[] {
  const who = invite.subject?.commonName ?? undefined;
  if (invite.rejectedAt) return [{ at: invite.rejectedAt, kind: 'rejected', request, who }];
  return invite.signedAt ? [{ at: invite.signedAt, kind: 'signed', request, who }] : [];
}
