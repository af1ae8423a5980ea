import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { offers } from '#client/session/capabilities.ts';
import { mostLinks, organizationLinks, organizations } from '#client/families/people/organizations.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { witnesses, type WitnessFilter } from '#client/families/requests/witnesses.ts';
import type { Client } from '#client/http/client.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { uniqueById } from '#client/queries/paging.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { knownRequests } from '#jobs/store/known-requests.ts';
import { useWholeRequests } from '#client/queries/whole-requests.ts';
import type { SignatureRequest, Subject, Witness } from '#contract/resources/resources.ts';
import { useLastAnswer } from '#ui/hooks/use-last-answer.ts';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import type { QueryState } from '#widgets/query/query-view.tsx';
import { useWholeCertificates } from '#widgets/people/certificate-state.tsx';
import { hasMore, useUnwitnessed, useWaitingRequests, useWaitingWitnesses } from './use-waiting.ts';

/** Rows of the newest requests and witnesses that are read: one page. What waits is listed by itself where there are more. */
export const newestSize = 100;

/** Milliseconds between looks at the newest. */
const everyMs = 15_000;
/** Milliseconds between looks at what changes by the hour. */
const slowlyMs = 60_000;

const newestFirst = { sort: { field: 'createdAt', order: 'desc' } } as const;

/**
 * Everything that the overview is made of, wherever it comes from. No list is read to its end: of the newest one page,
 * and where that is not all, of each kind of what waits the oldest page with the count of the service.
 *
 * @param witnessMost how many witnesses are read; the user may ask for older ones
 */
export function useOverview(witnessMost: number) {
  const { client, capabilities, organization } = useConnection();
  const now = useServiceNow(60_000);
  const listed = offers(capabilities, 'listSignatureRequests');
  const mine = organization ? { organization: { eq: organization.id } } : {};
  const fromService = useQuery({
    ...signatureRequests(client).page({ ...mine, ...newestFirst }, 1, newestSize),
    enabled: listed,
    refetchInterval: everyMs,
  });
  const fromRecord = useQuery({
    ...knownRequests(client).list(),
    enabled: !listed,
    refetchInterval: everyMs,
  });
  const read = listed ? fromService : fromRecord;
  const partial = listed && hasMore(fromService.data, newestSize);
  const waiting = useWaitingRequests(mine, fromService.data, partial);
  const newestWitnesses = useNewestWitnesses(mine, witnessMost);
  const { claimables, undated, hasMoreUndated, isUnread, hasFailed } = useWaitingWitnesses(
    mine,
    newestWitnesses.newest,
    newestWitnesses.isPartial,
  );
  // The newest answer stands where a request is in several.
  const { lists } = waiting;
  const items = useMemo(
    () =>
      read.data && (!partial || lists)
        ? uniqueById([
            ...(lists ? [...lists.drafts.items, ...lists.late.items, ...lists.rejected.items] : []),
            ...read.data.items,
          ])
        : undefined,
    [read.data, partial, lists],
  );
  const unwitnessed = useUnwitnessed(undated, items ?? nothing, now);
  const requests = useWithPeople(
    client,
    useMemo(() => items && [...items, ...unwitnessed], [items, unwitnessed]),
  );
  const newestIds = useMemo(() => new Set(read.data?.items.map(({ id }) => id)), [read.data]);
  // Services that send an organization whole inside its rows need not be requested for it.
  const isReadingRows = fromService.isLoading || newestWitnesses.isLoading;
  const reported = [...(fromService.data?.items ?? nothing), ...(newestWitnesses.newest?.items ?? none)].find(
    (row) => row.organization?.quota && row.organization.id === organization?.id,
  )?.organization;
  const own = useQuery({
    ...organizations(client).one(organization?.id ?? ''),
    enabled:
      organization !== undefined && offers(capabilities, 'listOrganizations') && !reported && !isReadingRows,
  });
  // What is claimed is left out by who reads: a service that does not know the argument answers all of them.
  const claimable = claimables?.items ?? newestWitnesses.data?.items;
  const failure = waiting.error ?? read.error;
  return {
    source: listed ? ('service' as const) : ('record' as const),
    /** The newest requests and those that wait: there is no answer before all of their lists came. */
    query: {
      data: requests,
      error: failure,
      isError: failure !== null,
      isFetching: read.isFetching || waiting.isFetching,
      dataUpdatedAt: read.dataUpdatedAt,
      refetch: () => {
        if (read.isError) void read.refetch();
        waiting.refetch();
      },
    } satisfies QueryState<readonly SignatureRequest[]>,
    /** Of them the newest, without those that are here only because they wait. */
    newest: useMemo(() => requests?.filter(({ id }) => newestIds.has(id)) ?? nothing, [requests, newestIds]),
    partial,
    lists,
    witnesses: newestWitnesses,
    claimables: claimable ?? none,
    /** What may be claimed, where not all witnesses were read. */
    listedClaimables: claimables,
    hasMoreUndated,
    witnessesUnread: newestWitnesses.newest === undefined || isUnread,
    claimablesFailed: newestWitnesses.hasFailed || hasFailed,
    organization: reported ?? own.data,
    /** Undefined where the organization was read, or is being read. */
    organizationFailure: own.isLoadingError ? { error: own.error, refetch: own.refetch } : undefined,
    organizationLoading: isReadingRows || own.isLoading,
  };
}

export type Overview = ReturnType<typeof useOverview>;

/** The newest witnesses: one page that is looked at again and again, and older ones once the user requested them. */
function useNewestWitnesses(mine: WitnessFilter, most: number) {
  const { client, organization } = useConnection();
  const filter = { ...mine, ...newestFirst };
  const newest = useQuery({ ...witnesses(client).page(filter, 1, newestSize), refetchInterval: everyMs });
  // What is older changes little, and looking through all of it again and again costs the service.
  const older = useQuery({ ...witnesses(client).whole(filter, most), enabled: most > newestSize });
  // More of the same stays the same question: what was read so far is shown until the rest is there.
  const scope = `${client.scope} ${organization?.id ?? ''}`;
  const { answer } = useLastAnswer<{
    readonly items: readonly Witness[];
    readonly count: number | undefined;
  }>({
    question: scope,
    scope,
    answer: most > newestSize ? older.data : newest.data,
    failed: false,
  });
  const { isError, isLoading, error, isFetching, dataUpdatedAt, refetch } = newest;
  return {
    data: answer,
    newest: newest.data,
    /** None was read so far, also while it is tried again. */
    hasFailed: newest.data === undefined && newest.errorUpdateCount > 0,
    isPartial: hasMore(newest.data, newestSize),
    isReadingMore: most > newestSize && older.isFetching,
    isError,
    isLoading,
    error,
    isFetching,
    dataUpdatedAt,
    refetch,
  };
}

/**
 * Ids of the signers of drafts without those who are known to have no link; undefined while that is not known, and
 * where the service does not say. Links of one page of people are looked up: of whoever is beyond it nothing is said.
 */
export function useLinked(
  requests: readonly SignatureRequest[],
  enabled: boolean,
): ReadonlySet<string> | undefined {
  const { client, capabilities, organization } = useConnection();
  const drafts = requests.filter(({ draft }) => draft);
  const signers = new Set(
    drafts.flatMap(({ invites }) => (invites ?? []).flatMap(({ subject }) => subject?.id ?? [])),
  );
  const [queried, beyond] = [[...signers].slice(0, mostLinks), [...signers].slice(mostLinks)];
  const { data } = useQuery({
    ...organizationLinks(client).of(
      [...queried].sort(),
      organization ? { organization: { eq: organization.id } } : {},
    ),
    enabled: enabled && queried.length > 0 && offers(capabilities, 'listOrganizationLinks'),
    refetchInterval: slowlyMs,
  });
  // A service that does not know the argument answers a page of anybody's links.
  if (!data || data.mismatched > 0) return undefined;
  return new Set([...beyond, ...data.items.flatMap(({ subject }) => subject?.id ?? [])]);
}

const nothing: readonly SignatureRequest[] = [];

/** Invites, witnesses, names and certificates of these requests, where the service sends only their ids. */
function useWithPeople(
  client: Client,
  items: readonly SignatureRequest[] | undefined,
): readonly SignatureRequest[] | undefined {
  const full = useWholeRequests(items ?? nothing, everyMs);
  const subjects = full.flatMap(({ invites }) =>
    (invites ?? []).flatMap(({ subject }): Subject[] => (subject ? [subject] : [])),
  );
  const people = useHydrated(
    client,
    'listSubjects',
    subjects.flatMap((subject) => (isStub(subject) ? [subject.id] : [])),
  );
  const known = subjects.map((subject) => people[subject.id ?? ''] ?? subject);
  const certificates = useWholeCertificates(known.map(({ certificate }) => certificate));
  const whole = (subject: Subject | null | undefined): Subject | null | undefined => {
    const found = (subject?.id ? people[subject.id] : undefined) ?? subject;
    const certificate = certificates[found?.certificate?.id ?? ''];
    return found && certificate ? { ...found, certificate } : found;
  };
  if (!items) return undefined;
  return full.map((request) => ({
    ...request,
    invites: request.invites?.map((invite) => ({ ...invite, subject: whole(invite.subject) })),
  }));
}

const none: readonly Witness[] = [];
