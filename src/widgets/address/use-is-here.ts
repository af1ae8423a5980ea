import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Whether the reader is still at the page that asks. A page stays on the screen until the next one has come, and what it
 * waits for may come after that, when the same path may already be another's: who is on the way elsewhere, or has
 * arrived, is not taken back by what they left.
 */
export function useIsHere(): () => boolean {
  const { pathname } = useLocation();
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current && window.location.pathname === pathname, [pathname]);
}
