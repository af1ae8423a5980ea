import type { ReactNode } from 'react';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { VerdictShape, type VerdictState } from './verdict-shape.tsx';
import css from './verdict-banner.module.css';

/**
 * The verdict first: a sentence about the world («Este documento existía a más tardar el …»), then the
 * chip and the counts by basis. A pass with warnings has their
 * icon and colour, as its chip has, and no tint.
 */
export function VerdictBanner({
  state,
  warned,
  reported = false,
  sentence,
  facts,
  actions,
  level = 2,
}: {
  state: VerdictState;
  /** Passed, and something warns. */
  warned?: boolean | undefined;
  /** Only the service says so: the mark of that basis stands in place of the shape. */
  reported?: boolean | undefined;
  sentence: ReactNode;
  facts?: ReactNode;
  actions?: ReactNode;
  /** Heading level of the sentence. */
  level?: 2 | 3;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className={css.root} data-state={state} data-warned={warned || undefined}>
      {reported ? (
        <QuoteIcon aria-hidden="true" />
      ) : state === 'PASSED' && warned ? (
        <WarningIcon aria-hidden="true" />
      ) : (
        <VerdictShape state={state} />
      )}
      <div className={css.words}>
        <Heading className={css.sentence}>{sentence}</Heading>
        {facts ? <div className="facts">{facts}</div> : null}
      </div>
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </section>
  );
}
