import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, and again whenever that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => {
        list.removeEventListener('change', changed);
      };
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Under 600 px: bottom bar, list instead of table. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 599.95px)');
}

/** Under 900 px: panes beside the content become pages. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 899.95px)');
}

/** Under 1200 px: the side navigation shows icons alone. */
export function useRail(): boolean {
  return useMediaQuery('(max-width: 1199.95px)');
}
