import { styled } from '@mui/material/styles';
import { m } from '#i18n/messages.ts';
import { ink } from '#ui/theme/tokens.ts';

/** How one part of a whole stands; ui gives the drawing, the caller knows what it is. */
export type Segment = 'settled' | 'answered' | 'waiting' | 'refused' | 'draft' | 'unknown';

/** How many parts stand how. The numbers may be a service's word, so nothing is made for each before it is drawn. */
export type Segments = Readonly<Partial<Record<Segment, number>>>;

/** As many parts as can be told apart. */
const mostParts = 12;

const Root = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  '& > .figure': { fontSize: 13, lineHeight: '18px', fontWeight: 550, minWidth: 24, whiteSpace: 'nowrap' },
  '& > .figure > i': { color: ink.text2, fontStyle: 'normal', fontWeight: 400, padding: '0 1px' },
  '& > .bar': { display: 'flex', gap: 2, width: 64, height: 8 },
  '& .part': { flex: 1, minWidth: 0, border: `1px solid ${ink.control}`, borderRadius: 2 },
  '& [data-part="settled"]': { borderColor: ink.accent, background: ink.accent },
  '& [data-part="answered"]': {
    borderColor: ink.accent,
    background: `linear-gradient(transparent 42%, ${ink.accent} 42%)`,
  },
  '& [data-part="refused"]': {
    borderColor: ink.fail,
    background: `repeating-linear-gradient(135deg, ${ink.fail} 0 1.5px, transparent 1.5px 4px)`,
  },
  '& [data-part="draft"]': { borderStyle: 'dashed' },
  '& [data-part="unknown"]': { borderStyle: 'dotted' },
  '& > .whole': {
    display: 'flex',
    overflow: 'hidden',
    width: 64,
    height: 8,
    border: `1px solid ${ink.control}`,
    borderRadius: 2,
    '& > .part': { flex: 'none', border: 0, borderRadius: 0 },
  },
  '@media (forced-colors: active)': { '& .part': { forcedColorAdjust: 'none' } },
});

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
    <Root role="img" aria-label={label ?? m.common_done_of_total({ done, total })}>
      {figure && (
        <span className="figure">
          {howMany(segments.unknown) > 0 ? '?' : done}
          <i>/</i>
          {total}
        </span>
      )}
      {total > mostParts ? (
        <span className="whole">
          {counts.map(({ part, count }) =>
            part === 'waiting' || count === 0 ? null : (
              <span
                key={part}
                className="part"
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
              <span key={`${part} ${index}`} className="part" data-part={part} />
            )),
          )}
        </span>
      )}
    </Root>
  );
}
