import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bigIntOf,
  bytesOfBigInt,
  compareBytes,
  concatBytes,
  equalBytes,
  readBase64,
  readHex,
  readHexOf,
  readUtf8,
  toBase64,
  toHex,
  utf8Of,
} from './bytes.ts';
import { ProofError } from '../errors.ts';
import { fuzzRuns, fuzzTimeout } from '../testing/vectors.ts';

const bytes = fc.uint8Array({ maxLength: 200 });

describe('hex', () => {
  it('reading gives back what was written, in either case, with or without 0x', () => {
    fc.assert(
      fc.property(bytes, (input) => {
        const text = toHex(input);
        expect(text).toBe(Buffer.from(input).toString('hex'));
        for (const spelled of [text, text.toUpperCase(), '0x' + text, '0X' + text]) {
          expect(readHex(spelled, 'x')).toEqual(input);
        }
      }),
    );
  });

  it.each([
    ['a'],
    ['0x1'],
    ['gg'],
    ['0x0x00'],
    ['12 34'],
    ['１２'],
    ['-1'],
    ['0x 1'],
    ['@@'],
    ['``'],
    ['//'],
    ['::'],
    ['GG'],
  ])('refuses %j', (text) => {
    expect(() => readHex(text, 'field')).toThrow(
      expect.objectContaining({ kind: 'unreadable', subject: 'field' }),
    );
  });

  it('is bounded before anything is allocated', () => {
    expect(readHex('00'.repeat(4), 'x', 4)).toHaveLength(4);
    expect(() => readHex('00'.repeat(5), 'x', 4)).toThrow(expect.objectContaining({ kind: 'too-large' }));
    expect(() => readHex('0x' + '0'.repeat(2_097_154), 'x')).toThrow(
      expect.objectContaining({ kind: 'too-large' }),
    );
  });

  it('of a length is of that length and no other', () => {
    expect(readHexOf('00'.repeat(32), 32, 'x')).toHaveLength(32);
    for (const length of [0, 31, 33])
      expect(() => readHexOf('00'.repeat(length), 32, 'x')).toThrow(ProofError);
  });
});

describe('base64', () => {
  it('reading gives back what was written, line breaks or not', () => {
    fc.assert(
      fc.property(bytes, (input) => {
        const text = toBase64(input);
        expect(text).toBe(Buffer.from(input).toString('base64'));
        expect(readBase64(text, 'x')).toEqual(input);
        expect(readBase64(text.replace(/(.{7})/g, '$1\r\n\t '), 'x')).toEqual(input);
      }),
    );
  });

  it.each([
    ['A'],
    ['AA'],
    ['AAA'],
    ['AA=A'],
    ['AA==='],
    ['=AAA'],
    ['A==='],
    ['AB=='],
    ['AAB='],
    ['AA--'],
    ['AAA*'],
    ['===='],
  ])('refuses %j', (text) => {
    expect(() => readBase64(text, 'x')).toThrow(ProofError);
  });

  it('is bounded', () => {
    expect(readBase64('AAAA', 'x', 3)).toHaveLength(3);
    expect(() => readBase64('AAAAAA==', 'x', 3)).toThrow(expect.objectContaining({ kind: 'too-large' }));
    expect(() => readBase64(' '.repeat(29), 'x', 3)).toThrow(expect.objectContaining({ kind: 'too-large' }));
  });
});

describe('bytes', () => {
  it('order is that of unsigned numbers, a beginning first', () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(a, b));
        expect(equalBytes(a, b)).toBe(Buffer.compare(a, b) === 0);
        expect(equalBytes(a, new Uint8Array(a))).toBe(true);
        expect(Buffer.from(concatBytes(a, b, a))).toEqual(Buffer.concat([a, b, a]));
      }),
    );
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false);
  });

  it('a number and its bytes are the same value', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (input) => {
        expect(bytesOfBigInt(bigIntOf(input), input.length)).toEqual(input);
      }),
    );
    expect(bigIntOf(Uint8Array.of(1, 0))).toBe(256n);
    expect(() => bytesOfBigInt(256n, 1)).toThrow(RangeError);
    expect(() => bytesOfBigInt(-1n, 1)).toThrow(RangeError);
  });

  it('text that is not UTF-8 is unreadable, never replaced', () => {
    expect(readUtf8(utf8Of('ñandú'), 'x')).toBe('ñandú');
    for (const bad of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
      expect(() => readUtf8(Uint8Array.from(bad), 'x')).toThrow(ProofError);
    }
  });

  it(
    'random text ends in bytes or a ProofError',
    () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
          for (const read of [readHex, readBase64]) {
            try {
              read(text, 'x');
            } catch (error) {
              expect(error).toBeInstanceOf(ProofError);
            }
          }
        }),
        { numRuns: fuzzRuns },
      );
    },
    fuzzTimeout,
  );
});
