import { queryOptions } from '@tanstack/react-query';
import type { BulkDraft } from '../store/record-shapes.ts';

/** Fetched when something is first read: it is no part of what a page begins with. */
const open = async () => (await import('../store/database.ts')).database();
const records = () => import('../store/records.ts');

export function bulkDrafts(scope: string) {
  const key = [scope, 'bulk-drafts'] as const;
  return {
    key,
    /** Newest first. */
    list: () =>
      queryOptions({
        queryKey: [...key, 'list'],
        queryFn: async (): Promise<readonly BulkDraft[]> => {
          const found = await (await records()).listRecords('bulkDrafts', scope);
          return found.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
        },
        staleTime: 0,
      }),
    read: async (id: string): Promise<BulkDraft | undefined> => {
      const { readRecord } = await records();
      const draft = readRecord('bulkDrafts', await (await open()).get('bulkDrafts', id));
      return draft?.scope === scope ? draft : undefined;
    },
    /**
     * Stores the complete draft, unless it was begun: a tab that does not know that may still have it open.
     *
     * @throws DOMException `QuotaExceededError` when the disk is full
     */
    write: async (draft: Omit<BulkDraft, 'scope'>): Promise<void> => {
      const { isErased: wasErased } = await import('../store/erasures.ts');
      const record = { ...draft, scope };
      if (wasErased(record)) return;
      const change = (await open()).transaction(['bulkDrafts', 'bulks'], 'readwrite');
      const begun = await change.objectStore('bulks').getKey(draft.id);
      await Promise.all([begun === undefined && change.objectStore('bulkDrafts').put(record), change.done]);
    },
    /** Removes it, and of its documents those that nothing else needs. */
    remove: async (id: string): Promise<void> => {
      const { removeFiles } = await import('../store/stored-files.ts');
      const db = await open();
      const draft = (await records()).readRecord('bulkDrafts', await db.get('bulkDrafts', id));
      if (draft?.scope !== scope) return;
      await db.delete('bulkDrafts', id);
      await removeFiles(scope, draft.files);
    },
  };
}
