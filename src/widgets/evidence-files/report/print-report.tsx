import { Fragment, useMemo, type ReactNode } from 'react';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import { shown } from '#proofs/encoding/visible-text.ts';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { PrintSheet } from '#ui/layout/print-sheet.tsx';
import { VerdictShape } from '#ui/verdicts/verdict-shape.tsx';
import { m, type Locale } from '#i18n/messages.ts';
import { besideWords } from '../../report/texts/beside-words.ts';
import { stampedByWords } from '../../report/texts/stamped-by.ts';
import { failedProofWords, verdictSentence } from '../../report/texts/verdict-sentence.ts';
import { zonesSentence, type Wording } from '../../report/texts/when.ts';
import { caseSummary } from './case-summary.ts';
import { marginRule, pageName, type CaseOnPaper } from './page-margins.ts';
import type { Block, Cell, MarkCell } from './blocks.ts';
import { reportMark } from './marks.ts';
import { caseDetails } from './report-document.ts';
import { undeterminedWords } from './undetermined.ts';
import { verifyAddress } from './verify-address.ts';
import { verifyCommand } from './verify-command.ts';
import { inLanguage, type PrintedCase } from '../export/run-export.ts';
import css from './print-report.module.css';

/** A report on paper: the whole of what was found, in the language that was chosen, whatever the app speaks. */
export function PrintReport({
  cases,
  title,
  language,
  onDone,
}: {
  cases: readonly PrintedCase[];
  /** Also proposed as the name of a PDF. */
  title: string;
  language: Locale;
  onDone: () => void;
}) {
  const { timeZone, utc } = usePreferences();
  const pages = useMemo(() => {
    const wording: Wording = { locale: language, timeZone, utc };
    return inLanguage(language, () => ({
      head: headOf(cases, wording),
      cases: cases.map((one) => caseOf(one, wording)),
    }));
  }, [cases, language, timeZone, utc]);
  const margins = useMemo(
    () => cases.map((one, at) => marginRule(pageName(at, cases.length), onPaper(one))).join(''),
    [cases],
  );

  return (
    <PrintSheet className={css.sheet} title={title} lang={language} margins={margins} onDone={onDone}>
      {pages.head}
      {pages.cases.map((one, at) => (
        <article key={at} style={{ page: pageName(at, cases.length) }}>
          {one}
        </article>
      ))}
    </PrintSheet>
  );
}

/** It is computed for the moment at which it is exported. */
const onPaper = ({ title, evidence, report }: PrintedCase): CaseOnPaper => ({
  title,
  evidence,
  computedAt: report.inputs.validationTime,
});

function headOf(cases: readonly PrintedCase[], wording: Wording): ReactNode {
  const address = verifyAddress(window.location.origin);
  return (
    <header>
      <p className="brand">Testigo</p>
      <h1>{m.evidence_print_title()}</h1>
      <p>{address === undefined ? m.evidence_print_note_command() : m.evidence_print_note({ address })}</p>
      <p>{zonesSentence(wording)}</p>
      {cases.length > 1 && (
        <table>
          <caption>{m.evidence_print_list()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.evidence_page_case()}</th>
              <th scope="col">{m.evidence_page_verdict()}</th>
            </tr>
          </thead>
          <tbody>
            {cases.map(({ title, report }, at) => (
              <tr key={at}>
                <td>{shown(title)}</td>
                <td>
                  <Marked {...reportMark(report)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </header>
  );
}

function caseOf(printed: PrintedCase, wording: Wording): ReactNode {
  const { title, evidence, report } = printed;
  const { sentence, facts } = verdictSentence(report, wording);
  return (
    <>
      <h2>{shown(title)}</h2>
      {printed.usesTestAuthority && <p className={css.test}>{m.evidence_test_authorities()}</p>}
      <section className="verdict">
        <Marked {...reportMark(report)} />
        <p className={css.sentence}>{sentence}</p>
        {facts.stampedBy && <p>{stampedByWords(facts.stampedBy)}</p>}
        {facts.failedProofs.map((failed) => (
          <p key={failed.section + failed.block}>{failedProofWords(failed)}</p>
        ))}
        {facts.beside.map((one) => (
          <p key={one.section}>{besideWords(one, wording)}</p>
        ))}
        {undeterminedWords(report, wording).map((words) => (
          <p key={words}>{words}</p>
        ))}
      </section>
      {commandOf(printed)}
      {caseSummary(
        { report, evidence, wording },
        report.inputs.validationTime,
        m.evidence_document_not_on_paper(),
      ).map((block, at) => (
        <Printed key={at} block={block} />
      ))}
      <div className={css.details}>
        {caseDetails({ report, evidence, wording }).map((block, at) => (
          <Printed key={at} block={block} />
        ))}
      </div>
    </>
  );
}

/** Who holds the paper types it: it is whole, with the name under which the case file is saved. */
function commandOf({ fileName, report }: PrintedCase): ReactNode {
  const { policy, recipe, recipes, trust, validationTime } = report.inputs;
  const { start, options, notes } = verifyCommand({
    name: fileName,
    anchorUses: trust.anchors.map(({ use }) => use),
    policy: policy.id,
    recipe: recipes.includes(recipe) ? recipe : undefined,
    at: validationTime,
  });
  return (
    <section className={css.command}>
      <p>{m.evidence_print_command()}</p>
      <pre>
        <code>
          {start}
          {options.map((option) => (
            <Fragment key={option}>
              {' '}
              <span>{option}</span>
            </Fragment>
          ))}
        </code>
      </pre>
      {notes.map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
    </section>
  );
}

function Printed({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${block.level}` as const;
      return (
        <Heading>
          <span>{block.text}</span>
          {block.mark && <Marked {...block.mark} />}
        </Heading>
      );
    }
    case 'text':
      return <p className={block.look}>{block.text}</p>;
    case 'facts':
      return (
        <dl>
          {block.facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Value cell={value} />
              </dd>
            </div>
          ))}
        </dl>
      );
    case 'table':
      return (
        <table>
          <caption>{block.caption}</caption>
          <thead>
            <tr>
              {block.head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column}>
                    <Value cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'folded':
      return (
        <section>
          <h4>{block.summary}</h4>
          {block.blocks.map((inner, at) => (
            <Printed key={at} block={inner} />
          ))}
        </section>
      );
  }
}

function Value({ cell }: { cell: Cell }) {
  if (typeof cell === 'string') return cell;
  if ('code' in cell) return <code>{cell.code}</code>;
  if ('mark' in cell) return <Marked {...cell} />;
  return cell.lines.map((line, at) => (
    <div key={at}>
      <Value cell={line} />
    </div>
  ));
}

/** On paper there may be no colour: the shape and the word say it. What the service reports has a frame of its own. */
function Marked({ mark, word, warns = false }: MarkCell) {
  return (
    <span className="mark" data-mark={mark} data-warns={warns || undefined}>
      {mark === 'REPORTED' ? (
        <QuoteIcon aria-hidden="true" />
      ) : (
        <VerdictShape state={warns && mark === 'PASSED' ? 'WARNED' : mark} warns={warns} />
      )}
      {word}
    </span>
  );
}
