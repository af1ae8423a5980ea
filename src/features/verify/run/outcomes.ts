import type { Report } from '#proofs/verdict/report.ts';
import type { FileResult } from '#widgets/verification/worker/tasks.ts';
import { stateOfOutcome, type Outcome } from './item.ts';

type Reported = Extract<Outcome, { of: 'report' }>;

/** What a checked file says of itself. */
export function outcomeOf(content: Extract<FileResult['content'], { report: unknown }>, id: number): Outcome {
  const { report, pinnable } = content;
  if (content.kind !== 'case') return { ...reportOutcome(report), pinnable, by: id };
  const { faults, changes, declared } = content;
  // What no longer holds in part is not what the file says, whatever comes out of the whole.
  const sameAsDeclared = changes.length === 0 && declared.verdict.conclusion === report.verdict.conclusion;
  return { ...reportOutcome(report), pinnable, faults, changes, sameAsDeclared, by: id };
}

export function reportOutcome(report: Report): Reported {
  return { of: 'report', report, faults: [], changes: [], pinnable: [], disagreeing: [] };
}

/** The best of what pieces of evidence say of a document, with those that disagree; undefined where there is none. */
export function bestOf(
  about: readonly { readonly one: number; readonly outcome: Reported }[],
): Outcome | undefined {
  const candidates = about.map((each) => ({ ...each, state: stateOfOutcome(each.outcome) }));
  const best = (['PASSED', 'WARNED', 'FAILED', 'INDETERMINATE'] as const).flatMap((state) =>
    candidates.filter((each) => each.state === state),
  )[0];
  if (best === undefined) return undefined;
  const holds = best.state === 'PASSED' || best.state === 'WARNED';
  const disagreeing = holds ? candidates.filter(({ state }) => state === 'FAILED').map(({ one }) => one) : [];
  return { ...best.outcome, by: best.one, disagreeing };
}
