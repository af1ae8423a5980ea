import { queryOptions } from '@tanstack/react-query';

/** The browser has no room left for what was to be kept, on its disk or in what it allots to this page. */
export function isDiskFull(error: unknown): boolean {
  // By its name: browsers make it of different classes.
  return (
    typeof error === 'object' && error !== null && 'name' in error && error.name === 'QuotaExceededError'
  );
}

/** How safe what is kept here is, and how much more fits. Undefined is what the browser does not tell. */
export interface StorageSpace {
  /** The browser promised not to clear it by itself when the disk fills up. */
  readonly persistent: boolean | undefined;
  /** Bytes of all that this origin keeps, by the browser's own estimate. */
  readonly usage: number | undefined;
  readonly quota: number | undefined;
}

export function storageSpace() {
  return queryOptions({
    queryKey: ['stored-data', 'room'],
    queryFn: async (): Promise<StorageSpace> => {
      const store = storage();
      const [persistent, estimate] = await Promise.all([
        store?.persisted?.().catch(() => undefined),
        store?.estimate?.().catch(() => undefined),
      ]);
      return { persistent, usage: estimate?.usage, quota: estimate?.quota };
    },
    staleTime: 0,
    gcTime: 0,
  });
}

let isRequested = false;

/** Asks the browser not to clear what is kept here by itself: whether it promises. Some browsers ask the reader. */
export async function requestPersistence(): Promise<boolean> {
  isRequested = true;
  return (
    (await storage()
      ?.persist?.()
      .catch(() => false)) ?? false
  );
}

/** Asks that once, before the first bytes are kept. Nothing waits for the answer, which settings says. */
export function requestPersistenceOnce(): void {
  if (!isRequested) void requestPersistence();
}

/** Absent over plain HTTP; its parts are absent in old browsers. */
function storage(): Partial<StorageManager> | undefined {
  return typeof navigator === 'undefined' ? undefined : (navigator as { storage?: StorageManager }).storage;
}
