import { m } from '#i18n/messages.ts';
import css from './segmented-progress.module.css';

/** How one part of a whole stands; ui gives the drawing, the caller knows what it is. */
export type Segment = 'settled' | 'answered' | 'waiting' | 'refused' | 'draft' | 'unknown';

/** How many parts stand how. The numbers may be a service's word, so nothing is made for each before it is drawn. */
export type Segments = Readonly<Partial<Record<Segment, number>>>;

/** As many parts as can be distinguished. */
const mostParts = 12;

const order: readonly Segment[] = ['settled', 'answered', 'refused', 'waiting', 'draft', 'unknown'];

const howMany = (count: number | undefined): number =>
  count !== undefined && count > 0 ? Math.floor(Math.min(count, Number.MAX_SAFE_INTEGER)) : 0;

/**
 * `2/3` and a bar with a part for each. Over twelve there is one bar: solid part, half part, rest.
 * `label` says it in words («2 de 3, 1 pendiente»); by default from the counts.
 */
export function SegmentedProgress({
  segments,
  label,
  figure = true,
}: {
  segments: Segments;
  label?: string | undefined;
  figure?: boolean | undefined;
}) {
  const counts = order.map((part) => ({ part, count: howMany(segments[part]) }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const done = howMany(segments.settled) + howMany(segments.answered);
  return (
    <span className={css.root} role="img" aria-label={label ?? m.common_done_of_total({ done, total })}>
      {figure && (
        <span className={css.figure}>
          {howMany(segments.unknown) > 0 ? '?' : done}
          <i>/</i>
          {total}
        </span>
      )}
      {total > mostParts ? (
        <span className={css.whole}>
          {counts.map(({ part, count }) =>
            part === 'waiting' || count === 0 ? null : (
              <span
                key={part}
                className={css.part}
                data-part={part}
                style={{ width: `${(count / total) * 100}%` }}
              />
            ),
          )}
        </span>
      ) : (
        <span className="bar">
          {counts.flatMap(({ part, count }) =>
            Array.from({ length: count }, (_, index) => (
              <span key={`${part} ${index}`} className={css.part} data-part={part} />
            )),
          )}
        </span>
      )}
    </span>
  );
}
