import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvBlob, csvValue, plainValue, withRemark, writeCsv } from './csv.ts';
import { partlyRead } from '../query/partly-read.ts';

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
  test.each([
    ['an equals sign', '='],
    ['a plus', '+'],
    ['a minus', '-'],
    ['an at sign', '@'],
    ['a tab', '\t'],
    ['a carriage return', '\r'],
  ])('no value begins with %s, which a spreadsheet would run', (_what, first) => {
    fc.assert(
      fc.property(fc.string(), (rest) => {
        const read = readCsv(csvValue(first + rest))[0]?.[0] ?? '';
        expect(read).toBe(`'${first}${rest}`);
      }),
      { numRuns: 60 },
    );
  });

  test('what was made harmless can be made as it was, apostrophes of its own included', () => {
    const begins = fc.string({
      unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', 'a'),
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.oneof(begins, fc.string(), fc.tuple(dangerous, fc.string()).map(String)), (value) => {
        expect(plainValue(readCsv(csvValue(value))[0]?.[0] ?? '')).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  test('every table is read back by another reader', () => {
    const value = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 6 }), (rows) => {
        const text = writeCsv(rows);
        expect(text.startsWith('\uFEFF')).toBe(true);
        expect(text.endsWith('\r\n')).toBe(true);
        expect(readCsv(text.slice(1, -2)).map((row) => row.map(plainValue))).toEqual(rows);
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

test('a file of a list that is not whole ends with a line that says so, and one that is whole says nothing', () => {
  const table = writeCsv([['id'], ['1']]);
  const read = { have: 184, of: 260, complete: false, changedWhileReading: true };
  const remark = partlyRead(read, String);
  expect(remark).toBe('Changed while loading. Searched 184 of 260.');
  expect(readCsv(withRemark(table, remark ?? '').slice(1)).at(-2)).toEqual([`# ${remark ?? ''}`]);
  expect(partlyRead({ ...read, changedWhileReading: false }, String)).toBe('Searched 184 of 260.');
  expect(partlyRead({ ...read, of: undefined }, String)).toContain('Searched only 184; there may be more.');
  expect(partlyRead({ ...read, complete: true, changedWhileReading: false }, String)).toBeUndefined();
});
