import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { sharedVerifier } from '#widgets/verification/worker/verifier.ts';
import type { VerificationContext } from '#widgets/verification/context/verification-context.ts';
import { useReport } from '#widgets/verification/use-evidence-report.ts';
import { fallenChecks, type FallenCheck } from './fallen-checks.ts';
import type { TamperPlace, TamperTarget } from './tamper.ts';

export interface Simulation {
  readonly target: TamperTarget | undefined;
  /** Which byte was bent; undefined until it is. */
  readonly where: TamperPlace | undefined;
  /** The report on the bent evidence; undefined while it is being made. */
  readonly report: Report | undefined;
  readonly evidence: Evidence | undefined;
  readonly fallen: readonly FallenCheck[];
  readonly error: unknown;
  readonly start: (target: TamperTarget) => void;
  readonly undo: () => void;
}

/** It reads certificates, responses and time-stamps, which the page itself leaves to a worker. */
const tamperModule = queryOptions({
  queryKey: ['tamper-module'],
  queryFn: async () => (await import('./tamper.ts')).tamper,
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
});

/**
 * One bit flipped in a copy of the evidence, verified by the same program for the same time. It lives on this page alone:
 * no address, store or file ever holds it, and the untouched report stays beside it.
 */
export function useSimulation(
  evidence: Evidence | undefined,
  file: Blob | undefined,
  reader: VerificationContext | undefined,
  untouched: Report | undefined,
): Simulation {
  const [target, setTarget] = useState<TamperTarget>();
  const ofDocument = target?.object === 'document';
  const bend = (signal: AbortSignal) => bendDocument(evidence, file, signal);
  const bentDocument = useQuery(
    queryOptions({
      queryKey: ['bent-document', evidence?.documentDigest ?? ''],
      queryFn: ({ signal }) => bend(signal),
      enabled: ofDocument && file !== undefined && evidence !== undefined,
      staleTime: Infinity,
      gcTime: 60_000,
      retry: false,
    }),
  );
  const tampering = useQuery({ ...tamperModule, enabled: target !== undefined && !ofDocument });
  const tamper = tampering.data;
  const bent = useMemo(() => {
    if (!evidence || !target) return undefined;
    if (target.object !== 'document') return tamper?.(evidence, undefined, target);
    return (
      bentDocument.data && {
        evidence: { ...evidence, ...bentDocument.data.digests },
        where: bentDocument.data.where,
      }
    );
  }, [evidence, target, tamper, bentDocument.data]);
  const verification = useReport(bent?.evidence, reader);
  const report = bent !== undefined && !verification.isVerifying ? verification.report : undefined;
  const fallen = useMemo(
    () => (untouched && report ? fallenChecks(untouched, report) : []),
    [untouched, report],
  );
  const origin = useRef<HTMLElement>(null);
  const holdStill = useHeldStill(origin);
  const start = useCallback(
    (next: TamperTarget) => {
      if (document.activeElement instanceof HTMLElement) origin.current = document.activeElement;
      holdStill();
      setTarget(next);
    },
    [holdStill],
  );
  const undo = useCallback(() => {
    holdStill();
    setTarget(undefined);
    // The button that undid it is gone: the focus goes back to what began it.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) origin.current?.focus({ preventScroll: true });
    });
  }, [holdStill]);
  return {
    target,
    where: bent?.where,
    report,
    evidence: bent?.evidence,
    fallen,
    error: verification.error ?? (ofDocument ? bentDocument.error : tampering.error),
    start,
    undo,
  };
}

/**
 * Keeps an element in sight where it is on the screen, whatever grows or shrinks above it: what somebody has just pressed
 * stays under the pointer.
 *
 * @returns begins to, from where the element is now
 */
function useHeldStill(elementRef: RefObject<HTMLElement | null>): () => void {
  /** Px from the top of the page. */
  const place = useRef<number>(undefined);
  useLayoutEffect(() => {
    const one = elementRef.current;
    if (!one?.isConnected || place.current === undefined) return;
    const before = place.current;
    const now = topOf(one);
    place.current = now;
    const wasInSight = before >= window.scrollY && before <= window.scrollY + window.innerHeight;
    if (now !== before && wasInSight) window.scrollBy({ top: now - before, behavior: 'instant' });
  });
  return useCallback(() => {
    place.current = elementRef.current ? topOf(elementRef.current) : undefined;
  }, [elementRef]);
}

const topOf = (one: HTMLElement): number => one.getBoundingClientRect().top + window.scrollY;

/** The bytes are hashed again: that they differ is computed, not assumed. */
async function bendDocument(evidence: Evidence | undefined, document: Blob | undefined, signal: AbortSignal) {
  const bytes = document && new Uint8Array(await document.arrayBuffer());
  const { tamper } = await import('./tamper.ts');
  const bent = tamper(evidence ?? {}, bytes, { object: 'document', at: 0 });
  if (!bent?.documentBytes) throw new Error('There is no document to bend.');
  const file = new Blob([new Uint8Array(bent.documentBytes)]);
  return { digests: await sharedVerifier().run('digests', { file }, signal), where: bent.where };
}
