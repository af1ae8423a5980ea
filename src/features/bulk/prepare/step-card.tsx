import type { ReactNode } from 'react';
import CheckIcon from '@mui/icons-material/Check';
import { Card } from '#ui/layout/card.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { m } from '#i18n/messages.ts';
import css from './step-card.module.css';

/** One step of preparing a bulk, with its number; a tick once nothing is left to do in it. */
export function StepCard({
  number,
  title,
  done,
  note,
  bar,
  foot,
  flush,
  children,
}: {
  number: number;
  title: string;
  done: boolean;
  note?: ReactNode;
  bar?: ReactNode;
  foot?: ReactNode;
  flush?: boolean;
  children?: ReactNode;
}) {
  const name = (
    <span className={css.title}>
      <span className={css.number} aria-hidden="true">
        {done ? <CheckIcon /> : number}
      </span>
      <span>
        {title}
        {done && <VisuallyHidden> ({m.common_step_done()})</VisuallyHidden>}
      </span>
    </span>
  );
  return (
    <Card title={name} note={note} bar={bar} foot={foot} flush={flush}>
      {children}
    </Card>
  );
}
