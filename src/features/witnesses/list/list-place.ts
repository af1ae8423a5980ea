import { useEffect, useRef, type RefObject } from 'react';
import { drawnWhole } from '#ui/lists/row-window.tsx';
import { listScroll } from './witness-table.tsx';

/** Milliseconds after scrolling until the address says where one is. */
const placeMilliseconds = 300;

/** Begins where the address says, and says in the address where one is: the page of the interface in sight. */
export function usePlace(
  box: RefObject<HTMLDivElement | null>,
  page: number,
  pageHeight: number,
  ready: boolean,
  onPage: (page: number) => void,
): void {
  const start = useRef(page);
  const latest = useRef({ page, onPage });
  useEffect(() => {
    latest.current = { page, onPage };
  });
  useEffect(() => {
    const scrolled = box.current?.querySelector<HTMLElement>(`.${listScroll}`);
    if (!ready || !scrolled) return undefined;
    const target = (start.current - 1) * pageHeight;
    start.current = 1;
    let placed = target === 0;
    // What draws long lists comes after the page and begins at the top: then the list is brought to its place.
    const place = (): void => {
      if (placed || scrolled.querySelectorAll('[data-index]').length >= drawnWhole) return;
      placed = true;
      drawn.disconnect();
      scrolled.scrollTop = target;
      scrolled.dispatchEvent(new Event('scroll'));
    };
    const drawn = new MutationObserver(place);
    if (!placed) drawn.observe(scrolled, { childList: true, subtree: true });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = (): void => {
      clearTimeout(timer);
      if (!placed) return;
      timer = setTimeout(() => {
        const now = Math.floor((scrolled.scrollTop + 1) / pageHeight) + 1;
        if (now !== latest.current.page) latest.current.onPage(now);
      }, placeMilliseconds);
    };
    scrolled.addEventListener('scroll', note, { passive: true });
    return () => {
      clearTimeout(timer);
      drawn.disconnect();
      scrolled.removeEventListener('scroll', note);
    };
  }, [box, ready, pageHeight]);
}
