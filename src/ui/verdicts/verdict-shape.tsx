import { RunningRing } from '../feedback/running-ring.tsx';
import { clsx } from 'clsx';
import { verdictLine, verdictPaths, type DrawnVerdict } from './verdict-paths.ts';
import css from './verdict-shape.module.css';

/** What a computation made here came to. The names are those of the checks. */
export type VerdictState = 'PASSED' | 'FAILED' | 'INDETERMINATE' | 'NOT_RUN' | 'NOT_APPLICABLE' | 'RUNNING';

/**
 * The shape of a verdict: circle, octagon, diamond, dashed ring, dash, turning arc. Each is distinguished
 * without its colour. `warns`: it does not count toward the verdict and is drawn in outline.
 */
export function VerdictShape({
  state,
  warns = false,
  className,
}: {
  state: DrawnVerdict | 'RUNNING';
  warns?: boolean | undefined;
  className?: string | undefined;
}) {
  if (state === 'RUNNING') return <RunningRing className={className} />;
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" data-state={state} className={clsx(css.svg, className)}>
      {verdictPaths(state, warns).map(({ d, line, transform }) => (
        <path
          key={d}
          d={d}
          fillRule="evenodd"
          transform={transform}
          {...(line && { fill: 'none', stroke: 'currentColor', strokeWidth: verdictLine.width })}
          {...(line === 'dashed' && { strokeDasharray: verdictLine.dashes })}
        />
      ))}
    </svg>
  );
}
