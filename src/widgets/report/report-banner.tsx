import type { ReactNode } from 'react';
import type { Report } from '#proofs/verdict/report.ts';
import { VerdictBanner } from '#ui/verdicts/verdict-banner.tsx';
import type { VerdictState } from '#ui/verdicts/verdict-shape.tsx';
import { m } from '#i18n/messages.ts';
import { ReportChip } from './report-chip.tsx';
import { stampedByWords } from './texts/stamped-by.ts';
import { useVerdictSentence } from './use-verdict-sentence.ts';
import { failedProofWords, type VerdictFacts } from './texts/verdict-sentence.ts';
import { basisSentence, nextOf } from './texts/check-sentences.ts';
import { ruleOf } from './texts/reason-sentences.ts';
import css from './report-banner.module.css';

/**
 * The verdict first: what is so in the world, then the chip, what failed beside what passed, the counts by basis and
 * what can be done. A report under a policy that establishes less is worded so.
 */
export function ReportBanner({
  report,
  actions,
  level,
  isChainOffered = false,
}: {
  report: Report;
  /** The actions offer to query a node: the facts do not repeat it. */
  isChainOffered?: boolean;
  actions?: ReactNode;
  /** Heading level of the sentence. */
  level?: 2 | 3;
}) {
  const { state, warned, sentence, facts } = useVerdictSentence(report);
  return (
    <VerdictBanner
      state={state}
      warned={warned}
      sentence={sentence}
      facts={<BannerFacts {...{ state, facts, isChainOffered }} />}
      actions={actions}
      {...(level !== undefined && { level })}
    />
  );
}

function BannerFacts({
  state,
  facts,
  isChainOffered,
}: {
  state: VerdictState;
  facts: VerdictFacts;
  isChainOffered: boolean;
}) {
  const { decided } = facts;
  const rule = decided?.check.reason === undefined ? undefined : ruleOf(decided.check.reason);
  const isOffered = isChainOffered && decided?.check.next?.code === 'name_an_rpc';
  const next = decided === undefined || isOffered ? undefined : nextOf(decided.check);
  return (
    <>
      <ReportChip state={state} facts={facts} />
      {facts.internal && <span>{m.verdicts_s_internal_chip()}</span>}
      {facts.failedProofs.map((proof) => (
        <span className={css.line} key={`${proof.section} ${proof.block}`} data-tone="fail">
          {failedProofWords(proof)}
        </span>
      ))}
      <span>{[basisSentence(facts.counts), ...signatureWords(facts)].join(', ')}</span>
      {facts.stampedBy !== undefined && <span className={css.line}>{stampedByWords(facts.stampedBy)}</span>}
      {state !== 'PASSED' && (
        <span className={css.line}>
          {rule !== undefined && `${m.verdicts_rule_said({ rule })} `}
          {next !== undefined && `${next} `}
          {facts.code !== undefined && <code>{facts.code}</code>}
        </span>
      )}
    </>
  );
}

function signatureWords({ signatures: { passed, failed, open } }: VerdictFacts): string[] {
  return [
    passed > 0 && m.verdicts_signatures_hold({ count: passed }),
    failed > 0 && m.verdicts_signatures_failed({ count: failed }),
    open > 0 && m.verdicts_signatures_open({ count: open }),
  ].filter((part) => part !== false);
}
