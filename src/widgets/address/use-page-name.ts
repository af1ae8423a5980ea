import { useEffect, useSyncExternalStore } from 'react';
import { visibleName } from '#ui/formats/visible-text.ts';

// The name of what a page shows is known to the page; the way to it (breadcrumb) is drawn by the shell.
let name: string | undefined;
const listeners = new Set<() => void>();

function change(next: string | undefined): void {
  name = next;
  for (const listener of listeners) listener();
}

/** A page of one thing tells the shell its name, for the last step of the breadcrumb. */
export function usePageName(own: string | undefined): void {
  useEffect(() => {
    change(visibleName(own));
    return () => {
      change(undefined);
    };
  }, [own]);
}

/** For the shell: the name that the present page gave, if it gave one. */
export function useGivenPageName(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => name,
  );
}
