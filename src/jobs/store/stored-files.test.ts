import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bulkDrafts } from '../drafts/bulk-drafts.ts';
import { database } from './database.ts';
import { storedFiles, removeFiles, sweepFiles } from './stored-files.ts';
import { storedData } from './stored-data.ts';
import { fakeFileSystem } from './testing/fake-folder.ts';

const text = (words: string, name = 'carta.txt') => new File([words], name, { type: 'text/plain' });
const here = storedFiles('here');
const fullError = expect.objectContaining({ name: 'QuotaExceededError' }) as Error;

let system: ReturnType<typeof fakeFileSystem>;
const locks = {
  request: (_name: string, _options: object, run: () => Promise<unknown>) => run(),
  query: () => Promise.resolve({ held: [] }),
};
beforeEach(async () => {
  system = fakeFileSystem();
  vi.stubGlobal('FileSystemFileHandle', system.Handle);
  vi.stubGlobal('navigator', { storage: system.storage, locks });
  await storedData().erase();
});
afterEach(() => vi.unstubAllGlobals());

/** As a page sees it that was loaded anew: nothing but what is stored is known. */
const readAnew = async (id: string) => (await here.readFile(id))?.text();

describe('stored bytes', () => {
  it('stand in the file system, and their record holds none', async () => {
    await here.writeFile('a', text('uno'));
    expect(await readAnew('a')).toBe('uno');
    expect(system.files.size).toBe(1);
    const record = await (await database()).get('files', 'a');
    expect(record).toMatchObject({ name: 'carta.txt', type: 'text/plain', size: 3 });
    expect(record).not.toHaveProperty('file');
  });

  it('stand in the database where the file system is closed', async () => {
    system.state.open = false;
    await here.writeFile('a', text('uno'));
    expect((await (await database()).get('files', 'a'))?.file).toBeDefined();
    expect(system.files.size).toBe(0);
  });

  it('of an older build are read', async () => {
    const old = { id: 'a', scope: 'here', name: 'c.txt', type: 'text/plain', file: new Blob(['antes']) };
    await (await database()).put('files', old);
    // The database of the tests returns blobs as they are.
    expect((await here.readFile('a'))?.name).toBe('c.txt');
  });

  it('are read under their scope alone', async () => {
    await here.writeFile('a', text('uno'));
    expect(await storedFiles('there').readFile('a')).toBeUndefined();
    await removeFiles('there', ['a']);
    expect(await readAnew('a')).toBe('uno');
  });

  it('are gone, not wrong, when they are not whole', async () => {
    await here.writeFile('a', text('todo completo'));
    const [name] = system.files.keys();
    system.files.set(name ?? '', new Blob(['todo']));
    expect(await here.readFile('a')).toBeUndefined();
    system.files.clear();
    expect(await here.readFile('a')).toBeUndefined();
  });

  it('replace the bytes stored under the same id completely', async () => {
    await here.writeFile('a', text('uno'));
    await here.writeFile('a', text('dos'));
    expect(await readAnew('a')).toBe('dos');
    expect(system.files.size).toBe(1);
  });

  it('are not copied for a second record, and go with the last', async () => {
    await here.writeFile('a', text('uno'));
    const file = await here.readFile('a');
    if (!file) throw new Error('The file was not stored.');
    await here.writeFile('b', file);
    expect(system.files.size).toBe(1);
    await removeFiles('here', ['a']);
    expect(await readAnew('b')).toBe('uno');
    await removeFiles('here', ['b']);
    expect(system.files.size).toBe(0);
  });

  it('that do not fit are said, and what was there stays', async () => {
    await here.writeFile('a', text('uno'));
    system.state.capacityBytes = 4;
    await expect(here.writeFile('a', text('otro más largo'))).rejects.toEqual(fullError);
    expect(await readAnew('a')).toBe('uno');
    expect(system.files.size).toBe(1);
  });

  it('are counted once, however many records name them', async () => {
    await here.writeFile('a', text('uno'));
    const file = await here.readFile('a');
    if (file) await here.writeFile('b', file);
    await storedFiles('there').writeFile('c', text('otra'));
    const counts = (scope?: string) =>
      import('@tanstack/react-query').then(({ QueryClient }) =>
        new QueryClient().query(storedData(scope).counts()),
      );
    expect(await counts('here')).toMatchObject({ files: 2, fileBytes: 3 });
    expect(await counts()).toMatchObject({ files: 3, fileBytes: 7 });
  });

  it('are erased with their scope, and only with it', async () => {
    await here.writeFile('a', text('uno'));
    await storedFiles('there').writeFile('b', text('dos'));
    await storedData('here').erase();
    expect(await Promise.all([...system.files.values()].map((blob) => blob.text()))).toEqual(['dos']);
    await storedData().erase();
    expect(system.files.size).toBe(0);
  });
});

describe('a sweep', () => {
  const nextWeek = Date.now() + 7 * 24 * 60 * 60_000;

  it('removes what a crash left between the bytes and their record', async () => {
    system.files.set('half', new Blob(['mit']));
    await here.writeFile('a', text('uno'));
    expect(await sweepFiles()).toBe(1);
    expect(system.files.has('half')).toBe(false);
    expect(await readAnew('a')).toBe('uno');
  });

  it('leaves alone what was written a moment ago, though nothing names it yet', async () => {
    await here.writeFile('a', text('uno'));
    expect(await sweepFiles()).toBe(0);
    expect(await sweepFiles(nextWeek)).toBeGreaterThan(0);
    expect(system.files.size).toBe(0);
  });

  it('leaves what a draft, an open send or a bulk needs', async () => {
    const db = await database();
    for (const id of ['draft', 'apart', 'send', 'sent', 'waiting', 'done', 'prepared'])
      await here.writeFile(id, text(id));
    // Only the fields by which files are needed.
    await db.put('drafts', { id: 'draft', scope: 'here', fileId: 'apart' } as never);
    await db.put('operations', { id: 'send', scope: 'here', status: 'failed' } as never);
    await db.put('operations', { id: 'sent', scope: 'here', status: 'done' } as never);
    await db.put('bulks', { id: 'bulk', scope: 'here', status: 'paused' } as never);
    const item = { operation: 'bulk', scope: 'here' };
    await db.put('bulkItems', { ...item, n: 0, state: 'waiting', fileId: 'waiting' } as never);
    await db.put('bulkItems', { ...item, n: 1, state: 'done', fileId: 'done' } as never);
    const prepared = { id: 'p', version: 1, files: ['prepared'], data: {}, updatedAt: 'now' };
    await bulkDrafts('here').write(prepared);
    await sweepFiles(nextWeek);
    const left = (await here.listFiles()).map(({ id }) => id).sort();
    expect(left).toEqual(['apart', 'draft', 'prepared', 'send', 'waiting']);
    expect(system.files.size).toBe(5);
  });
});
