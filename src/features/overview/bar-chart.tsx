import { useId } from 'react';
import { m } from '#i18n/messages.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import css from './bar-chart.module.css';

/** One ink, then hollow, then striped: what differs by colour differs without it too. */
export type SeriesLook = 'filled' | 'hollow' | 'refused' | 'grey' | 'dashed';

export interface Series {
  id: string;
  label: string;
  look: SeriesLook;
}

export interface BarChartProps {
  label: string;
  /** From the bottom of the bar up. */
  series: readonly Series[];
  /** In order of time; `values` in the order of `series`. `unknown`: why there are no numbers, which is not zero. */
  bars: readonly { label: string; values: readonly number[]; unknown?: string | undefined }[];
  /** Px. */
  height?: number | undefined;
  /** Which bars have their label under the axis; by default the first, the last and some between. */
  tick?: ((index: number) => boolean) | undefined;
  legend?: boolean | undefined;
  /** Said over the plot, where there is nothing to draw. */
  empty?: string | undefined;
}

/** What the looks of a chart stand for. */
export function ChartLegend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={css.legend}>
      {series.map((one) => (
        <li key={one.id}>
          <span className={css.swatch} data-look={one.look} aria-hidden="true" />
          {one.label}
        </li>
      ))}
    </ul>
  );
}

/** A round number at or above the tallest bar, so that grid lines have short labels. */
export function niceTop(max: number): number {
  if (max <= 4) return Math.max(2, Math.ceil(max / 2) * 2);
  const power = 10 ** Math.floor(Math.log10(max));
  const step = [1, 1.4, 2, 3, 4, 5, 7, 10].find((factor) => factor * power >= max) ?? 10;
  const top = Math.ceil(step * power);
  return top % 2 === 0 ? top : top + 1;
}

/** Characters of a label such as «25 oct». Five of these fit on a phone, and four longer ones. */
const shortLabel = 6;

/** Which bars have their label under the axis: the first, the last and some between, evenly, so that no two touch. */
export function tickedBars(labels: readonly string[]): ReadonlySet<number> {
  const last = labels.length - 1;
  const parts = labels.every((label) => label.length <= shortLabel) ? 4 : 3;
  return new Set(Array.from({ length: parts + 1 }, (_, part) => Math.round((part * last) / parts)));
}

/** Stacked bars from zero with three grid lines, drawn by us; the same numbers as a table for those who listen. */
export function BarChart({ label, series, bars, height = 110, tick, legend, empty }: BarChartProps) {
  const format = useFormat();
  const id = useId();
  const top = niceTop(Math.max(1, ...bars.map((bar) => bar.values.reduce((sum, value) => sum + value, 0))));
  const slot = 100 / Math.max(1, bars.length);
  const y = (value: number) => height - (value / top) * height;
  const ticks = tickedBars(bars.map((bar) => bar.label));
  const ticked = tick ?? ((index: number) => ticks.has(index));
  return (
    <figure className={css.root} aria-labelledby={id}>
      <VisuallyHidden id={id}>{label}</VisuallyHidden>
      {legend && <ChartLegend series={series} />}
      <div className={css.plot} aria-hidden="true">
        <svg viewBox={`0 0 100 ${height}`} height={height} preserveAspectRatio="none">
          <Stripes id={id} width={slot * 0.56} height={height} />
          {[0, top / 2, top].map((value) => (
            <line key={value} className={css.grid} x1="0" x2="100" y1={y(value)} y2={y(value)} />
          ))}
          {bars.map((bar, index) =>
            bar.unknown === undefined ? (
              <Bar
                key={bar.label}
                {...{ bar, series, y, height, id }}
                x={index * slot + slot * 0.22}
                width={slot * 0.56}
              />
            ) : (
              <rect
                key={bar.label}
                className={css.unknown}
                x={index * slot}
                width={slot}
                y={0}
                height={height}
              />
            ),
          )}
        </svg>
        {[0, top / 2, top].map((value) => (
          <span key={value} className={css.scale} style={{ top: y(value) }}>
            {format.number(value)}
          </span>
        ))}
      </div>
      {empty !== undefined && (
        <p className={css.empty} style={{ height }}>
          <span>{empty}</span>
        </p>
      )}
      <div className={css.ticks} aria-hidden="true">
        {bars.map((bar, index) =>
          ticked(index) ? (
            <span
              key={bar.label}
              data-last={index === bars.length - 1 && index > 0 ? '' : undefined}
              style={{ left: `${index === 0 ? 0 : index === bars.length - 1 ? 100 : (index + 0.5) * slot}%` }}
            >
              {bar.label}
            </span>
          ) : null,
        )}
      </div>
      <VisuallyHidden as="div">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{m.common_chart_when()}</th>
              {series.map((one) => (
                <th key={one.id} scope="col">
                  {one.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.label}>
                <th scope="row">{bar.label}</th>
                {bar.unknown === undefined ? (
                  series.map((one, at) => <td key={one.id}>{format.number(bar.values[at] ?? 0)}</td>)
                ) : (
                  <td colSpan={series.length}>{bar.unknown}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}

/** What the bars of two looks are filled with; `width`: of a bar. */
function Stripes({ id, width, height }: { id: string; width: number; height: number }) {
  return (
    <defs>
      <pattern id={`${id}-refused`} patternUnits="userSpaceOnUse" width="100" height="4">
        <rect data-stripe="refused" width="100" height="2" />
      </pattern>
      <pattern id={`${id}-grey`} width="0.4" height="1">
        <rect data-stripe="grey" width={width * 0.2} height={height} />
      </pattern>
    </defs>
  );
}

function Bar({
  bar,
  series,
  x,
  width,
  y,
  height,
  id,
}: {
  bar: BarChartProps['bars'][number];
  series: readonly Series[];
  x: number;
  width: number;
  y: (value: number) => number;
  height: number;
  /** Of the chart, whose stripes it is filled with. */
  id: string;
}) {
  let below = 0;
  return series.map((one, at) => {
    const value = bar.values[at] ?? 0;
    if (value <= 0) return null;
    const from = below;
    below += value;
    // Refused stands apart from what it is stacked on.
    const gap = one.look === 'refused' && from > 0 ? 2 : 0;
    const size = Math.max(1.5, height - y(value));
    const isStriped = one.look === 'refused' || one.look === 'grey';
    return (
      <rect
        key={one.id}
        data-look={one.look}
        x={x}
        width={width}
        y={y(from) - size - gap}
        height={size}
        fill={isStriped ? `url("#${id}-${one.look}")` : undefined}
      />
    );
  });
}
