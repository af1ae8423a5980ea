/**
 * Where dates, labels, breaks and ticks of the time ledger stand. Arithmetic alone: the same times and widths give
 * the same places, whatever the order in which they come.
 */

export interface AxisEvent {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Px that its label needs. */
  readonly width: number;
}

export interface AxisInput {
  readonly events: readonly AxisEvent[];
  /** Px from edge to edge. */
  readonly width: number;
  /** What the reader's zone is ahead of UTC by, so that ticks fall on round times there. */
  readonly offset?: number;
}

export interface PlacedEvent {
  readonly key: string;
  readonly at: number;
  readonly x: number;
  /** The label reaches from `left` to `left + width`; it stands in `row`, 0 next to the axis. */
  readonly left: number;
  readonly width: number;
  readonly row: number;
  /** Which edge of the label is at the event. */
  readonly anchor: 'start' | 'end';
}

export interface Tick {
  readonly at: number;
  readonly x: number;
  readonly form: 'time' | 'day';
}

export interface Axis {
  /** In order of time; at the same time, in order of key. */
  readonly events: readonly PlacedEvent[];
  /** Where time that nothing happened in is left out: the middle of the sign. */
  readonly breaks: readonly number[];
  readonly ticks: readonly Tick[];
  readonly rows: number;
  /** Place of any time; what lies before or after everything is at the edge. */
  readonly place: (at: number) => number;
}

/** Px: at the left of the axis, at most at its right, of a break, and at least between two ticks. */
const [edge, mostAtEnd, breakWidth, tickSpacing] = [52, 130, 150, 90];
/** Empty time that is longer than this many times the middle one of the gaps is left out. */
const longGap = 20;
/** An instant under the pointer's reach of another is moved aside, so that both can be seen. */
const shapeSpacing = 15;
const labelGap = 8;
/** Where labels are too many for these rows, more are made. */
const tidyRows = 3;

/** A stretch of time that is drawn to scale. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly x: number;
  readonly end: number;
}

export function layOut({ events, width, offset = 0 }: AxisInput): Axis {
  const sorted = [...events].sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
  const times = [...new Set(sorted.map(({ at }) => at))];
  // The last label stands after its date, where it can.
  const high = width - Math.min(mostAtEnd, (sorted.at(-1)?.width ?? 0) + labelGap);
  const stretches = stretchesOf(times, high - edge);
  const xs = apart(
    times.map((at) => placeIn(stretches, at)),
    edge,
    high,
  );
  const place = (at: number): number => between(times, xs, stretches, at);
  const placed = placeLabels(sorted, place, width);
  return {
    events: placed,
    breaks: stretches.slice(1).map(({ x }, at) => ((stretches[at]?.end ?? 0) + x) / 2),
    ticks: stretches.flatMap((stretch) => ticksIn(stretch, offset)),
    rows: Math.max(1, ...placed.map(({ row }) => row + 1)),
    place,
  };
}

/** Time is cut where a gap is long beside the others; what is left shares the width by its length. */
function stretchesOf(times: readonly number[], width: number): Stretch[] {
  const groups = groupsOf(times);
  const cut = Math.min(breakWidth, groups.length > 1 ? width / (2 * (groups.length - 1)) : 0);
  const free = width - cut * (groups.length - 1);
  const lengths = groups.map(({ from, to }) => to - from);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  // A single date needs no width; a stretch of some dates has at least its share of a third of the width.
  const wide = lengths.filter((length) => length > 0).length;
  const least = wide === 0 ? 0 : free / (3 * wide);
  const scale = whole === 0 ? 0 : (free - least * wide) / whole;
  const stretches: Stretch[] = [];
  let x = edge;
  for (const [at, group] of groups.entries()) {
    const length = lengths[at] ?? 0;
    const end = x + (length === 0 ? 0 : least + scale * length);
    stretches.push({ ...group, x, end });
    x = end + cut;
  }
  // Nothing but single dates: they share the width evenly.
  if (wide === 0 && groups.length > 1) {
    const step = width / (groups.length - 1);
    return stretches.map((stretch, at) => ({ ...stretch, x: edge + at * step, end: edge + at * step }));
  }
  return stretches;
}

function groupsOf(times: readonly number[]): { from: number; to: number }[] {
  const gaps = times.slice(1).map((at, before) => at - (times[before] ?? at));
  const middle = [...gaps].sort((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? 0;
  const groups: { from: number; to: number }[] = [];
  for (const [index, at] of times.entries()) {
    const open = groups.at(-1);
    const gap = index === 0 ? Infinity : (gaps[index - 1] ?? 0);
    if (open === undefined || (gaps.length > 1 && gap > longGap * middle)) groups.push({ from: at, to: at });
    else open.to = at;
  }
  return groups;
}

function placeIn(stretches: readonly Stretch[], at: number): number {
  const found = stretches.find(({ from, to }) => at >= from && at <= to);
  if (found === undefined) return edge;
  const { from, to, x, end } = found;
  return to === from ? (x + end) / 2 : x + ((end - x) * (at - from)) / (to - from);
}

/** Moves places apart to the right, then back from the right edge; the order stays. */
function apart(xs: readonly number[], low: number, high: number): number[] {
  const spacing = Math.min(shapeSpacing, xs.length > 1 ? (high - low) / (xs.length - 1) : shapeSpacing);
  const moved: number[] = [];
  for (const x of xs) moved.push(Math.max(x, (moved.at(-1) ?? -Infinity) + spacing, low));
  for (let at = moved.length - 1; at >= 0; at--) {
    const limit = at === moved.length - 1 ? high : (moved[at + 1] ?? high) - spacing;
    moved[at] = Math.max(low, Math.min(moved[at] ?? low, limit));
  }
  return moved;
}

/** The place of an event's own time is the one that it was given; other times lie between their neighbours. */
function between(
  times: readonly number[],
  xs: readonly number[],
  stretches: readonly Stretch[],
  at: number,
): number {
  const after = times.findIndex((time) => time >= at);
  if (times[after] === at) return xs[after] ?? edge;
  if (after < 0) return xs.at(-1) ?? stretches.at(-1)?.end ?? edge;
  if (after === 0) return xs[0] ?? edge;
  const [from, to] = [times[after - 1] ?? 0, times[after] ?? 0];
  const [left, right] = [xs[after - 1] ?? edge, xs[after] ?? edge];
  return left + ((right - left) * (at - from)) / (to - from);
}

type Way = Pick<PlacedEvent, 'row' | 'anchor' | 'left'>;

/**
 * From left to right: beside its event in the first row where nothing is in the way, after it or before it. A line goes
 * from a higher row down to the axis; where it can, it crosses no other label.
 */
function placeLabels(
  events: readonly AxisEvent[],
  place: (at: number) => number,
  width: number,
): PlacedEvent[] {
  const placed: PlacedEvent[] = [];
  for (const [index, event] of events.entries()) {
    const x = place(event.at);
    const label = Math.min(event.width, width);
    const after = events.slice(index + 1).find(({ at }) => at > event.at);
    const crowded = after !== undefined && place(after.at) - x < label + labelGap;
    const way = waysOf(x, label, width, crowded).find(
      (one) => fits(one, label, width, placed) && (one.row >= tidyRows || crossesNone(one, x, label, placed)),
    );
    // Beyond the tidy rows there is always a row in which nothing is in the way.
    const row = placed.reduce((most, one) => Math.max(most, one.row + 1), 0);
    const found = way ?? { row, anchor: 'start', left: Math.max(0, Math.min(x - 4, width - label)) };
    placed.push({ key: event.key, at: event.at, x, width: label, ...found });
  }
  return placed;
}

/** In each row after the event, before it, or along the edge; before it first where the next event is near. */
function waysOf(x: number, label: number, width: number, crowded: boolean): Way[] {
  const start = { anchor: 'start' as const, left: x - 4 };
  const end = { anchor: 'end' as const, left: x + 4 - label };
  const slid = { anchor: 'start' as const, left: Math.max(0, Math.min(x - 4, width - label)) };
  const order = crowded ? [end, start, slid] : [start, end, slid];
  return Array.from({ length: tidyRows + 2 }, (_, row) => order.map((one) => ({ row, ...one }))).flat();
}

function fits({ row, left }: Way, label: number, width: number, placed: readonly PlacedEvent[]): boolean {
  return (
    left >= 0 &&
    left + label <= width &&
    placed.every(
      (one) =>
        one.row !== row || left >= one.left + one.width + labelGap || left + label + labelGap <= one.left,
    )
  );
}

/** Neither does the line from this label go through a lower one, nor the line of a higher one through this. */
function crossesNone(way: Way, x: number, label: number, placed: readonly PlacedEvent[]): boolean {
  const through = (at: number, left: number, width: number): boolean =>
    at > left + 2 && at < left + width + 4;
  return placed.every((one) => {
    if (one.x === x) return true;
    if (one.row < way.row) return !through(x, one.left, one.width);
    return one.row === way.row || !through(one.x, way.left, label);
  });
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const paces = [
  minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  14 * day,
  30 * day,
  90 * day,
  365 * day,
  5 * 365 * day,
] as const;

function ticksIn({ from, to, x, end }: Stretch, offset: number): Tick[] {
  if (to === from) return [{ at: from, x, form: 'day' }];
  const perMillisecond = (end - x) / (to - from);
  const pace = paces.find((one) => one * perMillisecond >= tickSpacing);
  if (pace === undefined) return [{ at: from, x, form: 'day' }];
  const ticks: Tick[] = [];
  const first = Math.ceil((from + offset) / pace) * pace - offset;
  for (let at = first; at <= to; at += pace) {
    ticks.push({ at, x: x + (at - from) * perMillisecond, form: isMidnight(at + offset) ? 'day' : 'time' });
  }
  return ticks.length > 0 ? ticks : [{ at: from, x, form: 'day' }];
}

/** At midnight the day says more than «00:00». */
function isMidnight(local: number): boolean {
  return local % day === 0;
}
