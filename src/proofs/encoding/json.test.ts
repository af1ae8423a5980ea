import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProofError } from '../errors.ts';
import { canonicalJson, readJson, type Json } from './json.ts';
import { fuzzRuns, fuzzTimeout } from '../testing/vectors.ts';

const read = (text: string): Json => readJson(text, 'text');
const plain = (value: Json): unknown => JSON.parse(canonicalJson(value));

describe('reading', () => {
  it('gives what JSON.parse gives, for every value without repeated keys or long integers', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        expect(plain(read(text))).toEqual(JSON.parse(text));
        expect(plain(read(JSON.stringify(value, null, 3)))).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  it(
    'refuses whatever JSON.parse refuses',
    () => {
      const piece = fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '"a"',
        '1',
        '-',
        '.',
        '0',
        'e',
        '+',
        'true',
        'null',
        ' ',
        '\\',
        '\\u0041',
        '\n',
        'x',
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
          const text = pieces.join('');
          let accepted = true;
          try {
            JSON.parse(text);
          } catch {
            accepted = false;
          }
          if (accepted) {
            try {
              read(text);
            } catch (error) {
              expect(String(error)).toMatch(/every key once|finite/);
            }
          } else {
            expect(() => read(text)).toThrow(ProofError);
          }
        }),
        { numRuns: Math.max(2000, fuzzRuns) },
      );
    },
    fuzzTimeout,
  );

  it('keeps integers of any length exactly, and other numbers as numbers', () => {
    const tokenId = '85609765855314522604003896061955797044439522630656402810460102366717485958634';
    expect(read(tokenId)).toBe(BigInt(tokenId));
    expect(read('9007199254740991')).toBe(9007199254740991);
    expect(read('9007199254740992')).toBe(9007199254740992n);
    expect(read('-9007199254740992')).toBe(-9007199254740992n);
    expect(read('1e3')).toBe(1000);
    expect(read('1.50')).toBe(1.5);
    expect(Object.is(read('-0'), -0)).toBe(true);
  });

  it.each([
    ['1e400'],
    ['01'],
    ['.5'],
    ['1.'],
    ['+1'],
    ['NaN'],
    ['0x10'],
    ['"\u0001"'],
    ['"\\x41"'],
    ['"\\u00g0"'],
    ['"a'],
    ["'a'"],
    ['[1,]'],
    ['{"a":1,}'],
    ['{a:1}'],
    ['1 2'],
    [''],
  ])('refuses %j', (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ kind: 'unreadable', subject: 'text' }));
  });

  it('a key that is repeated is refused, however it is spelled', () => {
    expect(() => read('{"a":1,"a":1}')).toThrow(/every key once/);
    expect(() => read('{"a":1,"\\u0061":2}')).toThrow(/every key once/);
    expect(() => read('{"__proto__":1,"__proto__":2}')).toThrow(/every key once/);
  });

  it('keys that objects are born with are keys like any other', () => {
    const value = read('{"__proto__":{"polluted":true},"constructor":1,"toString":2}') as Record<
      string,
      Json
    >;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('depth, length, number of values and digits are bounded', () => {
    expect(read('['.repeat(64) + ']'.repeat(64))).toBeDefined();
    for (const text of [
      '['.repeat(66),
      '['.repeat(65) + ']'.repeat(65),
      '{"a":'.repeat(66),
      '1'.repeat(161),
    ]) {
      expect(() => read(text)).toThrow(expect.objectContaining({ kind: 'too-large' }));
    }
    expect(read('1'.repeat(160))).toBeTypeOf('bigint');
    const bounds = { length: 10, depth: 4, values: 3 };
    expect(readJson('[1,2]', 'x', bounds)).toEqual([1, 2]);
    expect(() => readJson('[1,2,3]', 'x', bounds)).toThrow(/at most 3 values/);
    expect(() => readJson('[1,2]      ', 'x', bounds)).toThrow(/at most 10 characters/);
  });
});

describe('canonical form', () => {
  it('does not depend on the order of keys, and reads back to the same', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (object) => {
        const text = canonicalJson(read(JSON.stringify(object)));
        const turned = Object.fromEntries(Object.entries(object).reverse());
        expect(canonicalJson(read(JSON.stringify(turned)))).toBe(text);
        expect(canonicalJson(read(text))).toBe(text);
      }),
    );
  });

  it('sorts keys, leaves out what is undefined, writes long integers in digits', () => {
    expect(canonicalJson({ b: 2n ** 70n, a: [true, null, 'é"\n'], c: undefined })).toBe(
      '{"a":[true,null,"é\\"\\n"],"b":1180591620717411303424}',
    );
    expect(() => canonicalJson(Number.NaN)).toThrow(RangeError);
  });
});
