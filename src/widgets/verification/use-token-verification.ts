import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Endorsable } from '#contract/resources/resources.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { evidenceOfToken } from './worker/verify-token.ts';
import { collectToken, type CollectedToken } from './collect/collect-token.ts';
import { sharedVerifier } from './worker/verifier.ts';
import type { TokenResult } from './worker/tasks.ts';
import type { VerificationContext } from './context/verification-context.ts';
import { chainAnswersKey, numberOf, useChainAnswers, type ChainAnswers } from './use-evidence-report.ts';
import { useTrustSettings, useTrust } from './context/use-trust.ts';

export interface TokenVerification {
  readonly collected: CollectedToken | undefined;
  readonly answer: TokenResult | undefined;
  readonly reader: VerificationContext | undefined;
  /** What the user's nodes are queried about. */
  readonly requested: Evidence | undefined;
  /** What is under way; the answer may be the one before it. */
  readonly working: 'collecting' | 'querying' | 'verifying' | undefined;
  /** What stopped the verifier: a defect, never a verdict. */
  readonly error: unknown;
  readonly nodes: Omit<ChainAnswers, 'exchanges'>;
  /** Reads everything again and checks it for now. */
  readonly recheck: () => void;
}

/** From a token to the verdict on its chain: witness and events, the reader's trust, answers of the reader's nodes. */
export function useTokenVerification(token: Endorsable | undefined): TokenVerification {
  const { client, capabilities } = useConnection();
  const cache = useQueryClient();
  const trust = useTrust();
  const { nodes } = useTrustSettings();
  const id = token?.id?.toString();
  const collect = () => collectToken({ client, capabilities, cache }, token ?? {});
  const collecting = useQuery(
    queryOptions({
      // Read anew when the token has another owner; the last reading stays in sight meanwhile.
      queryKey: [client.scope, 'token-evidence', id, token?.ownerId, token?.timestamp],
      queryFn: () => collect(),
      enabled: token !== undefined,
      placeholderData: (before: CollectedToken | undefined) =>
        before?.token.id?.toString() === id ? before : undefined,
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      structuralSharing: false,
      retry: false,
    }),
  );
  const collected = collecting.data;
  const evidence = collecting.isPlaceholderData ? undefined : collected?.evidence;
  const requested = useMemo(() => {
    if (evidence === undefined) return undefined;
    // Without a witness the logs of the token are requested all the same.
    return evidence.witness
      ? evidenceOfToken(evidence)
      : { witness: { hash: '', endorsable: evidence.token } };
  }, [evidence]);
  const { exchanges, ...answers } = useChainAnswers(requested, trust, nodes);
  const now = collecting.dataUpdatedAt;
  const reader = useMemo(
    () => (trust === undefined || now === 0 ? undefined : { trust, now, exchanges }),
    [trust, now, exchanges],
  );
  const verification = useQuery(
    queryOptions({
      queryKey: ['token-answer', numberOf(evidence), numberOf(reader)],
      queryFn: ({ signal }) => {
        if (!evidence || !reader) throw new Error('There is nothing to check.');
        return sharedVerifier().run('token', { evidence, reader }, signal);
      },
      enabled: evidence !== undefined && reader !== undefined,
      placeholderData: keepPreviousData,
      staleTime: Infinity,
      gcTime: 60_000,
      refetchOnWindowFocus: false,
      structuralSharing: false,
      retry: false,
    }),
  );
  const { refetch } = collecting;
  const recheck = useCallback(() => {
    void cache
      .invalidateQueries({ queryKey: witnesses(client).key, refetchType: 'none' })
      .then(() => refetch())
      .then(() => cache.invalidateQueries({ queryKey: chainAnswersKey }));
  }, [refetch, cache, client]);
  return {
    collected,
    answer: verification.data,
    reader,
    requested,
    ...workingOf(collecting.isFetching, answers.isQuerying, verification.isFetching),
    error: collecting.error ?? verification.error,
    nodes: answers,
    recheck,
  };
}

function workingOf(
  collecting: boolean,
  isQuerying: boolean,
  isVerifying: boolean,
): Pick<TokenVerification, 'working'> {
  if (collecting) return { working: 'collecting' };
  if (isQuerying) return { working: 'querying' };
  return { working: isVerifying ? 'verifying' : undefined };
}
