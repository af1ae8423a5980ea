import { useEffect, useRef } from 'react';

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'dragenter', 'wheel'] as const;

/**
 * Calls `run` once, at the first sign that somebody acts on the page: for fetching what the next step needs. A page
 * that is only opened and looked at does not cost it.
 */
export function useFirstInteraction(run: () => void, enabled = true): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const stop = new AbortController();
    const first = (): void => {
      stop.abort();
      latest.current();
    };
    // While capturing, because a part of the page may stop the event.
    for (const sign of signs)
      window.addEventListener(sign, first, { capture: true, passive: true, signal: stop.signal });
    return () => stop.abort();
  }, [enabled]);
}
