import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { itemsOf, readDer } from '#proofs/pki/der/der.ts';
import {
  namedBits as readNamedBits,
  positiveInteger,
  readOid,
  readText,
  readTime,
} from '#proofs/pki/der/der-values.ts';
import * as der from './der.ts';

// What is written here is read back by the strict reader of the proof library, which shares no code with it.
const read = (value: Uint8Array) => readDer(value, 'value');

describe('DER', () => {
  test('whole numbers come back as they were', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 300n }), (value) => {
        const bytes = positiveInteger(read(der.integer(value)), 'value');
        expect(BigInt(`0x${Buffer.from(bytes).toString('hex')}`)).toBe(value);
      }),
    );
    expect(Buffer.from(der.integer(0)).toString('hex')).toBe('020100');
    expect(Buffer.from(der.integer(128)).toString('hex')).toBe('02020080');
    expect(() => der.integer(-1)).toThrow('negative');
  });

  test('bytes lose leading zeros and gain one where the sign would be wrong', () => {
    expect(Buffer.from(der.unsigned(Uint8Array.of(0, 0, 0x80))).toString('hex')).toBe('02020080');
    expect(Buffer.from(der.unsigned(Uint8Array.of(0, 0x7f))).toString('hex')).toBe('02017f');
  });

  test('object identifiers come back as they were', () => {
    const arcs = fc.array(fc.nat(2 ** 31 - 1), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom('0.9', '1.2', '1.3', '2.5', '2.16'), arcs, (head, rest) => {
        const dotted = [head, ...rest].join('.');
        expect(readOid(read(der.oid(dotted)), 'value')).toBe(dotted);
      }),
    );
  });

  test.each([0, 127, 128, 255, 256, 65_535, 65_536])(
    'a content of %i bytes has the shortest length',
    (size) => {
      const value = der.octets(new Uint8Array(size));
      expect(der.contentOf(value)).toHaveLength(size);
      expect(() => read(value)).not.toThrow();
    },
  );

  test('a set stands in ascending order whatever the order it was given in', () => {
    const items = fc.uniqueArray(fc.nat(70_000), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(items, (numbers) => {
        const values = numbers.map(der.integer);
        const set = der.setOf(...values);
        expect(der.setOf(...values.toReversed())).toEqual(set);
        expect(itemsOf(read(set), 'value')).toHaveLength(numbers.length);
      }),
    );
  });

  test('named bits are those named, without trailing zeros', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(8), { minLength: 1 }), (positions) => {
        const found = readNamedBits(read(der.namedBits(...positions)), 'value');
        expect([...found].sort()).toEqual([...positions].sort());
      }),
    );
  });

  test('times are UTCTime to the end of 2049 and GeneralizedTime after, with milliseconds only on request', () => {
    const tagOf = (at: string) => der.certificateTime(new Date(at))[0];
    expect(tagOf('2049-12-31T23:59:59Z')).toBe(0x17);
    expect(tagOf('2050-01-01T00:00:00Z')).toBe(0x18);
    const range = { min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), (at) => {
        const second = Math.floor(at.getTime() / 1000) * 1000;
        expect(readTime(read(der.certificateTime(at)), 'value')).toBe(second);
        expect(readTime(read(der.generalizedTime(at)), 'value')).toBe(second);
        expect(readTime(read(der.preciseTime(at)), 'value', 'allowed')).toBe(at.getTime());
      }),
    );
  });

  test('text is printable where it can be and UTF-8 where it must', () => {
    expect(der.directoryString('AAA010101AAA / HEGT7610034S2')[0]).toBe(0x13);
    expect(der.directoryString('Mérida')[0]).toBe(0x0c);
    expect(der.directoryString('a@b')[0]).toBe(0x0c);
    expect(readText(read(der.directoryString('Ñandú & Cía.')))).toBe('Ñandú & Cía.');
  });

  test('an implicit tag keeps whether the value is made of values', () => {
    expect(der.implicit(0, der.octets(Uint8Array.of(1)))[0]).toBe(0x80);
    expect(der.implicit(1, der.sequence())[0]).toBe(0xa1);
  });
});
