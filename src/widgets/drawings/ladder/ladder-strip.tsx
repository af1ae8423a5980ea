import type { Ladder } from './ladder.ts';
import css from './ladder-strip.module.css';

const width = 68;

/** A long ladder whole, without words: where its siblings stand, which part is in sight, where the step is. */
export function LadderStrip({
  ladder,
  current,
  height,
  top,
  window: [from, to],
  onPick,
}: {
  ladder: Ladder;
  current: number;
  /** Px of the frame beside it. */
  height: number;
  top: number;
  /** Which part is in sight, from 0 to 1. */
  window: readonly [number, number];
  onPick: (rung: number) => void;
}) {
  const { rungs } = ladder;
  const pitch = Math.min(9, (height - 8) / rungs.length);
  const whole = pitch * rungs.length;
  const y = (at: number): number => 4 + (at + 0.5) * pitch;
  return (
    <svg
      className={css.svg}
      width={width}
      height={whole + 8}
      style={{ marginTop: top }}
      aria-hidden="true"
      onPointerDown={(event) => {
        const inside = event.clientY - event.currentTarget.getBoundingClientRect().top - 4;
        onPick(Math.max(0, Math.min(rungs.length - 1, Math.floor(inside / pitch))));
      }}
    >
      <rect
        className={css.window}
        x={0.5}
        width={width - 1}
        rx={4}
        y={4 + from * whole}
        height={(to - from) * whole}
      />
      <line className={css.spine} x1={width / 2} x2={width / 2} y1={y(0)} y2={y(rungs.length - 1)} />
      {rungs.map(({ join }, at) =>
        join === undefined ? null : (
          <circle
            key={at}
            className={join.stored === undefined ? css.sibling : css.altered}
            cx={join.side === 'left' ? 14 : width - 14}
            cy={y(at)}
            r={Math.min(2, pitch / 3)}
          />
        ),
      )}
      <circle className={css.here} cx={width / 2} cy={y(current)} r={3.5} />
    </svg>
  );
}
