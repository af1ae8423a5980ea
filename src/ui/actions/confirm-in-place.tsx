import { useEffect, useRef, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { m } from '#i18n/messages.ts';
import { Button } from './button.tsx';
import { ink, type } from '../theme/tokens.ts';

const Root = styled('div')({
  padding: '14px 16px',
  border: `1px solid ${ink.line2}`,
  borderRadius: 8,
  background: ink.surface,
  '& > .title': { ...type.body, fontWeight: 600 },
  '& > .text': { ...type.table, marginTop: 2, color: ink.text2 },
  '& > .actions': { display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 12 },
});

/** What cannot be undone is confirmed where it is, with its consequence; the safe way out is last and has the focus. */
export function ConfirmInPlace({
  title,
  text,
  confirm,
  keep,
  onConfirm,
  onKeep,
  working,
  destructive = true,
}: {
  title: ReactNode;
  text?: ReactNode;
  /** The verb: «Quitar vínculo». */
  confirm: string;
  /** The way out: «Conservar». */
  keep?: string | undefined;
  onConfirm: () => void;
  onKeep: () => void;
  working?: boolean | undefined;
  destructive?: boolean | undefined;
}) {
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    safe.current?.focus();
  }, []);
  return (
    <Root
      role="group"
      aria-label={typeof title === 'string' ? title : undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onKeep();
        }
      }}
    >
      <p className="title">{title}</p>
      {text ? <div className="text">{text}</div> : null}
      <div className="actions">
        <Button variant={destructive ? 'destructive' : 'contained'} onClick={onConfirm} loading={working}>
          {confirm}
        </Button>
        <Button ref={safe} onClick={onKeep}>
          {keep ?? m.common_cancel()}
        </Button>
      </div>
    </Root>
  );
}
