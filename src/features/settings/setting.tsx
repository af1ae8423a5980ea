import type { ReactNode } from 'react';
import css from './setting.module.css';

/** A choice and its name. The control names itself to those who listen. */
export function Setting({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.root}>
      <div className={css.name} aria-hidden="true">
        {name}
      </div>
      <div className={css.control}>{children}</div>
    </div>
  );
}
