import { useEffect, useRef } from 'react';

/**
 * The bar of what is selected goes with the selection, and a focus that was in it, or in a dialog that it opened, would
 * be nowhere. It goes to the row of the list where its tab stop is, else to the title of the page.
 */
export function useFocusAfterSelection(isSelecting: boolean): void {
  const before = useRef(isSelecting);
  useEffect(() => {
    const hasEnded = before.current && !isSelecting;
    before.current = isSelecting;
    if (!hasEnded || document.activeElement !== document.body) return;
    const row = document.querySelector<HTMLElement>('main [data-index][tabindex="0"]');
    (row ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
  }, [isSelecting]);
}
