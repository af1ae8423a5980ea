import { describe, expect, it } from 'vitest';
import { isCurrencyInUse, withdrawnCurrencies } from './currencies.ts';

describe('currencies', () => {
  it('SR-8 every currency that this runtime counts as current is in use, or known to be withdrawn', () => {
    const current = Intl.supportedValuesOf('currency');
    expect(current.length).toBeGreaterThan(150);
    expect(current.filter((code) => !isCurrencyInUse(code) && !withdrawnCurrencies.has(code))).toEqual([]);
    expect([...withdrawnCurrencies].filter(isCurrencyInUse)).toEqual([]);
  });

  it('SR-8 units of account are in use; metals, tests, nothing and old money are not', () => {
    for (const code of ['MXN', 'MXV', 'USD', 'EUR', 'CLF', 'VED'])
      expect(isCurrencyInUse(code), code).toBe(true);
    for (const code of ['ZZZ', 'XXX', 'XTS', 'XAU', 'MXP', 'DEM', 'HRK', 'mxn', ''])
      expect(isCurrencyInUse(code), code).toBe(false);
  });
});
