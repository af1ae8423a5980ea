import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches, readPage, mostPages, readPinned, readWhole, type DatedFilter } from './paging.ts';

const item = (id: number) => ({ id: String(id) });

describe('pages', () => {
  it.each([
    [{ next: 2 }, 2],
    [{ next: '2' }, 2],
    [{ next: null, pages: 1 }, undefined],
    [{ pages: 3 }, 2],
    [{}, undefined],
    [undefined, undefined],
  ])('WI-6 reads the next page from info %j', (info, next) => {
    expect(readPage({ info, results: [item(1)] }, 1).nextPage).toBe(next);
  });

  it('ends at an empty page whatever info says', () => {
    expect(readPage({ info: { next: 2, count: 9 }, results: [] }, 1).nextPage).toBeUndefined();
  });

  it('reads every item once, whatever moves between pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(3),
        async (count, size, shift) => {
          const all = Array.from({ length: count }, (_, id) => item(id));
          const pages = Math.max(1, Math.ceil(count / size));
          const whole = await readWhole((page) => {
            // Rows that appear above push known ones onto the next page again.
            const from = Math.max(0, (page - 1) * size - (page > 1 ? shift : 0));
            const results = all.slice(from, page * size);
            return Promise.resolve(
              readPage({ info: { count, pages, next: page < pages ? page + 1 : null }, results }, page),
            );
          });
          expect(whole.items.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
          expect(whole.changedWhileReading).toBe(false);
        },
      ),
    );
  });

  it.each([
    ['brings the same rows', () => [item(1)], 5],
    ['makes up rows', (page: number) => [item(page)], mostPages + 1],
  ])('WI-6 comes to an end where a service names a next page for ever and %s', async (_, rows, fewer) => {
    let requestCount = 0;
    const whole = await readWhole((page) => {
      requestCount += 1;
      return Promise.resolve(readPage({ info: { pages: 1e9, count: 1e9 }, results: rows(page) }, page));
    });
    expect(requestCount).toBeLessThan(fewer);
    expect(whole.items.length).toBeGreaterThan(0);
    expect(whole.count).toBe(1e9);
  });

  it('WI-6 gives every item once, and calls a list whole only when it is, whatever happens between its pages', async () => {
    const change = fc.constantFrom('none', 'shuffle', 'duplicate', 'remove', 'add', 'truncate');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.tuple(change, fc.nat(60)), { maxLength: 40 }),
        async (size, pageSize, changes) => {
          // What the list holds at the end.
          let list = Array.from({ length: size }, (_, id) => item(id));
          const everSent = new Set<string>();
          let added = 1000;
          const whole = await readWhole((page) => {
            const [kind, at] = changes[page - 1] ?? ['none', 0];
            if (kind === 'shuffle') list = [...list.slice(at), ...list.slice(0, at)].reverse();
            if (kind === 'remove') list = list.filter((_, index) => index !== at);
            if (kind === 'add') list = [item((added += 1)), ...list];
            const count = list.length;
            let results = list.slice((page - 1) * pageSize, page * pageSize);
            if (kind === 'truncate') results = results.slice(0, at);
            if (kind === 'duplicate') results = [...results, ...list.slice(at, at + 2)];
            results.forEach(({ id }) => everSent.add(id));
            const pages = Math.ceil(count / pageSize);
            return Promise.resolve(readPage({ info: { count, pages }, results }, page));
          });
          const ids = whole.items.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(new Set(ids)).toEqual(everSent);
          if (whole.complete) {
            expect(whole.changedWhileReading).toBe(false);
            expect(new Set(ids)).toEqual(new Set(list.map(({ id }) => id)));
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('WI-6 does not call a list whole where the order is unstable: 184 of 260 came, the rest came twice', async () => {
    const whole = await readWhole((page) => {
      const from = page === 3 ? 24 : (page - 1) * 100;
      const results = Array.from({ length: page === 3 ? 60 : 100 }, (_, at) => item((from + at) % 184));
      return Promise.resolve(readPage({ info: { count: 260, pages: 3 }, results }, page));
    });
    expect([whole.items.length, whole.count]).toEqual([184, 260]);
    expect([whole.complete, whole.changedWhileReading]).toEqual([false, true]);
  });

  it('WI-6 does not call a list whole that counts nothing and sends one item twice, or that is read in part', async () => {
    const twice = (page: number) =>
      Promise.resolve(readPage({ info: { pages: 2 }, results: [item(1), item(page)] }, page));
    expect(await readWhole(twice)).toMatchObject({ complete: false, changedWhileReading: true });
    const part = (page: number) =>
      Promise.resolve(readPage({ info: { pages: 9, count: 9 }, results: [item(page)] }, page));
    expect(await readWhole(part, 3)).toMatchObject({ complete: false, changedWhileReading: false });
  });

  it('reads all there was at the first page, however far the clock of the service is ahead, and nothing made since', async () => {
    // The clock of this device says nothing of that: a service that is a day ahead has rows of tomorrow.
    const start = Date.now() + 86_400_000;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('asc' as const, 'desc' as const, undefined),
        fc.array(fc.nat(2), { maxLength: 30 }),
        async (count, size, order, additions) => {
          const dated = (at: number) => ({
            id: String(at),
            createdAt: new Date(start + at * 1000).toISOString(),
          });
          const rows = Array.from({ length: count }, (_, at) => dated(at));
          const first = rows.map(({ id }) => id);
          const filter: DatedFilter = order ? { sort: { field: 'createdAt', order } } : {};
          const whole = await readPinned(
            filter,
            ({ createdAt, sort }, page, most) => {
              const found = rows
                .filter((row) => matches(row, { createdAt }))
                .sort((a, b) => (Number(a.id) - Number(b.id)) * (sort?.order === 'asc' ? 1 : -1));
              const results = found.slice((page - 1) * most, page * most);
              const info = { count: found.length, pages: Math.ceil(found.length / most) };
              // What is made between two pages has a later time than all there was.
              for (let more = additions[page] ?? 0; more > 0 && most === size; more -= 1)
                rows.push(dated(rows.length + 10));
              return Promise.resolve(readPage({ info, results }, page));
            },
            { size, most: 1000 },
          );
          const ids = whole.items.map(({ id }) => id);
          expect(ids).toEqual(expect.arrayContaining(first));
          if (order !== 'asc') expect([ids.length, whole.complete]).toEqual([first.length, true]);
        },
      ),
    );
  });

  it('says when the list changed while it was read', async () => {
    const whole = await readWhole(() =>
      Promise.resolve(readPage({ info: { count: 3, next: null }, results: [item(1)] }, 1)),
    );
    expect(whole.changedWhileReading).toBe(true);
  });

  it('notices rows that do not match the filter that was sent', () => {
    const rows = [
      { id: '1', draft: true, organization: { id: 'AB' }, createdAt: '2026-01-05T00:00:00Z' },
      { id: '2', draft: false, organization: { id: 'cd' }, createdAt: '2026-03-05T00:00:00Z' },
    ];
    const matchingIds = (query: Record<string, unknown>) =>
      rows.filter((row) => matches(row, query)).map(({ id }) => id);
    expect(matchingIds({ draft: true })).toEqual(['1']);
    expect(matchingIds({ organization: { eq: 'ab' } })).toEqual(['1']);
    expect(matchingIds({ organization: { nin: ['ab'] } })).toEqual(['2']);
    expect(matchingIds({ createdAt: { gte: '2026-02-01T00:00:00Z' } })).toEqual(['2']);
    expect(matchingIds({ createdAt: { lte: '2026-02-01T00:00:00Z' }, sort: { field: 'createdAt' } })).toEqual(
      ['1'],
    );
    expect(matchingIds({ _id: { in: ['2'] } })).toEqual(['2']);
    expect(matchingIds({ subject: { eq: 'nobody' } })).toEqual(['1', '2']);
    expect(readPage({ results: rows }, 1, { draft: true }).mismatched).toBe(1);
  });
});
