import { useId } from 'react';
import type { Bucket } from '#client/families/rates.ts';
import type { RateFamily } from '#contract/resources/rate-names.ts';
import { formatDay } from '#ui/formats/formats.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import type { Slot } from '#widgets/rates/periods.ts';
import { periodWords } from '#widgets/rates/rate-words.ts';
import { m } from '#i18n/messages.ts';
import css from './candles.module.css';

const height = 220;

/** The series as drawn: where the service has no bucket, a dashed line and nothing else. The table says the same. */
export function Candles({
  slots,
  family,
  inverse,
  label,
  current,
  onChoose,
}: {
  slots: readonly Slot<Bucket>[];
  family: RateFamily;
  inverse: boolean;
  label: string;
  current: number | undefined;
  onChoose: (id: number) => void;
}) {
  const format = useFormat();
  const { options } = format;
  const id = useId();
  // Drawing needs no exact numbers: what is computed with is the text.
  const shapes = slots.map((slot) => ({ slot, shape: shapeOf(slot.bucket, inverse) }));
  const values = shapes.flatMap(({ shape }) => (shape ? [shape.low, shape.high] : []));
  const { bottom, top, step } = scaleOf(Math.min(...values), Math.max(...values));
  const y = (value: number): number => height - ((value - bottom) / (top - bottom)) * height;
  const width = 1000 / Math.max(1, slots.length);
  const lines = Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, at) => bottom + at * step);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const day = (slot: Slot<Bucket> | undefined): string =>
    slot ? formatDay(slot.id * 1000, { ...options, utc: true }) : '';
  const hasGaps = slots.some(({ bucket }) => bucket === undefined);
  return (
    <figure className={css.root} aria-labelledby={id}>
      <VisuallyHidden id={id}>{label}</VisuallyHidden>
      <div className={css.plot} aria-hidden="true">
        <svg viewBox={`0 0 1000 ${height}`} height={height} preserveAspectRatio="none">
          {lines.map((value) => (
            <line key={value} className={css.grid} x1="0" x2="1000" y1={y(value)} y2={y(value)} />
          ))}
          {shapes.map(({ slot, shape }, at) => {
            const middle = (at + 0.5) * width;
            if (!shape)
              return <line key={slot.id} className={css.gap} x1={middle} x2={middle} y1={0} y2={height} />;
            return (
              <g key={slot.id}>
                <rect
                  className={css.place}
                  data-on={slot.id === current ? '' : undefined}
                  x={at * width}
                  width={width}
                  y={0}
                  height={height}
                  onClick={() => onChoose(slot.id)}
                >
                  <title>{periodWords(family, slot.id, options)}</title>
                </rect>
                {family !== 'median' && <Candle shape={shape} middle={middle} width={width} y={y} />}
              </g>
            );
          })}
          {family === 'median' && (
            <path
              className={css.median}
              pointerEvents="none"
              d={shapes
                .flatMap(({ shape }, at) => (shape ? [`${(at + 0.5) * width},${y(shape.close)}`] : []))
                .map((point, at) => `${at === 0 ? 'M' : 'L'}${point}`)
                .join('')}
            />
          )}
        </svg>
        {lines.map((value) => (
          <span key={value} className={css.scale} style={{ top: y(value) }}>
            {format.number(value, decimals, decimals)}
          </span>
        ))}
      </div>
      <div className={css.ticks} aria-hidden="true">
        <span>{day(slots[0])}</span>
        {slots.length > 8 && <span>{day(slots[Math.floor(slots.length / 2)])}</span>}
        {slots.length > 1 && <span>{day(slots.at(-1))}</span>}
      </div>
      {family !== 'median' && <Legend hasGaps={hasGaps} />}
    </figure>
  );
}

function Candle({
  shape: { open, close, low, high },
  middle,
  width,
  y,
}: {
  shape: Shape;
  middle: number;
  /** Of the place of the candle. */
  width: number;
  y: (value: number) => number;
}) {
  return (
    <g pointerEvents="none">
      <line className="wick" x1={middle} x2={middle} y1={y(high)} y2={y(low)} />
      <rect
        className="body"
        data-up={close >= open ? '' : undefined}
        x={middle - width * 0.31}
        width={width * 0.62}
        y={y(Math.max(open, close))}
        height={Math.max(1, Math.abs(y(open) - y(close)))}
      />
    </g>
  );
}

function Legend({ hasGaps }: { hasGaps: boolean }) {
  return (
    <ul className={css.legend} aria-hidden="true">
      <li>
        <span className={css.swatch} />
        {m.rates_up()}
      </li>
      <li>
        <span className={css.swatch} data-look="down" />
        {m.rates_down()}
      </li>
      {hasGaps && (
        <li>
          <span className={css.swatch} data-look="gap" />
          {m.rates_gap()}
        </li>
      )}
    </ul>
  );
}

interface Shape {
  readonly open: number;
  readonly close: number;
  readonly low: number;
  readonly high: number;
}

/** What of a bucket can be drawn; the lowest and the highest are so whichever way the service names them. */
function shapeOf(bucket: Bucket | undefined, inverse: boolean): Shape | undefined {
  const figures = bucket && (inverse ? bucket.inverse : bucket.direct);
  const some = figures?.close ?? figures?.median ?? figures?.average ?? figures?.open;
  if (!figures || some === undefined) return undefined;
  const open = Number(figures.open ?? some);
  const close = Number(figures.close ?? some);
  const all = [open, close, Number(figures.low ?? some), Number(figures.high ?? some)];
  return { open, close, low: Math.min(...all), high: Math.max(...all) };
}

/** Three to six round lines around what is drawn. */
function scaleOf(low: number, high: number): { bottom: number; top: number; step: number } {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { bottom: 0, top: 1, step: 1 };
  const span = high - low || high * 0.02 || 1;
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= span / 4) ?? 10) * power;
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(bottom + step, Math.ceil(high / step) * step);
  return { bottom, top, step };
}
