import { useEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { isoOf } from '#clock/instants.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { Button } from '#ui/actions/button.tsx';
import { usePageMargins } from '#ui/layout/use-page-margins.ts';
import { VerdictWord } from '#ui/verdicts/verdict-word.tsx';
import { longInstant, utcInstant, type Wording } from '#widgets/report/texts/when.ts';
import { m } from '#i18n/messages.ts';
import { itemSummary, kindWord, stateWord } from '../results/item-summary.ts';
import { anchorUseWords } from '#widgets/verification/anchors/anchor-use-text.ts';
import { ruleChangeWords } from '#widgets/report/texts/rule-change-words.ts';
import { stampedByWords } from '#widgets/report/texts/stamped-by.ts';
import { inputsOf, provenTimeOf, reasonOf, stampedByOf, stateOf, type Item } from '../run/item.ts';
import type { Snapshot } from '../run/snapshot.ts';
import { clsx } from 'clsx';
import css from './printed-report.module.css';

/** The results on paper: policy, anchors, build and times named, one row an item, hashes whole. */
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
  usePageMargins(useMemo(() => marginsOf(snapshot), [snapshot]));
  const { counts } = snapshot;
  const number = (value: number): string => value.toLocaleString(wording.locale);
  return createPortal(
    <div className={clsx(css.root, 'printed')} lang={wording.locale}>
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
      <Inputs snapshot={snapshot} wording={wording} />
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
    </div>,
    document.body,
  );
}

function Row({ item, wording }: { item: Item; wording: Wording }) {
  const reason = reasonOf(item);
  const time = provenTimeOf(item);
  const stampedBy = stampedByOf(item);
  const changes = item.outcome?.of === 'report' ? ruleChangeWords(item.outcome.changes) : [];
  return (
    <tr>
      <td>
        <Verdict item={item} />
      </td>
      <td>
        <div className={css.name}>{item.source.from === 'hash' ? kindWord(item) : shown(item.name)}</div>
        {item.source.from === 'file' && <div>{kindWord(item)}</div>}
        {item.sha256 !== undefined && <code>{item.sha256}</code>}
      </td>
      <td>
        {itemSummary(item, wording)}
        {reason !== undefined && (
          <div>
            <code>{reason}</code>
          </div>
        )}
        {changes.map((change) => (
          <div key={change}>{change}</div>
        ))}
      </td>
      <td>
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
function marginsOf({ items, reader }: Snapshot): string {
  const inputs = inputsOf(items);
  const build = inputs ? ` · ${inputs.build}` : '';
  // An instant and the name of a build have no character that a string of CSS gives a meaning.
  return reader ? `@page{@top-right{content:"${isoOf(reader.now)}${build}"}}` : '';
}

/** By what everything was checked; versions are those that stand in the reports. */
function Inputs({ snapshot: { items, reader }, wording }: { snapshot: Snapshot; wording: Wording }) {
  const inputs = inputsOf(items);
  const at = reader && isoOf(reader.now);
  const recipe = reader?.trust.recipe;
  return (
    <dl>
      {at !== undefined && (
        <>
          <dt>{m.verify_print_made()}</dt>
          <dd>
            {longInstant(at, { ...wording, utc: false })} · {utcInstant(at)}
          </dd>
        </>
      )}
      <dt>{m.verify_print_policy()}</dt>
      <dd>
        <code>{inputs ? `${inputs.policy.id}/${inputs.policy.version}` : (reader?.trust.policy ?? '—')}</code>
      </dd>
      {inputs && (
        <>
          <dt>{m.verify_print_policy_hash()}</dt>
          <dd>
            <code>{inputs.policy.hash}</code>
          </dd>
          <dt>{m.verify_print_trust()}</dt>
          <dd>
            <code>{inputs.trust.version}</code>
          </dd>
        </>
      )}
      <dt>{m.verify_print_anchors()}</dt>
      <dd>
        {reader === undefined || reader.trust.anchors.length === 0
          ? m.verify_print_no_anchors()
          : reader.trust.anchors.map(({ sha256, title, use }) => (
              <div key={sha256}>
                {shown(title)} · {anchorUseWords(use)} <code>{sha256}</code>
              </div>
            ))}
      </dd>
      <dt>{m.verify_recipe()}</dt>
      <dd>{recipe === undefined ? m.verify_recipe_any() : <code>{recipe}</code>}</dd>
      {inputs && (
        <>
          <dt>{m.verify_print_build()}</dt>
          <dd>
            <code>{inputs.build}</code>
          </dd>
        </>
      )}
    </dl>
  );
}
