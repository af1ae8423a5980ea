import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { sandbox } from '#client/families/sandbox.ts';
import { embeddedConnection } from '#client/session/connection.ts';
import { useHost, useSession } from '#client/session/session-context.tsx';
import type { SandboxAnchors } from '#contract/sandbox/sandbox.ts';
import { isRecipeId } from '#proofs/merkle/recipes.ts';
import type { Trust } from './verification-context.ts';
import { trustSettings, type TrustSettings } from './trust-settings.ts';

export function useTrustSettings(): TrustSettings {
  return useSyncExternalStore(trustSettings.subscribe, trustSettings.read, trustSettings.read);
}

/** What the sandbox of the service that serves this very page publishes of itself, while that is the connection. */
export function useSandboxAnchors(): { isHere: boolean; published: UseQueryResult<SandboxAnchors> } {
  const { fetch, origin } = useHost();
  const { connection, phase } = useSession();
  const isHere = phase === 'open' && connection?.baseUrl === embeddedConnection(origin).baseUrl;
  return { isHere, published: useQuery({ ...sandbox(fetch, origin).anchors(), enabled: isHere }) };
}

/**
 * By what this reader checks here and now: the settings, and while the connection is the sandbox of the service that
 * serves this very page, what that sandbox publishes of itself. Elsewhere its anchors count for nothing.
 *
 * @returns undefined while the sandbox is being read, so that nothing is checked twice
 */
export function useTrust(): Trust | undefined {
  const { policy, anchors, endorsers, range } = useTrustSettings();
  const { isHere, published } = useSandboxAnchors();
  // What failed once is not waited for again: whoever asks anew would take the page back to its beginning.
  const waiting = isHere && published.isPending && published.errorUpdateCount === 0;
  const ofSandbox = isHere ? published.data : undefined;
  return useMemo(() => {
    if (waiting) return undefined;
    const own = { policy, anchors, endorsers, ...(range && { range }) };
    if (!ofSandbox) return own;
    return {
      ...own,
      anchors: [
        ...anchors,
        ...ofSandbox.anchors.map(({ pem, sha256, title, use }) => ({ pem, sha256, title, use })),
      ],
      endorsers: [...endorsers, ...ofSandbox.endorsers],
      ...(isRecipeId(ofSandbox.recipe) && { recipe: ofSandbox.recipe }),
      ...(!range && ofSandbox.range && { range: ofSandbox.range }),
    };
  }, [waiting, ofSandbox, policy, anchors, endorsers, range]);
}
