import { m } from '#i18n/messages.ts';
import { VerdictShape, type VerdictState } from '#ui/verdicts/verdict-shape.tsx';
import css from './end-mark.module.css';

/** Whether the value that was reached is the declared root. */
export function EndMark({ state }: { state: VerdictState }) {
  return (
    <span className={css.root} data-state={state}>
      <VerdictShape state={state} />
      <span>
        {state === 'PASSED'
          ? m.inspector_draw_equal()
          : state === 'FAILED'
            ? m.inspector_draw_unequal()
            : m.inspector_draw_not_compared()}
      </span>
    </span>
  );
}
