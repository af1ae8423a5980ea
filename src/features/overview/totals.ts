import type { Page } from '#client/queries/paging.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { causes, mayBeStuck, unansweredAfterMs, type Cause, type Stuck } from './stuck.ts';
import { isOpen, isRejected, type WaitingLists } from './use-waiting.ts';

/** How many wait. */
export interface Total {
  readonly count: number;
  /** There may be more of them. */
  readonly least: boolean;
}

export interface Totals {
  readonly all: Total;
  readonly of: Readonly<Record<Cause, Total>>;
  /** Causes of which none is known, because their list could not be counted. */
  readonly uncounted: readonly Cause[];
}

/** What was read of what waits, where that is not everything. */
interface Read {
  /** Undefined where all requests were read. */
  readonly lists: WaitingLists | undefined;
  /** All requests that were read. */
  readonly requests: readonly SignatureRequest[];
  /** The newest page of them. */
  readonly newest: readonly SignatureRequest[];
  /** Undefined where all witnesses were read. */
  readonly claimables: Page<object> | undefined;
  /** Of the witnesses that nothing has dated, whose requests may wait, only the oldest were read. */
  readonly hasMoreUndated: boolean;
  /** There may be requests that nothing here knows of. */
  readonly known: boolean;
  /** Witnesses among which there may be some to claim, or to be witnessed, were not read yet or could not be. */
  readonly witnessesUnread: boolean;
  /** Of them those to claim could not be read. */
  readonly claimablesFailed: boolean;
}

/**
 * How many wait for each cause: those that were read, and of each list the rest that the service counted. The rest of
 * the open ones counts as unanswered: each is sent and not answered by all for longer than signers have.
 */
export function totalsOf(stuck: readonly Stuck[], read: Read, now: Date): Totals {
  const { lists, claimables, requests } = read;
  const lateBefore = now.getTime() - unansweredAfterMs;
  const drafts = lists ? restOf(lists.drafts, lists.drafts.items) : nothing;
  const rest: Partial<Record<Cause, Total>> = lists
    ? {
        rejected: restOf(lists.rejected, requests.filter(isRejected)),
        unanswered: restOf(
          lists.late,
          requests.filter((one) => isOpen(one) && Date.parse(one.createdAt ?? '') <= lateBefore),
        ),
        unwitnessed: { count: 0, least: read.hasMoreUndated },
        // A draft that nobody is to sign waits for nobody, and no argument tells those apart.
        draft: { count: 0, least: drafts.least || drafts.count > 0 },
      }
    : {};
  if (claimables) rest.claimable = restOf(claimables, claimables.items);
  else if (read.witnessesUnread) rest.claimable = { count: 0, least: true };
  const of = Object.fromEntries(
    causes.map((cause) => [
      cause,
      {
        count: stuck.filter((one) => one.cause === cause).length + (rest[cause]?.count ?? 0),
        least: read.known || (rest[cause]?.least ?? false),
      },
    ]),
  ) as Record<Cause, Total>;
  const totals = Object.values(of);
  return {
    all: {
      count: totals.reduce((sum, { count }) => sum + count, 0),
      least:
        totals.some(({ least }) => least) ||
        read.witnessesUnread ||
        requests.some(mayBeStuck) ||
        (lists !== undefined && hasUnreadYoung(read.newest, now)),
    },
    of,
    uncounted: causes.filter(
      (cause) =>
        of[cause].count === 0 &&
        rest[cause]?.least &&
        // What is still being read may yet be counted.
        (cause !== 'claimable' || claimables || read.claimablesFailed),
    ),
  };
}

const nothing: Total = { count: 0, least: false };

/**
 * What a list has beyond those that were read.
 *
 * @param read all that were read and belong to it, wherever they were listed
 */
function restOf({ count }: Page<object>, read: readonly object[]): Total {
  return count === undefined
    ? { count: 0, least: true }
    : { count: Math.max(0, count - read.length), least: false };
}

/** Between the newest page and those that are late, some may be stuck for another cause. */
function hasUnreadYoung(newest: readonly SignatureRequest[], now: Date): boolean {
  const oldest = newest.flatMap(({ createdAt }) => createdAt ?? []).sort()[0];
  return oldest === undefined || now.getTime() - Date.parse(oldest) < unansweredAfterMs;
}
