import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import type { CheckId } from '#proofs/check.ts';
import { Card } from '#ui/layout/card.tsx';
import { ink, media, type } from '#ui/theme/tokens.ts';
import css from './drawing-panel.module.css';

/** The paper that a drawing lies on: its name, a line about it, what can be switched, and strips to the edges. */
export function DrawingPanel({
  of,
  title,
  about,
  end,
  level = 2,
  children,
}: {
  /** The check that is drawn, where one is. */
  of?: CheckId;
  title: ReactNode;
  about?: ReactNode;
  end?: ReactNode;
  level?: 2 | 3 | undefined;
  children: ReactNode;
}) {
  return (
    <div data-check={of}>
      <Card className={css.root} title={title} level={level} bar={about} note={end}>
        {children}
      </Card>
    </div>
  );
}

/** A strip of the panel, ruled off from what is above it. */
export const Strip = styled('div')({
  padding: '10px 18px',
  borderTop: `1px solid ${ink.line}`,
  '&[data-sunken]': { background: ink.sunken },
  '&[data-last]': { borderRadius: '0 0 9px 9px' },
  [media.phone]: { padding: '10px 16px' },
});

/** What stands in place of a drawing for which nothing was computed. */
export const NothingDrawn = styled('p')({
  ...type.body,
  padding: '10px 18px 18px',
  color: ink.text2,
  // The verdict stands above the words about it.
  '& > .verdict': { display: 'block', marginBottom: 6 },
  [media.phone]: { padding: '10px 16px 16px' },
});
