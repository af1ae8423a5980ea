import { useQuery } from '@tanstack/react-query';
import { offers } from '#api/capabilities.ts';
import { organizationLinks, organizations } from '#api/families/organizations.ts';
import { signatureRequests } from '#api/families/signature-requests.ts';
import { witnesses } from '#api/families/witnesses.ts';
import type { Client } from '#api/client.ts';
import { isStub, useHydrated } from '#api/hydration.ts';
import { useConnection } from '#api/session-context.tsx';
import { knownRequests } from '#api/store/known-requests.ts';
import { useWholeRequests } from '#api/whole-requests.ts';
import type { SignatureRequest, Subject, Witness } from '#contract/resources.ts';
import { useLastAnswer } from '#ui/use-last-answer.ts';
import { useWholeCertificates } from '#widgets/certificate-state.tsx';

/** Requests and witnesses that are looked at; more than these are counted, not read. */
export const readMost = 500;
/** Documents to be claimed that are looked at. */
const claimableMost = 100;

/** Milliseconds between looks: the queue changes by the hour, not by the second. */
const every = 15_000;

const newestFirst = { sort: { field: 'createdAt', order: 'desc' } } as const;

/**
 * Everything that the overview is made of, wherever it comes from.
 *
 * @param witnessMost how many witnesses are read; the reader may ask for older ones
 */
export function useOverview(witnessMost: number) {
  const { client, capabilities, organization } = useConnection();
  const listed = offers(capabilities, 'listSignatureRequests');
  const mine = organization ? { organization: { eq: organization.id } } : {};
  const fromService = useQuery({
    ...signatureRequests(client).whole({ ...mine, ...newestFirst }, readMost),
    enabled: listed,
    refetchInterval: every,
  });
  const fromRecord = useQuery({ ...knownRequests(client).list(), enabled: !listed, refetchInterval: every });
  const read = listed ? fromService : fromRecord;
  const newest = useQuery({
    ...witnesses(client).whole({ ...mine, ...newestFirst }, witnessMost),
    // What is older changes little, and looking through all of it again and again costs the service.
    refetchInterval: witnessMost > readMost ? false : every,
  });
  // More of the same stays the same question: what was read so far is shown until the rest is there.
  const scope = `${client.scope} ${organization?.id ?? ''}`;
  const { answer } = useLastAnswer({
    question: scope,
    scope,
    answer: newest.data,
    failed: false,
  });
  const { isError, error, isFetching, refetch } = newest;
  const isReadingMore = answer !== undefined && newest.data === undefined;
  const seen = { data: answer, isReadingMore, isError, error, isFetching, refetch };
  const claimables = useQuery({
    ...witnesses(client).whole({ ...mine, ...newestFirst, claimable: true }, claimableMost),
    refetchInterval: every,
  });
  const links = useQuery({
    ...organizationLinks(client).whole(mine),
    enabled: offers(capabilities, 'listOrganizationLinks'),
    refetchInterval: every,
  });
  const own = useQuery({
    ...organizations(client).one(organization?.id ?? ''),
    enabled: organization !== undefined && offers(capabilities, 'listOrganizations'),
  });
  const items: readonly SignatureRequest[] | undefined = read.data?.items;
  // A service that does not know the argument answers all of them: what is claimed is left out by who reads.
  const claiming = useWithClaimers(client, claimables.data?.items);
  return {
    source: listed ? ('service' as const) : ('record' as const),
    requests: useWithPeople(client, items),
    total: listed ? fromService.data?.count : undefined,
    witnesses: seen,
    claimables: claiming,
    linked: links.data && new Set(links.data.items.flatMap(({ subject }) => subject?.id ?? [])),
    organization: own.data,
    organizationLoading: own.isLoading,
    read,
  };
}

const nothing: readonly SignatureRequest[] = [];

/** Invites, witnesses, names and certificates of these requests, where the service sends only their ids. */
function useWithPeople(
  client: Client,
  items: readonly SignatureRequest[] | undefined,
): readonly SignatureRequest[] | undefined {
  const full = useWholeRequests(items ?? nothing, every);
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

/** Names of those who may claim, and of the documents, where the service sends only ids. */
function useWithClaimers(client: Client, found: readonly Witness[] = none): readonly Witness[] {
  const owners = found.flatMap(({ initialOwner }) => (isStub(initialOwner) ? [initialOwner.id] : []));
  const people = useHydrated(client, 'listSubjects', owners);
  return found.map((witness) => ({
    ...witness,
    initialOwner: people[witness.initialOwner?.id ?? ''] ?? witness.initialOwner,
  }));
}

const none: readonly Witness[] = [];
