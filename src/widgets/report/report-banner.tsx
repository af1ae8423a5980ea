import type { ReactNode } from 'react';
import type { Check } from '#proofs/check.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { VerdictBanner } from '#ui/verdicts/verdict-banner.tsx';
import type { VerdictState } from '#ui/verdicts/verdict-shape.tsx';
import { m } from '#i18n/messages.ts';
import { ReportChip } from './report-chip.tsx';
import { accuracyWords, stampedByWords } from './texts/stamped-by.ts';
import { useVerdictSentence } from './use-verdict-sentence.ts';
import { failedProofWords, type VerdictFacts } from './texts/verdict-sentence.ts';
import { sectionName } from './texts/part-names.ts';
import { basisSentence, nextOf, reasonSentence } from './texts/check-sentences.ts';
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
      facts={
        <BannerFacts
          {...{ state, facts, isChainOffered, missing }}
          contradicted={contradictionsOf(report, facts)}
        />
      }
      actions={actions}
      {...(level !== undefined && { level })}
    />
  );
}

function BannerFacts({
  state,
  facts,
  contradicted,
  isChainOffered,
  missing,
}: {
  missing: ReactNode;
  state: VerdictState;
  facts: VerdictFacts;
  contradicted: readonly Contradiction[];
  isChainOffered: boolean;
}) {
  const format = useFormat();
  const { options } = format;
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
      {contradicted.map(({ section, check }) => (
        <span className={css.line} key={section} data-tone={check.level === 'FAIL' ? 'fail' : 'warn'}>
          {ofSection(
            section,
            check.reason ? reasonSentence(check.reason, check.id, options) : m.verdicts_s_failed_plain(),
          )}
        </span>
      ))}
      {facts.warningLines.map((line) => (
        <span className={css.line} key={line} data-tone="warn">
          {line}
        </span>
      ))}
      <span>{[basisSentence(facts.counts), ...signatureWords(facts)].join(', ')}</span>
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

/** What contradicts itself as a whole says so without a name before it. */
const ofSection = (section: string, sentence: string): string =>
  section === 'case' ? sentence : m.verdicts_s_of_section({ section: sectionName(section), sentence });

interface Contradiction {
  readonly section: string;
  readonly check: Check;
}

/**
 * What is wrong with the claim, the token or the case as a whole, where the verdict does not hang on it: the document
 * existed all the same, and who reads the verdict learns of it.
 */
function contradictionsOf({ sections }: Report, { decided }: VerdictFacts): Contradiction[] {
  return sections
    .filter(({ key }) => ['claim', 'token', 'case'].includes(key) && key !== decided?.section)
    .flatMap(({ key, checks }) => {
      const check = checks.find(({ status }) => status === 'FAILED');
      return check ? [{ section: key, check }] : [];
    });
}

function signatureWords({ signatures: { passed, failed, open } }: VerdictFacts): string[] {
  return [
    passed > 0 && m.verdicts_signatures_hold({ count: passed }),
    failed > 0 && m.verdicts_signatures_failed({ count: failed }),
    open > 0 && m.verdicts_signatures_open({ count: open }),
  ].filter((part) => part !== false);
}
