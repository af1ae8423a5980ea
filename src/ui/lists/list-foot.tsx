import type { ReactNode } from 'react';
import { m } from '#i18n/messages.ts';
import { Shortcut } from '../actions/shortcut.tsx';
import css from './list-foot.module.css';

/** What the keys of every list do; each list names those it has, and may have more. */
const words = {
  move: { keys: ['j', 'k'], does: m.common_list_move },
  choose: { keys: ['x'], does: m.common_list_choose },
  open: { keys: ['Enter'], does: m.common_list_open },
  help: { keys: ['?'], does: m.common_list_help },
};

/** The foot of a list: what there is to say of it, and its keys. */
export function ListFoot({
  keys,
  children,
}: {
  keys: readonly (keyof typeof words | { readonly keys: readonly string[]; readonly does: () => string })[];
  children?: ReactNode;
}) {
  const known = keys.map((key) => (typeof key === 'string' ? words[key] : key));
  return (
    <div className={css.root}>
      {children}
      <span className={css.keys} aria-hidden="true">
        {known.map(({ keys, does }) => (
          <span key={does()}>
            <Shortcut keys={keys} /> {does()}
          </span>
        ))}
      </span>
    </div>
  );
}
