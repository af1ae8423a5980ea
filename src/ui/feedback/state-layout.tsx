import type { ReactNode } from 'react';
import css from './state-layout.module.css';

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
    <div className={css.root} data-tone={tone} role={role}>
      <div className={css.icon} aria-hidden="true">
        {icon}
      </div>
      <div className={css.words}>
        <p className={css.title}>{title}</p>
        {text ? <div className={css.text}>{text}</div> : null}
        {children}
        {actions ? <div className={css.actions}>{actions}</div> : null}
      </div>
    </div>
  );
}
