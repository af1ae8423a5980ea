import { statfs } from 'node:fs/promises';
import { StorageUnavailable } from './unavailable.ts';
import type { Store } from './unavailable.ts';

/** Whether a disk has space to write. */
export interface Space {
  /** @throws StorageUnavailable when less than the minimum was free within the last quarter second */
  require(store: Store): Promise<void>;
}

/** Free bytes of the disk on which a folder is; undefined where the system does not say. */
export type FreeBytes = (folder: string) => Promise<number | undefined>;

/** Milliseconds for which a measurement is reused. */
const holds = 250;

/**
 * Bytes that stay free. The embedded database cannot continue once its write-ahead log has no space left (it hangs for
 * ever in the middle of a statement, and the process with it), so writing ends before: eight segments of that log are
 * more than is written between two measurements.
 */
export const minimumFreeBytes = 8 * 16 * 1024 * 1024;

export function watchSpace(folder: string, freeBytes: FreeBytes = freeBytesOf): Space {
  let looked = -Infinity;
  let free: Promise<number | undefined> = Promise.resolve(undefined);
  return {
    async require(store) {
      const now = performance.now();
      if (now - looked >= holds) {
        looked = now;
        free = freeBytes(folder);
      }
      const bytes = await free;
      if (bytes === undefined || bytes >= minimumFreeBytes) return;
      throw new StorageUnavailable(
        store,
        'full',
        `The disk of the data folder has ${mebibytes(bytes)} MiB left; nothing is written below ${mebibytes(minimumFreeBytes)}.`,
      );
    },
  };
}

const mebibytes = (bytes: number): number => Math.floor(bytes / 1024 ** 2);

async function freeBytesOf(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found && found.bavail * found.bsize;
}
