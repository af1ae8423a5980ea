import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHashes } from './read-hashes.ts';

const hash = fc.string({
  unit: fc.constantFrom(...Array.from('0123456789abcdef')),
  minLength: 64,
  maxLength: 64,
});
const good = fc.tuple(
  hash,
  fc.constantFrom('', '0x', '  ', '\t'),
  fc.boolean(),
  fc.constantFrom('', '  a.pdf', ' *b c.txt', '   '),
);
const bad = fc.constantFrom('hola', 'ab'.repeat(31), 'ab'.repeat(33), `0y${'ab'.repeat(32)}`, 'g'.repeat(64));

describe('Pasted hashes', () => {
  it('reads every SHA-256 once, in order, and names every other line by its number', () => {
    const line = fc.oneof(
      good.map(([digits, before, upper, after]) => ({
        digits,
        text: before + (upper ? digits.toUpperCase() : digits) + after,
      })),
      bad.map((text) => ({ digits: undefined, text })),
      fc.constant({ digits: undefined, text: '' }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.constantFrom('\n', '\r\n', '\r'), (lines, end) => {
        const read = readHashes(lines.map(({ text }) => text).join(end));
        const digits = lines.flatMap((one) => one.digits ?? []);
        expect(read.hashes).toEqual([...new Set(digits)]);
        expect(read.repeated).toBe(digits.length - new Set(digits).size);
        expect(read.bad.map((one) => one.line)).toEqual(
          lines.flatMap(({ digits: own, text }, at) => (own === undefined && text !== '' ? [at + 1] : [])),
        );
      }),
    );
  });

  it('understands what sha256sum prints, names with backslashes included', () => {
    const digits = 'ab'.repeat(32);
    expect(readHashes(`\\${digits}  a\\\\b.pdf\n${'cd'.repeat(32)} *c.pdf`).hashes).toEqual([
      digits,
      'cd'.repeat(32),
    ]);
  });
});
