import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { DrawnRows, VirtualRowsProps } from './virtual-rows.tsx';

export interface RowWindowProps {
  count: number;
  /** Px, of most rows. */
  rowHeight: number;
  scroll: RefObject<HTMLElement | null>;
  /** The end of what is loaded came near. */
  onEnd: (() => void) | undefined;
  /** Set to what scrolls a row into sight. */
  reveal: RefObject<(index: number) => void>;
  /** Other rows may have been drawn. */
  onDrawn: () => void;
  children: (rows: DrawnRows) => ReactNode;
}

/** Up to this many rows all are drawn: measuring would cost more than it saves, and find-in-page sees them. */
export const drawnWhole = 60;

/** How many rows before the end more are requested. */
const endMargin = 15;

// The virtualizer is a tenth of the first page and only long lists need it: it comes when one is there.
// Should it not come, all rows are drawn, which is slow and right.
const VirtualRows = lazy(() =>
  import('./virtual-rows.tsx').then(
    (module) => ({ default: module.VirtualRows }),
    () => ({ default: AllRows }),
  ),
);

/** Draws all rows of a short list, and of a long one those in sight. */
export function RowWindow({ count, rowHeight, scroll, onEnd, reveal, onDrawn, children }: RowWindowProps) {
  const [inSight, setInSight] = useState<DrawnRows | null>(null);
  const long = count > drawnWhole;
  const rows = long && inSight ? inSight : firstRows(count, Math.min(count, drawnWhole), rowHeight);

  const latest = useRef({ onEnd, onDrawn });
  useEffect(() => {
    latest.current = { onEnd, onDrawn };
    onDrawn();
  });
  useEffect(() => {
    const box = scroll.current;
    if (!box) return undefined;
    const look = () => {
      const left = box.scrollHeight - box.scrollTop - box.clientHeight;
      if (count > 0 && left <= endMargin * rowHeight) latest.current.onEnd?.();
    };
    look();
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      box.removeEventListener('scroll', look);
    };
  }, [scroll, count, rowHeight]);

  return (
    <>
      {long && (
        <Suspense fallback={null}>
          <VirtualRows {...{ count, rowHeight, scroll, reveal }} onRows={setInSight} />
        </Suspense>
      )}
      {children(rows)}
    </>
  );
}

function firstRows(count: number, drawn: number, rowHeight: number): DrawnRows {
  return {
    visible: Array.from({ length: drawn }, (_, index) => index),
    before: 0,
    after: (count - drawn) * rowHeight,
  };
}

function AllRows({ count, rowHeight, onRows }: VirtualRowsProps) {
  useLayoutEffect(() => {
    onRows(firstRows(count, count, rowHeight));
  }, [count, rowHeight, onRows]);
  return null;
}
