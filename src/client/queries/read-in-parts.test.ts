import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiError } from '../http/errors.ts';
import { JsonRefusal, LargeAnswer } from '../http/json.ts';
import type { Page } from './paging.ts';
import { readInParts } from './read-in-parts.ts';

const line = { method: 'GET', path: '/signature-requests', at: '2026-11-28T12:00:00Z' };
const unreadable = (cause: Error) => new ApiError('unreadable', line, { cause });

/** A list of numbered items, of which an answer holds so many. */
function listOf(count: number, holds: number) {
  const readOne = async (page: number, size: number): Promise<Page<number>> => {
    const items = Array.from({ length: count }, (_, at) => at).slice((page - 1) * size, page * size);
    if (items.length > holds) {
      const error = unreadable(new LargeAnswer('The answer is larger than 16 MiB.'));
      return readInParts(error, page, size, readOne);
    }
    return { items, count, page, nextPage: page * size < count ? page + 1 : undefined, mismatched: 1 };
  };
  return readOne;
}

it('A page whose answer is too large is read in parts, and is the same page', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 1, max: 4 }),
      async (count, holds, size, page) => {
        const { mismatched: _, ...plain } = await listOf(count, Infinity)(page, size);
        expect(await listOf(count, holds)(page, size)).toMatchObject(plain);
      },
    ),
  );
});

it('A page in parts counts what does not match in all of them', async () => {
  expect(await listOf(100, 25)(1, 100)).toMatchObject({ mismatched: 4 });
});

it.each([
  ['one item that is too large by itself', unreadable(new LargeAnswer('too large')), 1],
  ['an answer that is no JSON', unreadable(new JsonRefusal('no JSON')), 100],
  ['another failure', new ApiError('server', line), 100],
])('Smaller pages do not help against %s: the error stays', async (_, error, size) => {
  let reads = 0;
  const read = readInParts(error, 1, size, () => {
    reads += 1;
    return Promise.reject(new Error('not expected'));
  });
  await expect(read).rejects.toBe(error);
  expect(reads).toBe(0);
});
