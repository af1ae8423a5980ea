import { expect, it } from 'vitest';
import { shownAddress } from './shown-address.ts';

it('writes an address with its checksum, and leaves what is none as it is', () => {
  const lower = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
  expect(shownAddress(lower)).toBe('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  expect(shownAddress('0x' + lower.slice(2).toUpperCase())).toBe(shownAddress(lower));
  expect(shownAddress('0x5AAE')).toBe('0x5AAE');
  expect(shownAddress('ABC')).toBe('ABC');
});
