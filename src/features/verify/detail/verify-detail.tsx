import { useId } from 'react';
import CloseIcon from '@mui/icons-material/Close';
import type { Check } from '#proofs/check.ts';
import type { Report, ReportSection } from '#proofs/verdict/report.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { InspectorSection } from '#ui/layout/inspector.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { Name } from '#ui/data/name.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { VerdictShape } from '#ui/verdicts/verdict-shape.tsx';
import { CheckList } from '#widgets/report/checks/check-list.tsx';
import { ComparedValues } from '#widgets/report/checks/compared-values.tsx';
import { sectionName } from '#widgets/report/texts/part-names.ts';
import { ruleChangeWords } from '#widgets/report/texts/rule-change-words.ts';
import { ReportInputs } from '#widgets/report/report-inputs.tsx';
import { verdictSentence } from '#widgets/report/texts/verdict-sentence.ts';
import { questionOf } from '#widgets/report/texts/check-sentences.ts';
import { m } from '#i18n/messages.ts';
import { caseIssueText } from './case-issue-text.ts';
import { itemSummary, kindWord, stateWord } from '../results/item-summary.ts';
import { stateOf, type Item } from '../run/item.ts';
import { useFullResult } from './use-full-answer.ts';
import type { Verification } from '../run/verification.ts';
import { ItemFacts } from './item-facts.tsx';
import { WhatToDo } from './what-to-do.tsx';
import css from './verify-detail.module.css';

/** One row: its verdict in a sentence, what was expected and computed, every check, and what can be done. */
export function VerifyDetail({
  verification,
  item,
  onRow,
  onClose,
}: {
  verification: Verification;
  item: Item;
  onRow: (id: number) => void;
  onClose: () => void;
}) {
  const title = useId();
  const { options } = useFormat();
  const { whole, problem } = useFullResult(verification, item);
  useHotkeys({ Escape: onClose });
  const { outcome } = item;
  const state = stateOf(item);
  const report = outcome?.of === 'report' ? (whole?.report ?? outcome.report) : undefined;
  const faults = outcome?.of === 'report' ? outcome.faults : [];
  const changes = outcome?.of === 'report' ? ruleChangeWords(outcome.changes) : [];
  const verdict = report && faults.length === 0 ? verdictSentence(report, options) : undefined;
  const { check: decided, section: decidedIn } = verdict?.facts.decided ?? {};
  const sections = report ? applyingSections(report) : [];
  return (
    <aside className={css.pane} aria-labelledby={title}>
      <VisuallyHidden as="h1" className={css.page}>
        {m.verify_title()}
      </VisuallyHidden>
      <header>
        <VerdictShape state={state} />
        <h2 id={title}>{verdict?.sentence ?? itemSummary(item, options)}</h2>
        <b data-state={state}>{stateWord(state)}</b>
        <span className={css.close}>
          <IconButton label={m.common_close()} icon={<CloseIcon />} onClick={onClose} />
        </span>
        <p>{item.source.from === 'hash' ? kindWord(item) : <Name lines={3}>{item.name}</Name>}</p>
      </header>
      <ItemFacts verification={verification} item={item} report={report} decided={decided} onRow={onRow} />
      {faults.length > 0 && <Faults faults={faults} />}
      {changes.length > 0 && <RuleChanges changes={changes} />}
      {decided && (decided.expected ?? decided.computed) !== undefined && (
        <DecidingCheck check={decided} section={sections.length > 1 ? decidedIn : undefined} />
      )}
      <WhatToDo verification={verification} item={item} decided={decided} whole={whole} />
      {report && <Checks sections={sections} />}
      {outcome?.of === 'report' && whole === undefined && problem === undefined && (
        <InspectorSection>
          <LoadingRows kind="list" count={3} />
        </InspectorSection>
      )}
      {report && (
        <InspectorSection>
          <Disclosure summary={m.verify_inputs()}>
            <ReportInputs report={report} />
          </Disclosure>
        </InspectorSection>
      )}
    </aside>
  );
}

/** Sections that say something; what was not given says nothing. */
function applyingSections({ sections }: Report): readonly ReportSection[] {
  return sections.filter(({ checks }) => checks.some(({ status }) => status !== 'NOT_APPLICABLE'));
}

function Checks({ sections }: { sections: readonly ReportSection[] }) {
  return (
    <InspectorSection>
      <h3>{m.verify_checks()}</h3>
      {sections.map(({ key, checks }) => (
        <div key={key} data-section={key}>
          {sections.length > 1 && <h4>{sectionName(key)}</h4>}
          <CheckList checks={checks} fold="groundwork" />
        </div>
      ))}
    </InspectorSection>
  );
}

function Faults({ faults }: { faults: readonly { readonly kind: string; readonly where: string }[] }) {
  return (
    <InspectorSection>
      <h3>{m.verify_faults()}</h3>
      <ul className={css.faults}>
        {faults.map((fault) => (
          <li key={`${fault.kind} ${fault.where}`}>{caseIssueText(fault)}</li>
        ))}
      </ul>
    </InspectorSection>
  );
}

function RuleChanges({ changes }: { changes: readonly string[] }) {
  return (
    <InspectorSection>
      <h3>{m.verify_changes()}</h3>
      {changes.map((change) => (
        <p key={change} className={css.change}>
          {change}
        </p>
      ))}
    </InspectorSection>
  );
}

/** The check that decided the verdict: what was expected and what was computed. */
function DecidingCheck({ check, section }: { check: Check; section: string | undefined }) {
  return (
    <InspectorSection>
      <h3>
        {section !== undefined
          ? m.verdicts_s_of_section({ section: sectionName(section), sentence: questionOf(check) })
          : questionOf(check)}
      </h3>
      <ComparedValues expected={check.expected} computed={check.computed} equal={false} />
    </InspectorSection>
  );
}
