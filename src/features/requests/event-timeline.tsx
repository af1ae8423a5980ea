import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { ink, type } from '#ui/theme/tokens.ts';
import { named } from '#ui/data/name.tsx';

/** What happened, oldest first, each with its time and where the fact comes from. */
export const Timeline = styled('ol')({
  '& > li': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto',
    columnGap: 12,
    paddingBottom: 16,
  },
  '& > li:not(:last-child)::before': {
    content: '""',
    position: 'absolute',
    left: 9.25,
    top: 22,
    bottom: 0,
    width: 1.5,
    background: ink.line2,
  },
  '& > li:last-child': { paddingBottom: 0 },
});

const Item = styled('li')({
  '& > .node': {
    display: 'grid',
    placeItems: 'center',
    width: 20,
    height: 20,
    color: ink.text2,
    '& svg': { fontSize: 18 },
  },
  '&[data-tone="accent"] > .node': { color: ink.accent },
  '&[data-tone="fail"] > .node': { color: ink.fail },
  '&[data-tone="indet"] > .node': { color: ink.indet },
  '& > div > .title': { ...type.table, fontSize: 13.5, lineHeight: '20px', overflowWrap: 'anywhere' },
  '& > div > .detail': { ...type.caption, color: ink.text2, marginTop: 1, overflowWrap: 'anywhere' },
  '& > .time': { ...type.caption, lineHeight: '20px', color: ink.text2, textAlign: 'right' },
  '&[data-future] > div > .title': { color: ink.text3 },
});

const Dot = styled('span')({
  width: 9,
  height: 9,
  border: `1.5px solid ${ink.control}`,
  borderRadius: 5,
  '&[data-done]': { background: ink.accent, borderColor: ink.accent },
});

/** One event. `future`: expected, not yet so; its node is hollow. */
export function TimelineItem({
  title,
  detail,
  time,
  icon,
  tone,
  future,
}: {
  title: ReactNode;
  detail?: ReactNode;
  time?: ReactNode;
  icon?: ReactNode;
  tone?: 'accent' | 'fail' | 'indet' | undefined;
  future?: boolean | undefined;
}) {
  return (
    <Item data-tone={tone} data-future={future || undefined}>
      <span className="node" aria-hidden="true">
        {icon ?? <Dot data-done={future ? undefined : ''} />}
      </span>
      <div>
        <div className="title">{named(title, 3)}</div>
        {detail ? <div className="detail">{named(detail, 3)}</div> : null}
      </div>
      <div className="time">{time}</div>
    </Item>
  );
}
