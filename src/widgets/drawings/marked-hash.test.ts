import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteChanges, piecesOf } from './marked-hash.ts';

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);

describe('a hash with its changed bytes', () => {
  it('shows every piece at its place, and dots for the rest', () => {
    fc.assert(
      fc.property(hash, fc.option(hash, { nil: undefined }), (value, stored) => {
        for (const { kind, text, at } of piecesOf(value, stored)) {
          if (kind !== 'dots') expect(value.slice(at, at + text.length)).toBe(text);
        }
      }),
    );
  });

  it('shows one or two changed bytes wherever they are', () => {
    fc.assert(
      fc.property(
        hash,
        fc.uniqueArray(fc.nat({ max: 63 }), { minLength: 1, maxLength: 2 }),
        (stored, places) => {
          const value = Array.from(stored)
            .map((digit, at) => (places.includes(at) ? (Number.parseInt(digit, 16) ^ 1).toString(16) : digit))
            .join('');
          const marked = piecesOf(value, stored)
            .filter(({ kind }) => kind === 'differs')
            .flatMap(({ text, at }) => Array.from(text, (_, index) => at + index));
          const changed = byteChanges(value, stored).flatMap(({ byte }) => [2 * byte - 2, 2 * byte - 1]);
          expect(marked).toEqual(changed);
          for (const place of places) expect(marked).toContain(place);
        },
      ),
    );
  });

  it('marks nothing where nothing changed', () => {
    fc.assert(
      fc.property(hash, (value) => {
        expect(piecesOf(value, value).some(({ kind }) => kind === 'differs')).toBe(false);
        expect(byteChanges(value, value)).toEqual([]);
      }),
    );
  });
});
