import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackBounded } from './bounded-zip.ts';
import { readBytes } from './read-bytes.ts';
import { TableError, tableLimits } from './table.ts';
import { workbook, zip } from './testing/workbook.ts';

// One realm for all bytes, as in a browser: the library asks for its own ArrayBuffer.
const { ArrayBuffer: nativeArrayBuffer } = globalThis;
beforeAll(() => {
  globalThis.ArrayBuffer = new Uint8Array(0).buffer.constructor as ArrayBufferConstructor; // what it was made by
});
afterAll(() => {
  globalThis.ArrayBuffer = nativeArrayBuffer;
});

describe('reading workbooks', () => {
  it('reads texts, numbers, truths and errors as people see them', async () => {
    const read = await readBytes(
      workbook({
        Firmas: [
          ['RFC', 'n', 'nom151'],
          ['ÑAMX&1', 1204, true],
          ['', 0.5, { error: '#N/A' }],
          ['=1+1', 12, ''],
        ],
      }),
    );
    expect(read.as).toEqual({ kind: 'workbook', sheet: 'Firmas', sheets: ['Firmas'] });
    expect(read.rows.map(({ cells }) => cells)).toEqual([
      ['RFC', 'n', 'nom151'],
      ['ÑAMX&1', '1204', 'true'],
      ['', '0.5', expect.stringContaining('#N/A') as string],
      ['=1+1', '12', ''],
    ]);
  });

  it('reads the sheet that is chosen, and the first without a choice', async () => {
    const bytes = workbook({ Uno: [['a']], 'Dos & más': [['b'], ['c']] });
    expect((await readBytes(bytes)).rows).toEqual([{ n: 1, cells: ['a'] }]);
    const chosen = await readBytes(bytes, { sheet: 'Dos & más' });
    expect(chosen).toMatchObject({ as: { sheets: ['Uno', 'Dos & más'], sheet: 'Dos & más' } });
    expect(chosen.rows.map(({ cells }) => cells)).toEqual([['b'], ['c']]);
  });

  it('reads back any table of texts', async () => {
    const cell = fc
      .string({ unit: fc.constantFrom(...Array.from('abcñ é&<>"\'=,;ü€')), maxLength: 8 })
      .map((text) => text.trim());
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constant('x'), cell, cell, fc.constant('y')), { minLength: 1, maxLength: 6 }),
        async (rows) => {
          const read = await readBytes(workbook({ Hoja: rows }));
          expect(read.rows.map(({ cells }) => cells)).toEqual(rows);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('takes no notice of styled cells far away, and refuses a value there before making what lies between', async () => {
    const styled = workbook({ Hoja: [['a', ...Array.from({ length: 300 }, () => null)]] });
    expect((await readBytes(styled)).columns).toBe(1);
    await expect(readBytes(workbook({ Hoja: [['a', { at: 'XFD1', text: 'x' }]] }))).rejects.toMatchObject({
      fault: 'too-many-columns',
      found: 16_384,
    });
    await expect(readBytes(workbook({ Hoja: [['a', { at: 'A1048576', text: 'x' }]] }))).rejects.toMatchObject(
      {
        fault: 'too-many-rows',
      },
    );
  });

  it('stops unpacking at the limit, whatever the archive says of its sizes', async () => {
    const bomb = zip({ 'xl/worksheets/sheet1.xml': new Uint8Array(3_000_000) }, () => 10);
    expect(bomb.length).toBeLessThan(10_000);
    await expect(unpackBounded(bomb, 1_000_000)).rejects.toMatchObject({ fault: 'unpacks-too-large' });
    const many = Array.from({ length: tableLimits.entries + 1 }, (_, n) => [`${n}.xml`, ''] as const);
    await expect(unpackBounded(zip(Object.fromEntries(many)))).rejects.toMatchObject({
      fault: 'unpacks-too-large',
    });
  });

  it('ends every archive in a table or in a reason, wherever it is damaged', async () => {
    const good = workbook({
      Hoja: [
        ['a', 'b'],
        ['c', 1],
      ],
    });
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: good.length - 5 }),
        fc.uint8Array({ maxLength: 12 }),
        async (at, noise) => {
          const bytes = new Uint8Array(good);
          bytes.set(noise.slice(0, good.length - 4 - at), at + 4);
          await readBytes(bytes).catch((error: unknown) => {
            if (!(error instanceof TableError)) throw error;
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('an archive that is no workbook is said to be broken, not empty', async () => {
    await expect(readBytes(zip({ 'word/document.xml': '<a/>' }))).rejects.toMatchObject({
      fault: 'broken-workbook',
    });
  });
});
