import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8Of } from '../../encoding/bytes.ts';
import { readDer } from '../der/der.ts';
import { attributeTexts, isWithin, nameText, readName, sameName, type Name } from './names.ts';
import { oid } from '../der/oids.ts';
import { name } from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';

const read = (bytes: Uint8Array): Name => readName(readDer(bytes, 'name'), 'name');
const attribute = (type: string, value: Uint8Array): Uint8Array => der.sequence(der.oid(type), value);
const single = (value: Uint8Array, type: string = oid.commonName): Name =>
  read(der.sequence(der.set(attribute(type, value))));

describe('RFC 5280 §7.1: when names are the same', () => {
  test('case, blanks and string type do not count', () => {
    const written = single(der.utf8('Secretaría  de Economía'));
    expect(sameName(written, single(der.utf8(' SECRETARÍA DE\tECONOMÍA ')))).toBe(true);
    const bmp = Array.from('Secretaría de Economía').flatMap((c) => [
      c.charCodeAt(0) >> 8,
      c.charCodeAt(0) & 255,
    ]);
    expect(sameName(written, single(der.tlv(0x1e, Uint8Array.from(bmp))))).toBe(true);
    expect(sameName(single(der.utf8('Root')), single(der.printable('ROOT')))).toBe(true);
  });

  test('composed and decomposed characters are the same, and accents count', () => {
    expect(sameName(single(der.utf8('\u00e9')), single(der.utf8('e\u0301')))).toBe(true);
    expect(sameName(single(der.utf8('\u00e9')), single(der.utf8('e')))).toBe(false);
  });

  test('an IA5String is no directory string, and types of attribute differ', () => {
    expect(sameName(single(der.ia5('a')), single(der.utf8('a')))).toBe(false);
    expect(sameName(single(der.ia5('a')), single(der.ia5('A')))).toBe(true);
    expect(sameName(single(der.utf8('a')), single(der.utf8('a'), '2.5.4.10'))).toBe(false);
  });

  test('other types, and text that is none, compare byte by byte', () => {
    const broken = der.tlv(0x0c, Uint8Array.of(0xff));
    expect(sameName(single(broken), single(broken))).toBe(true);
    expect(sameName(single(broken), single(der.tlv(0x0c, Uint8Array.of(0xfe))))).toBe(false);
    expect(sameName(single(der.tlv(0x14, utf8Of('A'))), single(der.tlv(0x14, utf8Of('a'))))).toBe(false);
    expect(nameText(single(broken))).toBe('CN=#0c01ff');
  });

  test('the order of relative names counts, the order within one does not', () => {
    expect(sameName(read(name('CN=a, O=b')), read(name('O=b, CN=a')))).toBe(false);
    const [a, b] = [attribute(oid.commonName, der.utf8('a')), attribute('2.5.4.10', der.utf8('b'))];
    expect(sameName(read(der.sequence(der.set(a, b))), read(der.sequence(der.set(b, a))))).toBe(true);
    expect(sameName(read(der.sequence(der.set(a, b))), read(der.sequence(der.set(a), der.set(b))))).toBe(
      false,
    );
  });

  test('theorem: signs of the comparable form inside a value never make two names one', () => {
    const part = fc.string({ unit: fc.constantFrom('a', '+', '=', '\\', ':'), maxLength: 6 });
    const two = fc.tuple(part, part);
    const build = ([x, y]: readonly [string, string]): Name =>
      read(der.sequence(der.set(attribute('2.5.4.3', der.utf8(x)), attribute('2.5.4.3', der.utf8(y)))));
    fc.assert(
      fc.property(two, two, (left, right) => {
        const same = [...left].sort().join('\u0000') === [...right].sort().join('\u0000');
        expect(sameName(build(left), build(right))).toBe(same);
      }),
    );
  });
});

describe('subtrees (RFC 5280 §4.2.1.10)', () => {
  test('a name lies below each of its beginnings, and below the empty one', () => {
    const whole = read(name('C=MX, O=a, CN=b'));
    for (const base of ['', 'C=MX', 'C=MX, O=A', 'C=MX, O=a, CN=b']) {
      expect(isWithin(whole, read(name(base)))).toBe(true);
    }
    for (const base of ['O=a', 'C=MX, CN=b', 'C=MX, O=a, CN=b, OU=c']) {
      expect(isWithin(whole, read(name(base)))).toBe(false);
    }
  });
});

describe('how names are shown', () => {
  test('outermost last, with what hides or reorders text written out', () => {
    const shown = nameText(single(der.utf8('a\u202egpj.exe\u200b')));
    expect(shown).toBe('CN=a\\u{202e}gpj.exe\\u{200b}');
    expect(nameText(read(name('C=MX, CN=b')))).toBe('CN=b, C=MX');
    expect(attributeTexts(read(name('CN=a, CN=b, O=c')), oid.commonName)).toEqual(['a', 'b']);
  });

  test('an empty relative name, an attribute without a value, too many of either', () => {
    expect(() => read(der.sequence(der.set()))).toThrow('at least one item');
    expect(() => read(der.sequence(der.set(der.sequence(der.oid('2.5.4.3')))))).toThrow('attribute value');
    const many = Array.from({ length: 65 }, () => der.set(attribute('2.5.4.3', der.utf8('a'))));
    expect(() => read(der.sequence(...many))).toThrow('at most 64 items');
    const wide = Array.from({ length: 17 }, () => attribute('2.5.4.3', der.utf8('a')));
    expect(() => read(der.sequence(der.set(...wide)))).toThrow('at most 16 items');
  });
});
