import type { ReactNode } from 'react';
import { Shortcut } from '../actions/shortcut.tsx';
import css from './list-foot.module.css';

/** The foot of a list: what there is to say of it, and its keys. */
export function ListFoot({
  keys,
  children,
}: {
  keys: readonly { readonly keys: readonly string[]; readonly does: string }[];
  children?: ReactNode;
}) {
  return (
    <div className={css.root}>
      {children}
      <span className={css.keys} aria-hidden="true">
        {keys.map((key) => (
          <span key={key.does}>
            <Shortcut keys={key.keys} /> {key.does}
          </span>
        ))}
      </span>
    </div>
  );
}
