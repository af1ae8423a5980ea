import { ink } from '../theme/tokens.ts';
import { RunningRing } from '../feedback/running-ring.tsx';
import { clsx } from 'clsx';
import css from './verdict-shape.module.css';

/** What a computation made here came to. The names are those of the checks. */
export type VerdictState = 'PASSED' | 'FAILED' | 'INDETERMINATE' | 'NOT_RUN' | 'NOT_APPLICABLE' | 'RUNNING';

const diamond =
  'M13.55 1.65a2.2 2.2 0 0 0-3.1 0l-8.8 8.8a2.2 2.2 0 0 0 0 3.1l8.8 8.8a2.2 2.2 0 0 0 3.1 0l8.8-8.8a2.2 2.2 0 0 0 0-3.1z';
const question =
  'M11.07 12.85c.77-1.39 2.25-2.21 3.11-3.44.91-1.29.4-3.7-2.18-3.7-1.69 0-2.52 1.28-2.87 2.34L6.54 6.96C7.25 4.83 9.18 3 11.99 3c2.35 0 3.96 1.07 4.78 2.41.7 1.15 1.11 3.3.03 4.9-1.2 1.77-2.35 2.31-2.97 3.45-.25.46-.35.76-.35 2.24h-2.89c-.01-.78-.13-2.05.48-3.15M14 20c0 1.1-.9 2-2 2s-2-.9-2-2 .9-2 2-2 2 .9 2 2';
/** Material's warning sign. */
const triangle = 'M12 5.99 19.53 19H4.47zM12 2 1 21h22zm1 14h-2v2h2zm0-6h-2v4h2z';
const circle =
  'M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2m-2 15-5-5 1.41-1.41L10 14.17l7.59-7.59L19 8z';
const octagon =
  'M15.73 3H8.27L3 8.27v7.46L8.27 21h7.46L21 15.73V8.27zM17 15.74 15.74 17 12 13.26 8.26 17 7 15.74 10.74 12 7 8.26 8.26 7 12 10.74 15.74 7 17 8.26 13.26 12z';
const octagonOutline =
  'M15.73 3H8.27L3 8.27v7.46L8.27 21h7.46L21 15.73V8.27zM19 14.9 14.9 19H9.1L5 14.9V9.1L9.1 5h5.8L19 9.1zm-4.17-7.14L12 10.59 9.17 7.76 7.76 9.17 10.59 12l-2.83 2.83 1.41 1.41L12 13.41l2.83 2.83 1.41-1.41L13.41 12l2.83-2.83z';

/**
 * The shape of a verdict: circle, octagon, diamond, dashed ring, dash, turning arc. Each is distinguished
 * without its colour. `warns`: it does not count toward the verdict and is drawn in outline.
 */
export function VerdictShape({
  state,
  warns = false,
  behind = ink.surface,
  className,
}: {
  /** WARNED: it passed with warnings, which is no plain pass. */
  state: VerdictState | 'WARNED';
  warns?: boolean | undefined;
  /** The colour that it lies on, for the mark inside the diamond. */
  behind?: string | undefined;
  className?: string | undefined;
}) {
  if (state === 'RUNNING') return <RunningRing className={className} />;
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" data-state={state} className={clsx(css.svg, className)}>
      {state === 'PASSED' && <path d={circle} />}
      {state === 'WARNED' && <path d={triangle} />}
      {state === 'FAILED' && <path d={warns ? octagonOutline : octagon} />}
      {state === 'INDETERMINATE' && (
        <>
          <path
            d={diamond}
            {...(warns && {
              fill: 'none',
              stroke: 'currentColor',
              strokeWidth: 2,
              transform: 'translate(1.2 1.2) scale(.9)',
            })}
          />
          <path
            d={question}
            transform="translate(4.2 4.1) scale(.64)"
            style={{ fill: warns ? 'currentColor' : behind }}
          />
        </>
      )}
      {state === 'NOT_RUN' && (
        <circle
          cx="12"
          cy="12"
          r="8.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray="3.2 3.5"
        />
      )}
      {state === 'NOT_APPLICABLE' && <path d="M5 11h14v2H5z" />}
    </svg>
  );
}
