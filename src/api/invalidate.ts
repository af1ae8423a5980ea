import type { QueryClient, QueryKey } from '@tanstack/react-query';

type Listener = (keys: readonly QueryKey[]) => void;

const listeners = new Set<Listener>();

/** Calls `listener` with the keys of every change made in this tab. @returns how to stop */
export function onInvalidate(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Marks what begins with these keys as out of date after a change made here, in this tab and in the other tabs of the
 * same organization. Resolves once what is on screen has been read again.
 */
export async function invalidate(queries: QueryClient, ...keys: readonly QueryKey[]): Promise<void> {
  for (const listener of listeners) listener(keys);
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
