import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { offers } from '#client/session/capabilities.ts';
import { signatureRequests, type RequestFilter } from '#client/families/requests/signature-requests.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Page } from '#client/queries/paging.ts';
import { tally, witnessDate } from '#client/queries/reading.ts';
import type { SignatureRequest, Witness } from '#contract/resources/resources.ts';
import { settledWithinMs, unansweredAfterMs } from './stuck.ts';

/** Rows of one list of what waits: so many are offered one by one, the others are counted. */
export const waitingSize = 50;

/** Milliseconds between looks at what waits: it changes by the hour. */
const everyMs = 60_000;

const oldestFirst = { sort: { field: 'createdAt', order: 'asc' } } as const;

/** The lists of what waits, each by its oldest rows with the service's count of all. */
export interface WaitingLists {
  readonly rejected: Page<SignatureRequest>;
  /** Sent, not closed, not rejected, for longer than signers have to answer. */
  readonly late: Page<SignatureRequest>;
  readonly drafts: Page<SignatureRequest>;
}

const isDraft = (one: SignatureRequest): boolean => !!one.draft;
export const isRejected = (one: SignatureRequest): boolean =>
  !one.draft && (!!one.rejectedAt || tally(one).rejected > 0);
/** Sent, not closed and not rejected. */
export const isOpen = (one: SignatureRequest): boolean => !one.draft && !one.finalized && !isRejected(one);

export interface Waiting<Lists> {
  /** Undefined while they are read, and where everything was read already. */
  readonly lists: Lists | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}

/**
 * What waits among the requests, oldest first, for organizations of which the newest page is not all.
 *
 * @param newest the newest page of all
 * @param enabled there are more requests than the newest page has
 */
export function useWaitingRequests(
  mine: RequestFilter,
  newest: Page<SignatureRequest> | undefined,
  enabled: boolean,
): Waiting<WaitingLists> {
  const { client } = useConnection();
  const family = signatureRequests(client);
  const looks = { enabled, refetchInterval: everyMs };
  const rejected = useQuery({
    ...family.page({ ...mine, ...oldestFirst, draft: false, rejectedAt: { exists: true } }, 1, waitingSize),
    ...looks,
  });
  const late = useQuery({ ...family.openLongerThan(unansweredAfterMs, mine, waitingSize), ...looks });
  const drafts = useQuery({
    ...family.page({ ...mine, ...oldestFirst, draft: true }, 1, waitingSize),
    ...looks,
  });
  const all = [rejected, late, drafts];
  return {
    lists:
      enabled && rejected.data && late.data && drafts.data
        ? {
            rejected: held(rejected.data, newest, isRejected),
            late: held(late.data, newest, isOpen),
            drafts: held(drafts.data, newest, isDraft),
          }
        : undefined,
    error: (enabled && all.find(({ data, error }) => data === undefined && error)?.error) || null,
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const one of all) if (one.isError) void one.refetch();
    },
  };
}

/**
 * A page of a service that may not know an argument: where one row is not what was requested, there are not as many as
 * the count says, or it counts all that there are and some of those do not fit, the count is not taken.
 */
function held<Item>(
  page: Page<Item>,
  newest: Page<Item> | undefined,
  fits: (one: Item) => boolean,
): Page<Item> {
  const items = page.items.filter(fits);
  const { count = items.length } = page;
  const isOfAll = count === newest?.count && !newest.items.every(fits);
  const isCounted =
    !isOfAll && items.length === page.items.length && items.length === Math.min(count, waitingSize);
  return isCounted ? page : { ...page, items, count: undefined };
}

/** What waits among the witnesses, for organizations of which the newest page is not all. */
export function useWaitingWitnesses(
  mine: RequestFilter,
  newest: Page<Witness> | undefined,
  enabled: boolean,
): {
  readonly claimables: Page<Witness> | undefined;
  readonly undated: readonly Witness[];
  /** There may be more of them than were read. */
  readonly hasMoreUndated: boolean;
  /** One of the two lists was not read yet, or could not be. */
  readonly isUnread: boolean;
  /** Those to claim could not be read so far, also while it is tried again. */
  readonly hasFailed: boolean;
} {
  const { client } = useConnection();
  const family = witnesses(client);
  const looks = { enabled, refetchInterval: everyMs };
  const claimables = useQuery({
    ...family.page({ ...mine, ...oldestFirst, claimable: true }, 1, waitingSize),
    ...looks,
  });
  // No argument speaks of the third-party witness: what only that one has dated comes along, and is left out here.
  const undated = useQuery({
    ...family.page(
      {
        ...mine,
        ...oldestFirst,
        nom151: { provider: { exists: false } },
        merkleized: { nom151Provider: { exists: false } },
      },
      1,
      waitingSize,
    ),
    ...looks,
  });
  return {
    claimables:
      enabled && claimables.data
        ? held(claimables.data, newest, ({ claiming, claimed }) => !!claiming && !claimed)
        : undefined,
    undated: (enabled && undated.data?.items) || none,
    hasMoreUndated: enabled && hasMore(undated.data, waitingSize),
    isUnread: enabled && (!claimables.data || !undated.data),
    hasFailed: enabled && claimables.data === undefined && claimables.errorUpdateCount > 0,
  };
}

/**
 * Whether a page is not all of its list; where the service does not count, a page that is full may not be.
 *
 * @param size rows that were requested
 */
export const hasMore = (page: Page<object> | undefined, size: number): boolean =>
  page !== undefined &&
  (page.count === undefined
    ? page.nextPage !== undefined || page.items.length >= size
    : page.count > page.items.length);

const none: readonly Witness[] = [];

/** Requests of witnesses that no strategy has processed in time, as far as they are not here already. */
export function useUnwitnessed(
  undated: readonly Witness[],
  here: readonly SignatureRequest[],
  now: Date,
): readonly SignatureRequest[] {
  const { client, capabilities } = useConnection();
  const known = new Set(here.map(({ id }) => id));
  const ids = undated
    .filter(
      (witness) =>
        !isStub(witness) &&
        !witnessDate(witness) &&
        now.getTime() - Date.parse(witness.createdAt ?? '') > settledWithinMs,
    )
    .flatMap(({ signatureRequest }) => signatureRequest?.id ?? [])
    .filter((id) => !known.has(id));
  const found = useHydrated(
    client,
    'listSignatureRequests',
    offers(capabilities, 'listSignatureRequests') ? ids : [],
  );
  return useMemo(() => Object.values(found), [found]);
}
