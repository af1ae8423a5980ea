import { queryOptions } from '@tanstack/react-query';
import { currentTime } from '#clock/clock.ts';
import { database } from '../store/database.ts';
import { listRecords, readRecord, readRecords } from '../store/records.ts';
import type { CertifyBook } from './run-certification.ts';
import type { CertifyItem, CertifyJob } from './certify-record.ts';
import type { Book } from '../engine/job.ts';
import { AttemptConflict } from '../send/send-outcome.ts';

/** The journal of certifications, as the tray shows it; the items of a queue are kept apart from it. */
export function certifications(scope: string) {
  const key = [scope, 'certifications'] as const;
  const isOwn = (item: CertifyItem): boolean => item.scope === scope;
  const change: CertifyBook['change'] = async (id, how) => {
    const work = (await database()).transaction('certifications', 'readwrite');
    const job = readRecord('certifications', await work.store.get(id));
    const next = job?.scope === scope ? how(job) : undefined;
    if (next) await work.store.put(next);
    await work.done;
    return next;
  };
  /** Rewrites a queue from what failed in it, with those items, in one transaction. */
  const updateFailed = async (
    id: string,
    update: (
      job: CertifyJob,
      failed: readonly CertifyItem[],
      put: (item: CertifyItem) => Promise<unknown>,
    ) => Promise<CertifyJob>,
  ): Promise<void> => {
    const work = (await database()).transaction(['certifications', 'certifyItems'], 'readwrite');
    const queues = work.objectStore('certifications');
    const job = readRecord('certifications', await queues.get(id));
    if (job?.scope === scope) {
      const items = work.objectStore('certifyItems');
      const range = IDBKeyRange.bound([id, 'failed'], [id, 'failed', []]);
      const failed = readRecords('certifyItems', await items.index('state').getAll(range));
      await queues.put(await update(job, failed, (item) => items.put(item)));
    }
    await work.done;
  };
  return {
    kind: 'certify',
    key,
    list: () =>
      queryOptions({
        queryKey: [...key, 'list'],
        queryFn: async () => {
          const found = await listRecords('certifications', scope);
          return found.sort((a, b) => b.startedAt.localeCompare(a.startedAt));
        },
        staleTime: 0,
      }),
    isOver: ({ status }: CertifyJob): boolean => status === 'done' || status === 'cancelled',
    canResume: () => Promise.resolve(true),
    read: async (id: string): Promise<CertifyJob | undefined> => {
      const job = readRecord('certifications', await (await database()).get('certifications', id));
      return job?.scope === scope ? job : undefined;
    },
    /** Keeps a new queue whole, or not at all. */
    add: async (job: CertifyJob, items: readonly CertifyItem[]): Promise<void> => {
      const work = (await database()).transaction(['certifications', 'certifyItems'], 'readwrite');
      void work.objectStore('certifications').put(job);
      for (const item of items) void work.objectStore('certifyItems').put(item);
      await work.done;
    },
    change,
    settle: async (item: CertifyItem, attempts?: number): Promise<CertifyJob | undefined> => {
      const work = (await database()).transaction(['certifications', 'certifyItems'], 'readwrite');
      const queues = work.objectStore('certifications');
      const items = work.objectStore('certifyItems');
      const job = readRecord('certifications', await queues.get(item.operation));
      const before = readRecord('certifyItems', await items.get([item.operation, item.n]));
      if (job?.scope !== scope || !before) {
        await work.done;
        return undefined;
      }
      if (attempts !== undefined && (before.attempts ?? 0) !== attempts) throw new AttemptConflict();
      const counts = { ...job.counts };
      counts[before.state] -= 1;
      counts[item.state] += 1;
      const next = { ...job, counts, updatedAt: currentTime().toISOString() };
      await Promise.all([queues.put(next), items.put(item), work.done]);
      return next;
    },
    open: async (id: string, most: number): Promise<readonly CertifyItem[]> => {
      const index = (await database()).transaction('certifyItems').store.index('state');
      const asking = await index.getAll(IDBKeyRange.bound([id, 'asking'], [id, 'asking', []]), most);
      const waiting = await index.getAll(IDBKeyRange.bound([id, 'waiting'], [id, 'waiting', []]), most);
      return readRecords('certifyItems', [...asking, ...waiting])
        .filter(isOwn)
        .slice(0, most);
    },
    items: async (id: string): Promise<readonly CertifyItem[]> =>
      readRecords(
        'certifyItems',
        await (await database()).getAll('certifyItems', IDBKeyRange.bound([id], [id, []])),
      ).filter(isOwn),
    /** A person decided that what is in doubt was taken: it is left to the service. */
    settleUnclear: async (id: string): Promise<void> => {
      await updateFailed(id, async ({ failure: _reported, ...job }, failed, put) => {
        const unclear = failed.filter(({ failure }) => failure?.kind === 'unclear');
        for (const { failure: _old, ...item } of unclear) await put({ ...item, state: 'pending' });
        const counts = {
          ...job.counts,
          failed: job.counts.failed - unclear.length,
          pending: job.counts.pending + unclear.length,
        };
        return { ...job, counts };
      });
    },
    /** What failed is to be tried again; of what is in doubt, that is a person's decision. */
    retryFailed: async (id: string): Promise<void> => {
      await updateFailed(id, async ({ failure: _stopped, waitingUntil: _over, ...job }, failed, put) => {
        for (const { failure: _old, at: _then, attempts: _tries, accepted: _yes, ...item } of failed)
          await put({ ...item, state: 'waiting' });
        const counts = {
          ...job.counts,
          failed: 0,
          waiting: job.counts.waiting + failed.length,
        };
        return { ...job, counts, status: 'running' };
      });
    },
    remove: async (id: string): Promise<void> => {
      if ((await (await database()).get('certifications', id))?.scope !== scope) return;
      const work = (await database()).transaction(['certifications', 'certifyItems'], 'readwrite');
      await Promise.all([
        work.objectStore('certifications').delete(id),
        work.objectStore('certifyItems').delete(IDBKeyRange.bound([id], [id, []])),
        work.done,
      ]);
    },
  } satisfies Book<CertifyJob> & CertifyBook & Record<string, unknown>;
}
