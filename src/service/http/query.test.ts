import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuery, single } from './query.ts';
import { JsonError, readJson } from './read-json.ts';

describe('the query', () => {
  it('WI-1 gives every value back as it was encoded', () => {
    const pair = fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.uniqueArray(pair, { selector: ([name]) => name, maxLength: 20 }), (pairs) => {
        const text = pairs.map((items) => items.map(encodeURIComponent).join('=')).join('&');
        const query = readQuery(text);
        for (const [name, value] of pairs) expect(single(query, name)).toBe(value);
      }),
    );
  });

  it('WI-3 refuses the address itself with 414 past 16 KiB, and with 400 past 200 parameters', () => {
    expect(readQuery(`a=${'b'.repeat(16_382)}`).get('a')?.[0]).toHaveLength(16_382);
    expect(() => readQuery(`a=${'b'.repeat(16_383)}`)).toThrow(
      expect.objectContaining({ kind: 'uri-too-long' }),
    );
    const many = (count: number): string => Array.from({ length: count }, (_, i) => `p${i}=1`).join('&');
    expect(readQuery(many(200)).size).toBe(200);
    expect(() => readQuery(many(201))).toThrow(expect.objectContaining({ kind: 'malformed-argument' }));
  });

  it('WI-1 names the parameter whose percent-encoding is broken, and the one that is repeated', () => {
    expect(() => readQuery('hash=%zz')).toThrow(expect.objectContaining({ path: ['hash'] }));
    expect(() => readQuery('hash=%C3%28')).toThrow(expect.objectContaining({ path: ['hash'] }));
    expect(() => single(readQuery('a=1&a=1'), 'a')).toThrow(expect.objectContaining({ path: ['a'] }));
  });
});

describe('JSON', () => {
  it('WI-13 reads what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        // Whole numbers beyond 2^53 are the next test's.
        const exact = JSON.parse(text, (_key, item: unknown) =>
          Number.isInteger(item) && !Number.isSafeInteger(item) ? fc.pre(false) : item,
        );
        expect(readJson(text)).toEqual(exact);
      }),
    );
  });

  it('WI-13 keeps every digit of a number that a double cannot hold', () => {
    expect(readJson('[123456789012345678901234567890, 0.1, 12345678901234567.89, 9007199254740991]')).toEqual(
      ['123456789012345678901234567890', 0.1, '12345678901234567.89', 9_007_199_254_740_991],
    );
  });

  it('WI-13 takes 64 levels and refuses 65, whatever stands in texts', () => {
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(() => readJson(deep(64))).not.toThrow();
    expect(() => readJson(deep(65))).toThrow(JsonError);
    expect(() => readJson(deep(500_000))).toThrow(JsonError);
    expect(readJson(JSON.stringify('[{"'.repeat(100)))).toBe('[{"'.repeat(100));
  });

  it.each(['', '{', '{"a":1,"a":2}', 'undefined', "{'a':1}", '01', '[1,]', '{"a":1}}', 'NaN', '"\u0001"'])(
    'WI-13 refuses %j',
    (text) => {
      expect(() => readJson(text)).toThrow(JsonError);
    },
  );

  it.each([
    '{"a":1,"a":1}',
    '[{"a":[],"b":{"a":1}, "a" :[]}]',
    '{"a":"x","\\u0061":"x"}',
    '{"__proto__":1,"__proto__":1}',
  ])('WI-13 refuses a repeated key, whatever its values: %j', (text) =>
    expect(() => readJson(text)).toThrow(/has the key "(a|__proto__)" twice/),
  );

  it('WI-13 takes a key again in another object, and in a text', () => {
    const value = [{ a: { a: 1, b: ':' }, b: ['a', 'a'], c: '"a":1,"a":1' }, { a: 1 }];
    expect(readJson(JSON.stringify(value))).toEqual(value);
  });

  it('WI-13 a key named __proto__ is a key', () => {
    const value = readJson('{"__proto__":{"x":1}}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect((value as { x?: unknown }).x).toBeUndefined();
  });
});
