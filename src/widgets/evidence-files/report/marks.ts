/** The marks of a report: of the whole, of a section, of a proof of existence, of a check. */
import type { Check } from '#proofs/check.ts';
import type { Report, ReportSection } from '#proofs/verdict/report.ts';
import type { Verdict } from '#proofs/verdict/verdict.ts';
import { m } from '#i18n/messages.ts';
import { isTokenOpen } from '../../report/texts/beside-verdict.ts';
import { isServerWord, isUnqueried, waitOf, waitsForNodes } from '../../report/texts/unqueried.ts';
import { standOf, verdictSentence, type SectionStand } from '../../report/texts/verdict-sentence.ts';
import type { MarkCell } from './blocks.ts';

/** The word of a verdict; its mark says the same in a shape. */
export function markOf(stand: SectionStand, warnings = 0): MarkCell {
  switch (stand) {
    case 'TOTAL_PASSED':
      return warnings > 0
        ? { mark: 'PASSED', word: m.common_verdict_passed_with_warnings({ count: warnings }), warns: true }
        : { mark: 'PASSED', word: m.common_verdict_passed() };
    case 'TOTAL_FAILED':
      return { mark: 'FAILED', word: m.common_verdict_failed() };
    case 'INDETERMINATE':
      return { mark: 'INDETERMINATE', word: m.common_verdict_indeterminate() };
    case 'reported':
      return reported();
    case 'not-given':
      return { mark: 'NOT_APPLICABLE', word: m.common_verdict_not_applicable() };
  }
}

/** The same of a whole report, where a proof failed beside one that passed, or a token is in doubt. */
export function reportMark(report: Report): MarkCell {
  const { conclusion, warnings } = report.verdict;
  const mark = markOf(conclusion, warnings);
  if (conclusion !== 'TOTAL_PASSED') return mark;
  const { failedProofs, beside } = verdictSentence(report).facts;
  if (failedProofs.length > 0) return { ...mark, word: m.verdicts_s_failed_proof(), warns: true };
  return isTokenOpen(beside) ? { ...mark, word: m.verdicts_s_token_open(), warns: true } : mark;
}

/** Nothing about a section is in doubt that waits for a node alone, or that the service alone knows. */
export function sectionMark(section: Pick<ReportSection, 'verdict' | 'checks'>): MarkCell {
  const stand = standOf(section);
  if (stand !== 'INDETERMINATE') return markOf(stand, section.verdict.warnings);
  switch (waitOf(section.checks)) {
    case 'confirmation':
      return reported();
    case 'node':
      return unqueried();
    case undefined:
      return markOf(stand);
  }
}

/** @param checks those of the proof of existence */
export function blockMark(verdict: Verdict, checks: readonly Check[]): MarkCell {
  return waitsForNodes(verdict, checks) ? unqueried() : markOf(verdict.conclusion, verdict.warnings);
}

/**
 * What passed on the service's word alone never carries the mark of what was computed.
 *
 * @param beside the checks of the same section
 */
export function checkMark(check: Check, beside: readonly Check[]): MarkCell {
  const { status, basis, level, warnings = [] } = check;
  const warns = level !== 'FAIL';
  if (isServerWord(check)) return reported();
  if (isUnqueried(check, beside)) return { ...unqueried(), warns };
  switch (status) {
    case 'PASSED':
      return basis === 'SERVER' ? reported() : markOf('TOTAL_PASSED', warnings.length);
    case 'FAILED':
      return { mark: status, word: m.common_verdict_failed(), warns };
    case 'INDETERMINATE':
      return { mark: status, word: m.common_verdict_indeterminate(), warns };
    case 'NOT_RUN':
      return { ...unqueried(), warns };
    case 'NOT_APPLICABLE':
      return { mark: status, word: m.common_verdict_not_applicable(), warns };
  }
}

const reported = (): MarkCell => ({ mark: 'REPORTED', word: m.verdicts_reported_row() });
const unqueried = (): MarkCell => ({ mark: 'NOT_RUN', word: m.common_verdict_not_run() });
