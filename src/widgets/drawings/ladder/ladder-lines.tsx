import type { VerdictState } from '#ui/verdicts/verdict-shape.tsx';
import type { Ladder, Rung } from './ladder.ts';
import { branch, laneOf, type Geometry } from './ladder-geometry.ts';
import css from './ladder-lines.module.css';

/** The lines behind the table: nothing in them that the table does not say, so nobody has to see them. */
export function LadderLines({
  ladder,
  middles,
  height,
  geometry,
  current,
  state,
  top,
  left,
}: {
  ladder: Ladder;
  middles: readonly number[];
  height: number;
  geometry: Geometry;
  /** The rung that is selected. */
  current: number;
  state: VerdictState;
  top: number;
  left: number;
}) {
  const { rungs } = ladder;
  const parts = { rungs, middles, geometry, current };
  return (
    <svg
      className={css.svg}
      width={geometry.width}
      height={height}
      style={{ top, left }}
      aria-hidden="true"
      focusable="false"
    >
      {rungs.map((_, at) => (
        <Lane key={at} at={at} {...parts} />
      ))}
      {rungs.map((_, at) => (
        <Branch key={at} at={at} {...parts} />
      ))}
      {rungs.map((_, at) => (
        <Node key={at} at={at} {...parts} state={state} />
      ))}
    </svg>
  );
}

interface PartProps {
  at: number;
  rungs: readonly Rung[];
  middles: readonly number[];
  geometry: Geometry;
  current: number;
}

/** The next rung in the same lane: the spine goes on past the rungs of the bag. */
function nextInLane(rungs: readonly Rung[], at: number): number | undefined {
  const lane = rungs[at]?.lane;
  const next = rungs.findIndex((rung, index) => index > at && rung.lane === lane);
  return next < 0 ? undefined : next;
}

const flag = (on: boolean): '' | undefined => (on ? '' : undefined);

function Lane({ at, rungs, middles, geometry, current }: PartProps) {
  const rung = rungs[at];
  const next = nextInLane(rungs, at);
  const [from, to] = [middles[at], next === undefined ? undefined : middles[next]];
  if (rung === undefined || next === undefined || from === undefined || to === undefined) return null;
  const x = laneOf(rung, geometry);
  return (
    <line
      className={css.lane}
      data-visited={flag(at <= current)}
      data-otherwise={flag(rungs[next]?.stored !== undefined)}
      {...{ x1: x, x2: x, y1: from, y2: to }}
    />
  );
}

function Branch({ at, rungs, middles, geometry, current }: PartProps) {
  const rung = rungs[at];
  const [y, next] = [middles[at], middles[at + 1]];
  if (rung?.join === undefined || y === undefined || next === undefined) return null;
  const { join } = rung;
  const flags = {
    'data-current': flag(at === current),
    'data-otherwise': flag(rungs[at + 1]?.stored !== undefined),
  };
  // The finished bag goes over into the spine: it is a node already, not a sibling that is given.
  if (!join.given) {
    return <path className={css.branch} {...flags} d={branch(geometry.right, geometry.spine, y, next)} />;
  }
  const to = laneOf(rung, geometry);
  const x = join.side === 'right' ? geometry.right : rung.lane === 'bag' ? geometry.between : geometry.left;
  const half = rung.lane === 'bag' ? 6.5 : 8;
  return (
    <>
      <path className={css.branch} {...flags} d={branch(x, to, y, next)} />
      <path
        className="subtree"
        data-current={flag(at === current)}
        data-altered={flag(join.stored !== undefined)}
        d={`M${x} ${y - 6.5}L${x + half} ${y + 6.5}H${x - half}Z`}
      />
    </>
  );
}

function Node({ at, rungs, middles, geometry, current, state }: PartProps & { state: VerdictState }) {
  const rung = rungs[at];
  const y = middles[at];
  if (rung === undefined || y === undefined) return null;
  const x = laneOf(rung, geometry);
  const otherwise = flag(rung.stored !== undefined);
  const isRoot = at === rungs.length - 1;
  if (isRoot) {
    return (
      <g className="root" data-state={state}>
        <circle className={css.ring} cx={x} cy={y} r={8.5} />
        {at === 0 ? (
          <rect
            className={css.leaf}
            x={x - 4}
            y={y - 4}
            width={8}
            height={8}
            rx={2}
            data-otherwise={otherwise}
          />
        ) : (
          <circle className={css.dot} cx={x} cy={y} r={4} />
        )}
      </g>
    );
  }
  if (at === 0) {
    const box = { x: x - 6, y: y - 6, width: 12, height: 12, rx: 2.5 };
    return <rect className={css.leaf} {...box} data-otherwise={otherwise} />;
  }
  return (
    <circle
      className={css.node}
      cx={x}
      cy={y}
      r={4.75}
      data-visited={flag(at <= current)}
      data-otherwise={otherwise}
    />
  );
}
