import { useLayoutEffect, useRef, type ReactNode } from 'react';
import CloseIcon from '@mui/icons-material/Close';
import { m } from '#i18n/messages.ts';
import { Button } from '../actions/button.tsx';
import { useHotkeys } from '../hooks/use-hotkeys.ts';
import { focusableIn } from '../overlays/floating.ts';
import css from './selection-bar.module.css';

/**
 * What is selected in a list, what can be done with it, and the ways to select all and nothing. It stands after the
 * rows, which Tab would all pass first: a key leads to it.
 */
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
  const bar = useRef<HTMLDivElement>(null);
  useHotkeys({
    ',': () => {
      if (bar.current) focusableIn(bar.current)[0]?.focus();
    },
  });
  // A snackbar stands above it: its buttons are needed again right after what they did is confirmed.
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--selection-bar-height', `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--selection-bar-height');
    };
  }, []);
  return (
    <div ref={bar} className={css.root} role="group" aria-label={words} aria-keyshortcuts=",">
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
