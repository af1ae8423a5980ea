/**
 * Where times stand on the drawing. Every step from one event to the next is wide enough for its circle; the width that
 * is left is shared by how long the steps lasted, so that days among minutes still look like days.
 */

export interface Scale {
  readonly width: number;
  /** Place of each event, in their order; px, ascending. */
  readonly places: readonly number[];
  /** Place of any time; before the first event and after the end it is at the edges. */
  readonly place: (at: number) => number;
  /** The time of a place: the inverse. */
  readonly timeAt: (x: number) => number;
}

export interface ScaleInput {
  /** Epoch seconds, ascending. */
  readonly times: readonly number[];
  /** Until when the last holding is drawn. */
  readonly until: number;
  /** Most seconds that are drawn of a silence after the last event; by default all of them. */
  readonly tail?: number;
  readonly width: number;
  /** Px before the first event. */
  readonly edge: number;
  /** Px from one event to the next, at least. */
  readonly spacing: number;
}

export function scaleOf({ times, until, tail = Infinity, width, edge, spacing }: ScaleInput): Scale {
  const ends = [...times, Math.max(until, times.at(-1) ?? until)];
  const steps = ends
    .slice(1)
    .map((at, index) => Math.min(at - (ends[index] ?? at), index === times.length - 1 ? tail : Infinity));
  const least = Math.min(spacing, steps.length === 0 ? spacing : (width - 2 * edge) / steps.length);
  const free = Math.max(0, width - 2 * edge - least * steps.length);
  const whole = steps.reduce((sum, step) => sum + step, 0);
  const xs = [edge];
  for (const step of steps)
    xs.push((xs.at(-1) ?? edge) + least + (whole === 0 ? free / steps.length : (free * step) / whole));
  const between = (known: readonly number[], wanted: readonly number[], value: number): number => {
    // The last one not after it: of events in one second, the last.
    const after = firstAbove(known, value);
    if (after === 0) return wanted[0] ?? edge;
    if (after >= known.length) return wanted.at(-1) ?? edge;
    const [low = 0, high = 0] = [known[after - 1], known[after]];
    const [from = 0, to = 0] = [wanted[after - 1], wanted[after]];
    return high === low ? to : from + ((to - from) * (value - low)) / (high - low);
  };
  return {
    width,
    places: xs.slice(0, times.length),
    place: (at) => between(ends, xs, at),
    timeAt: (x) => between(xs, ends, x),
  };
}

function firstAbove(values: readonly number[], value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

export interface AxisTick {
  /** Epoch seconds. */
  readonly at: number;
  readonly x: number;
  readonly unit: TickUnit;
}

export type TickUnit = 'second' | 'minute' | 'day' | 'month' | 'year';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Steps between ticks, from the shortest. Months and years are of the calendar. */
const paces: readonly { readonly unit: TickUnit; readonly every: number; readonly seconds: number }[] = [
  ...[1, 5, 15].map((every) => ({ unit: 'second' as const, every, seconds: every })),
  ...[1, 5, 15, 60, 180, 720].map((every) => ({ unit: 'minute' as const, every, seconds: every * minute })),
  ...[1, 2, 7, 14].map((every) => ({ unit: 'day' as const, every, seconds: every * day })),
  ...[1, 3, 6].map((every) => ({ unit: 'month' as const, every, seconds: every * 30.4 * day })),
  ...[1, 5, 20].map((every) => ({ unit: 'year' as const, every, seconds: every * 365.25 * day })),
];

/**
 * Round times at which the axis is marked, none nearer to another than a label needs.
 *
 * @param offset seconds that the reader's zone is ahead of UTC
 */
export function ticksOf(scale: Scale, from: number, until: number, offset: number, spacing = 76): AxisTick[] {
  const most = Math.max(2, Math.floor(scale.width / spacing));
  const pace = paces.find(({ seconds }) => (until - from) / seconds <= most) ?? paces.at(-1);
  if (pace === undefined) return [];
  const ticks: AxisTick[] = [];
  let last = -Infinity;
  for (const at of roundTimes(pace, from, until, offset)) {
    const x = scale.place(at);
    if (x - last < spacing || x > scale.width - spacing / 2) continue;
    ticks.push({ at, x, unit: pace.unit });
    last = x;
  }
  return ticks;
}

function roundTimes(
  { unit, every, seconds }: (typeof paces)[number],
  from: number,
  until: number,
  offset: number,
): number[] {
  const times: number[] = [];
  if (unit === 'month' || unit === 'year') {
    const start = new Date((from + offset) * 1000);
    const months = unit === 'year' ? 12 * every : every;
    const first = start.getUTCFullYear() * 12 + start.getUTCMonth();
    for (let month = Math.ceil(first / months) * months; ; month += months) {
      const at = Date.UTC(Math.floor(month / 12), month % 12) / 1000 - offset;
      if (at > until) return times;
      if (at >= from) times.push(at);
    }
  }
  for (let at = Math.ceil((from + offset) / seconds) * seconds - offset; at <= until; at += seconds)
    times.push(at);
  return times;
}
