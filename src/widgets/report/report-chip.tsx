import { VerdictChip } from '#ui/verdicts/verdict-chip.tsx';
import type { VerdictState } from '#ui/verdicts/verdict-shape.tsx';
import { m } from '#i18n/messages.ts';
import { isTokenOpen } from './texts/beside-verdict.ts';
import type { VerdictFacts } from './texts/verdict-sentence.ts';

/** The verdict of a report. A proof that failed beside one that passed, and a token in doubt, are said in its place. */
export function ReportChip({ state, facts }: { state: VerdictState; facts: VerdictFacts }) {
  const hasFailed = facts.failedProofs.length > 0;
  if (state !== 'PASSED' || !(hasFailed || isTokenOpen(facts.beside)))
    return <VerdictChip state={state} warnings={facts.warnings} />;
  return (
    <VerdictChip state={state} warnings={Math.max(1, facts.warnings)}>
      {hasFailed ? m.verdicts_s_failed_proof() : m.verdicts_s_token_open()}
    </VerdictChip>
  );
}
