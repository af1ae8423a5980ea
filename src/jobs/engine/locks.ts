/** Web Locks, where the browser has them; without them (old browsers) work runs unguarded, as in a single tab. */
export const hasLocks = (): boolean => typeof navigator !== 'undefined' && 'locks' in navigator;

/** Runs under a lock that all tabs of the origin share; `shared` holders run beside each other. */
export function underLock<T>(name: string, mode: LockMode, run: () => Promise<T>): Promise<T> {
  return hasLocks() ? navigator.locks.request(name, { mode }, run) : run();
}

/** Which locks any tab of the origin holds; undefined where the browser has none. */
export async function listHeldLocks(): Promise<ReadonlySet<string> | undefined> {
  if (!hasLocks()) return undefined;
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => name ?? []));
}
