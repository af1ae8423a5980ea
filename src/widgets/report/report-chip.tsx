import { VerdictChip } from '#ui/verdicts/verdict-chip.tsx';
import type { VerdictState } from '#ui/verdicts/verdict-shape.tsx';
import { m } from '#i18n/messages.ts';
import type { VerdictFacts } from './texts/verdict-sentence.ts';

/** The verdict of a report. A proof that failed beside one that passed is said in its place. */
export function ReportChip({ state, facts }: { state: VerdictState; facts: VerdictFacts }) {
  const hasFailed = facts.failedProofs.length > 0;
  if (state !== 'PASSED' || !hasFailed) return <VerdictChip state={state} warnings={facts.warnings} />;
  return (
    <VerdictChip state={state} warnings={Math.max(1, facts.warnings)}>
      {m.verdicts_s_failed_proof()}
    </VerdictChip>
  );
}
