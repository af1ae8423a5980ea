import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { isAbsent } from '#api/capabilities.ts';
import { sandbox } from '#api/families/sandbox.ts';
import { subjects } from '#api/families/subjects.ts';
import { walletReading } from '#api/families/wallet-lists.ts';
import { witnesses } from '#api/families/witnesses.ts';
import { useHydrated, isStub } from '#api/hydration.ts';
import { useHost } from '#api/session-context.tsx';
import type { Endorsable, Witness } from '#contract/resources.ts';
import { inboxSeconds, type Signer } from './signer-invites.ts';

/** What a signer of the demo may claim, read with the signer's own token. */
export function useClaims(signer: Signer) {
  const { fetch: fetcher, origin } = useHost();
  const client = sandbox(fetcher, origin).clientOf(signer);
  const query = useQuery({
    ...witnesses(client).whole({
      initialOwner: { eq: signer.id },
      claimable: true,
      sort: { field: 'updatedAt', order: 'desc' },
    }),
    refetchInterval: inboxSeconds.shown * 1000,
  });
  const listed = query.data?.items ?? [];
  const requests = useHydrated(
    client,
    'listSignatureRequests',
    listed.flatMap(({ signatureRequest }) => (isStub(signatureRequest) ? [signatureRequest.id] : [])),
  );
  const claims: readonly Witness[] = listed.map((witness) => ({
    ...witness,
    signatureRequest: requests[witness.signatureRequest?.id ?? ''] ?? witness.signatureRequest,
  }));
  return { query, claims };
}

/** What a signer of the demo holds: none where nothing ever came to the wallet. */
export function useHoldings(signer: Signer) {
  const { fetch: fetcher, origin } = useHost();
  const client = sandbox(fetcher, origin).clientOf(signer);
  const subject = useQuery({ ...subjects(client).one(signer.id), staleTime: Infinity });
  const address = subject.data?.EVMAddress;
  const query = useInfiniteQuery({
    ...walletReading(client, address ?? '').list('endorsables', { direction: 'desc' }),
    enabled: !!address,
    refetchInterval: inboxSeconds.shown * 1000,
  });
  const none = isAbsent(query.error);
  const holdings: readonly Endorsable[] | undefined = none
    ? []
    : query.data?.pages.flatMap(({ items }) => items);
  return {
    client,
    address: address ?? undefined,
    holdings,
    query,
    error: none || query.data ? null : (subject.error ?? query.error),
    retry: () => void (subject.error ? subject.refetch() : query.refetch()),
  };
}
