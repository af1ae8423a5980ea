import { currentTime } from '#clock/clock.ts';
import { readRecord, readRecords } from '../store/records.ts';
import { AttemptConflict, resumeJob, type ItemByKind, type JobByKind, type QueueKind } from './job.ts';
import { jobStore, jobStores, openDatabase } from './job-store.ts';

/** The object store of each kind's items. */
const itemStores = { certify: 'certifyItems', bulk: 'bulkItems' } as const;

/** Rules of a kind's items that the store needs. */
interface ItemRules<J, I> {
  /** Number of stored attempts of an item. */
  readonly attemptsOf: (item: I) => number;
  /** The job with updated counts after one of its items changed. */
  readonly afterItem: (job: J, before: I, item: I) => J;
  /** A failed item that is requested again. */
  readonly retryItem: (item: I) => I;
  /** Store of the drafts that become jobs of this kind, each under the id of its draft. */
  readonly draftStore?: 'bulkDrafts';
}

/** A range of a job's items, by state and place. */
export interface ItemRange<State> {
  readonly state?: State | undefined;
  /** Number of skipped items; absent: none. */
  readonly from?: number;
  /** Maximum number of items; absent: all. */
  readonly most?: number | undefined;
}

/** The store as a run uses it. Every change is stored before any step that follows from it. */
export interface RunStore<K extends QueueKind> {
  read(id: string): Promise<JobByKind[K] | undefined>;
  /** Changes the job; undefined when it is gone. */
  change(id: string, update: (job: JobByKind[K]) => JobByKind[K]): Promise<JobByKind[K] | undefined>;
  /**
   * Stores an item with the counts of its job, both or neither; undefined when the job is gone.
   *
   * @param attempts attempts that must be stored already: another tab may have begun one meanwhile
   * @throws AttemptConflict when another number is stored; nothing is stored then
   */
  settle(item: ItemByKind[K], attempts?: number): Promise<JobByKind[K] | undefined>;
  /** Lists items in order of their place. */
  listItems(id: string, range?: ItemRange<ItemByKind[K]['state']>): Promise<readonly ItemByKind[K][]>;
}

/** The stored queues of one kind and scope, and their items. */
export function queueStore<K extends QueueKind>(
  kind: K,
  scope: string,
  { attemptsOf, afterItem, retryItem, draftStore }: ItemRules<JobByKind[K], ItemByKind[K]>,
) {
  type J = JobByKind[K];
  type I = ItemByKind[K];
  const base = jobStore(kind, scope);
  const names = [jobStores[kind], itemStores[kind]] as const;
  const [jobs, items] = names;
  const stamped = (job: J): J => ({ ...job, updatedAt: currentTime().toISOString() });

  const settle: RunStore<K>['settle'] = async (item, attempts) => {
    const work = (await openDatabase()).transaction(names, 'readwrite');
    const [job, before] = await Promise.all([
      work.objectStore(jobs).get(item.operation).then(base.ofScope),
      work.objectStore(items).get([item.operation, item.n]) as Promise<I | undefined>,
    ]);
    const stored = readRecord(items, before);
    if (!job || !stored) {
      await work.done;
      return undefined;
    }
    if (attempts !== undefined && attemptsOf(stored) !== attempts) throw new AttemptConflict();
    const next = stamped(afterItem(job, stored, item));
    await Promise.all([work.objectStore(jobs).put(next), work.objectStore(items).put(item), work.done]);
    return next;
  };

  const listItems: RunStore<K>['listItems'] = async (id, { state, from = 0, most } = {}) => {
    const { store } = (await openDatabase()).transaction(items);
    const found: I[] = [];
    // The place is the second part of the key.
    if (state === undefined)
      found.push(...((await store.getAll(IDBKeyRange.bound([id, from], [id, []]), most)) as I[]));
    else if (from === 0)
      found.push(...((await store.index('state').getAll(rangeOf(id, state), most)) as I[]));
    else {
      let cursor = await store.index('state').openCursor(rangeOf(id, state));
      cursor = (await cursor?.advance(from)) ?? null;
      for (; cursor && found.length < (most ?? Infinity); cursor = await cursor.continue())
        found.push(cursor.value as I);
    }
    return readRecords(items, found).filter((item) => item.scope === scope);
  };

  const changeFailed = async (
    id: string,
    changeItem: (item: I) => I,
    changeJob: (job: J) => J = (job) => job,
  ): Promise<void> => {
    const work = (await openDatabase()).transaction(names, 'readwrite');
    let job = base.ofScope(await work.objectStore(jobs).get(id));
    if (!job || job.status === 'cancelled') return work.done;
    const failed = (await work.objectStore(items).index('state').getAll(rangeOf(id, 'failed'))) as I[];
    for (const item of readRecords(items, failed)) {
      const next = changeItem(item);
      if (next === item) continue;
      job = afterItem(job, item, next);
      void work.objectStore(items).put(next);
    }
    const changed = stamped(changeJob(job));
    await base.save(changed, () => Promise.all([work.objectStore(jobs).put(changed), work.done]));
  };

  return {
    ...base,
    settle,
    listItems,
    /**
     * Stores a new job with all its items and removes the draft that it was, or does nothing.
     *
     * @returns false when a job of this id exists: it was begun before, in this tab or in another
     * @throws DOMException `QuotaExceededError`
     */
    add: (job: J, added: readonly I[]): Promise<boolean> => addJob(names, job, added, draftStore),
    changeFailed,
    /** Requests failed items again, each from its stored progress, and resumes the job. */
    retryFailed: (id: string): Promise<void> => changeFailed(id, retryItem, resumeJob),
    remove: async (id: string): Promise<void> => {
      if (!(await base.read(id))) return;
      const work = (await openDatabase()).transaction(names, 'readwrite');
      await Promise.all([
        work.objectStore(jobs).delete(id),
        work.objectStore(items).delete(IDBKeyRange.bound([id], [id, []])),
        work.done,
      ]);
      await base.remove(id);
    },
  };
}

async function addJob(
  [jobs, items]: readonly [string, string],
  job: { readonly id: string },
  added: readonly object[],
  draftStore: string | undefined,
): Promise<boolean> {
  const names = [jobs, items, ...(draftStore ? [draftStore] : [])];
  const work = (await openDatabase()).transaction(names, 'readwrite', { durability: 'strict' });
  const isNew = (await work.objectStore(jobs).getKey(job.id)) === undefined;
  if (isNew) {
    void work.objectStore(jobs).put(job);
    for (const item of added) void work.objectStore(items).put(item);
    if (draftStore) void work.objectStore(draftStore).delete(job.id);
  }
  await work.done;
  return isNew;
}

const rangeOf = (id: string, state: string): IDBKeyRange => IDBKeyRange.bound([id, state], [id, state, []]);
