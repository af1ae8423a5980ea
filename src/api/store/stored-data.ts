import { queryOptions } from '@tanstack/react-query';
import { database, type Stored } from './database.ts';
import { lastWords } from './last-words.ts';

const stores = [
  'drafts',
  'files',
  'operations',
  'requests',
  'certifications',
  'certifyItems',
  'writes',
] as const;
type StoreName = (typeof stores)[number];

/** How many records this browser keeps, by what they are, and the bytes of files among them. */
export interface StoredCounts {
  readonly drafts: number;
  readonly sends: number;
  readonly requests: number;
  /** Queues, whatever the number of witnesses in each. */
  readonly certifications: number;
  /** Lines of the record of what was changed from here. */
  readonly writes: number;
  readonly files: number;
  readonly fileBytes: number;
}

/** What this browser keeps: of one scope (service and organization), or without one of all. */
export function storedData(scope?: string) {
  const own = (record: { scope: string }): boolean => scope === undefined || record.scope === scope;
  const read = async <N extends StoreName>(name: N): Promise<Stored[N]['value'][]> => {
    const all = await (await database()).getAll(name);
    return all.filter(own);
  };
  return {
    /** Before every family's own prefix, so that writing a draft need not know of it: it is read anew each time. */
    counts: () =>
      queryOptions({
        queryKey: ['stored-data', scope ?? null],
        queryFn: async (): Promise<StoredCounts> => {
          const [drafts, files, operations, requests, queues, changes] = await Promise.all([
            read('drafts'),
            read('files'),
            read('operations'),
            read('requests'),
            read('certifications'),
            read('writes'),
          ]);
          return {
            drafts: drafts.length,
            sends: operations.length,
            requests: requests.length,
            certifications: queues.length,
            writes: changes.length,
            files: files.length,
            fileBytes: files.reduce((sum, { file }) => sum + file.size, 0),
          };
        },
        staleTime: 0,
        gcTime: 0,
      }),
    /** Erases it, in one transaction: all or nothing. */
    erase: async (): Promise<void> => {
      lastWords.erase(scope);
      const db = await database();
      const change = db.transaction(stores, 'readwrite');
      await Promise.all(
        stores.map(async (name) => {
          const store = change.objectStore(name);
          for (const key of await store.getAllKeys()) {
            const record = await store.get(key);
            if (record && own(record)) await store.delete(key);
          }
        }),
      );
      await change.done;
    },
  };
}
