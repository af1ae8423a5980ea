import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { verdictWord } from '#ui/verdicts/verdict-chip.tsx';
import { VerdictShape, type VerdictState } from '#ui/verdicts/verdict-shape.tsx';
import { m } from '#i18n/messages.ts';
import css from './state-mark.module.css';

/** What is behind a tab, after its name: the shape of a state, or the triangle of warnings. */
export function StateMark({
  state,
  warnings = 0,
}: {
  state: VerdictState;
  /** Of what passed. */
  warnings?: number;
}) {
  if (warnings > 0)
    return (
      <>
        <WarningIcon className={css.warning} aria-hidden="true" />
        <VisuallyHidden>, {m.common_warnings({ count: warnings })}</VisuallyHidden>
      </>
    );
  return (
    <>
      <VerdictShape className={css.mark} state={state} />
      <VisuallyHidden>, {verdictWord(state)}</VisuallyHidden>
    </>
  );
}
