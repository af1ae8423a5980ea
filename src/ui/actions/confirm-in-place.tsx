import { useEffect, useRef, type ReactNode } from 'react';
import { m } from '#i18n/messages.ts';
import { Button } from './button.tsx';
import css from './confirm-in-place.module.css';

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
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- the group closes on Escape; its controls have the focus
    <div
      className={css.root}
      role="group"
      aria-label={typeof title === 'string' ? title : undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onKeep();
        }
      }}
    >
      <p className={css.title}>{title}</p>
      {text ? <div className={css.text}>{text}</div> : null}
      <div className={css.actions}>
        {/* The question stands beside the one filled button of the page. */}
        <Button variant={destructive ? 'destructive' : 'outlined'} onClick={onConfirm} loading={working}>
          {confirm}
        </Button>
        <Button ref={safe} variant="text" onClick={onKeep}>
          {keep ?? m.common_cancel()}
        </Button>
      </div>
    </div>
  );
}
