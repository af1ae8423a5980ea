import { IDBFactory } from 'fake-indexeddb';
import { openDB, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';

const all = [
  'bulkDrafts',
  'bulkItems',
  'bulks',
  'certifications',
  'certifyItems',
  'corrections',
  'drafts',
  'files',
  'operations',
  'reminders',
  'requests',
  'savedViews',
  'unlinkedSigners',
  'writes',
];

/** The stores as each build made them, one after the other. */
type Change = IDBPTransaction<unknown, string[], 'versionchange'>;
const builds: ((db: IDBPDatabase, change: Change) => void)[] = [
  (db) => {
    db.createObjectStore('drafts', { keyPath: 'id' }).createIndex('scope', 'scope');
    db.createObjectStore('files', { keyPath: 'id' });
    db.createObjectStore('operations', { keyPath: 'id' }).createIndex('scope', 'scope');
    db.createObjectStore('requests', { keyPath: 'key' }).createIndex('scope', 'scope');
  },
  (db) => {
    db.createObjectStore('certifications', { keyPath: 'id' }).createIndex('scope', 'scope');
    db.createObjectStore('certifyItems', { keyPath: ['operation', 'n'] }).createIndex('state', [
      'operation',
      'state',
      'n',
    ]);
  },
  (db) => {
    db.createObjectStore('writes', { keyPath: 'id' }).createIndex('scope', 'scope');
  },
  (db, change) => {
    const byState = ['operation', 'state', 'n'];
    db.createObjectStore('bulks', { keyPath: 'id' }).createIndex('scope', 'scope');
    db.createObjectStore('bulkItems', { keyPath: ['operation', 'n'] }).createIndex('state', byState);
    db.createObjectStore('bulkDrafts', { keyPath: 'id' }).createIndex('scope', 'scope');
    const files = change.objectStore('files');
    files.createIndex('scope', 'scope');
    files.createIndex('bytes', 'bytes');
  },
  (db) => {
    db.createObjectStore('corrections', { keyPath: 'key' }).createIndex('scope', 'scope');
    db.createObjectStore('reminders', { keyPath: 'key' }).createIndex('scope', 'scope');
  },
  (db) => {
    db.createObjectStore('unlinkedSigners', { keyPath: 'key' }).createIndex('scope', 'scope');
  },
];

/** One record of every store that a version had. The database of the tests takes no blob: a word stands for it. */
const records: readonly (readonly [store: string, record: object])[][] = [
  [
    ['drafts', { id: 'b', scope: 'here', kind: 'text', name: 'Carta', text: 'Hasta aquí' }],
    ['files', { id: 'b', scope: 'here', name: 'c.pdf', type: 'application/pdf', file: 'its blob' }],
    ['operations', { id: 'a', scope: 'here', status: 'running' }],
    ['requests', { key: 'here 1', scope: 'here', request: { id: '1' } }],
  ],
  [
    ['certifications', { id: 'q', scope: 'here', status: 'paused' }],
    ['certifyItems', { operation: 'q', n: 0, scope: 'here', state: 'waiting' }],
  ],
  [['writes', { id: 'w', scope: 'here', at: '2026-11-20T09:00:00Z' }]],
  [['bulks', { id: 'm', scope: 'here', total: 1 }]],
  [
    ['corrections', { key: 'here 2', scope: 'here', at: '2026-11-20T09:00:00Z' }],
    ['reminders', { key: 'here 1 2', scope: 'here', at: '2026-11-20T09:00:00Z' }],
  ],
  [['unlinkedSigners', { key: 'here 1 2', scope: 'here', at: '2026-11-20T09:00:00Z' }]],
];

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.resetModules();
});

const open = async () => (await import('./database.ts')).database();

test.each([1, 2, 3, 4, 5, 6])(
  'a database of version %i opens with everything that stood in it',
  async (version) => {
    const old = await openDB('testigo', version, {
      upgrade: (db, _before, _after, change) =>
        builds.slice(0, version).forEach((build) => build(db, change)),
    });
    const stored = records.slice(0, version).flat();
    for (const [store, record] of stored) await old.put(store, record);
    old.close();

    const now: IDBPDatabase = (await open()) as never;
    expect(now.version).toBe(7);
    expect([...now.objectStoreNames]).toEqual(all);
    for (const [store, record] of stored) expect(await now.getAll(store), store).toEqual([record]);
    // What is listed by scope is found by it, files too, which had no such index.
    expect(await now.getAllFromIndex('files', 'scope', 'here')).toHaveLength(1);
  },
);

test('a page of an older build goes on where a newer one added stores', async () => {
  const newer = await openDB('testigo', 9, {
    upgrade: (db, _before, _after, change) => {
      builds.forEach((build) => build(db, change));
      db.createObjectStore('of-the-future', { keyPath: 'id' });
    },
  });
  newer.close();
  const here = await open();
  await here.put('drafts', { id: 'b', scope: 'here' } as never);
  expect(await here.getAll('drafts')).toHaveLength(1);
});

test('a database that is open lets a newer build upgrade it, and is opened anew', async () => {
  const before = await open();
  const newer = await openDB('testigo', 8);
  newer.close();
  expect(await (await open()).getAll('drafts')).toEqual([]);
  await expect(before.getAll('drafts')).rejects.toThrow();
});
