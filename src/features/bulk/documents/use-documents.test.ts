import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readKind } from '#widgets/files/document-kind.ts';
import { documentFinder, withTwins } from './documents.ts';
import type { BulkDocument } from '../prepare/work-record.ts';
import { bulkLimits } from '../dry-run/plan-requests.ts';
import { filesOf } from './chosen-files.ts';

type Tree = { readonly [name: string]: Tree | string };

/** A dropped file or folder, as a browser hands it over: the entries of a folder come in parts. */
function entryOf(name: string, inside: Tree | string): object {
  if (typeof inside === 'string')
    return {
      name,
      isFile: true,
      isDirectory: false,
      file: (done: (file: File) => void, failed: (error: Error) => void) =>
        inside === 'locked' ? failed(new Error('no')) : done(new File([inside], name)),
    };
  const entries = Object.entries(inside).map(([inner, value]) => entryOf(inner, value));
  return {
    name,
    isFile: false,
    isDirectory: true,
    createReader: () => {
      let at = 0;
      return {
        readEntries: (done: (found: object[]) => void) => {
          done(entries.slice(at, at + 2));
          at += 2;
        },
      };
    },
  };
}

async function pathsOf(tree: Tree): Promise<readonly string[]> {
  const items = Object.entries(tree).map(([name, inside]) => ({
    kind: 'file',
    webkitGetAsEntry: () => entryOf(name, inside),
  }));
  // What is read of a drop: its items.
  const found = await filesOf({ items, files: [] } as unknown as DataTransfer);
  return found.map(({ filePath }) => filePath);
}

const document = (id: string, more: Partial<BulkDocument> = {}): BulkDocument => ({
  id,
  filePath: id,
  name: id,
  size: 1,
  state: 'ready',
  ...more,
});

describe('taking documents in', () => {
  it('keeps the folders of what is dropped in the path of each file, and passes over what cannot be opened', async () => {
    const tree = {
      Contratos: { norte: { 'a.pdf': 'a', 'b.pdf': 'b', 'c.pdf': 'c' }, 'd.pdf': 'locked', '.DS_Store': 'x' },
      'suelto.pdf': 's',
    };
    expect(await pathsOf(tree)).toEqual([
      'Contratos/norte/a.pdf',
      'Contratos/norte/b.pdf',
      'Contratos/norte/c.pdf',
      'suelto.pdf',
    ]);
  });

  it('reads on far enough to say that there are too many, and no further', async () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`${n}.txt`, 'x']));
    const found = await pathsOf({ Todo: many });
    expect(found.length).toBeGreaterThan(bulkLimits.documents);
    expect(found.length).toBeLessThan(3000);
  });

  it('knows twins by their hash: each but the first of the same bytes names the first', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.constantFrom('h1', 'h2', 'h3'), { nil: undefined })), (hashes) => {
        const documents = withTwins(
          hashes.map((sha256, at) => document(String(at), sha256 === undefined ? {} : { sha256 })),
        );
        documents.forEach(({ sha256, sameAs }, at) => {
          const first = hashes.findIndex((other) => other === sha256);
          expect(sameAs).toBe(sha256 === undefined || first === at ? undefined : String(first));
        });
      }),
    );
  });

  it.each([
    ['%PDF-1.7 …', 'pdf'],
    ['{"a":1}', 'json'],
    ['Texto con ñ', 'raw'],
    ['con\0cero', undefined],
    ['\n%PDF-1.7 …', undefined],
    ['[1, 2]\n', 'json'],
  ])('tells %j by its bytes', async (text, kind) => {
    expect(await readKind(new File([text], 'x'))).toBe(kind);
  });
});

describe('finding the document that a cell means', () => {
  const finder = documentFinder([
    document('1', { filePath: 'norte/Contrato Núñez.pdf', name: 'Contrato Núñez.pdf' }),
    document('2', { filePath: 'sur/Contrato Núñez.pdf', name: 'Contrato Núñez.pdf' }),
    document('3', { filePath: 'a/b/c/Anexo_1.txt', name: 'Anexo_1.txt' }),
  ]);
  it.each([
    ['norte/contrato núñez.pdf', ['1']],
    ['.\\sur\\Contrato Núñez.pdf', ['2']],
    ['Contrato Núñez.pdf', ['1', '2']],
    ['contrato nunez', ['1', '2']],
    ['b/c/anexo_1.txt', ['3']],
    ['anexo 1', ['3']],
    ['otro', []],
  ])('%s is %j', (cell, ids) => {
    expect(finder.find(cell).map(({ id }) => id)).toEqual(ids);
  });
});
