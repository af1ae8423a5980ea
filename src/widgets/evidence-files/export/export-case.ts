import type { Report } from '#proofs/verdict/report.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { Verifier } from '../../verification/worker/verifier.ts';
import type { VerificationContext } from '../../verification/context/verification-context.ts';
import { exportableEvidence, exportableExchanges } from './exportable.ts';
import { evidenceFileName } from './file-names.ts';

/** What a case file is made of. The same inputs give the same bytes: no clock and no chance is used. */
export interface CaseToExport {
  /** For people; nothing hangs on it. */
  readonly title: string;
  readonly evidence: Evidence;
  /** The document itself, only where the reader said that it may leave with its evidence. */
  readonly document?: Blob | undefined;
  readonly reader: VerificationContext;
}

export interface ExportedCase {
  readonly name: string;
  /** Canonical JSON, `testigo.case/2`. */
  readonly text: string;
  /** What the file concludes about its own evidence, under the reader's trust at `reader.now`. */
  readonly report: Report;
}

/** Bytes of a document that a case file carries at most, as in `proofs`. */
export const maxCaseDocument = 8 << 20;

/** Readers refuse longer titles. */
const longestTitle = 200;

/**
 * A case file: verified in the worker, so that it says exactly what its own evidence gives.
 *
 * @throws PrivateKeyInEvidence, ProofError; Error when the worker stops; DOMException `AbortError`
 */
export async function exportCase(
  verifier: Verifier,
  { title, evidence, document, reader }: CaseToExport,
  signal?: AbortSignal,
): Promise<ExportedCase> {
  const exportable = exportableEvidence(evidence);
  const clipped = Array.from(title.trim()).slice(0, longestTitle).join('');
  const { text, report } = await verifier.run(
    'case-file',
    {
      title: clipped,
      evidence: exportable,
      reader: { ...reader, exchanges: exportableExchanges(reader.exchanges) },
      ...(document && { document }),
    },
    signal,
  );
  return { name: evidenceFileName('case', clipped, hashOf(exportable)), text, report };
}

/** The hash that a case is about, where it names one. */
export function hashOf({ witness, invites }: Evidence): string | undefined {
  return witness?.hash ?? invites?.find(({ witness: own }) => own)?.witness?.hash;
}
