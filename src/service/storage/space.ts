import { statfs } from 'node:fs/promises';
import { StorageUnavailable } from './unavailable.ts';
import type { Store } from './unavailable.ts';

/** Whether a disk has room to write. */
export interface Space {
  /** @throws StorageUnavailable when less is free than has to stay so, as it was within the last quarter second */
  require(store: Store): Promise<void>;
}

/** Free bytes of the disk on which a folder is; undefined where the system does not say. */
export type FreeBytes = (folder: string) => Promise<number | undefined>;

/** Milliseconds for which a look at the disk holds. */
const holds = 250;

/**
 * Bytes that stay free. The embedded database cannot go on once its write-ahead log finds no room (it stops for
 * ever, in the middle of a statement, and the process with it), so writing ends while there still is some: eight
 * segments of that log, which is more than is written between two looks.
 */
export const keptFree = 8 * 16 * 1024 * 1024;

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
      if (bytes === undefined || bytes >= keptFree) return;
      throw new StorageUnavailable(
        store,
        'full',
        `The disk of the data folder has ${mebibytes(bytes)} MiB left; nothing is written below ${mebibytes(keptFree)}.`,
      );
    },
  };
}

const mebibytes = (bytes: number): number => Math.floor(bytes / 1024 ** 2);

async function freeBytesOf(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found && found.bavail * found.bsize;
}
