import { useEffect, useRef, type RefObject } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';

/** Under this many rows all are drawn: measuring would cost more than it saves, and find-in-page sees them. */
export const drawnWhole = 60;

/**
 * Which rows are in sight, and the height of what is left out before and after them.
 * `reveal(index)` scrolls a row into sight.
 */
export function useVirtualRows(
  count: number,
  rowHeight: number,
  onEnd: (() => void) | undefined,
): {
  scroll: RefObject<HTMLDivElement | null>;
  visible: readonly number[];
  before: number;
  after: number;
  reveal: (index: number) => void;
  /** For each row's element: a name on two lines makes it taller than most. */
  measure: (row: HTMLElement | null) => void;
} {
  const scroll = useRef<HTMLDivElement>(null);
  const whole = count <= drawnWhole;
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions stay in this hook; nothing memoized gets them
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: 40,
    initialRect: { width: 1000, height: 800 },
  });
  useEffect(() => {
    rows.measure();
  }, [rows, rowHeight]);

  const items = rows.getVirtualItems();
  const visible = whole
    ? Array.from({ length: count }, (_, index) => index)
    : items.map((item) => item.index);
  const last = items.at(-1)?.index ?? -1;

  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (count > 0 && last >= count - 15) end.current?.();
  }, [last, count]);

  return {
    scroll,
    visible,
    before: whole ? 0 : (items[0]?.start ?? 0),
    after: whole ? 0 : Math.max(0, rows.getTotalSize() - (items.at(-1)?.end ?? 0)),
    measure: rows.measureElement,
    reveal: (index) => {
      if (!whole) rows.scrollToIndex(index, { align: 'auto' });
    },
  };
}
