import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonRefusal, readJson } from './json.ts';

describe('answers as JSON', () => {
  it('keeps every digit of a bare 256-bit number', async () => {
    const id = '115792089237316195423570985008687907853269984665640564039457584007913129639935';
    expect(await readJson(`{"id":${id},"network":42161,"name":"${id}"}`)).toEqual({
      id: BigInt(id),
      network: 42161,
      name: id,
    });
  });

  it('reads whatever JSON.stringify writes as JSON.parse does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const text = JSON.stringify(value);
        // Whole numbers beyond 2^53 are the one thing that is read otherwise, on purpose.
        fc.pre(!/(?<![.\d])\d{16,}(?![.\de])/.test(text));
        expect(await readJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps long digits in strings as text, and a bare long number at the very start', async () => {
    expect(await readJson('"1234567890123456789"')).toBe('1234567890123456789');
    expect(await readJson('12345678901234567890')).toBe(12345678901234567890n);
    expect(await readJson('[1, -12345678901234567890]')).toEqual([1, -12345678901234567890n]);
  });

  it('refuses what is nested more than 64 levels, brackets in strings not counted', async () => {
    await expect(readJson('['.repeat(65) + ']'.repeat(65))).rejects.toThrow(JsonRefusal);
    expect(await readJson('['.repeat(64) + ']'.repeat(64))).toBeDefined();
    expect(await readJson(JSON.stringify({ text: '['.repeat(500) + '\\"[' }))).toBeDefined();
  });

  it('refuses what is not JSON, and doubled keys beside long numbers', async () => {
    for (const text of ['', '{', '<html>', '{"a":1,}', `{"a":1234567890123456789,"a":2}`])
      await expect(readJson(text), text).rejects.toThrow(JsonRefusal);
  });

  it('ends quickly on a text of 20,000 brackets', async () => {
    await expect(readJson('['.repeat(20_000))).rejects.toThrow(JsonRefusal);
  });
});
