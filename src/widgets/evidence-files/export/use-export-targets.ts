import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { currentMillis } from '#clock/clock.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import type { SignatureRequest, Witness } from '#contract/resources/resources.ts';
import { firstQuestions } from '#proofs/chain/chain-queries.ts';
import { askNodes } from '../../verification/nodes/query-nodes.ts';
import { collectWitness, type Source } from '../../verification/collect/collect-evidence.ts';
import { useTrustSettings, useTrust } from '../../verification/context/use-trust.ts';
import type { ExportTarget, ToExport } from './export-many.ts';

export interface ExportTargets {
  /** Without a title, the name of its request; a hash where it has none. */
  readonly ofWitness: (witness: Witness, title?: string) => ExportTarget;
  readonly ofRequest: (request: SignatureRequest, title: string) => ExportTarget;
}

/**
 * Witnesses and requests as what can be exported: read from the service, looked up at the reader's nodes, checked
 * by what the reader trusts here and now.
 *
 * @returns undefined while it is not known yet what the reader trusts
 */
export function useExportTargets(): ExportTargets | undefined {
  const { client, capabilities } = useConnection();
  const { fetch } = useHost();
  const cache = useQueryClient();
  const trust = useTrust();
  const { nodes } = useTrustSettings();
  return useMemo(() => {
    if (trust === undefined) return undefined;
    const source: Source = { client, capabilities, cache };
    const collect = async (witness: Witness, signal: AbortSignal): Promise<ToExport> => {
      const { evidence, document, gaps, request } = await collectWitness(source, witness);
      const questions = nodes.length > 0 ? firstQuestions(evidence, trust) : [];
      const exchanges = await askNodes(nodes, questions, { fetch, now: currentMillis }, signal);
      return {
        evidence,
        document,
        reader: { trust, now: currentMillis(), exchanges },
        partial: gaps.length > 0,
        ...(request?.name && { title: request.name }),
      };
    };
    return {
      ofWitness: (witness, title) => ({
        id: witness.id ?? '',
        title: title ?? witness.hash ?? '',
        hash: witness.hash ?? undefined,
        collect: async (signal) => ({
          ...(await collect(witness, signal)),
          ...(title !== undefined && { title }),
        }),
      }),
      ofRequest: (request, title) => ({
        id: request.id ?? '',
        title,
        hash: request.witness?.hash ?? undefined,
        collect: async (signal) => collect(await witnessOf(source, request), signal),
      }),
    };
  }, [client, capabilities, cache, fetch, trust, nodes]);
}

/** The witness of a request's document; before there is one, its signatures are all there is to be checked. */
async function witnessOf({ client, cache }: Source, request: SignatureRequest): Promise<Witness> {
  const { witness } = request;
  const requestId = request.id ? { id: request.id } : undefined;
  const whole = witness?.id && !witness.hash ? await cache.query(witnesses(client).one(witness.id)) : witness;
  return { ...whole, ...(requestId && { signatureRequest: requestId }) };
}
