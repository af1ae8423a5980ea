import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { ink } from '#ui/theme/tokens.ts';
import { named } from '#ui/data/name.tsx';
import css from './event-timeline.module.css';

/** What happened, oldest first, each with its time and where the fact comes from. */
export const Timeline = styled('ol')({
  '& > li': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    columnGap: 12,
    paddingBottom: 14,
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

/** One event. `future`: expected, not yet so; its node is hollow. */
export function TimelineItem({
  title,
  detail,
  icon,
  tone,
  future,
}: {
  title: ReactNode;
  detail?: ReactNode;
  icon?: ReactNode;
  tone?: 'accent' | 'fail' | 'indet' | undefined;
  future?: boolean | undefined;
}) {
  return (
    <li className={css.item} data-tone={tone} data-future={future || undefined}>
      <span className={css.node} aria-hidden="true">
        {icon ?? <span className={css.dot} data-done={future ? undefined : ''} />}
      </span>
      <div>
        <div className={css.title}>{named(title, 3)}</div>
        {detail ? <div className={css.detail}>{named(detail, 3)}</div> : null}
      </div>
    </li>
  );
}
