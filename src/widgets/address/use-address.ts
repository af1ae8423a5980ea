import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { useIsHere } from './use-is-here.ts';

/**
 * Writes what a page shows into its address, in place of what stood there. A page stays on the screen until the next one
 * has come, so what it finds out meanwhile must not take back the reader who is on the way there: then nothing is written.
 */
export function useAddress(): (to: string) => void {
  const isHere = useIsHere();
  const navigate = useNavigate();
  return useCallback(
    (to) => {
      if (isHere()) void navigate(to, { replace: true, preventScrollReset: true });
    },
    [isHere, navigate],
  );
}
