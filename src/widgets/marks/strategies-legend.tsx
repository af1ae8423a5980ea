import { m } from '#i18n/messages.ts';
import { Explained } from './explained.tsx';
import css from './strategies-legend.module.css';

/** The legend of a list whose rows have the marks N, M and E: one for all of them. */
export function StrategiesLegend() {
  return (
    <Explained label={m.common_marks_help()} text={m.common_marks_names()} more="strategies">
      <span className={css.legend}>{m.common_marks_help()}</span>
    </Explained>
  );
}
