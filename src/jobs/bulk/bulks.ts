import { queryOptions } from '@tanstack/react-query';
import { currentTime } from '#clock/clock.ts';
import { database } from '../store/database.ts';
import { listRecords, readRecord, readRecords } from '../store/records.ts';
import type { Book } from '../engine/job.ts';
import { afterDecision, afterItem, resumeBulk, retryItem, type BulkDecision } from './bulk.ts';
import type { BulkItem, BulkJob, BulkState } from './bulk-record.ts';
import type { BulkBook } from './run-bulk.ts';
import { AttemptConflict } from '../send/send-outcome.ts';
import { attemptsOf } from '../send/send-job.ts';
import type { SendFailure } from '../send/send-record.ts';

/** What a run stopped for and could not write, because there is no room: of this page alone. */
const unkept = new Map<string, SendFailure>();

/** A page of a bulk's items, by place. */
export interface BulkPart {
  /** How many are passed over. */
  readonly from: number;
  readonly most: number;
  readonly state?: BulkState | undefined;
}

/** Requests of a bulk of which nobody knows whether they were made. */
export interface InDoubt {
  readonly count: number;
  /** What is in doubt of every one of them is whether it was created. */
  readonly areCreates: boolean;
  readonly first: readonly BulkItem[];
}

/** The journal of bulks, as the tray shows it; the items of a bulk are kept apart from it. */
export function bulks(scope: string) {
  const key = [scope, 'bulks'] as const;
  const told = (job: BulkJob): BulkJob => {
    const failure = job.status === 'running' ? unkept.get(job.id) : undefined;
    return failure ? { ...job, status: 'stopped', failure } : job;
  };
  const isOwn = (item: BulkItem): boolean => item.scope === scope;
  const readItems = async (id: string, { from, most, state }: BulkPart): Promise<readonly BulkItem[]> => {
    const { store } = (await database()).transaction('bulkItems');
    // By place among all, the place is the key; among those of a state it is counted out by the database.
    if (state === undefined) {
      const all = await store.getAll(IDBKeyRange.bound([id, from], [id, []]), most);
      return readRecords('bulkItems', all).filter(isOwn);
    }
    const found: BulkItem[] = [];
    const range = IDBKeyRange.bound([id, state], [id, state, []]);
    let cursor = await store.index('state').openCursor(range);
    if (cursor && from > 0) cursor = await cursor.advance(from);
    for (; cursor && found.length < most; cursor = await cursor.continue()) found.push(cursor.value);
    return readRecords('bulkItems', found).filter(isOwn);
  };
  const read = async (id: string): Promise<BulkJob | undefined> => {
    const job = readRecord('bulks', await (await database()).get('bulks', id));
    return job?.scope === scope ? told(job) : undefined;
  };
  const change: BulkBook['change'] = async (id, how) => {
    const work = (await database()).transaction('bulks', 'readwrite');
    const job = readRecord('bulks', await work.store.get(id));
    const next = job?.scope === scope ? how(job) : undefined;
    if (next && next !== job) await work.store.put(next);
    await work.done;
    return next;
  };
  return {
    kind: 'bulk',
    key,
    /** Newest first. */
    list: () =>
      queryOptions({
        queryKey: [...key, 'list'],
        queryFn: async (): Promise<readonly BulkJob[]> => {
          const found = await listRecords('bulks', scope);
          return found.map((job) => told(job)).sort((a, b) => b.startedAt.localeCompare(a.startedAt));
        },
        staleTime: 0,
      }),
    /** One of them, looked at again while it runs; null: it is not there. */
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: async (): Promise<BulkJob | null> => (await read(id)) ?? null,
        staleTime: 0,
        refetchInterval: ({ state }) => (state.data?.status === 'running' ? 2000 : false),
      }),
    /** Some of its items, by place; of one state, the place is among those. */
    items: (id: string, part: BulkPart) =>
      queryOptions({
        queryKey: [...key, 'items', id, part],
        queryFn: () => readItems(id, part),
        staleTime: 0,
      }),
    /** Those that wait for a person's decision: the first of them, and how many there are. */
    inDoubt: (id: string, most: number) =>
      queryOptions({
        queryKey: [...key, 'in-doubt', id, most],
        queryFn: async (): Promise<InDoubt> => {
          const items = (await readOfState(id, 'failed')).filter(
            (item) => isOwn(item) && item.failure?.kind === 'ambiguous',
          );
          return {
            count: items.length,
            areCreates: items.every(({ failure }) => failure?.step === 'create'),
            first: items.slice(0, most),
          };
        },
        staleTime: 0,
      }),
    /** The same at once, for what goes through all of them. */
    readItems,
    isOver: ({ status }: BulkJob): boolean => status === 'done' || status === 'cancelled',
    canResume: () => Promise.resolve(true),
    read,
    /** Keeps a new bulk whole, or not at all. @throws DOMException `QuotaExceededError` when there is no room */
    add: async (job: BulkJob, items: readonly BulkItem[]): Promise<void> => {
      const work = (await database()).transaction(['bulks', 'bulkItems'], 'readwrite', {
        durability: 'strict',
      });
      void work.objectStore('bulks').put(job);
      for (const item of items) void work.objectStore('bulkItems').put(item);
      await work.done;
    },
    change,
    settle: async (item: BulkItem, attempts?: number): Promise<BulkJob | undefined> => {
      const work = (await database()).transaction(['bulks', 'bulkItems'], 'readwrite');
      const bulk = work.objectStore('bulks');
      const items = work.objectStore('bulkItems');
      const [job, before] = await Promise.all([
        bulk.get(item.operation).then((record) => readRecord('bulks', record)),
        items.get([item.operation, item.n]).then((record) => readRecord('bulkItems', record)),
      ]);
      if (job?.scope !== scope || !before) {
        await work.done;
        return undefined;
      }
      if (attempts !== undefined && attemptsOf(before.progress) !== attempts) throw new AttemptConflict();
      const updatedAt = currentTime().toISOString();
      const next = { ...afterItem(job, before, item), updatedAt };
      await Promise.all([bulk.put(next), items.put(item), work.done]);
      return next;
    },
    some: readOfState,
    /** What failed is to be tried again from where each stands, and the bulk goes on. */
    retryFailed: async (id: string, createAgain = false): Promise<void> => {
      const work = (await database()).transaction(['bulks', 'bulkItems'], 'readwrite');
      const bulk = readRecord('bulks', await work.objectStore('bulks').get(id));
      if (bulk?.scope === scope && bulk.status !== 'cancelled') {
        const items = work.objectStore('bulkItems');
        const range = IDBKeyRange.bound([id, 'failed'], [id, 'failed', []]);
        let job = resumeBulk(bulk);
        for (const failed of readRecords('bulkItems', await items.index('state').getAll(range))) {
          const item = retryItem(failed, createAgain);
          job = afterItem(job, failed, item);
          void items.put(item);
        }
        await work.objectStore('bulks').put({ ...job, updatedAt: currentTime().toISOString() });
      }
      await work.done;
    },
    /**
     * A person's decision about items of which nobody knows whether they happened; the bulk goes on.
     *
     * @param n the item by its place; absent: all of them
     */
    decide: async (id: string, decision: BulkDecision, n?: number): Promise<void> => {
      const work = (await database()).transaction(['bulks', 'bulkItems'], 'readwrite');
      const bulk = readRecord('bulks', await work.objectStore('bulks').get(id));
      if (bulk?.scope === scope && bulk.status !== 'cancelled') {
        const items = work.objectStore('bulkItems');
        const range = IDBKeyRange.bound([id, 'failed'], [id, 'failed', []]);
        let job = decision.kind === 'discard' ? bulk : resumeBulk(bulk);
        for (const failed of readRecords('bulkItems', await items.index('state').getAll(range))) {
          const item = n === undefined || failed.n === n ? afterDecision(failed, decision) : failed;
          if (item === failed) continue;
          job = afterItem(job, failed, item);
          void items.put(item);
        }
        await work.objectStore('bulks').put({ ...job, updatedAt: currentTime().toISOString() });
      }
      await work.done;
    },
    remove: async (id: string): Promise<void> => {
      if (!(await read(id))) return;
      const documents = await filesOf(id);
      const work = (await database()).transaction(['bulks', 'bulkItems'], 'readwrite');
      await Promise.all([
        work.objectStore('bulks').delete(id),
        work.objectStore('bulkItems').delete(IDBKeyRange.bound([id], [id, []])),
        work.done,
      ]);
      unkept.delete(id);
      await dropFiles(documents);
    },
    /** Gives the room of documents back that nothing needs any more. */
    removeFiles: async (id: string): Promise<void> => dropFiles(await filesOf(id)),
    noteUnkept: (id: string, failure: SendFailure | undefined): void => {
      if (failure) unkept.set(id, failure);
      else unkept.delete(id);
    },
  } satisfies Book<BulkJob> & BulkBook & Record<string, unknown>;

  async function dropFiles(ids: readonly string[]): Promise<void> {
    const { removeFiles } = await import('../store/stored-files.ts');
    await removeFiles(scope, ids);
  }
}

async function readOfState(id: string, state: BulkState, most?: number): Promise<readonly BulkItem[]> {
  const range = IDBKeyRange.bound([id, state], [id, state, []]);
  return readRecords(
    'bulkItems',
    await (await database()).getAllFromIndex('bulkItems', 'state', range, most),
  );
}

async function filesOf(id: string): Promise<readonly string[]> {
  const ids = new Set<string>();
  const { store } = (await database()).transaction('bulkItems');
  let cursor = await store.openCursor(IDBKeyRange.bound([id], [id, []]));
  for (; cursor; cursor = await cursor.continue()) ids.add(cursor.value.fileId);
  return [...ids];
}
