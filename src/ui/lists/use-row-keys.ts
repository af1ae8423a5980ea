import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useHotkeys } from '../hooks/use-hotkeys.ts';

/**
 * Moving through rows by keyboard with one tab stop. Rows carry `data-index` inside `scroll`; a row out
 * of sight is revealed first and takes the focus once it is drawn.
 */
export function useRowKeys({
  count,
  current,
  scroll,
  reveal,
  pageKeys,
  onMove,
  onEnter,
  onToggle,
}: {
  count: number;
  /** Index of the row shown elsewhere, or -1. */
  current: number;
  scroll: RefObject<HTMLElement | null>;
  reveal: (index: number) => void;
  /** j k x Enter also when the focus is nowhere. */
  pageKeys: boolean;
  onMove: (index: number) => void;
  onEnter: (index: number) => void;
  onToggle: (index: number) => void;
}) {
  const [taken, setTaken] = useState(0);
  // The row that shall take the focus once it is drawn.
  const wanted = useRef<number | null>(null);
  const at = Math.min(taken, Math.max(0, count - 1));

  // Followed when it changes from outside, as by a link; what the reader moved to since then stays.
  const [followed, setFollowed] = useState(current);
  if (followed !== current) {
    setFollowed(current);
    if (current >= 0) setTaken(current);
  }

  const place = usePlaceOnce({ count, current, scroll, reveal });
  const settle = () => {
    place();
    if (wanted.current === null) return;
    const row = scroll.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  };

  const move = (to: number) => {
    if (count === 0) return;
    const index = Math.max(0, Math.min(count - 1, to));
    wanted.current = index;
    setTaken(index);
    reveal(index);
    onMove(index);
    // Already there (first key on the page): nothing renders, so the focus is given here.
    if (index === at) scroll.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();
  };
  const inTable = () => scroll.current?.contains(document.activeElement) ?? false;
  // The first key takes the row where the tab stop is; from then on keys move.
  const step = (by: number) => {
    move(inTable() ? at + by : at);
  };

  useHotkeys(
    {
      j: () => {
        step(1);
      },
      k: () => {
        step(-1);
      },
      x: () => {
        onToggle(at);
      },
    },
    pageKeys,
  );

  return {
    at,
    /** To be called when other rows were drawn. */
    settle,
    take: (index: number) => {
      setTaken(index);
    },
    toggle: onToggle,
    onKeyDown: (event: KeyboardEvent) => {
      // Only keys on a row itself: a link or check box inside it keeps its own.
      if (!(event.target instanceof HTMLElement) || event.target.dataset.index === undefined) return;
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key === 'ArrowDown' || (key === 'j' && !pageKeys)) move(at + 1);
      else if (key === 'ArrowUp' || (key === 'k' && !pageKeys)) move(at - 1);
      else if (key === 'Home') move(0);
      else if (key === 'End') move(count - 1);
      else if (key === ' ' || (key === 'x' && !pageKeys)) onToggle(at);
      else if (key === 'Enter') onEnter(at);
      else return;
      event.preventDefault();
    },
  };
}

/** Brings the row that the page opened with into sight when rows first come; after that only the reader scrolls. */
function usePlaceOnce({
  count,
  current,
  scroll,
  reveal,
}: Pick<Parameters<typeof useRowKeys>[0], 'count' | 'current' | 'scroll' | 'reveal'>) {
  const isPlaced = useRef(false);
  return () => {
    const box = scroll.current;
    if (isPlaced.current || count === 0 || !box) return;
    const row = box.querySelector(`[data-index="${current}"]`);
    isPlaced.current = current < 0 || row !== null || box.scrollTop > 0;
    if (!isPlaced.current) reveal(current);
    else if (row && box.scrollTop === 0) scrollDownTo(row, box);
  };
}

/** Only the table itself scrolls: the page around it stays where it opened. */
function scrollDownTo(row: Element, box: HTMLElement): void {
  const below = row.getBoundingClientRect().bottom - box.getBoundingClientRect().top - box.clientHeight;
  box.scrollTop = Math.max(0, below);
}
