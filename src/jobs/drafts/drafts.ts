import { queryOptions } from '@tanstack/react-query';
import { database } from '../store/database.ts';
import { isNewerDraft, readDraft, type Draft } from './draft-shape.ts';
import { isErased } from '../store/erasures.ts';
import { storedFiles, removeFiles } from '../store/stored-files.ts';
import { unsavedDrafts } from './unsaved-drafts.ts';

/** The drafts of a scope, and of those that a newer build wrote how many there are. */
export interface StoredDrafts {
  readonly drafts: readonly Draft[];
  readonly newer: number;
}

export function drafts(scope: string) {
  const key = [scope, 'drafts'] as const;
  const files = storedFiles(scope);
  const all = async (): Promise<StoredDrafts> => {
    await restoreUnsavedDrafts(scope);
    const found = await (await database()).getAllFromIndex('drafts', 'scope', scope);
    const read = found.flatMap((record) => readDraft(record) ?? []);
    return {
      drafts: read.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt)),
      newer: found.filter(isNewerDraft).length,
    };
  };
  return {
    key,
    list: () =>
      queryOptions({
        queryKey: [...key, 'list'],
        queryFn: async () => (await all()).drafts,
        staleTime: 0,
      }),
    /** With what cannot be opened here. */
    listWithNewer: () => queryOptions({ queryKey: [...key, 'kept'], queryFn: all, staleTime: 0 }),
    /** `newer`: it is there, and only the build that wrote it reads it. */
    read: async (id: string): Promise<Draft | 'newer' | undefined> => {
      await restoreUnsavedDrafts(scope);
      const record = await (await database()).get('drafts', id);
      if (record?.scope !== scope) return undefined;
      return isNewerDraft(record) ? 'newer' : readDraft(record);
    },
    /** @throws DOMException `QuotaExceededError` when there is no room */
    write: async (draft: Draft): Promise<void> => {
      await put(draft);
      unsavedDrafts.remove(draft.id, draft.updatedAt);
    },
    /**
     * Keeps a draft while its page is being left: at once, because the browser aborts what it began to write
     * into the database. The next reading brings it there.
     *
     * @returns whether it was kept
     */
    writeNow: (draft: Draft): boolean => !isErased(draft) && unsavedDrafts.save(draft),
    writeFile: files.writeFile,
    readFile: files.readFile,
    /** Removes it, and its file unless something else still needs it. */
    remove: async (id: string): Promise<void> => {
      unsavedDrafts.remove(id);
      const db = await database();
      const draft = await db.get('drafts', id);
      if (draft && draft.scope !== scope) return;
      await db.delete('drafts', id);
      await removeFiles(scope, [id, draft?.fileId ?? id]);
    },
  };
}

/**
 * What was sent is no draft any more: a change that comes after the sending is not kept. Nor one of before it was
 * erased, nor one that is older than what stands there, as a tab writes that slept while another took over.
 */
async function put(draft: Draft): Promise<void> {
  const change = (await database()).transaction(['drafts', 'operations'], 'readwrite', {
    // On the disk before it is called kept, so that it is there after a power cut too.
    durability: 'strict',
  });
  const sent = await change.objectStore('operations').get(draft.id);
  const before = await change.objectStore('drafts').get(draft.id);
  const isOurs =
    !before || (before.scope === draft.scope && !isNewerDraft(before) && before.updatedAt <= draft.updatedAt);
  if (sent?.status !== 'done' && isOurs && !isErased(draft)) await change.objectStore('drafts').put(draft);
  await change.done;
}

/** Brings what was kept while a page was left to where it belongs. */
export async function restoreUnsavedDrafts(scope: string): Promise<void> {
  for (const draft of unsavedDrafts.list(scope)) {
    await put(draft);
    unsavedDrafts.remove(draft.id, draft.updatedAt);
  }
}
