import { useQuery } from '@tanstack/react-query';
import { isoOf } from '#clock/instants.ts';
import { offers } from '#client/session/capabilities.ts';
import { ApiError } from '#client/http/errors.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { isStub, useHydration } from '#client/queries/hydration.ts';
import { requestState } from '#client/queries/reading.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { knownRequests } from '#jobs/store/known-requests.ts';
import { useWholeRequests } from '#client/queries/whole-requests.ts';
import type { Certificate, SignatureRequest, Witness } from '#contract/resources/resources.ts';
import { useElapsed } from '#ui/hooks/use-elapsed.ts';
import { mostPatience } from '#widgets/query/appear-together.tsx';
import type { QueryState } from '#widgets/query/query-view.tsx';
import type { Names } from './standing.ts';

/** Milliseconds between looks at one request: shorter while its signers may still answer. */
const every = { open: 3_000, settled: 15_000 };

/** One request with everything around it, as far as it is known. */
export interface RequestRead {
  readonly source: 'service' | 'record';
  readonly request: SignatureRequest | undefined;
  readonly query: QueryState<SignatureRequest>;
  /** Read by a shared link: it belongs to another organization, so it can only be looked at. */
  readonly shared: boolean;
  readonly people: Names;
  readonly certificates: Readonly<Record<string, Certificate>>;
  /** Witnesses of the signatures, by their ids. */
  readonly witnesses: Readonly<Record<string, Witness>>;
  /** Something around it could not be read. */
  readonly isPartMissing: boolean;
}

/**
 * @param row what a list already knows of it, shown until its own answer comes
 * @param sharedKey from a shared link: reads what the connection's own key may not
 */
export function useRequest(id: string, row?: SignatureRequest, sharedKey?: string): RequestRead {
  const { client, capabilities } = useConnection();
  const readable =
    offers(capabilities, 'listSignatureRequests') && offers(capabilities, 'readSignatureRequest');
  const paceOf = (request: SignatureRequest | undefined): number =>
    request && requestState(request) === 'witnessed' ? every.settled : every.open;
  const own = useQuery({
    ...signatureRequests(client).one(id),
    enabled: readable,
    refetchInterval: ({ state }) => (isMissing(state.error) ? false : paceOf(state.data)),
  });
  const shared = useQuery({
    ...signatureRequests(client).shared(id, () => sharedKey ?? ''),
    enabled: readable && sharedKey !== undefined && isMissing(own.error),
    refetchInterval: every.open,
  });
  const record = useQuery({ ...knownRequests(client).list(), enabled: !readable, refetchInterval: 5_000 });
  const query = readable ? (sharedKey !== undefined && isMissing(own.error) ? shared : own) : record;
  const known = record.data?.items.find((item) => item.id === id);
  const missing =
    !readable && record.data && !known
      ? new ApiError('not-found', { method: '', path: '', at: isoOf(record.dataUpdatedAt) })
      : undefined;
  const found = readable ? (query === shared ? shared.data : own.data) : known;

  const first = found ?? row;
  const [request] = useWholeRequests(first ? [first] : []);
  const invites = request?.invites ?? [];
  const { debtor, creditor } = request?.content ?? {};
  const idOf = (subject: typeof debtor): string[] =>
    typeof subject === 'string' ? [subject] : subject?.id ? [subject.id] : [];
  const people = useHydration(client, 'listSubjects', [
    ...invites.flatMap(({ subject }) => subject?.id ?? []),
    ...idOf(debtor),
    ...idOf(creditor),
  ]);
  const certificates = useHydration(
    client,
    'listCertificates',
    offers(capabilities, 'listCertificates')
      ? [...invites, ...Object.values(people.known)].flatMap(({ certificate }) =>
          isStub(certificate) ? [certificate.id] : [],
        )
      : [],
  );
  const witnesses = useHydration(
    client,
    'listWitnesses',
    invites.flatMap(({ witness }) => (isStub(witness) ? [witness.id] : [])),
    every.settled,
  );
  // Codes and certificates of the signers are lines of their own, which would move what is below them.
  const isReadingPeople = [people, certificates, witnesses].some(({ isReading }) => isReading);
  const isLate = useElapsed(mostPatience);
  const shown = isReadingPeople && !isLate ? undefined : request;
  return {
    source: readable ? 'service' : 'record',
    request: shown,
    shared: query === shared,
    people: people.known,
    certificates: certificates.known,
    witnesses: witnesses.known,
    isPartMissing: [people, certificates, witnesses].some(({ isFailed }) => isFailed),
    query: {
      data: shown,
      error: missing ?? query.error,
      // What a list knows of a request is no earlier answer to this query: it is never stale.
      isError:
        missing !== undefined || (query.isError && (query.data !== undefined || request === undefined)),
      isFetching: query.isFetching,
      dataUpdatedAt: query.dataUpdatedAt,
      refetch: () => query.refetch(),
    },
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'not-found' || error.kind === 'forbidden');
