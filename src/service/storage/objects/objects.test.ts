import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openObjectStore } from './objects.ts';
import type { ObjectStore } from './objects.ts';
import { minimumFreeBytes, watchSpace } from '../space.ts';
import { failingFiles } from '../testing/failing-files.ts';
import type { FailingFiles, Step } from '../testing/failing-files.ts';

let folder: string;
let files: FailingFiles;
let store: ObjectStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-objects-'));
  files = failingFiles();
  store = await openObjectStore(folder, undefined, undefined, files);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const key = 'organization/upload/contrato.pdf';
const name = createHash('sha256').update(key).digest('hex');
async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
const written = async (): Promise<string[]> =>
  (await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describe('the store of documents', () => {
  it('UP-9 the bytes are on the disk before they have a name, and the name before keeping ends', async () => {
    files.steps.length = 0;
    const staged = await store.stage(pieces('one ', 'two'), 100);
    const waiting = files.steps[0]?.[1];
    await staged.keep(key);
    expect(files.steps).toEqual([
      ['open', waiting],
      ['write', waiting],
      ['write', waiting],
      ['sync', waiting],
      ['close', waiting],
      ['mkdir', name.slice(0, 2)],
      ['rename', name.slice(2)],
      ['open folder', name.slice(0, 2)],
      ['sync folder', name.slice(0, 2)],
      ['open folder', 'objects'],
      ['sync folder', 'objects'],
    ]);
    expect(Buffer.from(await store.bytes(key)).toString()).toBe('one two');
  });

  it('UP-9 keeping again for the same key does nothing, as a transaction that is run again does', async () => {
    const staged = await store.stage(pieces('once'), 100);
    await staged.keep(key);
    const steps = files.steps.length;
    await staged.keep(key);
    expect(files.steps.length).toBe(steps);
    await staged.discard();
    expect(Buffer.from(await store.bytes(key)).toString()).toBe('once');
  });

  it.each(['open', 'write', 'sync', 'close'] as Step[])(
    'ST-22 a disk that is full at %s while bytes come leaves nothing of them',
    async (step) => {
      files.fail(step);
      await expect(store.stage(pieces('one ', 'two'), 100)).rejects.toMatchObject({
        name: 'StorageUnavailable',
        store: 'documents',
        why: 'full',
      });
      expect(await written()).toEqual([]);
      files.fail(undefined);
      await (await store.stage(pieces('later'), 100)).keep(key);
      expect(Buffer.from(await store.bytes(key)).toString()).toBe('later');
    },
  );

  it.each([
    ['mkdir', 0],
    ['rename', 0],
    ['open folder', 0],
    ['sync folder', 0],
    ['sync folder', 1],
  ] as [Step, number][])(
    'ST-22 a disk that is full at %s (%i) while bytes are named',
    async (step, count) => {
      const staged = await store.stage(pieces('one'), 100);
      files.fail(step, 'ENOSPC', count);
      await expect(staged.keep(key)).rejects.toMatchObject({ name: 'StorageUnavailable', why: 'full' });
      files.fail(undefined);
      await staged.discard();
      // What may have its name already is known to nobody; the next attempt takes its place, and removing finds it.
      await (await store.stage(pieces('again'), 100)).keep(key);
      expect(Buffer.from(await store.bytes(key)).toString()).toBe('again');
      await store.remove(key);
      await store.remove(key);
      await expect(store.bytes(key)).rejects.toMatchObject({ name: 'ObjectMissing' });
      expect(await written()).toEqual([]);
    },
  );

  it('ST-22 a disk that fails is one that cannot be reached', async () => {
    files.fail('write', 'EIO');
    await expect(store.stage(pieces('one'), 100)).rejects.toMatchObject({ why: 'lost', store: 'documents' });
  });

  it('ST-22 checks the free space before a file, and again while a large one arrives', async () => {
    let free = minimumFreeBytes;
    let looks = 0;
    const space = {
      require: (of: 'database' | 'documents') => {
        looks += 1;
        return watchSpace(folder, async () => free).require(of);
      },
    };
    const careful = await openObjectStore(folder, undefined, space);
    const large = async function* (): AsyncGenerator<Uint8Array> {
      for (let piece = 0; piece < 12; piece += 1) {
        if (piece === 6) free = minimumFreeBytes - 1;
        yield Buffer.alloc(1024 ** 2);
      }
    };
    await expect(careful.stage(large(), 2 ** 30)).rejects.toMatchObject({ why: 'full' });
    expect(looks).toBeGreaterThanOrEqual(3);
    await expect(careful.stage(pieces('x'), 10)).rejects.toThrow(
      '127 MiB left; nothing is written below 128',
    );
    expect(await written()).toEqual([]);
    free = minimumFreeBytes;
    await (await careful.stage(pieces('x'), 10)).keep(key);
  });
});
