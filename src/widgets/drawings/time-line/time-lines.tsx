import { dateOf } from '#clock/instants.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { layOut, type Axis, type PlacedEvent } from './time-axis.ts';
import {
  sinceText,
  untilText,
  type DatedEntry,
  type DayWords,
  type LedgerSpan,
  type LedgerValidity,
} from './ledger.ts';
import { TimeShape } from './time-shape.tsx';
import css from './time-lines.module.css';

const side = 18;
const rowHeight = 36;

/** The axis itself. Everything in it is said by the list beside it, so nobody has to see it. */
export function TimeLines({
  entries,
  spans,
  validity,
  width: outer,
  days,
}: {
  entries: readonly DatedEntry[];
  spans: readonly LedgerSpan[];
  validity: LedgerValidity | undefined;
  width: number;
  days: DayWords;
}) {
  const format = useFormat();
  const width = outer - 2 * side;
  const axis = axisOf(entries, days, width, offsetOf(format.zone(entries[0]?.date ?? new Date(0))));
  const y = axis.rows * rowHeight + 14;
  const spansTop = y + 34;
  const bandTop = spansTop + spans.length * 20 + 4;
  const height = validity === undefined ? spansTop + spans.length * 20 : bandTop + 28;
  const entryByKey = new Map(entries.map((entry) => [entry.key, entry]));
  return (
    <div className={css.root} style={{ height }} aria-hidden="true">
      <svg width={width} height={height} focusable="false">
        {axis.events.map(({ key, x, row }) => (
          <line key={key} className={css.lead} x1={x} x2={x} y1={y - 14 - row * rowHeight} y2={y - 8} />
        ))}
        <line className={css.axis} x1={0} x2={width} y1={y} y2={y} />
        {axis.breaks.map((x) => (
          <g key={x}>
            <rect className={css.gap} x={x - 4} y={y - 3} width={8} height={6} />
            <path className={css.slash} d={`M${x - 7} ${y - 7}l6 14M${x + 1} ${y - 7}l6 14`} />
          </g>
        ))}
        {axis.ticks.map(({ at, x }) => (
          <line key={at} className={css.tick} x1={x} x2={x} y1={y} y2={y + 6} />
        ))}
        {pointsOf(axis, entryByKey).map(({ x, entries: here }) => (
          <TimeShape
            key={x}
            {...{ x, y }}
            kinds={here.map(({ kind }) => kind)}
            emphasized={here.some(({ emphasized }) => emphasized === true)}
          />
        ))}
        {spans.map((span, at) => (
          <Bracket key={`${span.from} ${span.label}`} span={span} axis={axis} y={spansTop + at * 20 + 6} />
        ))}
        {validity !== undefined && <Band {...{ validity, axis, width }} y={bandTop} />}
      </svg>
      {axis.events.map((event) => {
        const entry = entryByKey.get(event.key);
        return entry && <Label key={event.key} {...{ event, entry, days }} axisY={y} />;
      })}
      {axis.ticks.map(({ at, x, form }) => (
        <span
          key={at}
          className={css.tickLabel}
          style={{ left: Math.max(22, Math.min(width - 22, x)), top: y + 12 }}
        >
          {form === 'day' ? days.day(dateOf(at)) : format.time(at)}
        </span>
      ))}
      {spans.map((span, at) => (
        <span
          key={`${span.from} ${span.label}`}
          className={css.spanLabel}
          style={{ ...labelBeside(span, axis, width), top: spansTop + at * 20 - 2 }}
        >
          {span.label}
        </span>
      ))}
      {validity !== undefined && (
        <>
          <span className={css.bandLabel} style={{ left: 0, top: bandTop + 13 }}>
            {[validity.label, sinceText(validity.from, days)].filter((text) => text !== undefined).join(' ')}
          </span>
          <span className={css.bandLabel} style={{ right: 0, top: bandTop + 13 }}>
            {untilText(validity.to, days)}
          </span>
        </>
      )}
    </div>
  );
}

function axisOf(entries: readonly DatedEntry[], days: DayWords, width: number, offset: number): Axis {
  return layOut({
    width,
    offset,
    events: entries.map(({ key, date, label }) => ({
      key,
      at: date.getTime(),
      width: Math.min(200, Math.ceil(Math.max(label.length * 6.9, days.time(date).length * 6.2) + 8)),
    })),
  });
}

function Label({
  event,
  entry,
  days,
  axisY,
}: {
  event: PlacedEvent;
  entry: DatedEntry;
  days: DayWords;
  axisY: number;
}) {
  return (
    <span
      className="label"
      data-anchor={event.anchor}
      data-sure={entry.kind === 'SERVER' ? undefined : ''}
      data-emphasized={entry.emphasized === true ? '' : undefined}
      style={{ left: event.left, width: event.width, top: axisY - 14 - (event.row + 1) * rowHeight + 4 }}
      title={entry.label}
    >
      <b>{entry.label}</b>
      <span>{days.time(entry.date)}</span>
    </span>
  );
}

/** Dates at the same instant are one point. */
function pointsOf(
  axis: Axis,
  entryByKey: ReadonlyMap<string, DatedEntry>,
): { readonly x: number; readonly entries: readonly DatedEntry[] }[] {
  const points = new Map<number, DatedEntry[]>();
  for (const { key, x } of axis.events) {
    const entry = entryByKey.get(key);
    if (entry !== undefined) points.set(x, [...(points.get(x) ?? []), entry]);
  }
  return [...points].map(([x, entries]) => ({ x, entries }));
}

function Bracket({ span, axis, y }: { span: LedgerSpan; axis: Axis; y: number }) {
  const [from, to] = [axis.place(Date.parse(span.from)), axis.place(Date.parse(span.to))];
  return (
    <>
      <line className={css.span} x1={from} x2={to} y1={y} y2={y} />
      <path className={css.stop} d={`M${from} ${y - 4}v8M${to} ${y - 4}v8`} />
    </>
  );
}

/** After the bracket where it fits, else before it, else in its middle. */
function labelBeside(span: LedgerSpan, axis: Axis, width: number): { left: number } | { right: number } {
  const [from, to] = [axis.place(Date.parse(span.from)), axis.place(Date.parse(span.to))];
  const needed = span.label.length * 6.6 + 12;
  if (to + needed <= width) return { left: to + 10 };
  if (from >= needed) return { right: width - from + 10 };
  return { left: Math.max(0, (from + to - needed) / 2) };
}

function Band({
  validity,
  axis,
  width,
  y,
}: {
  validity: LedgerValidity;
  axis: Axis;
  width: number;
  y: number;
}) {
  const { events, place } = axis;
  const [first, last] = [events[0]?.at ?? 0, events.at(-1)?.at ?? 0];
  const [from, to] = [validity.from, validity.to].map((text) =>
    text === undefined ? undefined : Date.parse(text),
  );
  // What begins before all of it, or ends after, reaches the edge of the paper.
  const left = from === undefined || from < first ? 0 : place(from);
  const right = to === undefined || to > last ? width : place(to);
  return <rect className={css.band} x={left} y={y} width={Math.max(0, right - left)} height={10} rx={2} />;
}

/** «UTC−06:00» in milliseconds. */
function offsetOf(zone: string): number {
  const found = /UTC([+−-])(\d{2}):(\d{2})/.exec(zone);
  if (found === null) return 0;
  const length = (Number(found[2]) * 60 + Number(found[3])) * 60_000;
  return found[1] === '+' ? length : -length;
}
