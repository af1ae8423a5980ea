import { isoOf } from '#clock/instants.ts';
import { requestState, strategyDates } from '#client/queries/reading.ts';
import type { TimeseriesMark } from '#contract/operations/outputs.ts';
import type { SignatureRequest, SignatureRequestInvite, Witness } from '#contract/resources/resources.ts';
import { addDays, dayOf, startOfDay } from '#widgets/days.ts';
import { visibleName } from '#ui/formats/visible-text.ts';

/** How much of a stretch of time was read: older rows may not have been. */
export type Reach = 'whole' | 'part' | 'unread';

export type Grain = 'day' | 'month';

/** Requests of one day or month of the reader's zone by how they stand now. */
export interface RequestCount {
  /** `2026-11-20` or `2026-11`. */
  readonly mark: string;
  readonly finished: number;
  readonly waiting: number;
  readonly rejected: number;
  readonly drafts: number;
  /** Counted by the service, not among those that were read. */
  readonly unread: number;
  /** The service counted fewer than it listed. */
  readonly fewer: boolean;
  readonly reach: Reach;
}

/** What is counted, and from what. */
interface Counted {
  readonly requests: readonly SignatureRequest[];
  /** There are older requests than these. */
  readonly partial: boolean;
  /** Counts by the service, where it publishes them. */
  readonly marks?: readonly (TimeseriesMark | null)[] | undefined;
}

/** The last `length` days or months, the present one included, oldest first; those without requests are there with zeros. */
export function requestsOver(
  { requests, partial, marks }: Counted,
  now: Date,
  timeZone: string,
  grain: Grain,
  length: number,
): readonly RequestCount[] {
  const cut = (day: string): string => (grain === 'day' ? day : day.slice(0, 7));
  const markOf = (at: string): string => cut(dayOf(new Date(at), timeZone));
  const counts = new Map<string, { finished: number; waiting: number; rejected: number; drafts: number }>(
    marksBack(dayOf(now, timeZone), grain, length).map((mark) => [
      mark,
      { finished: 0, waiting: 0, rejected: 0, drafts: 0 },
    ]),
  );
  const dated = requests.flatMap(({ createdAt }) => (createdAt ? [markOf(createdAt)] : [])).sort();
  for (const request of requests) {
    const count = request.createdAt && counts.get(markOf(request.createdAt));
    if (!count) continue;
    const state = requestState(request);
    if (state === 'rejected') count.rejected += 1;
    else if (state === 'witnessed' || state === 'signed') count.finished += 1;
    else if (state === 'draft') count.drafts += 1;
    else count.waiting += 1;
  }
  const reported = marks && new Map(marks.flatMap((one) => readMark(one, cut, markOf)));
  return [...counts].map(([mark, count]) => {
    const read = count.finished + count.waiting + count.rejected + count.drafts;
    const all = reported ? (reported.get(mark) ?? 0) : read;
    return {
      mark,
      ...count,
      unread: Math.max(0, all - read),
      fewer: all < read,
      reach: reported ? 'whole' : reachOf(mark, dated[0], partial),
    };
  });
}

/** The first instant of what `requestsOver` shows, as the wire wants it. */
export function beginningOf(now: Date, timeZone: string, grain: Grain, length: number): string {
  const [first = ''] = marksBack(dayOf(now, timeZone), grain, length);
  return isoOf(startOfDay(grain === 'day' ? first : `${first}-01`, timeZone));
}

function marksBack(today: string, grain: Grain, length: number): string[] {
  const back = Array.from({ length }, (_, at) => length - 1 - at);
  if (grain === 'day') return back.map((days) => addDays(today, -days));
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return back.map((ago) => {
    const month = months - ago;
    return `${String(Math.floor(month / 12))}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** A mark is the first instant of its stretch; a service may also send its day or month alone. */
function readMark(
  one: TimeseriesMark | null,
  cut: (day: string) => string,
  markOf: (at: string) => string,
): [string, number][] {
  const { mark, count } = one ?? {};
  if (typeof mark !== 'string' || typeof count !== 'number') return [];
  if (/^\d{4}-\d\d(-\d\d)?$/.test(mark)) return [[cut(mark), count]];
  return Number.isNaN(Date.parse(mark)) ? [] : [[markOf(mark), count]];
}

/** What is before the oldest that was read is not known; where that one stands, some may be missing. */
function reachOf(mark: string, oldest: string | undefined, partial: boolean): Reach {
  if (!partial) return 'whole';
  if (oldest === undefined || mark < oldest) return 'unread';
  return mark === oldest ? 'part' : 'whole';
}

/** How many of a week's witnesses each strategy has processed, by the service's word. */
export interface WeekCoverage {
  /** First day of the week, Monday. */
  readonly from: string;
  readonly witnesses: number;
  readonly nom151: number;
  readonly merkleized: number;
  readonly external: number;
  readonly reach: Reach;
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/**
 * The last `weeks` weeks, the running one included, oldest first.
 *
 * @param partial there are older witnesses than these
 */
export function coverageByWeek(
  witnesses: readonly Witness[],
  partial: boolean,
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
  const weekOf = (at: string): string => mondayOf(dayOf(new Date(at), timeZone));
  const dated = witnesses.flatMap(({ createdAt }) => (isDated(createdAt) ? [weekOf(createdAt)] : [])).sort();
  for (const witness of witnesses) {
    const count = isDated(witness.createdAt) && counts.get(weekOf(witness.createdAt));
    if (!count) continue;
    const dates = strategyDates(witness);
    count.witnesses += 1;
    if (dates.nom151) count.nom151 += 1;
    if (dates.merkleized) count.merkleized += 1;
    if (dates.external) count.external += 1;
  }
  return [...counts].map(([from, count]) => ({ from, ...count, reach: reachOf(from, dated[0], partial) }));
}

/** How many witnesses no week counts, because their date is absent or cannot be read. */
export const countUndated = (witnesses: readonly Witness[]): number =>
  witnesses.filter(({ createdAt }) => !isDated(createdAt)).length;

const isDated = (at: string | null | undefined): at is string => !Number.isNaN(Date.parse(at ?? ''));

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
  const who = visibleName(invite.subject?.commonName) ?? undefined;
  if (invite.rejectedAt) return [{ at: invite.rejectedAt, kind: 'rejected', request, who }];
  return invite.signedAt ? [{ at: invite.signedAt, kind: 'signed', request, who }] : [];
}
