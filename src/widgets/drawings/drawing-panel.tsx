import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import type { CheckId } from '#proofs/check.ts';
import { Card } from '#ui/layout/card.tsx';
import { ink, media, mono, type } from '#ui/theme/tokens.ts';

const Root = styled(Card)({
  '& > .head': { gap: '2px 12px', minHeight: 40, padding: '10px 18px 0' },
  '& > .head > .bar': { ...type.table, color: ink.text2 },
  '& > .head > .note': { color: ink.text2 },
  '& > .head > .note .words': { fontSize: 13 },
  '& > .head > .note label:has(input:checked) .words': { color: ink.fail, fontWeight: 600 },
  '& > .head code, & > .body code': { fontFamily: mono, fontSize: 12, letterSpacing: 0 },
  '& > .body, & > .body:first-of-type': { padding: 0 },
  [media.phone]: {
    '& > .head': { padding: '12px 16px 0' },
    '& > .head > .bar': { flex: '1 0 100%', order: 1 },
    '& > .head > .note': { order: 2, marginLeft: 0 },
    '& > .body': { padding: 0 },
  },
});

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
      <Root title={title} level={level} bar={about} note={end}>
        {children}
      </Root>
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
  [media.phone]: { padding: '10px 16px 16px' },
});
