import type { ReactNode } from 'react';
import QuoteIcon from '@mui/icons-material/FormatQuote';
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
  statement,
  word,
  basis,
  detail,
}: {
  state: VerdictState;
  /** It does not hold, but the policy only warns. */
  warns?: boolean | undefined;
  statement: ReactNode;
  /** Another word than that of the state. */
  word?: string | undefined;
  basis?: BasisName | undefined;
  /** Code, numbers or what to do next. */
  detail?: ReactNode;
}) {
  const isReported = state === 'PASSED' && basis === 'SERVER';
  return (
    <div className={css.root} data-state={isReported ? 'REPORTED' : state}>
      {isReported ? <QuoteIcon aria-hidden="true" /> : <VerdictShape state={state} warns={warns} />}
      <span className="statement">{statement}</span>
      {!isReported && <span className="word">{word ?? verdictWord(state)}</span>}
      {basis && (
        <span className="basis">
          <BasisMark basis={basis} />
        </span>
      )}
      {detail ? <div className={css.detail}>{detail}</div> : null}
    </div>
  );
}
