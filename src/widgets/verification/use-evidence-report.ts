import {
  keepPreviousData,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { currentMillis } from '#clock/clock.ts';
import type { Capabilities } from '#client/session/capabilities.ts';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import type { Client } from '#client/http/client.ts';
import type { Witness } from '#contract/resources/resources.ts';
import { firstQuestions } from '#proofs/chain/chain-queries.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { Json } from '#proofs/encoding/json.ts';
import type { Report } from '#proofs/verdict/report.ts';
import type { RpcExchange } from '#proofs/chain/rpc.ts';
import { askNodes, type RpcNodeAddress } from './nodes/query-nodes.ts';
import { collectWitness, type Collected } from './collect/collect-evidence.ts';
import type { Collecting, SettledChecks } from './collect/collecting.ts';
import { sharedVerifier } from './worker/verifier.ts';
import type { VerificationContext, Trust } from './context/verification-context.ts';

const numbers = new WeakMap<object, number>();
let numbered = 0;

/** Evidence has no name of its own: each object that is given gets a number, to stand for it in cache keys. */
export function numberOf(value: object | undefined): number {
  if (value === undefined) return 0;
  const number = numbers.get(value) ?? (numbered += 1);
  numbers.set(value, number);
  return number;
}

/** What the service has about a witness, read anew when the witness changes. */
export function useCollected(witness: Witness | undefined) {
  const { client, capabilities } = useConnection();
  const cache = useQueryClient();
  return useQuery(collectedOptions({ client, capabilities, cache }, witness));
}

/** Time between two looks at what has arrived: pieces that come together are shown together. */
const lookMilliseconds = 50;

function collectedOptions(
  source: { client: Client; capabilities: Capabilities; cache: QueryClient },
  witness: Witness | undefined,
) {
  const collect = async (): Promise<Collected> => {
    const { queryKey } = sofarOptions(source.client, witness);
    let latest: Collecting | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      timer = undefined;
      source.cache.setQueryData(queryKey, latest);
    };
    return collectWitness(source, witness ?? {}, {
      onProgress: (sofar) => {
        latest = sofar;
        timer ??= setTimeout(show, lookMilliseconds);
      },
    });
  };
  return queryOptions({
    queryKey: [source.client.scope, 'evidence', witness?.id, numberOf(witness)],
    queryFn: () => collect(),
    enabled: witness !== undefined,
    // The last reading stays in sight while the next one is under way.
    placeholderData: (before: Collected | undefined) =>
      before?.evidence.witness?.id === witness?.id ? before : undefined,
    staleTime: Infinity,
    retry: false,
  });
}

function sofarOptions(client: Client, witness: Witness | undefined) {
  return queryOptions<Collecting>({
    queryKey: [client.scope, 'evidence-so-far', witness?.id, numberOf(witness)],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: 60_000,
    structuralSharing: false,
  });
}

/** What has arrived of the evidence, and which checks are decided by it. Neither is a verdict. */
export interface SoFar {
  readonly collecting: Collecting;
  readonly settled: SettledChecks | undefined;
}

export function useSoFar(witness: Witness | undefined, trust: Trust | undefined): SoFar | undefined {
  const { client } = useConnection();
  const { data: collecting } = useQuery(sofarOptions(client, witness));
  const arrived = collecting?.arrived;
  const { data: digests } = useQuery(digestsOptions(arrived?.bytes));
  const { data: settled } = useQuery(
    queryOptions({
      queryKey: ['settled-checks', numberOf(arrived), numberOf(digests), numberOf(trust)],
      queryFn: () => {
        if (!arrived || !trust) throw new Error('There is nothing to check.');
        const { bytes: _, ...rest } = arrived;
        const reader = { trust, now: currentMillis(), exchanges: [] };
        return sharedVerifier().run('settled', { arrived: rest, digests, reader });
      },
      enabled: arrived !== undefined && trust !== undefined,
      placeholderData: keepPreviousData,
      staleTime: Infinity,
      gcTime: 60_000,
      retry: false,
    }),
  );
  return useMemo(() => collecting && { collecting, settled }, [collecting, settled]);
}

export interface Digested {
  /** Undefined while the document is being hashed, so that nothing is checked twice. */
  readonly evidence: Evidence | undefined;
  /** The document's bytes could not be hashed: the evidence then stands without them. */
  readonly error: unknown;
}

/** What was collected, with the digests of the document that came with it: hashed here, in a worker. */
export function useDigested(collected: Collected | undefined): Digested {
  const document = collected?.document;
  const hashed = useQuery(digestsOptions(document));
  const { data: digests, isPending, error } = hashed;
  const waiting = document !== undefined && isPending;
  const evidence = useMemo(
    () => (collected === undefined || waiting ? undefined : { ...collected.evidence, ...digests }),
    [collected, waiting, digests],
  );
  return { evidence, error };
}

function digestsOptions(document: Blob | undefined) {
  return queryOptions({
    queryKey: ['document-digests', numberOf(document)],
    queryFn: ({ signal }) => {
      if (!document) throw new Error('There is nothing to hash.');
      return sharedVerifier().run('digests', { file: document }, signal);
    },
    enabled: document !== undefined,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
}

/** What the reader's nodes answered, and how many questions are done. */
export interface ChainAnswers {
  readonly exchanges: readonly RpcExchange[];
  readonly isQuerying: boolean;
  /** Questions put so far, of those known by now; undefined while no node is queried. */
  readonly progress: { readonly requested: number; readonly of: number } | undefined;
  /** The reader stopped it: nothing was heard from the nodes. */
  readonly stopped: boolean;
  readonly stop: () => void;
  readonly askAgain: () => void;
}

/** All of what nodes answered begins with it in the cache. */
export const chainAnswersKey = ['chain-answers'] as const;

/** What the reader's nodes answer to everything in the evidence that hangs on a chain. */
export function useChainAnswers(
  evidence: Evidence | undefined,
  trust: Trust | undefined,
  nodes: readonly RpcNodeAddress[],
): ChainAnswers {
  const { fetch } = useHost();
  const cache = useQueryClient();
  const [progress, setProgress] = useState<ChainAnswers['progress']>();
  const questions = useMemo(
    () => (evidence && trust && nodes.length > 0 ? firstQuestions(evidence, trust) : []),
    [evidence, trust, nodes],
  );
  // Addresses of nodes may hold keys: numbers stand for them.
  const ask = (signal: AbortSignal, tell: (requested: number, of: number) => void) =>
    askNodes(nodes, questions, { fetch, now: currentMillis, readLong }, signal, tell);
  const queryKey = [...chainAnswersKey, numberOf(evidence), numberOf(trust), numberOf(nodes)];
  const enabled = questions.length > 0;
  const requested = useQuery(
    queryOptions({
      queryKey,
      queryFn: async ({ signal }) => {
        const tell = atMostEvery(100, (requested: number, of: number) => setProgress({ requested, of }));
        try {
          return await ask(signal, tell);
        } finally {
          setProgress(undefined);
        }
      },
      enabled,
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      // Thousands of answers are not compared one by one with those before.
      structuralSharing: false,
      retry: false,
    }),
  );
  const { refetch } = requested;
  return {
    exchanges: requested.data ?? noExchanges,
    isQuerying: requested.isFetching,
    progress: requested.isFetching ? progress : undefined,
    stopped: enabled && requested.isPending && !requested.isFetching,
    stop: () => void cache.cancelQueries({ queryKey, exact: true }),
    askAgain: () => void refetch(),
  };
}

const noExchanges: readonly RpcExchange[] = [];

const readLong = async (text: string): Promise<Json | undefined> =>
  (await sharedVerifier().run('json', { text })).value;

/** Passes calls on, but not more often than every so many milliseconds. */
function atMostEvery<Args extends unknown[]>(milliseconds: number, call: (...args: Args) => void) {
  let last = -Infinity;
  return (...args: Args): void => {
    const now = performance.now();
    if (now - last < milliseconds) return;
    last = now;
    call(...args);
  };
}

export interface EvidenceReport {
  readonly report: Report | undefined;
  /** A verification is under way; `report` may be the one before it. */
  readonly isVerifying: boolean;
  /** The verifier stopped: a defect, shown as such and never as a verdict. */
  readonly error: unknown;
}

/** The report on evidence, made in a worker. */
export function useReport(
  evidence: Evidence | undefined,
  reader: VerificationContext | undefined,
): EvidenceReport {
  const query = useQuery(
    queryOptions({
      queryKey: ['report', numberOf(evidence), numberOf(reader)],
      queryFn: ({ signal }) => {
        if (!evidence || !reader) throw new Error('There is nothing to check.');
        return sharedVerifier().run('evidence', { evidence, reader }, signal);
      },
      enabled: evidence !== undefined && reader !== undefined,
      placeholderData: keepPreviousData,
      staleTime: Infinity,
      gcTime: 60_000,
      retry: false,
    }),
  );
  return { report: query.data, isVerifying: query.isFetching, error: query.error };
}
