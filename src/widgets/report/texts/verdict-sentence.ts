/** A report, a section of it and a row about it as one sentence about the world. Says no more than was found. */
import type { Basis, Check, NextAction, ReasonCode } from '#proofs/check.ts';
import type { BlockName } from '#proofs/verdict/compose.ts';
import type { StampAuthority } from '#proofs/pki/timestamp/stamp-authority.ts';
import type { Report, ReportSection } from '#proofs/verdict/report.ts';
import { isDecidingFailure, type Conclusion, type Verdict } from '#proofs/verdict/verdict.ts';
import type { VerdictState } from '#ui/verdicts/verdict-shape.tsx';
import { m } from '#i18n/messages.ts';
import { blockName, inviteIndexOf, sectionName } from './part-names.ts';
import { longInstant, plainWording, shortInstant, type Wording } from './when.ts';
import { stampAccuracySeconds } from './stamped-by.ts';
import { besideOf, isTokenOpen, type BesideVerdict } from './beside-verdict.ts';
import { warningLines } from './warning-lines.ts';
import { basisCount, reasonSentence } from './check-sentences.ts';

/** A proof of existence that failed beside one that passed: shown first, never hidden. */
export interface FailedProof {
  readonly section: string;
  readonly block: BlockName;
  readonly sentence: string;
}

export interface VerdictFacts {
  readonly warnings: number;
  readonly failedProofs: readonly FailedProof[];
  /** The check that decided against passing, and its section. */
  readonly decided?: { readonly section: string; readonly check: Check };
  readonly code?: ReasonCode;
  readonly next?: NextAction;
  /** RFC 3339, and who made the time-stamp that proves it; only of what passed. */
  readonly provenTime?: string;
  readonly stampedBy?: StampAuthority;
  /** Seconds of accuracy that the proven time includes. */
  readonly accuracySeconds?: number;
  /** What is wrong or in doubt beside the verdict, where it does not hang on it; one for each section. */
  readonly beside: readonly BesideVerdict[];
  /** Each distinct warning of what passed, in a short line. */
  readonly warningLines: readonly string[];
  readonly internal: boolean;
  readonly counts: Readonly<Record<Basis, number>>;
  /** Signatures by what came of them; those of nobody are not counted. */
  readonly signatures: {
    readonly passed: number;
    /** Of those that passed. */
    readonly warned: number;
    readonly failed: number;
    readonly open: number;
  };
}

export interface VerdictSentence {
  readonly state: VerdictState;
  /** Passed, and something warns. */
  readonly warned: boolean;
  readonly sentence: string;
  readonly facts: VerdictFacts;
}

const stateByConclusion = {
  TOTAL_PASSED: 'PASSED',
  TOTAL_FAILED: 'FAILED',
  INDETERMINATE: 'INDETERMINATE',
} as const satisfies Record<Conclusion, VerdictState>;

/** @param wording zone and language of instants; UTC unless given */
export function verdictSentence(report: Report, wording: Wording = plainWording()): VerdictSentence {
  const { verdict } = report;
  const state = stateByConclusion[verdict.conclusion];
  const failedProofs = failedProofsOf(report, wording);
  const decided = state === 'PASSED' ? undefined : decidingOf(report);
  const subject = state === 'PASSED' && !isOfSeveral(report) ? subjectOf(report) : undefined;
  const accuracySeconds = subject && stampAccuracySeconds(subject);
  const beside = besideOf(report, decided?.section);
  const internal = report.wording === 'internal check';
  const plain = state === 'PASSED' ? passedSentence(report, wording) : stoppedSentence(report, wording);
  return {
    state,
    warned: state === 'PASSED' && (verdict.warnings > 0 || failedProofs.length > 0 || isTokenOpen(beside)),
    sentence: internal ? m.verdicts_s_internal({ sentence: plain }) : plain,
    facts: {
      warnings: verdict.warnings,
      failedProofs,
      beside,
      internal,
      counts: basisCount(report),
      signatures: signaturesOf(report),
      ...(decided !== undefined && { decided }),
      ...(verdict.subIndication !== undefined && { code: verdict.subIndication }),
      ...(decided?.check.next !== undefined && { next: decided.check.next }),
      ...(subject?.provenTime !== undefined && { provenTime: subject.provenTime }),
      ...(subject?.stampedBy !== undefined && { stampedBy: subject.stampedBy }),
      ...(accuracySeconds !== undefined && { accuracySeconds }),
      warningLines: state === 'PASSED' ? warningLines(report, wording) : [],
    },
  };
}

/** What came of one section, in one sentence. */
export function sectionSentence(section: ReportSection, wording: Wording = plainWording()): string {
  const stand = standOf(section);
  if (stand === 'not-given') {
    return inviteIndexOf(section.key) === undefined
      ? m.verdicts_s_nothing_given()
      : m.verdicts_s_not_signed();
  }
  if (stand === 'reported') return reportedSentence(section, wording);
  if (stand === 'TOTAL_PASSED') return passedSection(section, wording);
  const check = decidingIn(section);
  return check === undefined ? plainStop(stand) : sentenceOf(check, wording);
}

/** One short line for a table: «Coincide con un testigo; existía el 18 nov 2026, 17:41:07». */
export function findingOf(report: Report, wording: Wording = plainWording()): string {
  const finding = plainFinding(report, wording);
  return report.wording === 'internal check' ? m.verdicts_s_internal({ sentence: finding }) : finding;
}

/**
 * What a section came to: its conclusion; `reported` where nothing in it decides and what there is, is the service's
 * word; `not-given` where nothing was given for it.
 */
export type SectionStand = Conclusion | 'reported' | 'not-given';

export function standOf({ verdict, checks }: Pick<ReportSection, 'verdict' | 'checks'>): SectionStand {
  const applying = checks.filter(({ status }) => status !== 'NOT_APPLICABLE');
  if (applying.length === 0) return 'not-given';
  if (verdict.conclusion !== 'INDETERMINATE' || verdict.stops.length > 0) return verdict.conclusion;
  return applying.every(({ level, basis }) => level !== 'FAIL' && basis === 'SERVER')
    ? 'reported'
    : 'INDETERMINATE';
}

/** The state to draw; what only the service says has none of a verdict. */
export function stateOf(stand: SectionStand): VerdictState {
  if (stand === 'reported' || stand === 'not-given') return 'NOT_APPLICABLE';
  return stateByConclusion[stand];
}

export function stateOfVerdict({ conclusion }: Verdict): VerdictState {
  return stateByConclusion[conclusion];
}

/** The checks of one block, by the first word of their ids. */
export function checksOfBlock(section: Pick<ReportSection, 'checks'>, block: BlockName): readonly Check[] {
  return section.checks.filter(({ id }) => id.startsWith(`${block}.`));
}

/** What a report is about: the witness, else what stands for itself. */
function subjectOf({ sections }: Report): ReportSection | undefined {
  const of = (key: string) => sections.find((section) => section.key === key);
  return (
    of('witness') ??
    sections.find(({ key, counts }) => counts && inviteIndexOf(key) !== undefined) ??
    of('stamp') ??
    of('certificate') ??
    of('ocspResponse')
  );
}

/** Signatures without a witness of the document: none of them, nor its time, stands for the others. */
function isOfSeveral(report: Report): boolean {
  const subject = subjectOf(report);
  const { passed, failed, open } = signaturesOf(report);
  return subject !== undefined && inviteIndexOf(subject.key) !== undefined && passed + failed + open > 1;
}

function passedSentence(report: Report, wording: Wording): string {
  const subject = subjectOf(report);
  if (subject === undefined) return m.verdicts_s_all_holds();
  if (isOfSeveral(report)) return `${m.verdicts_signatures_hold({ count: signaturesOf(report).passed })}.`;
  if (subject.key !== 'witness') return passedSection(subject, wording);
  if (subject.provenTime === undefined) return m.verdicts_s_membership();
  const time = longInstant(subject.provenTime, wording);
  if (isOfSignature(report)) return m.verdicts_s_signature_witness_existed({ time });
  return fileMatches(report) ? m.verdicts_s_document_existed({ time }) : m.verdicts_s_hash_existed({ time });
}

/** The witness is of a signature, so its sentence speaks of that and never of a document. */
function isOfSignature({ sections }: Report): boolean {
  return sections.some(({ key }) => key === 'signature');
}

/** The bytes of the document were given, and they are the ones that were witnessed. */
function fileMatches({ sections }: Report): boolean {
  return sections.some(({ checks }) =>
    checks.some(({ id, status, basis }) => id === 'file.hash' && status === 'PASSED' && basis !== 'SERVER'),
  );
}

function passedSection({ key, provenTime, checks, about }: ReportSection, wording: Wording): string {
  const time = provenTime === undefined ? undefined : longInstant(provenTime, wording);
  if (inviteIndexOf(key) !== undefined) {
    return time === undefined ? m.verdicts_s_signature_holds() : m.verdicts_s_signature_existed({ time });
  }
  // It holds, of something else than the signature that it stands beside.
  if (about === 'other') return m.verdicts_r_hash_signature();
  if (about === 'signature' && time !== undefined) return m.verdicts_s_signature_witness_existed({ time });
  if (about === 'unseen' && time !== undefined) return m.verdicts_s_unseen_existed({ time });
  if (key === 'witness' || key.endsWith('.witness')) {
    return time === undefined ? m.verdicts_s_membership() : m.verdicts_s_hash_existed({ time });
  }
  switch (key) {
    case 'document':
      return m.verdicts_s_document_holds();
    case 'signature':
      return m.verdicts_s_signature_witness_holds();
    case 'stamp':
      return time === undefined ? m.verdicts_s_stamp_holds() : m.verdicts_s_stamp_existed({ time });
    case 'certificate':
      return m.verdicts_s_certificate_holds();
    case 'ocspResponse':
      return m.verdicts_s_ocsp_holds();
    case 'claim':
      return m.verdicts_s_claim_holds();
    case 'token':
      return checks.some(({ id, basis }) => id === 'token.continuity' && basis === 'CHAIN')
        ? m.verdicts_s_token_chain_holds()
        : m.verdicts_s_token_holds();
    default:
      return m.verdicts_s_section_passed();
  }
}

/** The service contradicts itself, or it does not; neither proves anything. */
function reportedSentence({ checks }: ReportSection, wording: Wording): string {
  const open = checks.find(({ status }) => status !== 'PASSED' && status !== 'NOT_APPLICABLE');
  return open === undefined ? m.verdicts_s_reported_holds() : sentenceOf(open, wording);
}

function stoppedSentence(report: Report, wording: Wording): string {
  const { conclusion } = report.verdict;
  const decided = decidingOf(report);
  if (decided === undefined) return plainStop(conclusion);
  const sentence = sentenceOf(decided.check, wording);
  // With one signature among several, which one it is belongs to the sentence; a witness of a signature always says so.
  const several = report.sections.filter(({ key }) => inviteIndexOf(key) !== undefined).length > 1;
  const { section } = decided;
  return section.startsWith('invites[') && (several || section.endsWith('.witness'))
    ? m.verdicts_s_of_section({ section: sectionName(decided.section), sentence })
    : sentence;
}

function plainStop(conclusion: Conclusion): string {
  return conclusion === 'TOTAL_FAILED' ? m.verdicts_s_failed_plain() : m.verdicts_s_open_plain();
}

function sentenceOf({ id, reason }: Check, wording: Wording): string {
  return reason === undefined ? m.verdicts_s_open_plain() : reasonSentence(reason, id, wording);
}

/** The check that keeps the report from passing: of a section that failed, else of one that counts and is open. */
function decidingOf({ sections, verdict }: Report): VerdictFacts['decided'] {
  const failed = sections.filter((section) => section.verdict.conclusion === 'TOTAL_FAILED');
  const open = sections.filter((one) => one.counts && one.verdict.conclusion === 'INDETERMINATE');
  for (const section of verdict.conclusion === 'TOTAL_FAILED' ? failed : open) {
    const check = decidingIn(section);
    if (check !== undefined) return { section: section.key, check };
  }
  return undefined;
}

function decidingIn({ verdict, checks }: ReportSection): Check | undefined {
  for (const { id, code } of verdict.stops) {
    const found = checks.find((check) => check.id === id && check.reason?.code === code);
    if (found !== undefined) return found;
  }
  return checks.find(({ id }) => verdict.stops.some((stop) => stop.id === id));
}

/** Blocks, and alternatives within one, that failed although the witness passed. */
function failedProofsOf({ sections }: Report, wording: Wording): FailedProof[] {
  return sections.flatMap((section) => {
    if (section.verdict.conclusion !== 'TOTAL_PASSED') return [];
    return (section.blocks ?? []).flatMap(({ name }) => {
      const failure = checksOfBlock(section, name).find(isDecidingFailure);
      if (failure === undefined) return [];
      return [{ section: section.key, block: name, sentence: sentenceOf(failure, wording) }];
    });
  });
}

function signaturesOf({ sections }: Report): VerdictFacts['signatures'] {
  const invites = sections.filter(({ key, counts }) => counts && inviteIndexOf(key) !== undefined);
  const count = (conclusion: Conclusion) =>
    invites.filter(({ verdict }) => verdict.conclusion === conclusion).length;
  return {
    passed: count('TOTAL_PASSED'),
    warned: invites.filter(({ verdict }) => verdict.conclusion === 'TOTAL_PASSED' && verdict.warnings > 0)
      .length,
    failed: count('TOTAL_FAILED'),
    open: count('INDETERMINATE'),
  };
}

function plainFinding(report: Report, wording: Wording): string {
  if (report.verdict.conclusion !== 'TOTAL_PASSED') return withoutStop(stoppedSentence(report, wording));
  const subject = subjectOf(report);
  if (subject?.key !== 'witness' || subject.provenTime === undefined) {
    return withoutStop(passedSentence(report, wording));
  }
  const time = shortInstant(subject.provenTime, wording);
  if (failedProofsOf(report, wording).length > 0) return m.verdicts_s_finding_failed_proof({ time });
  const finding = witnessFinding(report, time);
  const { warnings } = report.verdict;
  return warnings === 0
    ? finding
    : m.verdicts_s_finding_warned({ finding, warning: m.common_warnings({ count: warnings }) });
}

function witnessFinding(report: Report, time: string): string {
  if (isOfSignature(report)) return m.verdicts_s_finding_signature_existed({ time });
  return fileMatches(report)
    ? m.verdicts_s_finding_existed({ time })
    : m.verdicts_s_finding_hash_existed({ time });
}

/** A line of a table ends without a full stop. */
function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

/** «NOM-151: La constancia cubre otra huella.» */
export function failedProofWords({ section, block, sentence }: FailedProof): string {
  const name = section === 'witness' ? blockName(block) : `${sectionName(section)}, ${blockName(block)}`;
  return m.verdicts_s_failed_proof_of({ block: name, sentence });
}
