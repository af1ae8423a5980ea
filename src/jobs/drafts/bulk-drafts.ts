import { queryOptions } from '@tanstack/react-query';
import type { BulkDraft } from '../store/record-shapes.ts';

/** Fetched when something is first read: it is no part of what a page begins with. */
const open = async () => (await import('../store/database.ts')).database();
const records = () => import('../store/records.ts');
const unsaved = async () => (await import('./unsaved-bulk-drafts.ts')).unsavedBulkDrafts;

export function bulkDrafts(scope: string) {
  const key = [scope, 'bulk-drafts'] as const;
  return {
    key,
    /** Newest first. */
    list: () =>
      queryOptions({
        queryKey: [...key, 'list'],
        queryFn: async (): Promise<readonly BulkDraft[]> => {
          await restoreUnsavedBulkDrafts(scope);
          const found = await (await records()).listRecords('bulkDrafts', scope);
          return found.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
        },
        staleTime: 0,
      }),
    read: async (id: string): Promise<BulkDraft | undefined> => {
      const { readRecord } = await records();
      await restoreUnsavedBulkDrafts(scope);
      const draft = readRecord('bulkDrafts', await (await open()).get('bulkDrafts', id));
      return draft?.scope === scope ? draft : undefined;
    },
    /** @throws DOMException `QuotaExceededError` when the disk is full */
    write: async (draft: Omit<BulkDraft, 'scope'>): Promise<void> => {
      await put({ ...draft, scope });
      (await unsaved()).remove(draft.id, draft.updatedAt);
    },
    /** Removes it, and of its documents those that nothing else needs. */
    remove: async (id: string): Promise<void> => {
      const { removeFiles } = await import('../store/stored-files.ts');
      (await unsaved()).remove(id);
      const db = await open();
      const draft = (await records()).readRecord('bulkDrafts', await db.get('bulkDrafts', id));
      if (draft?.scope !== scope) return;
      await db.delete('bulkDrafts', id);
      await removeFiles(scope, draft.files);
    },
  };
}

/**
 * Writes a complete draft unless it was begun or erased, or the stored one is newer: a tab that slept may still have an
 * old version of it open after another tab took over.
 */
async function put(draft: BulkDraft): Promise<void> {
  const { isErased } = await import('../store/erasures.ts');
  const change = (await open()).transaction(['bulkDrafts', 'bulks'], 'readwrite');
  const begun = await change.objectStore('bulks').getKey(draft.id);
  const before = await change.objectStore('bulkDrafts').get(draft.id);
  const isOurs = !before || (before.scope === draft.scope && before.updatedAt <= draft.updatedAt);
  if (begun === undefined && isOurs && !isErased(draft)) await change.objectStore('bulkDrafts').put(draft);
  await change.done;
}

/** Moves the drafts that were stored while their pages closed into the database. */
export async function restoreUnsavedBulkDrafts(scope: string): Promise<void> {
  const stored = await unsaved();
  for (const draft of stored.list(scope)) {
    await put(draft);
    stored.remove(draft.id, draft.updatedAt);
  }
}
