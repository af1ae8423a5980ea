import type { ReactNode } from 'react';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { VerdictShape, type VerdictState } from './verdict-shape.tsx';
import css from './verdict-word.module.css';

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
    <span className={css.root} data-state={state}>
      <VerdictShape state={state} />
      {children}
      {warned !== undefined && <WarningIcon className={css.warns} titleAccess={warned} />}
    </span>
  );
}
