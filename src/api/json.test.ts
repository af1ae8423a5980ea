import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonRefusal, readJson } from './json.ts';

describe('answers as JSON', () => {
  it('keeps every digit of a bare 256-bit number', () => {
    const id = '115792089237316195423570985008687907853269984665640564039457584007913129639935';
    expect(readJson(`{"id":${id},"network":42161,"name":"${id}"}`)).toEqual({
      id: BigInt(id),
      network: 42161,
      name: id,
    });
  });

  it('reads whatever JSON.stringify writes as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(readJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses what is nested more than 64 levels, brackets in strings not counted', () => {
    expect(() => readJson('['.repeat(65) + ']'.repeat(65))).toThrow(JsonRefusal);
    expect(readJson('['.repeat(64) + ']'.repeat(64))).toBeDefined();
    expect(readJson(JSON.stringify({ text: '['.repeat(500) + '\\"[' }))).toBeDefined();
  });

  it('refuses what is not JSON, and doubled keys beside long numbers', () => {
    for (const text of ['', '{', '<html>', '{"a":1,}', `{"a":1234567890123456789,"a":2}`])
      expect(() => readJson(text), text).toThrow(JsonRefusal);
  });

  it('ends quickly on a text of 20,000 brackets', () => {
    expect(() => readJson('['.repeat(20_000))).toThrow(JsonRefusal);
  });
});
