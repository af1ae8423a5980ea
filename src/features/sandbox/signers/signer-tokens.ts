import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { isAbsent } from '#client/session/capabilities.ts';
import { endorsables } from '#client/families/tokens/endorsables.ts';
import { sandbox } from '#client/families/sandbox.ts';
import { subjects } from '#client/families/people/subjects.ts';

import { witnesses } from '#client/families/requests/witnesses.ts';
import { useHydrated, isStub } from '#client/queries/hydration.ts';
import { useHost } from '#client/session/session-context.tsx';
import type { Endorsable, Witness } from '#contract/resources/resources.ts';
import { inboxSeconds, pace, type Signer } from './signer-invites.ts';

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

/** What a signer of the demo holds, newest first. */
export function useHoldings(signer: Signer) {
  const { fetch: fetcher, origin } = useHost();
  const client = sandbox(fetcher, origin).clientOf(signer);
  const subject = useQuery({ ...subjects(client).one(signer.id), staleTime: Infinity });
  const address = subject.data?.EVMAddress;
  const query = useInfiniteQuery({
    ...endorsables(client).pages({
      where: { ownerId: address ?? '' },
      orderBy: 'timestamp',
      orderDirection: 'desc',
    }),
    enabled: !!address,
    refetchInterval: pace(inboxSeconds.shown),
  });
  const holdings: readonly Endorsable[] | undefined = query.data?.pages.flatMap(({ items }) => items);
  return {
    client,
    address: address ?? undefined,
    holdings,
    query,
    /** The query whose state the card shows: without the signer's address nothing can be listed. */
    visibleQuery: subject.isLoadingError ? subject : query,
    /** The service lists no tokens. */
    absent: isAbsent(query.error) && !query.data,
  };
}
