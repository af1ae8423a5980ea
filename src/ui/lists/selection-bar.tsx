import type { ReactNode } from 'react';
import CloseIcon from '@mui/icons-material/Close';
import { m } from '#i18n/messages.ts';
import { Button } from '../actions/button.tsx';
import css from './selection-bar.module.css';

/** What is selected in a list, what can be done with it, and the ways to select all and nothing. */
export function SelectionBar({
  words,
  note,
  all,
  onNone,
  children,
}: {
  /** How many, in words. */
  words: string;
  /** What is under way, or why something was not selected. */
  note?: string | undefined;
  /** Selects the rest too; absent where nothing is left to select. */
  all?: { readonly label: string; readonly onSelect: () => void } | undefined;
  onNone: () => void;
  /** The actions. */
  children: ReactNode;
}) {
  return (
    <div className={css.root} role="group" aria-label={words}>
      <span className={css.count} role="status">
        {words}
      </span>
      {children}
      {all && (
        <Button variant="text" onClick={all.onSelect}>
          {all.label}
        </Button>
      )}
      <Button variant="text" icon={<CloseIcon />} iconOnPhone onClick={onNone}>
        {m.common_list_unchoose()}
      </Button>
      {note && (
        <span className={css.note} role="status">
          {note}
        </span>
      )}
    </div>
  );
}
