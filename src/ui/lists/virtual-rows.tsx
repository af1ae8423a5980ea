import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';

/** Which rows are drawn, and the heights left out before and after them. */
export interface DrawnRows {
  visible: readonly number[];
  before: number;
  after: number;
  /** For each row's element: a name on two lines makes it taller than most. */
  measure?: ((row: HTMLElement | null) => void) | undefined;
}

/** What the virtualizer needs and whom it tells. */
export interface VirtualRowsProps {
  count: number;
  rowHeight: number;
  scroll: RefObject<HTMLElement | null>;
  reveal: RefObject<(index: number) => void>;
  onRows: (rows: DrawnRows) => void;
}

/** Draws nothing; tells which rows are in sight (and some around them) and the heights of all the others. */
export function VirtualRows({ count, rowHeight, scroll, reveal, onRows }: VirtualRowsProps) {
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions stay here; the one that is handed on, `measureElement`, never changes
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    // A list that is hidden for a while (the inspector covers it) has rows without height; they keep theirs.
    measureElement: (row: HTMLElement) => row.offsetHeight || rowHeight,
    overscan: 12,
    scrollPaddingStart: 40,
    initialRect: { width: 1000, height: 800 },
  });
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowHeight]);
  useEffect(() => {
    const handle = reveal;
    handle.current = (index) => {
      virtualizer.scrollToIndex(index, { align: 'auto' });
    };
    return () => {
      handle.current = () => undefined;
    };
  }, [reveal, virtualizer]);

  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const before = items[0]?.start ?? 0;
  const after = Math.max(0, virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0));
  const measure = virtualizer.measureElement;
  useLayoutEffect(() => {
    const visible = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    onRows({ visible, before, after, measure });
  }, [first, last, before, after, measure, onRows]);
  return null;
}
