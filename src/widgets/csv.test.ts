import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvBlob, csvValue, writeCsv } from './csv.ts';

/** Reads CSV by RFC 4180 §2, character by character: another way than the writer's. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [['']];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const row = rows.at(-1) ?? [];
    const last = row.length - 1;
    const character = text.charAt(at);
    if (quoted && character === '"' && text[at + 1] === '"') {
      row[last] = `${row[last] ?? ''}"`;
      at += 1;
    } else if (character === '"') quoted = !quoted;
    else if (!quoted && character === ',') row.push('');
    else if (!quoted && character === '\r' && text[at + 1] === '\n') {
      rows.push(['']);
      at += 1;
    } else row[last] = `${row[last] ?? ''}${character}`;
  }
  return rows;
}

const dangerous = fc.constantFrom('=', '+', '-', '@', '\t', '\r');

describe('CSV', () => {
  test('no value begins with what a spreadsheet would run', () => {
    fc.assert(
      fc.property(dangerous, fc.string(), (first, rest) => {
        const read = readCsv(csvValue(first + rest))[0]?.[0] ?? '';
        expect(read).toBe(`'${first}${rest}`);
      }),
      { numRuns: 300 },
    );
  });

  test('every table is read back by another reader, but for the apostrophes', () => {
    const value = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 6 }), (rows) => {
        const text = writeCsv(rows);
        expect(text.startsWith('\uFEFF')).toBe(true);
        expect(text.endsWith('\r\n')).toBe(true);
        const safe = rows.map((row) => row.map((one) => (/^[=+\-@\t\r]/.test(one) ? `'${one}` : one)));
        expect(readCsv(text.slice(1, -2))).toEqual(safe);
      }),
      { numRuns: 300 },
    );
  });

  test('a file of it is UTF-8 with its mark', async () => {
    const blob = csvBlob([['año', 'ñ']]);
    expect(blob.type).toBe('text/csv;charset=utf-8');
    const bytes = new Uint8Array(await new Response(blob).arrayBuffer());
    expect([...bytes.subarray(0, 5)]).toEqual([0xef, 0xbb, 0xbf, 0x61, 0xc3]);
  });
});
