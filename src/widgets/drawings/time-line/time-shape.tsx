import type { Basis } from '#proofs/check.ts';
import { clsx } from 'clsx';
import css from './time-shape.module.css';

/**
 * The shape of a date's basis: filled circle, diamond, ring with a dot, dashed ring. Dates of several bases at the same
 * instant stand inside each other.
 */
export function TimeShape({
  x,
  y,
  kinds,
  emphasized = false,
}: {
  x: number;
  y: number;
  kinds: readonly Basis[];
  emphasized?: boolean;
}) {
  const others = kinds.length > 1;
  const [chain, pinned] = [kinds.includes('CHAIN'), kinds.includes('PINNED')];
  const half = others ? 8 : 6.5;
  return (
    <g className={css.group} data-emphasized={emphasized ? '' : undefined}>
      {kinds.includes('SERVER') && (
        <circle className={clsx(css.hollow, css.dashed)} cx={x} cy={y} r={others ? 10 : 6} />
      )}
      {chain && (
        <path
          className={others ? css.hollow : undefined}
          d={`M${x} ${y - half}L${x + half} ${y}L${x} ${y + half}L${x - half} ${y}Z`}
        />
      )}
      {pinned && <circle className={css.hollow} cx={x} cy={y} r={chain ? 4 : 6} />}
      {pinned && <circle cx={x} cy={y} r={chain ? 1.8 : 2.8} />}
      {kinds.includes('RECOMPUTED') && <circle cx={x} cy={y} r={chain || pinned ? 3.2 : 5.5} />}
    </g>
  );
}
