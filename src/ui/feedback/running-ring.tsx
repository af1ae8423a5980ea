import { keyframes } from '@emotion/react';
import { styled } from '@mui/material/styles';
import { ink } from '../theme/tokens.ts';

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });

const Ring = styled('svg')({
  flex: 'none',
  fontSize: 16,
  width: '1em',
  height: '1em',
  fill: 'none',
  strokeWidth: 3,
  '& circle': { stroke: ink.line2 },
  '& path': { stroke: ink.accent },
  '[data-variant="contained"] > & path': { stroke: ink.onAccent },
  '& g': { transformOrigin: '12px 12px', animation: `${turn} 1s linear infinite` },
});

/** Something runs: a quarter arc on a ring. The words beside it say what. */
export function RunningRing({ className }: { className?: string | undefined }) {
  return (
    <Ring viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <circle cx="12" cy="12" r="9" />
      <g>
        <path d="M12 3a9 9 0 0 1 9 9" />
      </g>
    </Ring>
  );
}
