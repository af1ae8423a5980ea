import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { ink, type } from '../theme/tokens.ts';

const Root = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 4,
  padding: '28px 20px',
  textAlign: 'center',
  color: ink.text2,
  '& > svg': { fontSize: 28, color: ink.accent },
  '& > .title': { ...type.section, marginTop: 4, color: ink.text },
  '& > .text': { ...type.table, fontSize: 13.5, lineHeight: '19px', maxWidth: 420 },
  '& > .actions': { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8, marginTop: 10 },
});

/**
 * Nothing exists yet, and what to do about it. Where a document can be dropped, the drop zone is the
 * answer: use `DropZone` with these words instead.
 */
export function EmptyState({
  icon,
  title,
  text,
  actions,
}: {
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <Root>
      {icon}
      <p className="title">{title}</p>
      {text ? <p className="text">{text}</p> : null}
      {actions ? <div className="actions">{actions}</div> : null}
    </Root>
  );
}
