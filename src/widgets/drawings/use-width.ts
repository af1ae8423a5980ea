import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * How wide an element is, in px, and again whenever that changes: a drawing stands in a page, in a pane or in a
 * dialog, so the window says little. `otherwise` until it is measured.
 */
export function useWidth<Element extends HTMLElement>(
  otherwise: number,
): { readonly ref: RefObject<Element | null>; readonly width: number } {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(otherwise);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const measure = (): void => {
      const now = element.getBoundingClientRect().width;
      if (now > 0) setWidth(Math.round(now));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  return { ref, width };
}
