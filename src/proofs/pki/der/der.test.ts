import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readHex, toHex } from '../../encoding/bytes.ts';
import { ProofError } from '../../errors.ts';
import { Fields, derBounds, explicit, itemsOf, listOf, readDer, tags, type Der } from './der.ts';
import * as der from '../testing/der-writer.ts';

const bytes = (hex: string): Uint8Array => readHex(hex.replaceAll(' ', ''), 'test');
const read = (hex: string): Der => readDer(bytes(hex), 'test');

describe('X.690: DER has one spelling per value', () => {
  test.each([
    ['nothing', ''],
    ['an identifier alone', '30'],
    ['a value that ends outside the bytes', '3003 0201'],
    ['a child that ends outside its parent', '3003 020201 00'],
    ['bytes after the end', '0500 00'],
    ['an indefinite length', '3080 0500 0000'],
    ['a length in two octets where one does', '3081 02 0500'],
    ['a length with a leading zero octet', '308200 80'.padEnd(8 + 256, '0')],
    ['a tag number above 30', '1f8101 00'],
    ['a primitive SEQUENCE', '1000'],
    ['a constructed OCTET STRING', '2404 0402 0000'],
    ['a constructed INTEGER', '2203 020100'],
    ['the end-of-contents type', '0000'],
  ])('refuses %s', (_, hex) => {
    expect(() => read(hex)).toThrow(ProofError);
  });

  test('reads short and long lengths, in as many octets as they need', () => {
    for (const length of [0, 1, 127, 128, 255, 256, 65_535, 65_536]) {
      const value = der.octetString(new Uint8Array(length));
      expect(readDer(value, 'test').content).toHaveLength(length);
    }
  });

  test('theorem: what the writer writes is read back, node by node', () => {
    const { tree } = fc.letrec<{ tree: Uint8Array<ArrayBuffer> }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.uint8Array({ maxLength: 40 }).map((content) => der.octetString(Uint8Array.from(content))),
        fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }).map(der.integer),
        fc.array(tie('tree'), { maxLength: 5 }).map((items) => der.sequence(...items)),
        fc.array(tie('tree'), { maxLength: 3 }).map((items) => der.explicitTag(3, ...items)),
      ),
    }));
    const rebuild = (node: Der): Uint8Array =>
      (node.tag & 0x20) === 0
        ? der.tlv(node.tag, node.content)
        : der.tlv(node.tag, ...itemsOf(node, 'test').map(rebuild));
    fc.assert(
      fc.property(tree, (encoded) => {
        expect(toHex(rebuild(readDer(encoded, 'test')))).toBe(toHex(encoded));
      }),
    );
  });
});

describe('bounds come before work', () => {
  test('bytes, levels, values, items, octets of a length', () => {
    const nested = (levels: number): Uint8Array<ArrayBuffer> =>
      levels === 0 ? der.nullValue() : der.sequence(nested(levels - 1));
    expect(() => readDer(nested(derBounds.depth), 'test')).not.toThrow();
    expect(() => readDer(nested(derBounds.depth + 1), 'test')).toThrow('levels');
    expect(() => readDer(new Uint8Array(derBounds.bytes + 1), 'test')).toThrow('bytes');
    const wide = der.sequence(...Array.from({ length: 50 }, der.nullValue));
    expect(() => readDer(wide, 'test', { ...derBounds, values: 50 })).toThrow('values');
    expect(() => readDer(wide, 'test', { ...derBounds, values: 51 })).not.toThrow();
    expect(() => itemsOf(readDer(wide, 'test'), 'test', 49)).toThrow('items');
    expect(itemsOf(readDer(wide, 'test'), 'test', 50)).toHaveLength(50);
    expect(() => read('3085 0100000000')).toThrow('four octets');
  });
});

describe('fields are taken in order', () => {
  const pair = (): Fields =>
    new Fields(readDer(der.sequence(der.integer(1), der.boolean(true)), 'pair'), 'pair');

  test('each with its tag, none left over', () => {
    const fields = pair();
    expect(fields.next(tags.integer, 'first').content).toEqual(Uint8Array.of(1));
    expect(fields.more).toBe(true);
    expect(fields.optional(tags.integer)).toBeUndefined();
    expect(fields.optionalOf([tags.null, tags.boolean])?.tag).toBe(tags.boolean);
    expect(fields.more).toBe(false);
    expect(() => fields.end()).not.toThrow();
    expect(() => fields.any('third')).toThrow('a field "third"');
  });

  test('another tag, a field left over, another type of whole', () => {
    expect(() => pair().next(tags.boolean, 'first')).toThrow('DER tag 01');
    expect(() => pair().end()).toThrow('no fields but those of the standard');
    expect(() => new Fields(read('0500'), 'pair')).toThrow('DER tag 30');
    expect(pair().optionalOf([tags.boolean])).toBeUndefined();
  });

  test('lists are of their type and not empty; an explicit tag holds one value', () => {
    expect(() => listOf(read('3000'), tags.sequence, 'list')).toThrow('at least one item');
    expect(() => listOf(read('3100'), tags.sequence, 'list')).toThrow('DER tag 30');
    expect(() => itemsOf(read('0500'), 'list')).toThrow('a constructed value');
    expect(explicit(read('a0020500'), 'tag').tag).toBe(tags.null);
    expect(() => explicit(read('a000'), 'tag')).toThrow('one value');
    expect(() => explicit(read('a00405000500'), 'tag')).toThrow('one value');
  });
});
