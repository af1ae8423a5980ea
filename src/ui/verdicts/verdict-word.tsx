import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { ink } from '../theme/tokens.ts';
import { VerdictShape, type VerdictState } from './verdict-shape.tsx';

const Root = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  verticalAlign: 'middle',
  gap: 8,
  whiteSpace: 'nowrap',
  fontWeight: 500,
  color: ink.text2,
  '& svg': { width: 16, height: 16, fontSize: 16 },
  '& > .warns': { color: ink.indet },
  '&[data-state="PASSED"]': { color: ink.pass },
  '&[data-state="FAILED"]': { color: ink.fail },
  '&[data-state="INDETERMINATE"]': { color: ink.indet },
  '&[data-state="RUNNING"]': { color: ink.accent },
});

/** A verdict computed here, in a cell of a table: shape, word, and a triangle where it passed with warnings. */
export function VerdictWord({
  state,
  warned,
  children,
}: {
  state: VerdictState;
  /** What warns, in words; absent: nothing does. */
  warned?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Root data-state={state}>
      <VerdictShape state={state} behind="var(--row)" />
      {children}
      {warned !== undefined && <WarningIcon className="warns" titleAccess={warned} />}
    </Root>
  );
}
