import { use, type ReactNode } from 'react';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import type { Check } from '#proofs/check.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { BasisMark } from '#ui/verdicts/basis-mark.tsx';
import { VerdictBanner } from '#ui/verdicts/verdict-banner.tsx';
import { VerdictShape, type VerdictState } from '#ui/verdicts/verdict-shape.tsx';
import { m } from '#i18n/messages.ts';
import { ReportChip } from './report-chip.tsx';
import { accuracyWords, stampedByWords } from './texts/stamped-by.ts';
import { useVerdictSentence } from './use-verdict-sentence.ts';
import { failedProofWords, type VerdictFacts } from './texts/verdict-sentence.ts';
import { besideWords } from './texts/beside-words.ts';
import { basisSentence, nextOf } from './texts/check-sentences.ts';
import { isComputedFailure } from './texts/unqueried.ts';
import { ruleOf } from './texts/reason-sentences.ts';
import { UnreadPieces, waitsForUnread } from './unread.ts';
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
  missing,
}: {
  report: Report;
  /** The actions offer to query a node: the facts do not repeat it. */
  isChainOffered?: boolean;
  /** Which evidence did not come, where the verdict waits for it. */
  missing?: ReactNode;
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
      facts={<BannerFacts {...{ state, facts, isChainOffered, missing }} />}
      actions={actions}
      {...(level !== undefined && { level })}
    />
  );
}

function BannerFacts({
  state,
  facts,
  isChainOffered,
  missing,
}: {
  missing: ReactNode;
  state: VerdictState;
  facts: VerdictFacts;
  isChainOffered: boolean;
}) {
  const format = useFormat();
  const { options } = format;
  const { decided } = facts;
  const unread = use(UnreadPieces);
  // What could not be read is said once, apart from the verdict.
  const beside = facts.beside.filter(({ check }) => !waitsForUnread(check, unread));
  const rule = decided?.check.reason === undefined ? undefined : ruleOf(decided.check.reason);
  const isOffered = isChainOffered && decided?.check.next?.code === 'name_an_rpc';
  const next = decided === undefined || isOffered ? undefined : nextOf(decided.check);
  return (
    <>
      <ReportChip state={state} facts={facts} />
      {facts.internal && <span>{m.verdicts_s_internal_chip()}</span>}
      {facts.failedProofs.map((proof) => (
        <ToneLine key={`${proof.section} ${proof.block}`} state="FAILED">
          {failedProofWords(proof)}
        </ToneLine>
      ))}
      {beside.map((one) => (
        <ToneLine key={one.section} state={besideState(one.check)}>
          {besideWords(one, options)} {one.check.basis === 'SERVER' && <BasisMark basis="SERVER" />}
        </ToneLine>
      ))}
      {facts.warningLines.map((line) => (
        <ToneLine key={line} state="WARNED">
          {line}
        </ToneLine>
      ))}
      <span>{[basisSentence(facts.counts), ...signatureWords(facts)].join(', ')}.</span>
      {facts.stampedBy !== undefined && (
        <span className={css.line}>
          {stampedByWords(facts.stampedBy)}
          {facts.accuracySeconds !== undefined && `. ${accuracyWords(facts.accuracySeconds, format.number)}`}
        </span>
      )}
      {missing && <div className={css.line}>{missing}</div>}
      {state !== 'PASSED' && (
        <span className={css.line} data-code={facts.code}>
          {rule !== undefined && `${m.verdicts_rule_said({ rule })} `}
          {next}
        </span>
      )}
    </>
  );
}

/** A line with the shape of what it says, which its colour alone would not tell. */
function ToneLine({
  state,
  children,
}: {
  state: 'FAILED' | 'INDETERMINATE' | 'WARNED';
  children: ReactNode;
}) {
  return (
    <span className={css.line} data-tone={state === 'FAILED' ? 'fail' : 'warn'}>
      {state === 'WARNED' ? <WarningIcon aria-hidden="true" /> : <VerdictShape state={state} />}
      <span>{children}</span>
    </span>
  );
}

/** What fails where the policy only warns is a warning; what fails by the service's word alone is in doubt. */
function besideState(check: Check): 'FAILED' | 'INDETERMINATE' | 'WARNED' {
  if (check.level !== 'FAIL') return 'WARNED';
  return isComputedFailure(check) ? 'FAILED' : 'INDETERMINATE';
}

function signatureWords({ signatures: { passed, warned, failed, open } }: VerdictFacts): string[] {
  return [
    passed > warned && m.verdicts_signatures_hold({ count: passed - warned }),
    warned > 0 && m.verdicts_signatures_warned({ count: warned }),
    failed > 0 && m.verdicts_signatures_failed({ count: failed }),
    open > 0 && m.verdicts_signatures_open({ count: open }),
  ].filter((part) => part !== false);
}
