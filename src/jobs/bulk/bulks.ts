import { queryOptions } from '@tanstack/react-query';
import { jobListKey } from '../engine/has-jobs.ts';
import { resumeJob } from '../engine/job.ts';
import { queueStore, type ItemRange } from '../engine/queue-store.ts';
import { attemptsOf } from '../send/send-job.ts';
import { afterDecision, afterItem, retryItem, type BulkDecision } from './bulk.ts';
import type { BulkItem, BulkState } from './bulk-record.ts';

/** Requests of a bulk whose outcome is unknown. */
export interface InDoubt {
  readonly count: number;
  /** Whether the create is in doubt for all of them. */
  readonly areCreates: boolean;
  readonly first: readonly BulkItem[];
}

/** The stored bulk sends of a scope. */
export function bulks(scope: string) {
  const store = queueStore('bulk', scope, {
    attemptsOf: ({ progress }) => attemptsOf(progress),
    afterItem,
    retryItem: (item) => retryItem(item),
    draftStore: 'bulkDrafts',
  });
  const key = [...jobListKey(scope), 'bulk-items'] as const;
  const listFileIds = async (id: string): Promise<readonly string[]> => [
    ...new Set((await store.listItems(id)).map(({ fileId }) => fileId)),
  ];
  const removeFiles = async (ids: readonly string[]): Promise<void> =>
    (await import('../store/stored-files.ts')).removeFiles(scope, ids);
  return {
    ...store,
    items: (id: string, range: ItemRange<BulkState>) =>
      queryOptions({
        queryKey: [...key, id, range],
        queryFn: () => store.listItems(id, range),
        staleTime: 0,
      }),
    /** Requests that wait for a person's decision: the first ones, and their number. */
    inDoubt: (id: string, most: number) =>
      queryOptions({
        queryKey: [...key, id, 'in-doubt', most],
        queryFn: async (): Promise<InDoubt> => {
          const failed = await store.listItems(id, { state: 'failed' });
          const items = failed.filter(({ failure }) => failure?.kind === 'ambiguous');
          return {
            count: items.length,
            areCreates: items.every(({ failure }) => failure?.step === 'create'),
            first: items.slice(0, most),
          };
        },
        staleTime: 0,
      }),
    /**
     * A person's decision about items of which nobody knows whether they happened; unless they are discarded, the bulk
     * runs.
     *
     * @param n the item by its place; absent: all of them
     */
    decide: (id: string, decision: BulkDecision, n?: number): Promise<void> =>
      store.changeFailed(
        id,
        (item) => (n === undefined || item.n === n ? afterDecision(item, decision) : item),
        decision.kind === 'discard' ? undefined : resumeJob,
      ),
    remove: async (id: string): Promise<void> => {
      const files = await listFileIds(id);
      await store.remove(id);
      await removeFiles(files);
    },
    /** Removes the documents that nothing needs any more. */
    removeFiles: async (id: string): Promise<void> => removeFiles(await listFileIds(id)),
  };
}
