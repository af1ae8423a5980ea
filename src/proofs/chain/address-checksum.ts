import { toHex, utf8Of } from '../encoding/bytes.ts';
import { keccak256 } from '../encoding/hash.ts';

/**
 * An address in the mixed case that carries its checksum (EIP-55): a digit is upper case where the hash of the
 * lower-case digits has a nibble of 8 or more at its place.
 *
 * @param address `0x` and 40 hexadecimal digits, in any case
 */
export function checksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const nibbles = toHex(keccak256(utf8Of(digits)));
  return (
    '0x' +
    Array.from(digits, (digit, at) => ((nibbles[at] ?? '0') >= '8' ? digit.toUpperCase() : digit)).join('')
  );
}

/** Whether the case of an address holds: one that is all of one case carries no checksum. */
export function checksumState(address: string): 'right' | 'wrong' | 'none' {
  const digits = address.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return 'none';
  return checksumAddress(address) === `0x${digits}` ? 'right' : 'wrong';
}
