import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concatBytes, readHex, toHex } from '../../encoding/bytes.ts';
import { ProofError } from '../../errors.ts';
import { derOfBer } from './ber.ts';
import { derBounds, itemsOf, readDer, type Der } from './der.ts';
import * as der from '../testing/der-writer.ts';

const rewrite = (hex: string): string =>
  toHex(derOfBer(readHex(hex.replaceAll(' ', ''), 'test'), 'test', derBounds));

/** The same value as an author of BER may write it: ends by markers, OCTET STRINGs in pieces, long lengths. */
function asBer(node: Der): Uint8Array {
  if ((node.tag & 0x20) !== 0) {
    const items = itemsOf(node, 'test').map(asBer);
    return concatBytes(Uint8Array.of(node.tag, 0x80), ...items, new Uint8Array(2));
  }
  const { length } = node.content;
  if (node.tag === 0x04 && length > 1) {
    const [first, rest] = [node.content.subarray(0, 1), node.content.subarray(1)];
    return concatBytes(
      Uint8Array.of(0x24, 0x80),
      der.octetString(first),
      der.octetString(rest),
      new Uint8Array(2),
    );
  }
  return concatBytes(Uint8Array.of(node.tag, 0x82, length >> 8, length & 0xff), node.content);
}

describe('X.690 §8: BER comes back as DER', () => {
  test('ends by markers, content in pieces, lengths in more octets than it takes', () => {
    expect(rewrite('3080 0500 0000')).toBe('30020500');
    expect(rewrite('3081020500')).toBe('30020500');
    expect(rewrite('2480 040101 040102 0000')).toBe('04020102');
    expect(rewrite('2408 040101 2403 040102')).toBe('04020102');
    expect(rewrite('a080 3080 0000 0000')).toBe('a0023000');
  });

  test('theorem: DER is left as it is, and its BER forms come back to it', () => {
    const { tree } = fc.letrec<{ tree: Uint8Array<ArrayBuffer> }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.uint8Array({ maxLength: 300 }).map((content) => der.octetString(Uint8Array.from(content))),
        fc.integer().map(der.integer),
        fc.array(tie('tree'), { maxLength: 4 }).map((items) => der.sequence(...items)),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(toHex(derOfBer(value, 'test', derBounds))).toBe(toHex(value));
        expect(toHex(derOfBer(asBer(readDer(value, 'test')), 'test', derBounds))).toBe(toHex(value));
      }),
    );
  });

  test.each([
    ['a marker that is missing', '3080 0500'],
    ['a marked end around bytes', '0480 0000'],
    ['a piece of another type', '2480 0201 01 0000'],
    ['bytes after the end', '0500 00'],
    ['a value that ends outside its parent', '3003 0402 01'],
    ['an identifier alone', '30'],
    ['a length that is cut', '3082 01'],
    ['a tag number above 30', '1f8101 00'],
  ])('refuses %s', (_, hex) => {
    expect(() => rewrite(hex)).toThrow(ProofError);
  });

  test('bytes, values, levels and octets of a length are bounded', () => {
    const deep = '3080'.repeat(100) + '0000'.repeat(100);
    expect(() => rewrite(deep)).toThrow('levels');
    expect(() => rewrite(`3089${'00'.repeat(9)}`)).toThrow('eight octets');
    const wide = der.sequence(...Array.from({ length: 50 }, der.nullValue));
    expect(() => derOfBer(wide, 'test', { ...derBounds, values: 50 })).toThrow('values');
    expect(() => derOfBer(wide, 'test', { ...derBounds, bytes: 50 })).toThrow('bytes');
  });
});
