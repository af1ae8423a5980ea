import { ApiError } from '../http/errors.ts';
import { LargeAnswer } from '../http/json.ts';
import type { Page } from './paging.ts';

/**
 * Reads a page whose answer was too large in 2, 3, 5 or 7 smaller pages, or item by item, and joins them.
 *
 * @param error why the page could not be read; thrown again where smaller pages do not help
 * @param readPart one page of that number and size, which may be divided again
 */
export async function readInParts<T>(
  error: unknown,
  page: number,
  size: number,
  readPart: (page: number, size: number) => Promise<Page<T>>,
): Promise<Page<T>> {
  const parts = [2, 3, 5, 7].find((one) => size % one === 0) ?? size;
  if (!(error instanceof ApiError && error.cause instanceof LargeAnswer) || parts === 1) throw error;
  const read: Page<T>[] = [];
  for (let at = 1; at <= parts; at += 1) {
    // One after the other: all of them at once are what was too large.
    const part = await readPart((page - 1) * parts + at, size / parts);
    read.push(part);
    if (part.nextPage === undefined) break;
  }
  return {
    items: read.flatMap(({ items }) => items),
    count: read.at(-1)?.count,
    page,
    nextPage: read.at(-1)?.nextPage === undefined ? undefined : page + 1,
    mismatched: read.reduce((sum, { mismatched }) => sum + mismatched, 0),
  };
}
