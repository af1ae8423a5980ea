import type { Peak } from './range-model.ts';
import css from './range-skyline.module.css';

const [tall, low] = [56, 18];

/**
 * The range from afar: its mountains from left to right, the one of the leaf in ink. Where their heights are not known
 * they fall from left to right, as they do in every range; the number on top says how high the known ones are.
 */
export function RangeSkyline({ peaks, leaf }: { peaks: readonly Peak[]; leaf: number | undefined }) {
  const heights = heightsOf(peaks);
  const widths = heights.map((height) => 18 + height * 1.1);
  const lefts = widths.map((_, at) => 8 + widths.slice(0, at).reduce((sum, width) => sum + width + 8, 0));
  const end = (lefts.at(-1) ?? 0) + (widths.at(-1) ?? 0) + 8;
  const ground = tall + 22;
  return (
    <svg
      className={css.svg}
      viewBox={`0 0 ${end} ${ground + 8}`}
      width={end}
      height={ground + 8}
      aria-hidden="true"
      focusable="false"
    >
      <line className={css.ground} x1={0} x2={end} y1={ground} y2={ground} />
      {peaks.map(({ place, height }, at) => {
        const [x, width, rise] = [lefts[at] ?? 0, widths[at] ?? 0, heights[at] ?? 0];
        return (
          <g key={at}>
            <path
              className={css.peak}
              data-place={place}
              d={`M${x} ${ground}L${x + width / 2} ${ground - rise}L${x + width} ${ground}Z`}
            />
            {height !== undefined && (
              <text data-place={place} x={x + width / 2} y={ground - rise - 6} textAnchor="middle">
                {height}
              </text>
            )}
            {place === 'own' && (
              <rect
                className={css.leaf}
                x={x + width * (leaf ?? 0.5) - 4}
                y={ground - 4}
                width={8}
                height={8}
                rx={2}
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** Px: by their levels where all are known, else in even steps down. */
function heightsOf(peaks: readonly Peak[]): number[] {
  const known = peaks.map(({ height }) => height);
  const top = Math.max(1, ...known.map((height) => height ?? 0));
  return known.map((height, at) => {
    const part =
      height !== undefined && !known.includes(undefined)
        ? height / top
        : peaks.length === 1
          ? 1
          : 1 - at / (peaks.length - 1);
    return low + part * (tall - low);
  });
}
