import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountInWords, numberWords, withThousands } from './amount-in-words.ts';

describe('amounts in words', () => {
  test.each([
    ['0.50', 'MXN', 'CERO PESOS 50/100 M.N.'],
    ['1.00', 'MXN', 'UN PESO 00/100 M.N.'],
    ['21.00', 'USD', 'VEINTIÚN DÓLARES 00/100 USD'],
    ['101.10', 'MXN', 'CIENTO UN PESOS 10/100 M.N.'],
    ['1000', 'MXN', 'MIL PESOS 00/100 M.N.'],
    ['96750.5', 'MXN', 'NOVENTA Y SEIS MIL SETECIENTOS CINCUENTA PESOS 50/100 M.N.'],
    ['1000000.00', 'EUR', 'UN MILLÓN DE EUROS 00/100 EUR'],
    ['1250000.00', 'MXN', 'UN MILLÓN DOSCIENTOS CINCUENTA MIL PESOS 00/100 M.N.'],
    ['31021500.00', 'MXN', 'TREINTA Y UN MILLONES VEINTIÚN MIL QUINIENTOS PESOS 00/100 M.N.'],
    ['2001000000', 'MXN', 'DOS MIL UN MILLONES DE PESOS 00/100 M.N.'],
    ['5', 'GBP', 'CINCO GBP 00/100 GBP'],
  ])('%s %s is %s', (amount, currency, words) => {
    expect(amountInWords(amount, currency)).toBe(words);
  });

  test.each(['', '-1', '1.234', '1,000', '1e3', '1000000000000', '.5'])('"%s" is not said', (amount) => {
    expect(amountInWords(amount, 'MXN')).toBeUndefined();
  });

  const hundredths = fc.integer({ min: 0, max: 99_999_999_999_999 });
  const text = (value: number): string =>
    `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;

  test('no two amounts are said alike, and only number words stand before the noun', () => {
    fc.assert(
      fc.property(hundredths, hundredths, (one, other) => {
        const words = amountInWords(text(one), 'MXN') ?? '';
        expect(words === amountInWords(text(other), 'MXN')).toBe(one === other);
        const before = words.split(/ (?:DE )?PESOS? /)[0] ?? '';
        for (const word of before.toLowerCase().split(' ')) expect(numberWords).toContain(word);
      }),
    );
  });

  test('commas stand between thousands', () => {
    expect(withThousands('1250000.5')).toBe('1,250,000.50');
    expect(withThousands('999')).toBe('999.00');
  });
});
