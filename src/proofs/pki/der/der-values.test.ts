import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readHex, utf8Of } from '../../encoding/bytes.ts';
import { ProofError } from '../../errors.ts';
import { instantText } from '../../encoding/instant.ts';
import {
  ascii,
  bitString,
  bitStringBytes,
  integerBytes,
  namedBits,
  octets,
  positiveInteger,
  readBoolean,
  readOid,
  readText,
  readTime,
  smallInteger,
} from './der-values.ts';
import { readDer, tags, type Der } from './der.ts';
import * as der from '../testing/der-writer.ts';

const node = (hex: string): Der => readDer(readHex(hex, 'test'), 'test');
const written = (bytes: Uint8Array): Der => readDer(bytes, 'test');

describe('BOOLEAN and INTEGER', () => {
  test('TRUE is ff, FALSE is 00, and nothing else is either', () => {
    expect(readBoolean(node('0101ff'), 'b')).toBe(true);
    expect(readBoolean(node('010100'), 'b')).toBe(false);
    for (const hex of ['010101', '0100', '0102ffff', '020101']) {
      expect(() => readBoolean(node(hex), 'b')).toThrow(ProofError);
    }
  });

  test('integers are in the fewest bytes', () => {
    for (const hex of ['0200', '02020001', '0202007f', '0202ff80', '0202ffff']) {
      expect(() => integerBytes(node(hex), 'i')).toThrow(ProofError);
    }
    for (const hex of ['020100', '02020080', '0201ff', '0202ff7f', '02027fff']) {
      expect(() => integerBytes(node(hex), 'i')).not.toThrow();
    }
    expect(() => integerBytes(node('0203010000'), 'i', 2)).toThrow('at most 2 bytes');
  });

  test('theorem: small integers are read as written, others refused', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -300n, max: 1_000_300n }), (value) => {
        const read = (): number => smallInteger(written(der.integer(value)), 'i', 1_000_000);
        if (value >= 0n && value <= 1_000_000n) expect(read()).toBe(Number(value));
        else expect(read).toThrow('from 0 to 1000000');
      }),
    );
    expect(smallInteger(node('0a0103'), 'e', 3)).toBe(3);
    expect(() => smallInteger(node('0a0104'), 'e', 3)).toThrow(ProofError);
    expect(() => smallInteger(node('0401ff'), 'e', 3)).toThrow(ProofError);
  });

  test('positive integers lose their sign byte; negative ones are refused', () => {
    expect(positiveInteger(node('02020080'), 'p')).toEqual(Uint8Array.of(0x80));
    expect(positiveInteger(node('020100'), 'p')).toEqual(Uint8Array.of(0));
    expect(() => positiveInteger(node('0201ff'), 'p')).toThrow('a positive integer');
  });
});

describe('strings of bits and bytes', () => {
  test('unused bits are 0 to 7, zero, and none without a byte', () => {
    expect(bitString(node('03020780'), 'b')).toEqual({ bytes: Uint8Array.of(0x80), unused: 7 });
    expect(bitString(node('030100'), 'b').bytes).toHaveLength(0);
    for (const hex of ['0300', '03020880', '030101', '03020701', '04020001']) {
      expect(() => bitString(node(hex), 'b')).toThrow(ProofError);
    }
    expect(bitStringBytes(node('03020001'), 'b')).toEqual(Uint8Array.of(1));
    expect(() => bitStringBytes(node('03020780'), 'b')).toThrow('whole bytes');
    expect(octets(node('040101'), 'o')).toEqual(Uint8Array.of(1));
    expect(() => octets(node('030100'), 'o')).toThrow(ProofError);
  });

  test('theorem: named bits are read as written', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(31), { minLength: 1 }), (bits) => {
        expect(namedBits(written(der.namedBits(0x03, ...bits)), 'n')).toEqual(new Set(bits));
      }),
    );
    expect(() => namedBits(written(der.namedBits(0x03, 32)), 'n')).toThrow('32 named bits');
  });
});

describe('OBJECT IDENTIFIER', () => {
  test('theorem: dotted numbers are read as written', () => {
    const arc = fc.bigInt({ min: 0n, max: 2n ** 120n });
    const dotted = fc
      .tuple(fc.constantFrom(0n, 1n, 2n), fc.nat(39).map(BigInt), fc.array(arc, { maxLength: 3 }))
      .map(([a, b, rest]) => [a, b, ...rest].join('.'));
    fc.assert(
      fc.property(dotted, (text) => {
        expect(readOid(written(der.oid(text)), 'o')).toBe(text);
      }),
    );
    expect(readOid(written(der.oid('2.999.3')), 'o')).toBe('2.999.3');
  });

  test.each([
    ['nothing', '0600'],
    ['a padded arc', '06032a8001'],
    ['an arc without its end', '06022a81'],
    ['another type', '04012a'],
  ])('refuses %s', (_, hex) => {
    expect(() => readOid(node(hex), 'o')).toThrow(ProofError);
  });

  test('bounds arcs at 128 bits and the whole at 64 bytes', () => {
    const long = der.tlv(0x06, Uint8Array.of(0x2a, 0x81, ...Array<number>(18).fill(0xff), 1));
    expect(() => readOid(written(long), 'o')).toThrow('128 bits');
    expect(() => readOid(written(der.tlv(0x06, new Uint8Array(65).fill(1))), 'o')).toThrow('64 bytes');
  });
});

describe('times', () => {
  const utc = (text: string): string => instantText(readTime(written(der.tlv(0x17, utf8Of(text))), 't'));
  const general = (text: string, fractions?: 'allowed'): string =>
    instantText(readTime(written(der.tlv(0x18, utf8Of(text))), 't', fractions));

  test('RFC 5280 §4.1.2.5.1: two digits of a year turn at 50', () => {
    expect(utc('500101000000Z')).toBe('1950-01-01T00:00:00Z');
    expect(utc('491231235959Z')).toBe('2049-12-31T23:59:59Z');
    expect(utc('000229120000Z')).toBe('2000-02-29T12:00:00Z');
    expect(general('20500101000000Z')).toBe('2050-01-01T00:00:00Z');
    expect(general('00990101000000Z')).toBe('0099-01-01T00:00:00Z');
  });

  test.each([
    '5001010000Z',
    '500101000000',
    '500101000000+0000',
    '501301000000Z',
    '500230000000Z',
    '500101240000Z',
    '500101006000Z',
    '500101000060Z',
    '5001010000000Z',
    '99999999999Z',
    '',
  ])('refuses UTCTime %s', (text) => {
    expect(() => utc(text)).toThrow(ProofError);
  });

  test('fractions only where they are allowed, without trailing zeros', () => {
    expect(general('20260101000000.25Z', 'allowed')).toBe('2026-01-01T00:00:00.250Z');
    expect(general('20260101000000.123456789Z', 'allowed')).toBe('2026-01-01T00:00:00.123Z');
    expect(general('20260101000000Z', 'allowed')).toBe('2026-01-01T00:00:00Z');
    expect(() => general('20260101000000.25Z')).toThrow(ProofError);
    expect(() => general('20260101000000.50Z', 'allowed')).toThrow(ProofError);
    expect(() => general('20260101000000.Z', 'allowed')).toThrow(ProofError);
    expect(() => general('20260101000000.1234567891Z', 'allowed')).toThrow(ProofError);
    expect(() => readTime(node('0500'), 't')).toThrow(ProofError);
  });
});

describe('text', () => {
  const text = (tag: number, hex: string): string | undefined =>
    readText(written(der.tlv(tag, readHex(hex, 'test'))));

  test('each type by its own encoding', () => {
    expect(text(tags.utf8, 'c3b1')).toBe('ñ');
    expect(text(tags.utf8, 'c3')).toBeUndefined();
    for (const tag of [tags.printable, tags.ia5, tags.visible, tags.numeric]) {
      expect(text(tag, '41')).toBe('A');
      expect(text(tag, 'f1')).toBeUndefined();
    }
    expect(text(tags.teletex, 'f1')).toBe('ñ');
    expect(text(tags.bmp, '00f10041')).toBe('ñA');
    expect(text(tags.bmp, '00f100')).toBeUndefined();
    expect(text(tags.bmp, 'd800')).toBeUndefined();
    expect(text(tags.universal, '0001f600')).toBe('😀');
    expect(text(tags.universal, '00110000')).toBeUndefined();
    expect(text(tags.integer, '41')).toBeUndefined();
  });

  test('ASCII is seven bits', () => {
    expect(ascii(Uint8Array.of(0x7f))).toBe('\x7f');
    expect(ascii(Uint8Array.of(0x80))).toBeUndefined();
  });
});
