import type { ReactNode } from 'react';
import css from './empty-state.module.css';

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
    <div className={css.root} data-empty>
      {icon}
      <p className={css.title}>{title}</p>
      {text ? <p className={css.text}>{text}</p> : null}
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </div>
  );
}
