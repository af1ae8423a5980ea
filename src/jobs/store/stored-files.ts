import type { IDBPDatabase } from 'idb';
import { currentMillis, currentTime } from '#clock/clock.ts';
import { database, type Stored } from './database.ts';
import type { StoredFile } from './record-shapes.ts';
import { listRecords, readRecord } from './records.ts';
import { hasLocks, underLock } from '../engine/locks.ts';
import { requestPersistenceOnce, isDiskFull } from './storage-space.ts';

const folderName = 'testigo-files';
/** Writers hold the lock shared; removing bytes needs it exclusively, so that no half-written bytes are removed. */
const lock = 'testigo-files';
/** Milliseconds before an unnamed record is removed: the record that names it may be about to be written. */
const grace = 24 * 60 * 60_000;

/** Names of stored bytes by the file that they were written from or read to: writing it again copies nothing. */
const bytesByFile = new WeakMap<Blob, string>();

/** The files of one scope. */
export function storedFiles(scope: string) {
  return {
    /**
     * Stores a file under an id and replaces the file stored there. The record is written once the bytes are complete,
     * so that a crash never leaves a partial file that looks complete.
     *
     * @throws DOMException `QuotaExceededError` when the disk is full
     */
    writeFile: async (id: string, file: File): Promise<void> => {
      requestPersistenceOnce();
      const known = bytesByFile.get(file);
      const before = readRecord('files', await (await database()).get('files', id));
      if (known !== undefined && before?.bytes === known && before.scope === scope) return;
      await underLock(lock, 'shared', async () => {
        const shared = known !== undefined && (await sizeOf(known)) === file.size ? known : undefined;
        const bytes = shared ?? (await putBytes(file));
        const facts = { id, scope, name: file.name, type: file.type, size: file.size };
        const record = { ...facts, keptAt: currentTime().toISOString(), ...(bytes ? { bytes } : { file }) };
        try {
          await (await database()).put('files', record);
        } catch (error) {
          if (bytes !== undefined && bytes !== shared) await removeBytes(bytes);
          throw error;
        }
        if (bytes !== undefined) bytesByFile.set(file, bytes);
      });
      if (before?.bytes !== undefined) await underLock(lock, 'exclusive', dropUnnamed);
    },
    /** The file; undefined when this scope stores no such file, or its bytes are missing or incomplete. */
    readFile: async (id: string): Promise<File | undefined> => {
      const record = readRecord('files', await (await database()).get('files', id));
      if (record?.scope !== scope) return undefined;
      const { name, type, bytes, size } = record;
      const blob = bytes === undefined ? record.file : await getBytes(bytes);
      if (!blob || (size !== undefined && blob.size !== size)) return undefined;
      const file = new File([blob], name, { type });
      if (bytes !== undefined) bytesByFile.set(file, bytes);
      return file;
    },
    listFiles: (): Promise<readonly StoredFile[]> => listRecords('files', scope),
  };
}

/** Removes files of a scope, except those that a draft, a send or a bulk still needs. */
export async function removeFiles(scope: string, ids: readonly string[]): Promise<void> {
  await underLock(lock, 'exclusive', async () => {
    const db = await database();
    const needed = await neededFiles(db);
    const change = db.transaction('files', 'readwrite');
    for (const id of new Set(ids)) {
      const record = await change.store.get(id);
      if (record?.scope === scope && !needed.has(id)) await change.store.delete(id);
    }
    await change.done;
    await dropUnnamed();
  });
}

/**
 * Removes files that nothing needs since a day, and bytes that no record names. Never while a file is being written;
 * where the browser has no locks, not at all.
 *
 * @returns how many files and bytes were removed
 */
export async function sweepFiles(now = currentMillis()): Promise<number> {
  if (!hasLocks()) return 0;
  return underLock(lock, 'exclusive', async () => {
    const db = await database();
    const needed = await neededFiles(db);
    const change = db.transaction('files', 'readwrite');
    let removed = 0;
    for (const { id, keptAt = '' } of await change.store.getAll()) {
      if (needed.has(id) || now - Date.parse(keptAt) < grace) continue;
      await change.store.delete(id);
      removed += 1;
    }
    await change.done;
    return removed + (await dropUnnamed());
  });
}

/** Runs something that removes records of files, and removes their bytes with them. */
export function removingFiles(remove: () => Promise<void>): Promise<void> {
  return underLock(lock, 'exclusive', async () => {
    await remove();
    await dropUnnamed();
  });
}

/** Ids of the files that something which is not over yet depends on. */
async function neededFiles(db: IDBPDatabase<Stored>): Promise<ReadonlySet<string>> {
  const [drafts, sends, bulks, bulkDrafts] = await Promise.all([
    db.getAll('drafts'),
    db.getAll('operations'),
    db.getAll('bulks'),
    db.getAll('bulkDrafts'),
  ]);
  const needed = new Set<string>();
  // A draft of a newer build is left alone, with every file that it may mean.
  for (const draft of drafts) for (const id of [draft.id, draft.fileId]) if (id) needed.add(id);
  for (const { id, status } of sends) if (status !== 'done') needed.add(id);
  for (const { files } of bulkDrafts) for (const id of files) needed.add(id);
  for (const { id, status } of bulks) {
    if (status === 'cancelled') continue;
    for (const state of ['waiting', 'running', 'failed']) {
      const range = IDBKeyRange.bound([id, state], [id, state, []]);
      for (const item of await db.getAllFromIndex('bulkItems', 'state', range)) needed.add(item.fileId);
    }
  }
  return needed;
}

/** Removes bytes that no record names. Only under the lock, alone. */
async function dropUnnamed(): Promise<number> {
  const folder = await openFolder();
  if (!folder) return 0;
  const named = new Set<string>();
  for (const { bytes } of await (await database()).getAll('files')) if (bytes) named.add(bytes);
  const unnamed: string[] = [];
  for await (const name of folder.keys()) if (!named.has(name)) unnamed.push(name);
  for (const name of unnamed) await folder.removeEntry(name);
  return unnamed.length;
}

/**
 * Writes bytes under a name of their own.
 *
 * @returns the name; undefined where there is no file system to write to
 */
async function putBytes(file: Blob): Promise<string | undefined> {
  const folder = await openFolder();
  if (!folder) return undefined;
  const name = crypto.randomUUID();
  try {
    const handle = await folder.getFileHandle(name, { create: true });
    const writable = await handle.createWritable();
    try {
      await writable.write(file);
      await writable.close();
    } catch (error) {
      await writable.abort().catch(() => undefined);
      throw error;
    }
    return name;
  } catch (error) {
    await folder.removeEntry(name).catch(() => undefined);
    if (isDiskFull(error)) throw error;
    // Whatever else it does not like, the database may take the bytes as it always did.
    return undefined;
  }
}

async function getBytes(name: string): Promise<Blob | undefined> {
  try {
    const folder = await openFolder();
    return await (await folder?.getFileHandle(name))?.getFile();
  } catch {
    // The browser cleared it.
    return undefined;
  }
}

const sizeOf = async (name: string): Promise<number | undefined> => (await getBytes(name))?.size;

async function removeBytes(name: string): Promise<void> {
  const folder = await openFolder();
  await folder?.removeEntry(name).catch(() => undefined);
}

/** Where the bytes are; undefined where the browser has no such place, or does not open it. */
async function openFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    if (typeof FileSystemFileHandle === 'undefined' || !('createWritable' in FileSystemFileHandle.prototype))
      return undefined;
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(folderName, { create: true });
  } catch {
    return undefined;
  }
}
