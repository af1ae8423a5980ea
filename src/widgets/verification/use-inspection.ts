import { useCallback, useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Witness } from '#contract/resources/resources.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { Report } from '#proofs/verdict/report.ts';
import type { Collected } from './collect/collect-evidence.ts';
import type { VerificationContext } from './context/verification-context.ts';
import {
  chainAnswersKey,
  useChainAnswers,
  useCollected,
  useDigested,
  useReport,
  useSoFar,
  type SoFar,
} from './use-evidence-report.ts';
import { useTrustSettings, useTrust } from './context/use-trust.ts';

export interface Inspection {
  readonly collected: Collected | undefined;
  readonly evidence: Evidence | undefined;
  /** What is known before there is a report. */
  readonly sofar: SoFar | undefined;
  readonly reader: VerificationContext | undefined;
  readonly report: Report | undefined;
  /** What is under way, the last first: evidence is read, nodes are queried, a verification is made. */
  readonly working: 'collecting' | 'querying' | 'verifying' | undefined;
  /** What stopped the verifier: a defect, never a verdict. */
  readonly error: unknown;
  /** The document's bytes came and could not be hashed. */
  readonly hashError: unknown;
  /** The bytes that were hashed: the reader's own copy, else what the service gave. */
  readonly document: Blob | undefined;
  readonly isOwnCopy: boolean;
  /** Checks with the reader's own copy of the document. */
  readonly takeCopy: (file: Blob | undefined) => void;
  /** Reads everything again and checks it for now. */
  readonly recheck: () => void;
}

/**
 * From a witness to a report: evidence, the reader's trust, answers of the reader's nodes. The time for which it is
 * checked is the moment at which the evidence came, and stays so until it is read again.
 */
export function useInspection(witness: Witness | undefined): Inspection {
  const cache = useQueryClient();
  const trust = useTrust();
  const { nodes } = useTrustSettings();
  const [copy, setCopy] = useState<{ file: Blob; of: string | null | undefined }>();
  const read = useCollected(witness);
  const own = copy !== undefined && copy.of === witness?.id ? copy.file : undefined;
  const given = read.data;
  const collected = useMemo(() => (given && own ? { ...given, document: own } : given), [given, own]);
  const { evidence, error: hashError } = useDigested(read.isPlaceholderData ? undefined : collected);
  const { exchanges, isQuerying } = useChainAnswers(evidence, trust, nodes);
  const now = read.dataUpdatedAt;
  const reader = useMemo(
    () => (trust === undefined || now === 0 ? undefined : { trust, now, exchanges }),
    [trust, now, exchanges],
  );
  const { report, isVerifying, error } = useReport(evidence, reader);
  const sofar = useSoFar(report === undefined ? witness : undefined, trust);
  const { refetch } = read;
  const recheck = useCallback(() => {
    void refetch().then(() => cache.invalidateQueries({ queryKey: chainAnswersKey }));
  }, [refetch, cache]);
  const takeCopy = useCallback(
    (file: Blob | undefined) => setCopy(file && { file, of: witness?.id }),
    [witness?.id],
  );
  return {
    collected,
    evidence,
    sofar,
    reader,
    report,
    working: isVerifying || report === undefined ? 'verifying' : undefined,
    ...(read.isFetching && { working: 'collecting' as const }),
    ...(isQuerying && { working: 'querying' as const }),
    error: read.error ?? error,
    hashError,
    document: collected?.document,
    isOwnCopy: own !== undefined,
    takeCopy,
    recheck,
  };
}
