import type { ReactNode } from 'react';
import { Stack } from '#ui/layout/card.tsx';
import css from './custody-columns.module.css';

/** The two columns of a chain, also while it loads: drawing and events, then the event that is shown and its checks. */
export function CustodyColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={css.root}>
      <Stack style={{ gap: 14 }}>{main}</Stack>
      <Stack style={{ gap: 14 }}>{side}</Stack>
    </div>
  );
}
