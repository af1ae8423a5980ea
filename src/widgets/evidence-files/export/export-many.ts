import type { Evidence } from '#proofs/evidence/evidence.ts';
import { describeFailure } from '../../failure/describe-failure.ts';
import type { Verifier } from '../../verification/worker/verifier.ts';
import type { VerificationContext } from '../../verification/context/verification-context.ts';
import { m } from '#i18n/messages.ts';
import { ProofError } from '#proofs/errors.ts';
import { exportCase, maxCaseDocument, type ExportedCase } from './export-case.ts';
import { PrivateKeyInEvidence } from './exportable.ts';
import { distinctNames } from './file-names.ts';

/** Something of which evidence is exported: a witness or a request. */
export interface ExportTarget {
  readonly id: string;
  readonly title: string;
  readonly hash?: string | undefined;
  readonly collect: (signal: AbortSignal) => Promise<ToExport>;
}

/** Evidence with all by which it is checked. */
export interface ToExport {
  readonly evidence: Evidence;
  readonly document: Blob | undefined;
  readonly reader: VerificationContext;
  /** Something that the service names could not be had. */
  readonly partial: boolean;
  /** A better title than the target's, found on the way. */
  readonly title?: string;
}

export type ExportOutcome =
  | {
      readonly target: ExportTarget;
      readonly file: ExportedCase;
      readonly given: ToExport;
      /** The document was requested and is not inside. */
      readonly without?: 'no-document' | 'too-large';
    }
  | { readonly target: ExportTarget; readonly error: unknown };

export interface ManyToExport {
  readonly targets: readonly ExportTarget[];
  readonly verifier: Verifier;
  readonly includeDocuments: boolean;
  /** Milliseconds between two beginnings: each sends many requests to the service. */
  readonly pace: number;
  readonly signal: AbortSignal;
}

/**
 * A case file for each, one after the other, under names that differ. One that fails is reported and stops nothing.
 *
 * @throws DOMException `AbortError` when the signal aborts
 */
export async function* exportMany(requested: ManyToExport): AsyncGenerator<ExportOutcome, void> {
  const { targets, signal, pace } = requested;
  const distinct = distinctNames();
  let next = 0;
  for (const target of targets) {
    await waitUntil(next, signal);
    next = performance.now() + pace;
    const outcome = await exportOne(target, requested);
    yield 'file' in outcome
      ? { ...outcome, file: { ...outcome.file, name: distinct(outcome.file.name) } }
      : outcome;
  }
}

async function exportOne(
  target: ExportTarget,
  { verifier, includeDocuments, signal }: ManyToExport,
): Promise<ExportOutcome> {
  try {
    const given = await target.collect(signal);
    const { evidence, reader } = given;
    if (Object.keys(evidence).length === 0) throw new NotExported(m.evidence_csv_nothing());
    const fits = given.document !== undefined && given.document.size <= maxCaseDocument;
    const document = includeDocuments && fits ? given.document : undefined;
    const title = given.title ?? target.title;
    const file = await exportCase(verifier, { title, evidence, reader, document }, signal);
    if (!includeDocuments || document) return { target, file, given };
    return { target, file, given, without: given.document ? 'too-large' : 'no-document' };
  } catch (error) {
    if (signal.aborted) throw error;
    return { target, error };
  }
}

function waitUntil(moment: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('Cancelled', 'AbortError'));
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop);
        resolve();
      },
      Math.max(0, moment - performance.now()),
    );
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** Why something was not exported, in words. */
export function whyNot(error: unknown): string {
  if (error instanceof PrivateKeyInEvidence) return m.evidence_export_private_key();
  if (error instanceof ProofError || error instanceof NotExported) return error.message;
  return describeFailure(error).text;
}

/** There is nothing to export, or no space for it; the message says so in words. */
export class NotExported extends Error {
  override readonly name = 'NotExported';
}

/** What was not exported, and what was exported with less than was requested: rows for a table. */
export function failureRows(outcomes: readonly ExportOutcome[]): string[][] {
  const head = [
    m.evidence_csv_witness(),
    m.evidence_csv_title(),
    m.evidence_csv_hash(),
    m.evidence_csv_reason(),
  ];
  const rows = outcomes.flatMap((outcome) => {
    const { id, title, hash = '' } = outcome.target;
    const reason = 'error' in outcome ? whyNot(outcome.error) : lessWords(outcome);
    return reason === undefined ? [] : [[id, title, hash, reason]];
  });
  return [head, ...rows];
}

function lessWords({ without, given }: Extract<ExportOutcome, { file: ExportedCase }>): string | undefined {
  if (without === 'too-large') return m.evidence_csv_too_large();
  if (without === 'no-document') return m.evidence_csv_no_document();
  return given.partial ? m.evidence_export_gaps() : undefined;
}
