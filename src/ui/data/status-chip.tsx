import type { ReactNode } from 'react';
import css from './status-chip.module.css';

/**
 * How far along the service says something is. None of them is green: green is for what was computed.
 * `waiting` grey; `answered` ink outline; `settled` ink outline and tint; `refused` red outline;
 * `draft` dashed.
 */
export type StatusTone = 'waiting' | 'answered' | 'settled' | 'refused' | 'draft';

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
    <span className={css.root} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
