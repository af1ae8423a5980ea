import { useEffect, useSyncExternalStore } from 'react';
import { visibleName } from '#ui/formats/visible-text.ts';

// The name of what a page shows is known to the page; the way to it (breadcrumb) is drawn by the shell.
let name: string | undefined;
const listeners = new Set<() => void>();

const visits = new Set<(name: string) => void>();

/** Calls with the name of every page of one thing that opens; gives what ends that. */
export function onPageNamed(listener: (name: string) => void): () => void {
  visits.add(listener);
  return () => visits.delete(listener);
}

function change(next: string | undefined): void {
  name = next;
  for (const listener of listeners) listener();
}

/** A page of one thing tells the shell its name, for the last step of the breadcrumb. */
export function usePageName(own: string | undefined): void {
  useEffect(() => {
    const shown = visibleName(own);
    change(shown);
    if (shown !== undefined) for (const visit of visits) visit(shown);
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
