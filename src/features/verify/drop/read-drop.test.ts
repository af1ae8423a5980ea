import { expect, test } from 'vitest';
import { readDrop } from './read-drop.ts';

type Tree = { readonly [name: string]: Tree | string };

/** A folder as browsers give it: its entries in parts of at most two, nothing at the end. */
function folder(path: string, tree: Tree): object {
  const entries = Object.entries(tree).map(([name, inner]) =>
    typeof inner === 'string'
      ? {
          isDirectory: false,
          fullPath: `${path}/${name}`,
          file: (resolve: (file: File) => void, reject: (error: Error) => void) =>
            inner === 'locked' ? reject(new Error('no')) : resolve(new File([inner], name)),
        }
      : folder(`${path}/${name}`, inner),
  );
  return {
    isDirectory: true,
    fullPath: path,
    createReader: () => {
      let at = 0;
      return {
        readEntries: (resolve: (found: object[]) => void, reject: (error: Error) => void) => {
          if (path.endsWith('/closed')) {
            reject(new Error('no'));
            return;
          }
          at += 2;
          resolve(entries.slice(at - 2, at));
        },
      };
    },
  };
}

async function dropped(items: readonly object[]) {
  const names: string[] = [];
  const refusals: string[] = [];
  const parts: number[] = [];
  // What is read of a drop: its items.
  await readDrop(
    { items } as unknown as DataTransfer,
    (found, refused) => {
      parts.push(found.length);
      names.push(...found.map(({ name }) => name));
      refusals.push(...refused);
    },
    new AbortController().signal,
  );
  return { names: names.sort(), refusals, parts };
}

const folderItem = (name: string, tree: Tree) => ({
  kind: 'file',
  getAsFile: () => new File([''], name),
  webkitGetAsEntry: () => folder(`/${name}`, tree),
});

test('folders are opened to their end, with the path of each file; what cannot be opened is reported', async () => {
  const tree = {
    'a.pdf': 'a',
    'b.pdf': 'b',
    'c.pdf': 'c',
    inner: { 'd.pdf': 'd', closed: { 'e.pdf': 'e' } },
    'f.pdf': 'locked',
  };
  const { names, refusals } = await dropped([folderItem('caso', tree)]);
  expect(names).toEqual(['caso/a.pdf', 'caso/b.pdf', 'caso/c.pdf', 'caso/inner/d.pdf']);
  expect(refusals.sort()).toEqual(['caso/f.pdf', 'caso/inner/closed']);
});

test('thousands of files come in parts, so that the page goes on in between', async () => {
  const items = Array.from({ length: 1200 }, (_, at) => ({
    kind: 'file',
    getAsFile: () => new File(['x'], `${at}.txt`, { type: 'text/plain' }),
    webkitGetAsEntry: () => {
      throw new Error('The entry of a file with a type is not read.');
    },
  }));
  const { names, parts } = await dropped([...items, { kind: 'string' }]);
  expect(names).toHaveLength(1200);
  expect(Math.max(...parts)).toBeLessThanOrEqual(500);
});
