import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifiersIn, keyOf, readIdentifier } from './identifiers.ts';

describe('what names a person', () => {
  it.each([
    ['AALR850312QX1', 'rfc', 'AALR850312QX1'],
    ['aalr-850312-qx1', 'rfc', 'AALR850312QX1'],
    ['Ñ&A 850312 QX1', 'rfc', 'Ñ&A850312QX1'],
    ['AALR850312HDFRZD09', 'curp', 'AALR850312HDFRZD09'],
    [' Ana.Perez@Example.MX ', 'email', 'ana.perez@example.mx'],
    ['mailto:ana@peña.mx', 'email', 'ana@peña.mx'],
    ['69A93800EAAF69F67E91A4E2', 'id', '69a93800eaaf69f67e91a4e2'],
  ] as const)('%s is a person by %s', (text, kind, value) => {
    expect(readIdentifier(text)).toEqual({ kind, value });
  });

  it.each([
    ['AALR850312QX', 'form'],
    ['AAL850312QX', 'length'],
    ['AALR851312QX1', 'date'],
    ['AALR850230QX1', 'date'],
    ['AAL8850312QX1', 'form'],
    ['AALR850312ZDFRZD09', 'form'],
    ['AALR850012HDFRZD09', 'date'],
    ['ana@', 'email'],
    ['ana@@b.mx', 'email'],
    ['ana@b', 'email'],
    ['Ana Peña', 'length'],
    ['69a93800eaaf69f67e91a4eg', 'form'],
  ] as const)('%s breaks the rule of %s', (text, fault) => {
    expect(readIdentifier(text)).toEqual({ fault, text });
  });

  it('reads several from one cell, in order, whatever separates them', () => {
    const one = fc.constantFrom(
      'AALR850312QX1',
      'ana@b.mx',
      '69a93800eaaf69f67e91a4e2',
      'AALR850312HDFRZD09',
    );
    fc.assert(
      fc.property(
        fc.array(one, { maxLength: 6 }),
        fc.constantFrom(';', ' | ', '\n', '\r\n', ' ;; '),
        (given, between) => {
          const read = identifiersIn(given.join(between));
          expect(read.map((found) => ('kind' in found ? found.value : found.text))).toEqual(given);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('never takes one text for two people, nor fails on any', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const read = readIdentifier(text);
        if ('kind' in read) expect(readIdentifier(read.value)).toEqual(read);
        if ('kind' in read) expect(keyOf(read)).toBe(`${read.kind}:${read.value}`);
      }),
      { numRuns: 300 },
    );
  });
});
