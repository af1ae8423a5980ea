import { queryOptions } from '@tanstack/react-query';
import type { IDBPDatabase } from 'idb';
import { database } from '../store/database.ts';
import { isErased } from '../store/erasures.ts';
import { readRecord, readRecords } from '../store/records.ts';
import { isDiskFull } from '../store/storage-space.ts';
import { jobListKey } from './has-jobs.ts';
import type { Job, JobByKind, JobKind } from './job.ts';

/** The object store of each kind's jobs. The names are in the databases of users. */
export const jobStores = { send: 'operations', certify: 'certifications', bulk: 'bulks' } as const;

/**
 * The database without the types of its stores: one code reads and writes the jobs of every kind. The cast is needed
 * because `IDBPDatabase` is invariant in its schema; records are parsed when they are read.
 */
export const openDatabase = async (): Promise<IDBPDatabase> => (await database()) as unknown as IDBPDatabase;

/** Jobs that failed or stopped where the disk was too full to store that. Only this page shows them so. */
const unsaved = new Map<string, { readonly kind: JobKind; readonly job: Job }>();

/** The stored jobs of one kind and scope. */
export function jobStore<K extends JobKind>(kind: K, scope: string) {
  const store = jobStores[kind];
  const ofScope = (record: unknown): JobByKind[K] | undefined => {
    const job = readRecord(store, record as JobByKind[K] | undefined);
    return job?.scope === scope ? job : undefined;
  };
  const unsavedOf = (id: string): JobByKind[K] | undefined => {
    const known = unsaved.get(id);
    if (known?.kind !== kind) return undefined;
    const { scope: of, startedAt } = known.job;
    return isErased({ scope: of, updatedAt: startedAt }) ? undefined : ofScope(known.job);
  };
  /** The newer of what is stored and of what could not be stored. */
  const newest = (job: JobByKind[K]): JobByKind[K] => {
    const other = unsavedOf(job.id);
    return other && other.updatedAt >= job.updatedAt ? other : job;
  };
  const read = async (id: string): Promise<JobByKind[K] | undefined> =>
    ofScope(await (await openDatabase()).get(store, id));
  /** Runs a write of a job. That it failed or stopped is shown even if the disk is too full to store it. */
  const save = async (job: JobByKind[K], write: () => Promise<unknown>): Promise<void> => {
    try {
      await write();
      unsaved.delete(job.id);
    } catch (error) {
      if (!['failed', 'stopped'].includes(job.status) || !isDiskFull(error)) throw error;
      unsaved.set(job.id, { kind, job });
    }
  };
  return {
    kind,
    ofScope,
    save,
    list: async (): Promise<readonly JobByKind[K][]> => {
      const found = await (await openDatabase()).getAllFromIndex(store, 'scope', scope);
      const stored = readRecords(store, found as JobByKind[K][]); // they are of that store
      const ids = new Set(stored.map(({ id }) => id));
      const others = [...unsaved.keys()].flatMap((id) => (ids.has(id) ? [] : (unsavedOf(id) ?? [])));
      return [...stored.map(newest), ...others];
    },
    /** One job, read again while it runs; null: there is none. */
    one: (id: string) =>
      queryOptions({
        queryKey: [...jobListKey(scope), kind, id],
        queryFn: async (): Promise<JobByKind[K] | null> => {
          const job = await read(id);
          return job ? newest(job) : null;
        },
        staleTime: 0,
        refetchInterval: ({ state }) => (state.data?.status === 'running' ? 2000 : false),
      }),
    /** As it is stored: a run begins from there. */
    read,
    /** Changes the stored job; undefined where there is none. */
    change: async (
      id: string,
      update: (job: JobByKind[K]) => JobByKind[K],
    ): Promise<JobByKind[K] | undefined> => {
      const work = (await openDatabase()).transaction(store, 'readwrite');
      const job = ofScope(await work.store.get(id));
      const next = job && update(job);
      if (next && next !== job) await save(next, () => Promise.all([work.store.put(next), work.done]));
      else await work.done;
      return next;
    },
    remove: async (id: string): Promise<void> => {
      unsaved.delete(id);
      if (await read(id)) await (await openDatabase()).delete(store, id);
    },
  };
}
