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
    /** Also counts the drafts that only a newer build can open. */
    listWithNewer: () => queryOptions({ queryKey: [...key, 'with-newer'], queryFn: all, staleTime: 0 }),
    /** `newer`: the draft exists, and only the build that wrote it can read it. */
    read: async (id: string): Promise<Draft | 'newer' | undefined> => {
      await restoreUnsavedDrafts(scope);
      const record = await (await database()).get('drafts', id);
      if (record?.scope !== scope) return undefined;
      return isNewerDraft(record) ? 'newer' : readDraft(record);
    },
    /** @throws DOMException `QuotaExceededError` when the disk is full */
    write: async (draft: Draft): Promise<void> => {
      await put(draft);
      unsavedDrafts.remove(draft.id, draft.updatedAt);
    },
    /**
     * Stores a draft synchronously while its page is being closed, because the browser aborts database writes that begin
     * then. The next read moves it into the database.
     *
     * @returns whether it was stored
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
 * Writes a draft unless it was sent or erased, or the stored one is newer: a suspended tab may still hold an old version
 * after another tab took over.
 */
async function put(draft: Draft): Promise<void> {
  const change = (await database()).transaction(['drafts', 'operations'], 'readwrite', {
    // Flushed to disk before the write resolves, so that the draft survives a power cut.
    durability: 'strict',
  });
  const sent = await change.objectStore('operations').get(draft.id);
  const before = await change.objectStore('drafts').get(draft.id);
  const isOurs =
    !before || (before.scope === draft.scope && !isNewerDraft(before) && before.updatedAt <= draft.updatedAt);
  if (sent?.status !== 'done' && isOurs && !isErased(draft)) await change.objectStore('drafts').put(draft);
  await change.done;
}

/** Moves the drafts that were stored while their pages closed into the database. */
export async function restoreUnsavedDrafts(scope: string): Promise<void> {
  for (const draft of unsavedDrafts.list(scope)) {
    await put(draft);
    unsavedDrafts.remove(draft.id, draft.updatedAt);
  }
}
