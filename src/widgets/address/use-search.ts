import { useCallback } from 'react';
import { useNavigate, useSearchParams, type NavigateOptions } from 'react-router-dom';
import { useIsHere } from './use-is-here.ts';

/** Changes what the address says after its path, from what it says at that moment. */
export type ChangeSearch = (
  part: (before: URLSearchParams) => URLSearchParams | string,
  options?: NavigateOptions,
) => void;

/**
 * What the address of a page says after its path, and how it is changed. A click and what is typed right after it may both
 * come before the page is drawn anew: each change goes from the address as it stands then, so that none takes another
 * back. A page that is being left changes nothing: the address is of the next one already.
 */
export function useSearch(): readonly [URLSearchParams, ChangeSearch] {
  const isHere = useIsHere();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const change = useCallback<ChangeSearch>(
    (part, options) => {
      if (!isHere()) return;
      const next = String(part(new URLSearchParams(window.location.search)));
      void navigate({ search: next && `?${next}` }, options);
    },
    [isHere, navigate],
  );
  return [search, change];
}
