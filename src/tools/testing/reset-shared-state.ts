import { afterAll, afterEach, vi } from 'vitest';

// The test files of a project share a worker (`isolate: false`), so no file leaves state behind for the next one. These
// hooks are registered before those of the file and therefore run after them. Vitest itself restores spies after each
// file.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

afterAll(async () => {
  const factory = globalThis.indexedDB as IDBFactory | undefined;
  for (const { name = '' } of (await factory?.databases()) ?? []) await deleteDatabase(name);
});

/** Resolves also when a connection stays open: the database is then deleted when that connection closes. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
}
