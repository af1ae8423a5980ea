import fc from 'fast-check';
import { getAddress, isAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { checksumAddress, checksumState } from './address-checksum.ts';

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);

describe('The checksum of an address', () => {
  it('is that of EIP-55, whatever the case it comes in', () => {
    expect(checksumAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toBe(
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    );
    fc.assert(
      fc.property(address, (one) => {
        expect(checksumAddress(one)).toBe(getAddress(one));
        expect(checksumAddress(`0x${one.slice(2).toUpperCase()}`)).toBe(getAddress(one));
      }),
    );
  });

  it('holds as another library decides, and falls with one digit of the other case', () => {
    fc.assert(
      fc.property(address, fc.nat(39), (one, at) => {
        const right = checksumAddress(one);
        const digit = right[2 + at] ?? '';
        const other = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase();
        const bent = right.slice(0, 2 + at) + other + right.slice(3 + at);
        expect(checksumState(right)).toBe(/[a-f]/.test(right) && /[A-F]/.test(right) ? 'right' : 'none');
        if (bent !== right && /[a-f]/.test(bent.slice(2)) && /[A-F]/.test(bent.slice(2))) {
          expect(checksumState(bent)).toBe('wrong');
          expect(isAddress(bent)).toBe(false);
        }
      }),
    );
  });
});
