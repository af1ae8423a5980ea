import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCsv, type Separator } from '../files/csv.ts';
import { readBytes } from './read-bytes.ts';
import { separators, TableError, tableLimits, type Encoding } from './table.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

/** The characters of the code page that are not where Unicode has them, in their order from 0x80. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** A text in an encoding, with or without its mark: another way than the reader's. */
function encode(text: string, encoding: Encoding, mark: boolean): Uint8Array<ArrayBuffer> {
  const bare = text.replace(/^\uFEFF/, '');
  if (encoding === 'utf-8') return bytesOf((mark ? '\uFEFF' : '') + bare);
  if (encoding === 'windows-1252')
    return Uint8Array.from(bare, (character) => {
      const place = windows.indexOf(character);
      return place >= 0 ? 0x80 + place : character.charCodeAt(0);
    });
  const units = (mark ? '\uFEFF' : '') + bare;
  const bytes = new Uint8Array(units.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < units.length; at += 1)
    view.setUint16(at * 2, units.charCodeAt(at), encoding === 'utf-16le');
  return bytes;
}

const latin = fc.constantFrom(...Array.from('abcXYZ019 ñÑáéíóúü€–“”¿¡\'"=+-@,;|\t\r\n&/.'));
const cell = fc.string({ unit: latin, maxLength: 12 });
/** A row always holds a letter: one that holds nothing is not a row. */
const table = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc.array(
    fc.array(cell, { minLength: width, maxLength: width }).map((row) => ['a', ...row, 'ñ']),
    {
      minLength: 1,
      maxLength: 8,
    },
  ),
);
const separator = fc.constantFrom<Separator>(...separators);
const encoding = fc.constantFrom<Encoding>('utf-8', 'utf-16le', 'utf-16be', 'windows-1252');

describe('reading tables of text', () => {
  it('reads back whatever our writer writes, in every encoding and with every separator', async () => {
    await fc.assert(
      fc.asyncProperty(table, separator, encoding, fc.boolean(), async (rows, separator, encoding, mark) => {
        const bytes = encode(writeCsv(rows, separator), encoding, mark);
        const read = await readBytes(bytes, { separator, encoding });
        expect(read.rows.map(({ cells }) => cells)).toEqual(rows);
      }),
      { numRuns: 200 },
    );
  });

  it('finds the encoding by itself where the text tells', async () => {
    const words = fc.array(fc.constantFrom('Peña', 'Núñez', 'correo', 'archivo', 'José', 'Águeda'), {
      minLength: 3,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { minLength: 3, maxLength: 20 }),
        separator,
        encoding,
        fc.boolean(),
        async (rows, separator, encoding, mark) => {
          const given = [['año', 'señor', 'número'], ...rows];
          const read = await readBytes(encode(writeCsv(given, separator), encoding, mark));
          expect(read.as).toEqual({
            kind: 'text',
            encoding,
            marked: mark && encoding !== 'windows-1252',
            separator,
          });
          expect(read.rows.map(({ cells }) => cells)).toEqual(given);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('takes the separator that cuts the rows alike, not the one that occurs most', async () => {
    const text = 'nombre;correo\r\n"Peña, Ana, Lic.";a@b.mx\r\nRuiz, Luis, Ing.;c@d.mx\r\n';
    const read = await readBytes(bytesOf(text));
    expect(read.as).toMatchObject({ separator: ';' });
    expect(read.rows[2]?.cells).toEqual(['Ruiz, Luis, Ing.', 'c@d.mx']);
  });

  it('believes a first line that tells the separator, and counts it as a line', async () => {
    const read = await readBytes(bytesOf('sep=|\r\na|b\r\n1,2|3\r\n'));
    expect(read.rows).toEqual([
      { n: 2, cells: ['a', 'b'] },
      { n: 3, cells: ['1,2', '3'] },
    ]);
  });

  it('reads lines that end in other ways, and both in one text', async () => {
    for (const text of ['a,b\n1,2\n', 'a,b\r1,2\r', 'a,b\r\n1,2', 'a,b\n1,2\r\n'])
      expect(
        (await readBytes(bytesOf(text))).rows.map(({ cells }) => cells),
        JSON.stringify(text),
      ).toEqual([
        ['a', 'b'],
        ['1', '2'],
      ]);
  });

  it('keeps the numbers of the lines, drops what holds nothing and fills short rows up', async () => {
    const read = await readBytes(bytesOf('a,b,c,,\n\n1\n , \n2,3,4\n\n'));
    expect(read).toMatchObject({
      columns: 3,
      rows: [
        { n: 1, cells: ['a', 'b', 'c'] },
        { n: 3, cells: ['1', '', ''] },
        { n: 5, cells: ['2', '3', '4'] },
      ],
    });
  });

  it('says in which rows quotes are broken', async () => {
    expect((await readBytes(bytesOf('a,b\n"x" y,2\n3,4\n'))).badQuotes).toEqual([2]);
  });

  it.each([
    ['empty', bytesOf('')],
    ['empty', bytesOf(' \n \t\n')],
    ['not-a-table', new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x2d])],
    ['not-a-table', new Uint8Array([0x89, 0x41, 0x00, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49])],
    ['old-workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0])],
    ['broken-workbook', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2, 3])],
    ['too-large', new Uint8Array(tableLimits.fileBytes + 1)],
    ['too-many-columns', bytesOf(`${'a,'.repeat(tableLimits.columns)}a\n`)],
    ['too-many-rows', bytesOf('a\n'.repeat(tableLimits.rows + 2))],
  ])('refuses what is %s', async (fault, bytes) => {
    await expect(readBytes(bytes)).rejects.toMatchObject({ name: 'TableError', fault });
  });

  it('takes 5,000 rows and the names of their columns', async () => {
    const read = await readBytes(bytesOf('a\n'.repeat(tableLimits.rows + 1)));
    expect(read.rows).toHaveLength(tableLimits.rows + 1);
  });

  it('ends every text in a table or in a reason, whatever its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        const read = await readBytes(new Uint8Array(bytes)).catch((error: unknown) => {
          if (error instanceof TableError) return undefined;
          throw error;
        });
        for (const { cells } of read?.rows ?? []) expect(cells).toHaveLength(read?.columns ?? -1);
      }),
      { numRuns: 300 },
    );
  });
});
