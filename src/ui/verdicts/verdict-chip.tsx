import type { ReactNode } from 'react';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { m } from '#i18n/messages.ts';
import { VerdictShape, type VerdictState } from './verdict-shape.tsx';
import css from './verdict-chip.module.css';

/** The word for a verdict, in the reader's language. */
export function verdictWord(state: VerdictState): string {
  switch (state) {
    case 'PASSED':
      return m.common_verdict_passed();
    case 'FAILED':
      return m.common_verdict_failed();
    case 'INDETERMINATE':
      return m.common_verdict_indeterminate();
    case 'NOT_RUN':
      return m.common_verdict_not_run();
    case 'NOT_APPLICABLE':
      return m.common_verdict_not_applicable();
    case 'RUNNING':
      return m.common_verdict_running();
  }
}

/**
 * A verdict computed here, tinted with its colour. With `warnings` a pass becomes «aprobado con 2
 * avisos» in amber: a plain green would say more than was found.
 */
export function VerdictChip({
  state,
  warnings = 0,
  children,
}: {
  state: VerdictState;
  warnings?: number | undefined;
  /** Other words than the usual ones. */
  children?: ReactNode;
}) {
  if (state === 'PASSED' && warnings > 0) {
    return (
      <span className={css.root} data-state="INDETERMINATE">
        <WarningIcon aria-hidden="true" />
        {children ?? m.common_verdict_passed_with_warnings({ count: warnings })}
      </span>
    );
  }
  return (
    <span className={css.root} data-state={state}>
      <VerdictShape state={state} />
      {children ?? verdictWord(state)}
    </span>
  );
}

/** What only the service says has no verdict: it has the mark of its basis. */
export function ReportedChip({ children }: { children: ReactNode }) {
  return (
    <span className={css.root} data-state="NOT_APPLICABLE">
      <QuoteIcon aria-hidden="true" />
      {children}
    </span>
  );
}

/** How many things only warn. */
export function WarningsChip({ count }: { count: number }) {
  return (
    <span className={css.root} data-state="INDETERMINATE">
      <WarningIcon aria-hidden="true" />
      {m.common_warnings({ count })}
    </span>
  );
}
