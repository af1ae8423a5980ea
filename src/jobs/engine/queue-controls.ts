import type { QueryKey } from '@tanstack/react-query';
import { currentTime } from '#clock/clock.ts';
import { isOver, resumeJob, type ItemByKind, type JobByKind, type QueueKind } from './job.ts';
import { jobLock } from './locks.ts';
import type { queueStore, RunStore } from './queue-store.ts';
import type { JobContext, RunOptions } from './use-jobs.ts';

/** Definition of a kind of queue. */
interface QueueDefinition<K extends QueueKind> {
  readonly store: ReturnType<typeof queueStore<K>>;
  /** Name of the lock that lets only one job of the kind run at a time. */
  readonly turnLock: string;
  /** Runs a job until it ends or stops. */
  readonly runToEnd: (id: string, store: RunStore<K>) => Promise<JobByKind[K] | undefined>;
  /** Keys of the queries that a run makes out of date. */
  readonly affected: readonly QueryKey[];
}

/**
 * Controls of queues. A running job holds two locks: its own, so that two tabs never run the same job, and the turn
 * lock, so that only one job runs.
 */
export function queueControls<K extends QueueKind>(
  context: JobContext,
  { store, turnLock, runToEnd, affected }: QueueDefinition<K>,
) {
  const { noteChange, refresh } = context;
  const runStore: RunStore<K> = {
    ...store,
    change: async (id, update) => {
      const job = await store.change(id, update);
      noteChange();
      return job;
    },
    settle: async (item, attempts) => {
      const job = await store.settle(item, attempts);
      noteChange();
      return job;
    },
  };
  const run = (id: string, { signal }: RunOptions = {}): Promise<JobByKind[K] | undefined> =>
    context.runInOneTab([jobLock(store.kind, id), turnLock], () => runToEnd(id, runStore), affected, signal);
  const change = async (id: string, update: (job: JobByKind[K]) => JobByKind[K]): Promise<void> => {
    await store.change(id, (job) =>
      isOver(job) ? job : { ...update(job), updatedAt: currentTime().toISOString() },
    );
    await refresh();
  };
  return {
    /** Stores the job with its items and lets it run; resolves once it is stored. One that exists is left as it is. */
    begin: async (job: JobByKind[K], items: readonly ItemByKind[K][]): Promise<JobByKind[K]> => {
      const isNew = await store.add(job, items);
      await refresh();
      if (isNew) void run(job.id);
      return job;
    },
    /** Runs a job that is stored as running, once it is its turn. */
    run,
    pause: (id: string) => change(id, (job) => ({ ...resumeJob(job), status: 'paused' })),
    resume: async (id: string): Promise<void> => {
      await change(id, resumeJob);
      void run(id);
    },
    /** Cancels the remaining items; settled items stay as they are. */
    cancel: (id: string) => change(id, (job) => ({ ...resumeJob(job), status: 'cancelled' })),
    retryFailed: async (id: string): Promise<void> => {
      await store.retryFailed(id);
      await refresh();
      void run(id);
    },
    remove: async (id: string): Promise<void> => {
      await store.remove(id);
      await refresh();
    },
  };
}
