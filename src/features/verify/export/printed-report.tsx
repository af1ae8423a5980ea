import { useEffect, useMemo } from 'react';
import { inputsOf } from '#proofs/report-inputs.ts';
import { ProofError } from '#proofs/errors.ts';
import type { Report, ReportInputs as Inputs } from '#proofs/verdict/report.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { Button } from '#ui/actions/button.tsx';
import { PrintedPaper } from '#ui/layout/printed-paper.tsx';
import { usePageMargins } from '#ui/layout/use-page-margins.ts';
import { VerdictWord } from '#ui/verdicts/verdict-word.tsx';
import { utcInstant, type Wording } from '#widgets/report/texts/when.ts';
import { m } from '#i18n/messages.ts';
import { caseIssueText } from '../detail/case-issue-text.ts';
import { itemSummary, kindWord, stateWord } from '../results/item-summary.ts';
import { proofContext } from '#widgets/verification/context/proof-context.ts';
import { ReportInputs } from '#widgets/report/report-inputs.tsx';
import { reasonSentence } from '#widgets/report/texts/check-sentences.ts';
import { ruleChangeWords } from '#widgets/report/texts/rule-change-words.ts';
import { stampedByWords } from '#widgets/report/texts/stamped-by.ts';
import { provenTimeOf, reasonOf, stampedByOf, stateOf, type Item } from '../run/item.ts';
import type { Snapshot } from '../run/snapshot.ts';
import { RepeatCommand } from './repeat-command.tsx';
import { clsx } from 'clsx';
import css from './printed-report.module.css';

/** The results on paper: one row an item with its hash whole, what they rest on, and how to repeat them. */
export function PrintedReport({
  snapshot,
  items,
  wording,
  onDone,
}: {
  snapshot: Snapshot;
  /** Those that are shown, in their order. */
  items: readonly Item[];
  wording: Wording;
  onDone: () => void;
}) {
  useEffect(() => {
    const root = document.getElementById('root');
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDone();
    };
    // What is behind is neither printed nor reached.
    root?.setAttribute('hidden', '');
    document.addEventListener('keydown', close);
    return () => {
      root?.removeAttribute('hidden');
      document.removeEventListener('keydown', close);
    };
  }, [onDone]);
  const { counts, reader } = snapshot;
  const report = useMemo(() => readerReport(reader), [reader]);
  usePageMargins(useMemo(() => marginsOf(report?.inputs), [report]));
  const number = (value: number): string => value.toLocaleString(wording.locale);
  return (
    <PrintedPaper className={clsx(css.root, 'printed')} lang={wording.locale}>
      <div className="bar">
        <Button
          variant="contained"
          onClick={() => {
            window.print();
          }}
        >
          {m.verify_print_now()}
        </Button>
        <Button onClick={onDone}>{m.verify_print_back()}</Button>
      </div>
      <p className="brand">Testigo</p>
      <h1>{m.verify_print_title()}</h1>
      <p>
        {m.verify_print_summary({
          items: number(snapshot.items.length),
          passed: number(counts.PASSED),
          warned: number(counts.WARNED),
          failed: number(counts.FAILED),
          indeterminate: number(counts.INDETERMINATE),
          left: number(counts.RUNNING + counts.NOT_RUN),
        })}
      </p>
      {items.length < snapshot.items.length && (
        <p>{m.verify_print_part({ shown: number(items.length), items: number(snapshot.items.length) })}</p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">{m.verify_col_verdict()}</th>
            <th scope="col">{m.verify_col_item()}</th>
            <th scope="col">{m.verify_col_found()}</th>
            <th scope="col">{m.verify_print_time()}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={item.id} item={item} wording={wording} />
          ))}
        </tbody>
      </table>
      <p>{m.verify_print_note()}</p>
      {report && (
        <>
          <section>
            <h2>{m.verdicts_inputs()}</h2>
            <ReportInputs report={report} whole />
          </section>
          <RepeatCommand items={items} inputs={report.inputs} />
        </>
      )}
    </PrintedPaper>
  );
}

function Row({ item, wording }: { item: Item; wording: Wording }) {
  const reason = reasonOf(item);
  const words = reasonWords(item);
  const time = provenTimeOf(item);
  const stampedBy = stampedByOf(item);
  const changes = item.outcome?.of === 'report' ? ruleChangeWords(item.outcome.changes) : [];
  return (
    <tr>
      <td>
        <Verdict item={item} />
      </td>
      <td data-label={m.verify_col_item()}>
        <div className={css.name}>{item.source.from === 'hash' ? kindWord(item) : shown(item.name)}</div>
        {item.source.from === 'file' && <div>{kindWord(item)}</div>}
        {item.sha256 !== undefined && <code>{item.sha256}</code>}
      </td>
      <td data-label={m.verify_col_found()}>
        {itemSummary(item, wording)}
        {reason !== undefined && (
          <div>
            <code>{reason}</code>
            {words !== undefined && `: ${words}`}
          </div>
        )}
        {changes.map((change) => (
          <div key={change}>{change}</div>
        ))}
      </td>
      <td data-label={m.verify_print_time()}>
        {time === undefined ? '—' : <code>{utcInstant(time)}</code>}
        {stampedBy !== undefined && <div>{stampedByWords(stampedBy)}</div>}
      </td>
    </tr>
  );
}

/** The shape says on grey paper what the colour says on a screen. */
function Verdict({ item }: { item: Item }) {
  const state = stateOf(item);
  return state === 'WARNED' ? (
    <VerdictWord state="PASSED" warned={m.verify_warned()}>
      {stateWord('PASSED')}
    </VerdictWord>
  ) : (
    <VerdictWord state={state}>{stateWord(state)}</VerdictWord>
  );
}

/** When and by what program it was computed stands on every page. */
function marginsOf(inputs: Inputs | undefined): string {
  // An instant and the name of a build have no character that a string of CSS gives a meaning.
  return inputs ? `@page{@top-right{content:"${inputs.validationTime} · ${inputs.build}"}}` : '';
}

/** What every item was checked by, also where nothing of what is here had evidence. */
function readerReport(reader: Snapshot['reader']): Pick<Report, 'inputs' | 'wording'> | undefined {
  if (reader === undefined) return undefined;
  try {
    const context = proofContext(reader);
    return {
      inputs: inputsOf({}, context),
      wording: context.policy.scope === 'internal' ? 'internal check' : 'full',
    };
  } catch (error) {
    // A stored anchor that is not the one that was agreed to stops every check: nothing rests on anything.
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

/** The sentence of a code that the summary of the row does not have. */
function reasonWords({ outcome }: Item): string | undefined {
  if (outcome?.of === 'nothing') return reasonSentence({ code: 'X_EVIDENCE_ABSENT' });
  const fault = outcome?.of === 'report' ? outcome.faults[0] : undefined;
  return fault && caseIssueText(fault);
}
