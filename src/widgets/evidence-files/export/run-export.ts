/** From what a reader chose to files or paper. Loaded when the reader says so. */
import { m, overwriteGetLocale, type Locale } from '#i18n/messages.ts';
import type { Report } from '#proofs/verdict/report.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { proofContext } from '../../verification/context/proof-context.ts';
import { sharedVerifier } from '../../verification/worker/verifier.ts';
import { currentLocale } from '../../report/texts/when.ts';
import { evidencePage, loadPageTemplate } from '../page/evidence-page.ts';
import { loadPageFonts } from '../page/page-fonts.ts';
import { usesTestAuthority } from '../report/test-authorities.ts';
import { verifyAddress } from '../report/verify-address.ts';
import { exportMany, NotExported, type ExportOutcome, type ExportTarget } from './export-many.ts';
import { evidenceFileName } from './file-names.ts';
import type { FileSaver } from './save-files.ts';

export type ExportKind = 'case' | 'page' | 'print';

export interface ExportRun {
  readonly kind: ExportKind;
  readonly targets: readonly ExportTarget[];
  /** What the files are of together: the one title, or a name for the list. */
  readonly title: string;
  readonly includeDocuments: boolean;
  readonly language: Locale;
  readonly save: FileSaver;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** One case of a report to be printed. */
export interface PrintedCase {
  readonly title: string;
  /** Name under which its case file is saved. */
  readonly fileName: string;
  readonly evidence: Evidence;
  readonly report: Report;
  /** It rests on authorities of a demonstration. */
  readonly usesTestAuthority: boolean;
}

export interface ExportResult {
  readonly outcomes: readonly ExportOutcome[];
  /** Names of the files that were handed over. */
  readonly files: readonly string[];
  /** Every one of them is known to be written. */
  readonly written: boolean;
  readonly printed: readonly PrintedCase[];
}

/** Cases of one page, and characters of their evidence: a browser must open and check it. */
export const mostInPage = 200;
export const mostPageText = 64 << 20;

const pace = 250;

/** @throws DOMException `AbortError` */
export async function runExport(run: ExportRun): Promise<ExportResult> {
  const { kind, targets, includeDocuments, save, signal, onProgress } = run;
  const verifier = sharedVerifier();
  const outcomes: ExportOutcome[] = [];
  const files: string[] = [];
  const printed: PrintedCase[] = [];
  const cases: { name: string; text: string }[] = [];
  let length = 0;
  let written = true;
  onProgress(0, targets.length);
  for await (const outcome of exportMany({ targets, verifier, includeDocuments, pace, signal })) {
    let final = outcome;
    if ('file' in outcome) {
      const { file, given, target } = outcome;
      if (kind === 'case') {
        written = (await save(file.name, file.text, 'application/json')) && written;
        files.push(file.name);
      } else if (kind === 'print') {
        // Paper carries no bytes of a document, so whether the document at hand is the witnessed one is said on it.
        const { evidence, reader, document } = given;
        const digests = document && (await verifier.run('digests', { file: document }, signal));
        const whole = { ...evidence, ...digests };
        const report = await verifier.run('evidence', { evidence: whole, reader }, signal);
        printed.push({
          title: given.title ?? target.title,
          fileName: file.name,
          evidence: whole,
          report,
          usesTestAuthority: usesTestAuthority(report, proofContext(reader).anchors),
        });
      } else if (cases.length >= mostInPage || length + file.text.length > mostPageText) {
        final = { target, error: new NotExported(m.evidence_csv_not_in_page()) };
      } else {
        cases.push({ name: file.name, text: file.text });
        length += file.text.length;
      }
    }
    outcomes.push(final);
    onProgress(outcomes.length, targets.length);
  }
  if (kind === 'page' && cases.length > 0) {
    const name = evidenceFileName('page', run.title, targets.length === 1 ? targets[0]?.hash : undefined);
    written = (await save(name, await pageOf(cases, run), 'text/html')) && written;
    files.push(name);
  }
  return { outcomes, files, written: written && files.length > 0, printed };
}

async function pageOf(
  cases: readonly { name: string; text: string }[],
  { title, language }: ExportRun,
): Promise<string> {
  const [template, fonts] = await Promise.all([loadPageTemplate(), loadPageFonts()]);
  const pageTitle = inLanguage(language, () => m.evidence_page_title({ title }));
  return evidencePage({
    template,
    fonts,
    title: pageTitle,
    cases,
    language,
    verifyAddress: verifyAddress(window.location.origin),
  });
}

/** Words in another language than the one that is shown, as long as `say` runs; it must not wait for anything. */
export function inLanguage<T>(language: Locale, say: () => T): T {
  const before = currentLocale();
  overwriteGetLocale(() => language);
  try {
    return say();
  } finally {
    overwriteGetLocale(() => before);
  }
}
