import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileNameOf } from './file-name.ts';

test('a file’s name holds nothing that a file system refuses and ends as its kind', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const file = fileNameOf({ name, content: { pdf: 'k' } });
      expect(file).toMatch(/\.pdf$/i);
      expect(file).not.toMatch(/[/\\:*?"<>|\p{Cc}]/u);
      expect(file).not.toMatch(/^\./);
      expect(file.length).toBeLessThanOrEqual(124);
    }),
    { numRuns: 300 },
  );
});

test('an ending that is there already is not written twice', () => {
  expect(fileNameOf({ name: 'Contrato.PDF', content: { pdf: 'k' } })).toBe('Contrato.PDF');
  expect(fileNameOf({ name: 'Pagaré 7', content: { raw: 'k', debtor: 'd' } })).toBe('Pagaré 7.txt');
});
