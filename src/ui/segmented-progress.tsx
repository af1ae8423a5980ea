import { styled } from '@mui/material/styles';
import { m } from '#words/words.ts';
import { ink } from './ink.ts';

/** How one part of a whole stands; ui gives the drawing, the caller knows what it is. */
export type Segment = 'settled' | 'answered' | 'waiting' | 'refused' | 'draft';

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

const order: readonly Segment[] = ['settled', 'answered', 'refused', 'waiting', 'draft'];

/**
 * `2/3` and a bar with a part for each. Over twelve there is one bar: solid part, half part, rest.
 * `label` says it in words («2 de 3, 1 pendiente»); by default from the counts.
 */
export function SegmentedProgress({
  segments,
  label,
  figure = true,
}: {
  segments: readonly Segment[];
  label?: string | undefined;
  figure?: boolean | undefined;
}) {
  const total = segments.length;
  const done = segments.filter((part) => part === 'settled' || part === 'answered').length;
  const counts = order.map((part) => ({ part, count: segments.filter((other) => other === part).length }));
  return (
    <Root role="img" aria-label={label ?? m.common_done_of_total({ done, total })}>
      {figure && (
        <span className="figure">
          {done}
          <i>/</i>
          {total}
        </span>
      )}
      {total > 12 ? (
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
          {segments.map((part, index) => (
            <span key={index} className="part" data-part={part} />
          ))}
        </span>
      )}
    </Root>
  );
}
