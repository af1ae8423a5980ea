import { styled } from '@mui/material/styles';
import type { Basis } from '#proofs/check.ts';
import { ink } from '#ui/theme/tokens.ts';

const Group = styled('g')({
  fill: ink.text2,
  stroke: 'none',
  '& .hollow': { fill: ink.surface, stroke: ink.text2, strokeWidth: 1.5 },
  '& .dashed': { strokeDasharray: '2.4 2.2' },
  '&[data-emphasized]': { fill: ink.accent, '& .hollow': { stroke: ink.accent } },
  '@media (forced-colors: active)': { fill: 'CanvasText', '& .hollow': { stroke: 'CanvasText' } },
});

/**
 * The shape of a date's basis: filled circle, diamond, ring with a dot, dashed ring. Dates of several bases at the same
 * instant stand inside each other.
 */
export function TimeShape({
  x,
  y,
  kinds,
  emphasized = false,
}: {
  x: number;
  y: number;
  kinds: readonly Basis[];
  emphasized?: boolean;
}) {
  const others = kinds.length > 1;
  const [chain, pinned] = [kinds.includes('CHAIN'), kinds.includes('PINNED')];
  const half = others ? 8 : 6.5;
  return (
    <Group data-emphasized={emphasized ? '' : undefined}>
      {kinds.includes('SERVER') && <circle className="hollow dashed" cx={x} cy={y} r={others ? 10 : 6} />}
      {chain && (
        <path
          className={others ? 'hollow' : undefined}
          d={`M${x} ${y - half}L${x + half} ${y}L${x} ${y + half}L${x - half} ${y}Z`}
        />
      )}
      {pinned && <circle className="hollow" cx={x} cy={y} r={chain ? 4 : 6} />}
      {pinned && <circle cx={x} cy={y} r={chain ? 1.8 : 2.8} />}
      {kinds.includes('RECOMPUTED') && <circle cx={x} cy={y} r={chain || pinned ? 3.2 : 5.5} />}
    </Group>
  );
}
