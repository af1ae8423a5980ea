import { queryOptions } from '@tanstack/react-query';
import type { IDBPTransaction, StoreNames } from 'idb';
import { database, type Stored } from './database.ts';
import { restoreUnsavedDrafts } from '../drafts/drafts.ts';
import { announceErasure } from './erasures.ts';
import { removingFiles } from './stored-files.ts';
import { unsavedDrafts } from '../drafts/unsaved-drafts.ts';
import { issuesOf } from './records.ts';

/** Every store, and how the records of one scope are found in it: by their own field, or by what they belong to. */
export const stores = {
  drafts: 'scope',
  files: 'scope',
  operations: 'scope',
  requests: 'scope',
  certifications: 'scope',
  certifyItems: 'certifications',
  writes: 'scope',
  bulks: 'scope',
  bulkItems: 'bulks',
  bulkDrafts: 'scope',
  corrections: 'scope',
  reminders: 'scope',
  unlinkedSigners: 'scope',
} as const satisfies Record<StoreNames<Stored>, 'scope' | StoreNames<Stored>>;

const names = Object.keys(stores) as (keyof typeof stores)[];

/** How much this browser keeps, by what it is, and the bytes of files among it. */
export interface StoredCounts {
  readonly drafts: number;
  readonly sends: number;
  readonly requests: number;
  /** Queues, whatever the number of witnesses in each. */
  readonly certifications: number;
  readonly bulks: number;
  /** Requests of all bulks. */
  readonly bulkRequests: number;
  readonly bulkDrafts: number;
  /** Lines of the record of what was changed from here. */
  readonly writes: number;
  /** Which requests were corrected, who was reminded, and who is to be invited once linked. */
  readonly followUps: number;
  readonly files: number;
  readonly fileBytes: number;
  /** Sends, queues and bulks that have not come to their end. */
  readonly unfinished: number;
}

/** Whether nothing is stored at all. */
export function isNothing(counts: StoredCounts): boolean {
  return Object.values(counts).every((count) => count === 0);
}

/** What this browser keeps: of one scope (service and organization), or without one of all. */
export function storedData(scope?: string) {
  return {
    /** Before every family's own prefix, so that writing a draft need not know of it: it is read anew each time. */
    counts: () =>
      queryOptions({
        queryKey: ['stored-data', scope ?? null],
        queryFn: () => count(scope),
        staleTime: 0,
        gcTime: 0,
      }),
    /** Where its records cannot be read by this build: `operations.plan.signers`, each place once. */
    unreadable: () =>
      queryOptions({
        queryKey: ['stored-data', scope ?? null, 'unreadable'],
        queryFn: () => findUnreadable(scope),
        staleTime: 0,
        gcTime: 0,
      }),
    /** Erases it: the records in one transaction, all or nothing, and with them the bytes that they name. */
    erase: async (): Promise<void> => {
      await removingFiles(async () => {
        const change = (await database()).transaction(names, 'readwrite');
        await Promise.all([
          ...names.map((name) => eraseStore(change, name, scope).catch(() => change.abort())),
          change.done,
        ]);
        unsavedDrafts.erase(scope);
      });
      announceErasure(scope);
    },
  };
}

/** Of which the records are few, or small. Thousands of items are counted by what they belong to. */
const counted = [
  'drafts',
  'files',
  'operations',
  'requests',
  'certifications',
  'writes',
  'bulks',
  'bulkDrafts',
  'corrections',
  'reminders',
  'unlinkedSigners',
] as const;

async function count(scope: string | undefined): Promise<StoredCounts> {
  if (scope !== undefined) await restoreUnsavedDrafts(scope);
  const read = (await database()).transaction(counted);
  const own = async <N extends (typeof counted)[number]>(name: N): Promise<Stored[N]['value'][]> => {
    const all = await read.objectStore(name).getAll();
    return scope === undefined ? all : all.filter((record) => record.scope === scope);
  };
  const [drafts, files, sends, requests, queues, writes, bulks, bulkDrafts, corrected, reminded, unlinked] =
    await Promise.all([
      own('drafts'),
      own('files'),
      own('operations'),
      own('requests'),
      own('certifications'),
      own('writes'),
      own('bulks'),
      own('bulkDrafts'),
      own('corrections'),
      own('reminders'),
      own('unlinkedSigners'),
    ]);
  // What several records name is there once.
  const sizes = new Map(
    files.map(({ id, bytes, size, file }) => [bytes ?? `in ${id}`, size ?? file?.size ?? 0]),
  );
  const over = (status: string): boolean => status === 'done' || status === 'cancelled';
  return {
    drafts: drafts.length,
    sends: sends.length,
    requests: requests.length,
    certifications: queues.length,
    bulks: bulks.length,
    bulkRequests: bulks.reduce((sum, { total }) => sum + total, 0),
    bulkDrafts: bulkDrafts.length,
    writes: writes.length,
    followUps: corrected.length + reminded.length + unlinked.length,
    files: files.length,
    fileBytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    unfinished: [...sends, ...queues, ...bulks].filter(({ status }) => !over(status)).length,
  };
}

async function findUnreadable(scope: string | undefined): Promise<readonly string[]> {
  const db = await database();
  const found = new Set<string>();
  for (const name of names) {
    if (name === 'drafts') continue;
    for (const record of await db.getAll(name))
      if (scope === undefined || record.scope === scope)
        for (const path of issuesOf(name, record)) found.add(`${name}.${path}`);
  }
  return [...found];
}

async function eraseStore(
  change: IDBPTransaction<Stored, StoreNames<Stored>[], 'readwrite'>,
  name: keyof typeof stores,
  scope: string | undefined,
): Promise<void> {
  const store = change.objectStore(name);
  if (scope === undefined) return store.clear();
  for (let at = await store.openCursor(); at; at = await at.continue())
    if (at.value.scope === scope) await at.delete();
}
