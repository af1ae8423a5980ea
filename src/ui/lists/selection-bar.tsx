import type { ReactNode } from 'react';
import css from './selection-bar.module.css';

/** What is selected in a list, and what can be done with it. */
export function SelectionBar({
  words,
  note,
  children,
}: {
  /** How many, in words. */
  words: string;
  /** What is under way, or why something was not selected. */
  note?: string | undefined;
  /** The actions. */
  children: ReactNode;
}) {
  return (
    <div className={css.root} role="group" aria-label={words}>
      <span className={css.count} role="status">
        {words}
      </span>
      {children}
      {note && (
        <span className={css.note} role="status">
          {note}
        </span>
      )}
    </div>
  );
}
