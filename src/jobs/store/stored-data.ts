import { queryOptions } from '@tanstack/react-query';
import type { IDBPTransaction, StoreNames } from 'idb';
import { database, type Stored } from './database.ts';
import { restoreUnsavedBulkDrafts } from '../drafts/bulk-drafts.ts';
import { restoreUnsavedDrafts } from '../drafts/drafts.ts';
import { announceErasure } from './erasures.ts';
import { removingFiles } from './stored-files.ts';
import { unsavedBulkDrafts } from '../drafts/unsaved-bulk-drafts.ts';
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
  savedViews: 'scope',
} as const satisfies Record<StoreNames<Stored>, 'scope' | StoreNames<Stored>>;

const names = Object.keys(stores) as (keyof typeof stores)[];

/** Numbers of stored records by kind, and the bytes of the files. */
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
  /** Recorded changes that were requested from here. */
  readonly writes: number;
  /** Corrections, reminders and unlinked signers. */
  readonly followUps: number;
  readonly savedViews: number;
  readonly files: number;
  readonly fileBytes: number;
  /** Sends, queues and bulks that are not over. */
  readonly unfinished: number;
}

/** Whether nothing is stored at all. */
export function isNothing(counts: StoredCounts): boolean {
  return Object.values(counts).every((count) => count === 0);
}

/** The stored data of one scope (service and organization); without a scope, of all. */
export function storedData(scope?: string) {
  return {
    /** Its key is outside of every family, so that writing a draft need not invalidate it: it is read anew each time. */
    counts: () =>
      queryOptions({
        queryKey: ['stored-data', scope ?? null],
        queryFn: () => count(scope),
        staleTime: 0,
        gcTime: 0,
      }),
    /** Paths that this build cannot read, such as `operations.plan.signers`, each once. */
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
        unsavedBulkDrafts.erase(scope);
      });
      announceErasure(scope);
    },
  };
}

/** Stores with few or small records. Items, of which there may be thousands, are counted by their jobs. */
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
  'savedViews',
] as const;

async function count(scope: string | undefined): Promise<StoredCounts> {
  if (scope !== undefined) await Promise.all([restoreUnsavedDrafts(scope), restoreUnsavedBulkDrafts(scope)]);
  const read = (await database()).transaction(counted);
  const listOfScope = async <N extends (typeof counted)[number]>(name: N): Promise<Stored[N]['value'][]> => {
    const all = await read.objectStore(name).getAll();
    return scope === undefined ? all : all.filter((record) => record.scope === scope);
  };
  const [
    drafts,
    files,
    sends,
    requests,
    queues,
    writes,
    bulks,
    bulkDrafts,
    corrected,
    reminded,
    unlinked,
    views,
  ] = await Promise.all([
    listOfScope('drafts'),
    listOfScope('files'),
    listOfScope('operations'),
    listOfScope('requests'),
    listOfScope('certifications'),
    listOfScope('writes'),
    listOfScope('bulks'),
    listOfScope('bulkDrafts'),
    listOfScope('corrections'),
    listOfScope('reminders'),
    listOfScope('unlinkedSigners'),
    listOfScope('savedViews'),
  ]);
  // Bytes that several records name are stored once.
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
    savedViews: views.length,
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
