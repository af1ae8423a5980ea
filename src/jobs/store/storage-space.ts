import { queryOptions } from '@tanstack/react-query';

/** The browser has no space left, on its disk or in the quota of this origin. */
export function isDiskFull(error: unknown): boolean {
  // By its name: browsers make it of different classes.
  return (
    typeof error === 'object' && error !== null && 'name' in error && error.name === 'QuotaExceededError'
  );
}

/** Whether the browser may clear the stored data, and how much more fits; undefined where it does not report it. */
export interface StorageSpace {
  /** The browser promised not to clear it by itself when the disk fills up. */
  readonly persistent: boolean | undefined;
  /** Bytes that this origin stores, by the browser's own estimate. */
  readonly usage: number | undefined;
  readonly quota: number | undefined;
}

export function storageSpace() {
  return queryOptions({
    queryKey: ['stored-data', 'space'],
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

/** Asks the browser not to clear the stored data by itself. Returns whether it agreed. Some browsers prompt the user. */
export async function requestPersistence(): Promise<boolean> {
  isRequested = true;
  return (
    (await storage()
      ?.persist?.()
      .catch(() => false)) ?? false
  );
}

/** Asks that once, before the first bytes are stored. Nothing waits for the answer, which the settings page shows. */
export function requestPersistenceOnce(): void {
  if (!isRequested) void requestPersistence();
}

/** Absent over plain HTTP; its parts are absent in old browsers. */
function storage(): Partial<StorageManager> | undefined {
  return typeof navigator === 'undefined' ? undefined : (navigator as { storage?: StorageManager }).storage;
}
