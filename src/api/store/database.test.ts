import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { database } from './database.ts';

test('what an older build kept is still there, beside what this one adds', async () => {
  const old = await openDB('testigo', 1, {
    upgrade(db) {
      db.createObjectStore('drafts', { keyPath: 'id' }).createIndex('scope', 'scope');
      db.createObjectStore('files', { keyPath: 'id' });
      db.createObjectStore('operations', { keyPath: 'id' }).createIndex('scope', 'scope');
      db.createObjectStore('requests', { keyPath: 'key' }).createIndex('scope', 'scope');
    },
  });
  await old.put('operations', { id: 'a', scope: 'here', status: 'running' });
  await old.put('drafts', { id: 'b', scope: 'here' });
  old.close();

  const now = await database();
  expect(now.version).toBe(3);
  expect(await now.getAllFromIndex('operations', 'scope', 'here')).toMatchObject([{ id: 'a' }]);
  expect(await now.getAllFromIndex('drafts', 'scope', 'here')).toMatchObject([{ id: 'b' }]);
  expect([...now.objectStoreNames].sort()).toEqual(
    ['certifications', 'certifyItems', 'drafts', 'files', 'operations', 'requests', 'writes'].sort(),
  );
});
