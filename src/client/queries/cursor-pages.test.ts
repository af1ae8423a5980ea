import { describe, expect, it } from 'vitest';
import { readWholeCursorList, type CursorPage, type CursorPlace } from './cursor-pages.ts';
import { mostPages } from './paging.ts';

interface Item {
  readonly id: number;
}

/** A list whose pages hold one item each, behind the cursor that `after` gives for a page. */
function listOf(after: (page: number) => string | undefined) {
  let requestCount = 0;
  return {
    requestCount: () => requestCount,
    read: (place: CursorPlace): Promise<CursorPage<Item>> => {
      requestCount += 1;
      const items = [{ id: requestCount }];
      return Promise.resolve({
        items,
        place,
        next: after(requestCount),
        previous: undefined,
        endless: false,
        mismatched: 0,
      });
    },
  };
}

describe('a cursor list read to its end', () => {
  it('WI-8 is whole when its last page names none', async () => {
    const list = listOf((page) => (page < 4 ? `c${page}` : undefined));
    const { items, complete } = await readWholeCursorList(list.read, 100);
    expect([items.map(({ id }) => id), complete]).toEqual([[1, 2, 3, 4], true]);
  });

  it('WI-8 is not whole, and ends, where its cursors go round', async () => {
    const list = listOf((page) => (page % 2 ? 'there' : 'back'));
    const { complete } = await readWholeCursorList(list.read, 1e6);
    expect([complete, list.requestCount()]).toEqual([false, 3]);
  });

  it('WI-8 is not whole, and ends, where a service names another page for ever', async () => {
    const list = listOf((page) => `c${page}`);
    const { complete } = await readWholeCursorList(list.read, 1e6);
    expect([complete, list.requestCount()]).toEqual([false, mostPages + 1]);
  });
});
