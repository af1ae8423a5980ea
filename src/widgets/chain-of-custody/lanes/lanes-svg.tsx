import { useId } from 'react';
import { useFormat } from '#ui/formats/use-format.ts';
import type { LinkMark } from '../custody-context.tsx';
import { isNobody, type CustodyEvent, type CustodyLanes } from '../custody.ts';
import type { AxisTick, Scale } from './scale.ts';
import css from './lanes-svg.module.css';

export const laneHeight = 58;
/** For the cursor's date. */
export const topMargin = 34;
const bar = 14;

const middle = (lane: number): number => topMargin + lane * laneHeight + laneHeight / 2;
const widthOf = (number: number): number => Math.max(19, 8 + 7.5 * String(number).length);

interface LanesSvgProps {
  lanes: CustodyLanes;
  scale: Scale;
  ticks: readonly AxisTick[];
  marks: readonly LinkMark[];
  number: number;
  /** Number of the first event that is drawn. */
  first: number;
  cursor: number;
  cursorTime: number;
  /** The event before the stretch. */
  previous: CustodyEvent | undefined;
  /** Time after the last event is left out. */
  isCut: boolean;
}

export function LanesSvg(props: LanesSvgProps) {
  const { lanes, scale, ticks, number, first, cursor, cursorTime, isCut } = props;
  const format = useFormat();
  const height = topMargin + lanes.holders.length * laneHeight + 1;
  const tag = format.dayTime(cursorTime * 1000);
  const tagWidth = 18 + tag.length * 6.6;
  const tagAt = Math.min(Math.max(cursor, tagWidth / 2), Math.max(tagWidth / 2, scale.width - tagWidth / 2));
  return (
    <svg className={css.svg} width={scale.width} height={height} aria-hidden="true" focusable="false">
      {ticks.map(({ at, x }) => (
        <line key={at} className={css.tick} x1={x} x2={x} y1={topMargin} y2={height} />
      ))}
      {Array.from({ length: lanes.holders.length + 1 }, (_, lane) => (
        <line
          key={lane}
          className={css.lane}
          x1={0}
          x2={scale.width}
          y1={topMargin + lane * laneHeight + 0.5}
          y2={topMargin + lane * laneHeight + 0.5}
        />
      ))}
      {lanes.holdings.map(({ number: of, address, until }) => {
        const from = scale.places[of - first] ?? 0;
        const to = scale.places[of + 1 - first] ?? scale.place(until ?? Infinity);
        return (
          <Bar
            key={of}
            y={middle(lanes.laneOf.get(address) ?? 0)}
            from={from}
            to={to}
            cursor={of <= number ? (of === number ? cursor : to) : from}
          />
        );
      })}
      <Passings {...props} />
      {isCut && <Cut x={((scale.places.at(-1) ?? 0) + scale.place(Infinity)) / 2} height={height} />}
      <line className={css.cursor} x1={cursor} x2={cursor} y1={topMargin - 8} y2={height} />
      <rect className={css.tag} x={tagAt - tagWidth / 2} y={3} width={tagWidth} height={22} rx={4} />
      <text className={css.tagWords} x={tagAt} y={18}>
        {tag}
      </text>
      {lanes.events.map((event, at) => (
        <Node
          key={event.id}
          event={event}
          x={scale.places[at] ?? 0}
          bad={props.marks[at] === 'FAILED'}
          number={number}
          lanes={lanes}
        />
      ))}
    </svg>
  );
}

/** Two slashes through the lanes: here time is left out. */
function Cut({ x, height }: { x: number; height: number }) {
  return (
    <>
      <rect className={css.cut} x={x - 3} y={topMargin} width={6} height={height - topMargin} />
      {[-4, 4].map((by) => (
        <path key={by} className={css.slash} d={`M${x + by - 4} ${height + 4}l8 -14`} />
      ))}
    </>
  );
}

/** Solid until the cursor, hollow after it. */
function Bar({ y, from, to, cursor }: { y: number; from: number; to: number; cursor: number }) {
  const gone = Math.min(Math.max(cursor, from), to);
  const box = { y: y - bar / 2, height: bar, rx: 3 };
  return (
    <>
      {to > gone && <rect className={css.rest} x={gone} width={to - gone} {...box} />}
      {gone > from && <rect className="bar" x={from} width={gone - from} {...box} />}
    </>
  );
}

/** From whom it went to whom: an arrow between lanes, and a hatch where somebody gave what another held. */
function Passings({ lanes, scale, marks, number, previous }: LanesSvgProps) {
  const hatch = useId();
  return (
    <>
      <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line className={css.hatch} x1={0} x2={0} y1={0} y2={6} />
      </pattern>
      {lanes.events.map((event, at) => {
        const x = scale.places[at] ?? 0;
        const from = lanes.laneOf.get(event.from);
        const to = lanes.laneOf.get(event.to);
        const before = lanes.laneOf.get((lanes.events[at - 1] ?? previous)?.to ?? '');
        const bad = marks[at] === 'FAILED';
        return (
          <g key={event.id}>
            {bad && before !== undefined && from !== undefined && before !== from && (
              <rect
                className={css.gap}
                x={x - 16}
                y={middle(Math.min(before, from)) + 10}
                width={12}
                height={Math.abs(middle(before) - middle(from)) - 10}
                fill={`url(#${hatch})`}
              />
            )}
            {from !== undefined && to !== undefined && from !== to && (
              <Arrow x={x} from={middle(from)} to={middle(to)} isGone={event.number <= number} bad={bad} />
            )}
          </g>
        );
      })}
    </>
  );
}

function Arrow({
  x,
  from,
  to,
  isGone,
  bad,
}: {
  x: number;
  from: number;
  to: number;
  isGone: boolean;
  bad: boolean;
}) {
  const down = to > from ? 1 : -1;
  const tip = to - down * 11;
  return (
    <path
      className={css.arrow}
      data-gone={isGone || undefined}
      data-bad={bad || undefined}
      d={`M${x} ${from + (down * bar) / 2}V${tip}M${x - 4} ${tip - down * 5}L${x} ${tip}L${x + 4} ${tip - down * 5}`}
    />
  );
}

function Node({
  event,
  x,
  bad,
  number,
  lanes,
}: {
  event: CustodyEvent;
  x: number;
  bad: boolean;
  number: number;
  lanes: CustodyLanes;
}) {
  const burnt = isNobody(event.to);
  const y = middle(lanes.laneOf.get(burnt ? event.from : event.to) ?? 0);
  const width = widthOf(event.number);
  const here = event.number === number || undefined;
  return (
    <>
      {burnt && <path className={css.end} d={`M${x + width / 2 + 4} ${y - 6}l12 12m-12 0l12 -12`} />}
      <rect
        className={css.event}
        data-gone={event.number <= number || undefined}
        data-here={here}
        data-bad={bad || undefined}
        x={x - width / 2}
        y={y - 9.5}
        width={width}
        height={19}
        rx={9.5}
      />
      <text className={css.number} data-here={here} x={x} y={y + 4}>
        {event.number}
      </text>
    </>
  );
}
