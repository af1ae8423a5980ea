import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBase64, readHex, toBase64, toHex } from '#proofs/encoding/bytes.ts';
import { byteAt, byteCount, flipEncoded } from './encoded-bytes.ts';

const wrapped = (body: string): string =>
  `texto antes\n-----BEGIN CERTIFICATE-----\n${body.replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`;

/** The same bytes in every form in which evidence comes. DER begins with 30, so neither form is taken for another. */
const forms: readonly {
  name: string;
  write: (b: Uint8Array) => string;
  read: (t: string) => Uint8Array;
}[] = [
  { name: 'hex', write: toHex, read: (text) => readHex(text, 'text') },
  { name: '0x hex', write: (b) => `0x${toHex(b)}`, read: (text) => readHex(text, 'text') },
  { name: 'upper hex', write: (b) => toHex(b).toUpperCase(), read: (t) => readHex(t.toLowerCase(), 'text') },
  { name: 'base64', write: toBase64, read: (text) => readBase64(text, 'text') },
  {
    name: 'PEM',
    write: (b) => wrapped(toBase64(b)),
    read: (text) => readBase64((/-----\n([^-]*)\n-----END/.exec(text)?.[1] ?? '').trim(), 'text'),
  },
];

const der = fc
  .uint8Array({ minLength: 40, maxLength: 400 })
  .map((bytes) => Uint8Array.of(0x30, 0x82, ...bytes));

describe.each(forms)('Bytes as $name', ({ write, read }) => {
  it('one flip changes exactly one bit of what is decoded, and says which byte', () => {
    fc.assert(
      fc.property(der, fc.nat(), (bytes, chosen) => {
        const text = write(bytes);
        const byte = chosen % bytes.length;
        const { text: bent, was, is } = flipEncoded(text, byte);
        const after = read(bent);
        const changed = [...bytes.keys()].filter((at) => bytes[at] !== after[at]);
        expect(after).toHaveLength(bytes.length);
        expect(changed).toEqual([byte]);
        expect((bytes[byte] ?? 0) ^ (after[byte] ?? 0)).toBe(1);
        expect([was, is]).toEqual([
          toHex(bytes.subarray(byte, byte + 1)),
          toHex(after.subarray(byte, byte + 1)),
        ]);
      }),
    );
  });

  it('flipping twice gives the very text', () => {
    fc.assert(
      fc.property(der, fc.nat(), (bytes, chosen) => {
        const text = write(bytes);
        const byte = chosen % bytes.length;
        expect(flipEncoded(flipEncoded(text, byte).text, byte).text).toBe(text);
      }),
    );
  });

  it('counts and reads the bytes that the text stands for', () => {
    fc.assert(
      fc.property(der, fc.nat(), (bytes, chosen) => {
        expect(byteCount(write(bytes))).toBe(bytes.length);
        expect(byteAt(write(bytes), chosen % bytes.length)).toBe(bytes[chosen % bytes.length]);
      }),
    );
  });
});

it('a byte that is not there is an error, not another byte', () => {
  expect(() => flipEncoded('abcd', 2)).toThrow(RangeError);
  expect(byteCount('')).toBe(0);
});
