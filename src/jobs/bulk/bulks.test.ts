import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { bulkOf } from '../testing/bulk-run.ts';
import { bulkDrafts } from '../drafts/bulk-drafts.ts';
import { database } from '../store/database.ts';
import { storedFiles } from '../store/stored-files.ts';
import type { BulkItem } from './bulk-record.ts';
import { bulks } from './bulks.ts';

const store = bulks('scope');
let id = '';
let count = 0;

beforeEach(() => {
  id = `bulk-${(count += 1)}`;
});

async function added(items: number) {
  const bulk = bulkOf(items, id);
  await store.add(bulk.job, bulk.items);
  return bulk;
}
const itemAt = (items: readonly BulkItem[], n: number): BulkItem => {
  const item = items[n];
  if (!item) throw new Error(`There is no item ${n}.`);
  return item;
};

describe('The store of a bulk', () => {
  it('is the same in its counts as in its items, whatever is settled, beside each other', async () => {
    const { items } = await added(40);
    const states = ['running', 'done', 'failed', 'waiting'] as const;
    await Promise.all(
      items.map((item, n) =>
        store.settle({
          ...item,
          state: states[n % 4] ?? 'waiting',
          progress: { invited: {}, ...(n % 2 ? { key: 'k' } : {}) },
        }),
      ),
    );
    const job = await store.read(id);
    expect(job?.counts).toEqual({ waiting: 10, running: 10, done: 10, failed: 10, refused: 0 });
    expect(job?.bytes).toEqual({ total: 120, sent: 60 });
  });

  it('gives its items by place, page by page, all of them or those of a state', async () => {
    const { items } = await added(30);
    for (const n of [3, 7, 8, 20]) await store.settle({ ...itemAt(items, n), state: 'failed' });
    const places = async (part: Parameters<typeof store.listItems>[1]) =>
      (await store.listItems(id, part)).map(({ n }) => n);
    expect(await places({ from: 10, most: 3 })).toEqual([10, 11, 12]);
    expect(await places({ from: 28, most: 10 })).toEqual([28, 29]);
    expect(await places({ from: 30, most: 10 })).toEqual([]);
    expect(await places({ from: 0, most: 2, state: 'failed' })).toEqual([3, 7]);
    expect(await places({ from: 2, most: 5, state: 'failed' })).toEqual([8, 20]);
    expect(await places({ from: 4, most: 5, state: 'failed' })).toEqual([]);
    expect(await new QueryClient().query(store.items(id, { from: 0, most: 100 }))).toHaveLength(30);
  });

  it('puts what failed back in one write, and what it knows of each stays', async () => {
    const { items } = await added(5);
    const failure = { step: 'create', kind: 'ambiguous', messages: [] } as const;
    const progress = { invited: {}, key: 'k', creating: true } as const;
    await store.settle({ ...itemAt(items, 1), state: 'failed', progress, failure, at: 'then' });
    await store.change(id, (job) => ({ ...job, status: 'done' }));
    await store.retryFailed(id);
    expect(await store.read(id)).toMatchObject({ status: 'running', counts: { waiting: 5, failed: 0 } });
    const [, again] = await store.listItems(id, { from: 0, most: 5 });
    expect(again).toMatchObject({ state: 'waiting', progress });
    expect(again).not.toHaveProperty('failure');
    await store.settle({ ...itemAt(items, 1), state: 'failed', progress, failure });
    await store.decide(id, { kind: 'again' });
    const [, made] = await store.listItems(id, { from: 0, most: 5 });
    expect(made?.progress).toEqual({ invited: {}, key: 'k', attempts: 1, allowed: 2 });
  });

  it('goes on after a decision about one in doubt or about all, and leaves the other failures', async () => {
    await added(4);
    const all = await store.listItems(id, { from: 0, most: 9 });
    const kinds = ['ambiguous', 'ambiguous', 'ambiguous', 'rule'] as const;
    for (const [n, item] of all.entries()) {
      const failure = { step: 'create', kind: kinds[n] ?? 'rule', messages: [] } as const;
      const progress = { invited: {}, key: 'k', creating: true, attempts: 2 } as const;
      await store.settle({ ...item, state: 'failed', failure, progress });
    }
    await store.change(id, (job) => ({ ...job, status: 'done' }));
    await store.decide(id, { kind: 'discard' }, 0);
    expect(await store.read(id)).toMatchObject({ status: 'done', counts: { refused: 1, failed: 3 } });
    await store.decide(id, { kind: 'there', requestId: 'r1' }, 1);
    await store.decide(id, { kind: 'again' });
    const after = await store.listItems(id, { from: 0, most: 9 });
    expect(after.map(({ state }) => state)).toEqual(['refused', 'waiting', 'waiting', 'failed']);
    expect(after[1]?.progress).toMatchObject({ requestId: 'r1' });
    expect(after[2]?.progress).toMatchObject({ attempts: 2, allowed: 3 });
    expect(await store.read(id)).toMatchObject({ status: 'running', counts: { waiting: 2, failed: 1 } });
  });

  it('is nothing to another scope: not read, not changed, not listed, not removed', async () => {
    const { items } = await added(2);
    const other = bulks('another');
    expect(await other.read(id)).toBeUndefined();
    expect(await other.settle({ ...itemAt(items, 0), state: 'done' })).toBeUndefined();
    expect(await other.change(id, (job) => ({ ...job, status: 'cancelled' }))).toBeUndefined();
    await other.retryFailed(id);
    await other.remove(id);
    expect(await other.list()).toEqual([]);
    expect(await store.read(id)).toMatchObject({ status: 'running', counts: { waiting: 2 } });
  });

  it('goes with its items and its documents, but for those that another needs', async () => {
    const files = storedFiles('scope');
    for (const name of ['own', 'shared']) await files.writeFile(name, new File([name], `${name}.pdf`));
    const bulk = bulkOf(2, id);
    const of = (fileId: string, n: number): BulkItem => ({ ...itemAt(bulk.items, n), fileId });
    await store.add(bulk.job, [of('own', 0), of('shared', 1)]);
    const other = bulkOf(1, `${id}-other`);
    await store.add(other.job, [{ ...itemAt(other.items, 0), fileId: 'shared' }]);
    await store.remove(id);
    expect(await store.read(id)).toBeUndefined();
    expect(await (await database()).getAll('bulkItems', IDBKeyRange.bound([id], [id, []]))).toEqual([]);
    expect((await files.listFiles()).map((file) => file.id)).toEqual(['shared']);
  });

  it('ends its draft as it begins, and nothing writes the draft again', async () => {
    const drafts = bulkDrafts('scope');
    const draft = { id, updatedAt: '9999-01-01T00:00:00Z', version: 1, files: [], data: {} };
    await drafts.write(draft);
    await added(2);
    expect(await drafts.read(id)).toBeUndefined();
    await drafts.write(draft);
    expect(await drafts.read(id)).toBeUndefined();
  });

  it('begins once under its id: a second one changes nothing', async () => {
    const { items } = await added(2);
    await store.settle({ ...itemAt(items, 0), state: 'done' });
    const again = bulkOf(3, id);
    expect(await store.add(again.job, again.items)).toBe(false);
    expect(await store.read(id)).toMatchObject({ total: 2, counts: { waiting: 1, done: 1 } });
    expect(await store.listItems(id)).toHaveLength(2);
  });

  it('gives what waits by its place, bounded, however many there are', async () => {
    const { items } = await added(5000);
    for (const n of [0, 1, 2]) await store.settle({ ...itemAt(items, n), state: 'running' });
    const waiting = await store.listItems(id, { state: 'waiting', most: 50 });
    expect(waiting.map(({ n }) => n)).toEqual(Array.from({ length: 50 }, (_, at) => at + 3));
    expect((await store.listItems(id, { state: 'running', most: 50 })).map(({ n }) => n)).toEqual([0, 1, 2]);
    expect(await store.listItems(id, { from: 4990, most: 50 })).toHaveLength(10);
  });
});
