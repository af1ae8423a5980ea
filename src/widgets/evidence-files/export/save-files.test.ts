import { afterEach, expect, it, vi } from 'vitest';
import { chooseSaver } from './save-files.ts';

afterEach(() => void vi.unstubAllGlobals());

it('tells a file that was written into a folder from one that was handed to the downloads', async () => {
  const written: string[] = [];
  const file = (name: string) => ({
    createWritable: () =>
      Promise.resolve({
        write: () => Promise.resolve(),
        close: () => Promise.resolve(void written.push(name)),
      }),
  });
  const folder = { getFileHandle: (name: string) => Promise.resolve(file(name)) };
  vi.stubGlobal('window', { showDirectoryPicker: () => Promise.resolve(folder) });
  expect(await (await chooseSaver())('a.json', '{}', 'application/json')).toBe(true);
  expect(written).toEqual(['a.json']);
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { createElement: () => ({ click: vi.fn() }) });
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:x', revokeObjectURL: vi.fn() });
  expect(await (await chooseSaver())('b.json', '{}', 'application/json')).toBe(false);
});
