import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newWork } from './work.ts';
import { readWork, workVersion, type BulkWork } from './work-record.ts';

const work: BulkWork = {
  ...newWork,
  title: 'Cartas',
  documents: [
    {
      id: 'd',
      filePath: 'a/carta.pdf',
      name: 'carta.pdf',
      size: 9,
      state: 'ready',
      kind: 'pdf',
      witness: null,
    },
  ],
  source: { name: 'tabla.csv', fileId: 'f', pasted: false },
  choices: { encoding: 'utf-8', separator: undefined },
  table: {
    rows: [{ n: 1, cells: ['Nombre'] }],
    columns: 1,
    as: { kind: 'text', encoding: 'utf-8', marked: false, separator: ',' },
    badQuotes: [],
  },
  roles: ['name'],
  edits: { '1:0': 'Ana' },
  accepted: { warning: 1 },
};

describe('a stored bulk that is being prepared', () => {
  it('is read as it was stored', () => {
    expect(readWork({ version: workVersion, data: structuredClone(work) })).toEqual(work);
  });

  it('is not read where a newer build wrote it', () => {
    expect(readWork({ version: workVersion + 1, data: work })).toBeUndefined();
  });

  it('with any JSON in place of a field is read with it, or not at all', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(work)), fc.json({ maxDepth: 3 }), (name, text) => {
        const data = { ...work, [name]: JSON.parse(text) as unknown };
        const read = readWork({ version: workVersion, data });
        if (read) expect(Object.keys(read)).toEqual(expect.arrayContaining(['title', 'documents', 'roles']));
      }),
    );
    expect(readWork({ version: workVersion, data: { ...work, documents: [{}] } })).toBeUndefined();
  });
});
