import type { ReactNode } from 'react';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import { m } from '#i18n/messages.ts';
import { BasisMark, type BasisName } from './basis-mark.tsx';
import { verdictWord } from './verdict-chip.tsx';
import { VerdictShape, type VerdictState } from './verdict-shape.tsx';
import css from './check-row.module.css';

/**
 * One answered question: the question as a statement, what came out, and where the facts come from. What passed by
 * the service's word alone has neither the shape nor the word of a verdict: its basis says all.
 */
export function CheckRow({
  state,
  warns,
  warnings = 0,
  statement,
  word,
  basis,
  detail,
}: {
  state: VerdictState;
  /** It does not hold, but the policy only warns. */
  warns?: boolean | undefined;
  /** It holds with so many warnings, and is then no plain pass. */
  warnings?: number | undefined;
  statement: ReactNode;
  /** Another word than that of the state. */
  word?: string | undefined;
  basis?: BasisName | undefined;
  /** Code, numbers or what to do next. */
  detail?: ReactNode;
}) {
  const isReported = state === 'PASSED' && basis === 'SERVER';
  const isWarned = state === 'PASSED' && !isReported && warnings > 0;
  const usual = isWarned ? m.common_verdict_passed_with_warnings({ count: warnings }) : verdictWord(state);
  return (
    <div
      className={css.root}
      data-state={isReported ? 'REPORTED' : state}
      data-warned={isWarned || undefined}
    >
      {isReported ? (
        <QuoteIcon aria-hidden="true" />
      ) : (
        <VerdictShape state={isWarned ? 'WARNED' : state} warns={warns} />
      )}
      <span className="statement">{statement}</span>
      {!isReported && <span className="word">{word ?? usual}</span>}
      {basis && (
        <span className="basis">
          <BasisMark basis={basis} />
        </span>
      )}
      {detail ? <div className={css.detail}>{detail}</div> : null}
    </div>
  );
}
