import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import { m } from '#i18n/messages.ts';
import { BasisMark, type BasisName } from './basis-mark.tsx';
import { ink, media, type } from '../theme/tokens.ts';
import { verdictWord } from './verdict-chip.tsx';
import { VerdictShape, type VerdictState } from './verdict-shape.tsx';

const Root = styled('div')({
  ...type.table,
  display: 'grid',
  gridTemplateColumns: '17px minmax(0, 1fr) auto 93px',
  alignItems: 'center',
  columnGap: 10,
  minHeight: 'var(--check-row)',
  padding: '3px 0',
  '& > svg': { width: 17, height: 17 },
  '& > svg:not([data-state])': { color: ink.text3 },
  '& > .word': { ...type.caption, color: ink.text3 },
  '&[data-state="PASSED"] > .word': { color: ink.pass },
  '&[data-state="FAILED"] > .word': { color: ink.fail },
  '&[data-state="INDETERMINATE"] > .word': { color: ink.indet },
  '& > .detail': { ...type.caption, gridColumn: '2 / -1', color: ink.text2, overflowWrap: 'anywhere' },
  [media.phone]: {
    gridTemplateColumns: '17px auto minmax(0, 1fr)',
    '& > .statement': { gridColumn: '2 / -1' },
    '& > .word': { gridColumn: 2 },
    '& > .basis': { gridColumn: 3 },
  },
});

/**
 * One answered question: what was asked as a statement, what came out, and where the facts come from. What passed by
 * the service's word alone has neither the shape nor the word of a verdict.
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
  const told = state === 'PASSED' && basis === 'SERVER';
  return (
    <Root data-state={told ? 'TOLD' : state}>
      {told ? <QuoteIcon aria-hidden="true" /> : <VerdictShape state={state} warns={warns} />}
      <span className="statement">{statement}</span>
      <span className="word">{word ?? (told ? m.verdicts_told_row() : verdictWord(state))}</span>
      <span className="basis">{basis && <BasisMark basis={basis} />}</span>
      {detail ? <div className="detail">{detail}</div> : null}
    </Root>
  );
}
