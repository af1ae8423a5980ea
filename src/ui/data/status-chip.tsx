import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { chipBox } from '../theme/chip-style.ts';
import { ink } from '../theme/tokens.ts';

/**
 * How far along the service says something is. None of them is green: green is for what was computed.
 * `waiting` grey; `answered` ink outline; `settled` ink outline and tint; `refused` red outline;
 * `draft` dashed.
 */
export type StatusTone = 'waiting' | 'answered' | 'settled' | 'refused' | 'draft';

const Root = styled('span')({
  ...chipBox,
  '&[data-tone="answered"]': { borderColor: ink.accentLine, color: ink.accent },
  '&[data-tone="settled"]': { borderColor: ink.accentLine, background: ink.accentTint, color: ink.accent },
  '&[data-tone="refused"]': { borderColor: ink.failLine, color: ink.fail },
  '&[data-tone="draft"]': { borderStyle: 'dashed' },
});

/** A state in the service's words: shape, word and outline. */
export function StatusChip({
  tone,
  icon,
  children,
}: {
  tone: StatusTone;
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <Root data-tone={tone}>
      {icon}
      {children}
    </Root>
  );
}
