import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { JsonText } from './json-text.ts';

/** In pieces of that many bytes. */
function isJson(text: string | Uint8Array, piece = 3): boolean {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const reader = new JsonText();
  for (let at = 0; at < bytes.length; at += piece) reader.push(bytes.subarray(at, at + piece));
  return reader.end();
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('JSON text that is read as it comes', () => {
  it('UP-10 takes every JSON text, in pieces of any size', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 64 }), fc.nat(3), (text, piece, indent) => {
        expect(isJson(text, piece)).toBe(true);
        expect(isJson(` ${JSON.stringify(JSON.parse(text), null, indent)}\n`, piece)).toBe(true);
      }),
    );
  });

  it('UP-10 takes what the built-in reader takes, and refuses what it refuses', () => {
    const token = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '"a"',
        '""',
        '\\',
        '\\u00',
        '1',
        '0',
        '01',
        '-',
        '.',
        'e',
        'E+',
        '1.5e-3',
      ],
      ...[
        'true',
        'false',
        'null',
        'nul',
        ' ',
        '\n',
        '\t',
        '\u00a0',
        '\u0000',
        'ñ',
        '\\n',
        '\\x',
        '"\\ud834"',
        "'",
        '/',
      ],
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), (tokens, piece) => {
        const text = tokens.join('');
        expect(isJson(text, piece), JSON.stringify(text)).toBe(parses(text));
      }),
      { numRuns: 5000 },
    );
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (text, place, put) => {
        const at = place % (text.length + 1);
        const changed = Buffer.from(text.slice(0, at) + put + text.slice(at + 1)).toString();
        expect(isJson(changed), JSON.stringify(changed)).toBe(parses(changed));
      }),
      { numRuns: 2000 },
    );
  });

  it('UP-10 refuses nothing at all, what is not UTF-8 and what ends inside a character; takes a byte order mark', () => {
    expect(isJson('')).toBe(false);
    expect(isJson('  ')).toBe(false);
    expect(isJson(Buffer.from('"ñ"', 'latin1'))).toBe(false);
    expect(isJson(Buffer.from('"ñ"').subarray(0, 2))).toBe(false);
    expect(isJson(Buffer.from('[1]', 'utf16le'))).toBe(false);
    expect(isJson('\ufeff{"a": [1, 2]}', 1)).toBe(true);
    expect(isJson('[\ufeff]')).toBe(false);
  });

  it('UP-10 follows nesting that is deeper than a stack, to a bound', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(isJson(nested(300_000), 65_536)).toBe(true);
    expect(isJson(nested(300_000).slice(1), 65_536)).toBe(false);
    expect(isJson('{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000), 65_536)).toBe(true);
    expect(isJson(nested(1_000_001), 65_536)).toBe(false);
  });

  it('UP-10 reads numbers at a cost like that of text', () => {
    const size = 2 * 1024 ** 2;
    const cost = (text: string): number => {
      const before = process.cpuUsage();
      expect(isJson(text, 65_536)).toBe(true);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const ofText = cost(`"${'a'.repeat(size)}"`) + 10_000;
    expect(cost(`[${'1'.repeat(size)}]`)).toBeLessThan(12 * ofText);
    expect(cost(`[${'1,'.repeat(size / 2)}1]`)).toBeLessThan(12 * ofText);
  });
});
