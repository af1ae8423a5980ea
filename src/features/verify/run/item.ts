/** One row of the verification: what was given, what it turned out to be, and what came of it. */
import { besideOf, isTokenOpen } from '#widgets/report/texts/beside-verdict.ts';
import type { FileContent, WhyUnreadable } from '#widgets/verification/worker/tasks.ts';
import type { PinnableAnchor } from '#widgets/verification/worker/about-evidence.ts';
import type { RuleChange } from '#proofs/case-file/rule-changes.ts';
import type { StampAuthority } from '#proofs/pki/timestamp/stamp-authority.ts';
import type { Report, ReportSection } from '#proofs/verdict/report.ts';

export type ItemSource =
  { readonly from: 'file'; readonly file: Blob } | { readonly from: 'hash'; readonly hash: string };

export type ItemKind = Exclude<FileContent['kind'], 'list'> | 'hash';

/** Where an item stands. What stopped was never checked; what broke stopped the verifier, and has no verdict. */
export type Step = 'waiting' | 'running' | 'looking-up' | 'done' | 'stopped' | 'broken';

/** What was computed here of an item, or why nothing could be. */
export type Outcome =
  | {
      readonly of: 'report';
      /** Without steps and evidence: the detail asks for the whole. */
      readonly report: Report;
      /** The item whose evidence it is; absent: evidence that the service gave. */
      readonly by?: number;
      /** What a case file says of itself that is not so; any of them fails it. */
      readonly faults: readonly { readonly kind: string; readonly where: string }[];
      /** Rules by which the verdict inside a case file no longer holds: said beside the verdict, and part of none. */
      readonly changes: readonly RuleChange[];
      /** Whether the verdict inside a case file is the one of the reader. */
      readonly sameAsDeclared?: boolean;
      readonly pinnable: readonly PinnableAnchor[];
      /** Other evidence at hand about the same that came to something else. */
      readonly disagreeing: readonly number[];
    }
  /** Nothing at hand is about it. */
  | { readonly of: 'nothing'; readonly service: 'not-looked-up' | 'looked-up' | 'failed' }
  | { readonly of: 'unreadable'; readonly why: WhyUnreadable; readonly message: string };

export interface Item {
  /** From 1, in the order in which they came. */
  readonly id: number;
  /** Path within what was dropped, or the hash. */
  readonly name: string;
  readonly source: ItemSource;
  readonly size?: number;
  readonly step: Step;
  /** Bytes hashed so far, of a large file. */
  readonly progress?: number;
  /** What it is, once it was read. */
  readonly kind?: ItemKind;
  /** A document in JSON, which is no evidence. */
  readonly isJson?: true;
  readonly sha256?: string;
  /** SHA-256 of the DER of a certificate. */
  readonly fingerprint?: string;
  readonly outcome?: Outcome;
  /** The verifier stopped, or the browser would not read the file. */
  readonly problem?: string;
}

/** What a row shows, by shape and word. */
export type ItemState = 'PASSED' | 'WARNED' | 'FAILED' | 'INDETERMINATE' | 'RUNNING' | 'NOT_RUN';

export const itemStates: readonly ItemState[] = [
  'PASSED',
  'WARNED',
  'FAILED',
  'INDETERMINATE',
  'RUNNING',
  'NOT_RUN',
];

export function stateOf({ step, outcome }: Item): ItemState {
  if (step === 'stopped' || step === 'broken') return 'NOT_RUN';
  if (step !== 'done') return 'RUNNING';
  return outcome === undefined ? 'NOT_RUN' : stateOfOutcome(outcome);
}

export function stateOfOutcome(outcome: Outcome): 'PASSED' | 'WARNED' | 'FAILED' | 'INDETERMINATE' {
  if (outcome.of !== 'report') return 'INDETERMINATE';
  const { report, faults, disagreeing } = outcome;
  if (faults.length > 0) return 'FAILED';
  const { conclusion, warnings } = report.verdict;
  if (conclusion === 'TOTAL_FAILED') return 'FAILED';
  if (conclusion === 'INDETERMINATE') return 'INDETERMINATE';
  const failedProof = report.sections.some((section) =>
    section.blocks?.some(({ verdict }) => verdict.conclusion === 'TOTAL_FAILED'),
  );
  const isInDoubt = failedProof || isTokenOpen(besideOf(report, undefined));
  return warnings > 0 || isInDoubt || disagreeing.length > 0 ? 'WARNED' : 'PASSED';
}

/** The mark of each strategy: what was computed of it, or that there is none. */
export type Strategy = 'nom151' | 'merkleized' | 'external';

export function strategiesOf(
  item: Item,
): Readonly<Record<Strategy, 'PASSED' | 'FAILED' | 'INDETERMINATE' | 'absent'>> {
  const marks = { nom151: 'absent', merkleized: 'absent', external: 'absent' } as Record<
    Strategy,
    'PASSED' | 'FAILED' | 'INDETERMINATE' | 'absent'
  >;
  if (item.outcome?.of !== 'report') return marks;
  const { sections } = item.outcome.report;
  const witness = sections.find(({ key }) => key === 'witness');
  for (const { name, verdict } of witness?.blocks ?? []) marks[name] = stateOfConclusion(verdict.conclusion);
  // A time-stamp on its own is no proof of a witness beside it.
  const stamp = witness ? undefined : sections.find(({ key }) => key === 'stamp');
  if (stamp) marks.nom151 = stateOfConclusion(stamp.verdict.conclusion);
  return marks;
}

/** Whether a witness or a time-stamp was found, whose strategies can be marked; of others nothing is absent. */
export function hasStrategies({ outcome }: Item): boolean {
  return (
    outcome?.of === 'report' &&
    outcome.report.sections.some(({ key }) => key === 'witness' || key === 'stamp')
  );
}

function stateOfConclusion(
  conclusion: Report['verdict']['conclusion'],
): 'PASSED' | 'FAILED' | 'INDETERMINATE' {
  if (conclusion === 'TOTAL_PASSED') return 'PASSED';
  return conclusion === 'TOTAL_FAILED' ? 'FAILED' : 'INDETERMINATE';
}

/** When it existed, by the best proof that passed; only of what passed. */
export function provenTimeOf(item: Item): string | undefined {
  return provenSectionOf(item)?.provenTime;
}

/** Who made the time-stamp that proves it. */
export function stampedByOf(item: Item): StampAuthority | undefined {
  return provenSectionOf(item)?.stampedBy;
}

function provenSectionOf({ outcome }: Item): ReportSection | undefined {
  if (outcome?.of !== 'report' || outcome.report.verdict.conclusion !== 'TOTAL_PASSED') return undefined;
  const { sections } = outcome.report;
  return sections.find(({ key }) => key === 'witness') ?? sections.find(({ key }) => key === 'stamp');
}

/** The code of the check because of which it did not pass, or of what a case says of itself. */
export function reasonOf({ outcome, step }: Item): string | undefined {
  if (step === 'broken') return undefined;
  if (outcome === undefined) return undefined;
  if (outcome.of === 'unreadable') return 'X_UNREADABLE';
  if (outcome.of === 'nothing') return 'X_EVIDENCE_ABSENT';
  const [fault] = outcome.faults;
  return fault === undefined ? outcome.report.verdict.subIndication : `case.${fault.kind}`;
}
