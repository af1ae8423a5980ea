import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { ink, media, type } from '../theme/tokens.ts';

const Root = styled('div')({
  display: 'flex',
  gap: 14,
  padding: '18px',
  '& > .icon': { display: 'flex', flex: 'none', color: ink.text2, '& svg': { fontSize: 22 } },
  '&[data-tone="fail"] > .icon': { color: ink.fail },
  '&[data-tone="indet"] > .icon': { color: ink.indet },
  '& > .words': { minWidth: 0, maxWidth: 560, overflowWrap: 'anywhere' },
  '& > .words > .title': { ...type.section },
  '& > .words > .text': { ...type.table, fontSize: 13.5, lineHeight: '19px', marginTop: 2, color: ink.text2 },
  '& > .words > .actions': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 8,
    marginTop: 12,
    '&:empty': { display: 'none' },
  },
  [media.phone]: { padding: 16 },
});

/** Icon, what is so, what it means, what to do: the form of every state that takes the place of data. */
export function StateLayout({
  icon,
  tone,
  title,
  text,
  actions,
  role,
  children,
}: {
  icon: ReactNode;
  tone?: 'fail' | 'indet' | undefined;
  title: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  role?: 'alert' | 'status' | undefined;
  children?: ReactNode;
}) {
  return (
    <Root data-tone={tone} role={role}>
      <div className="icon" aria-hidden="true">
        {icon}
      </div>
      <div className="words">
        <p className="title">{title}</p>
        {text ? <div className="text">{text}</div> : null}
        {children}
        {actions ? <div className="actions">{actions}</div> : null}
      </div>
    </Root>
  );
}
