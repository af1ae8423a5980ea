import type { JobByKind, JobKind } from './job.ts';

/** Web Locks, where the browser has them; without them (old browsers) work runs unguarded, as in a single tab. */
export const hasLocks = (): boolean => typeof navigator !== 'undefined' && 'locks' in navigator;

/** The name of the lock that a running job holds. Builds of other tabs know it by this name too. */
export const jobLock = (kind: JobKind, id: string): string => `testigo-${kind}-${id}`;

/** Runs under a lock that all tabs of the origin share; `shared` holders run beside each other. */
export function underLock<T>(name: string, mode: LockMode, run: () => Promise<T>): Promise<T> {
  return hasLocks() ? navigator.locks.request(name, { mode }, run) : run();
}

/**
 * Runs under locks of the whole origin, requested one after another.
 *
 * @param signal ends the waiting for them, and not what runs
 * @throws DOMException `AbortError` when the waiting ended so
 */
export function underLocks<T>(
  [name, ...others]: readonly string[],
  run: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  if (name === undefined || !hasLocks()) return run();
  return navigator.locks.request(name, signal ? { signal } : {}, () => underLocks(others, run, signal));
}

/** Which locks any tab of the origin holds; undefined where the browser has none. */
export async function listHeldLocks(): Promise<ReadonlySet<string> | undefined> {
  if (!hasLocks()) return undefined;
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => name ?? []));
}

/**
 * Lets exactly one tab resume a job that no tab runs, from what is stored of it now.
 *
 * @returns false when another tab has it, or when there is nothing left to do
 */
export async function resumeInOneTab<K extends JobKind>(
  { kind, read }: { readonly kind: K; readonly read: (id: string) => Promise<JobByKind[K] | undefined> },
  id: string,
  resume: (job: JobByKind[K]) => Promise<unknown>,
): Promise<boolean> {
  const resumeFree = async (): Promise<boolean> => {
    if ((await listHeldLocks())?.has(jobLock(kind, id))) return false;
    const job = await read(id);
    if (!job || job.status === 'done' || job.status === 'cancelled') return false;
    await resume(job);
    return true;
  };
  if (!hasLocks()) return resumeFree();
  return navigator.locks.request(`testigo-resume-${id}`, { ifAvailable: true }, (lock) =>
    lock ? resumeFree() : Promise.resolve(false),
  );
}
