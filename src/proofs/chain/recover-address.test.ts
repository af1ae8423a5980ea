import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, it } from 'vitest';
import { readHex } from '../encoding/bytes.ts';
import { recoverAddress } from './recover-address.ts';
import { addressOfKey, authorizerKey, signDigest } from '../testing/chain.ts';
import { leafAt } from '../testing/trees.ts';

const digest = leafAt(3);
const text = signDigest(digest, authorizerKey);
const [r, s, v] = [text.slice(0, 64), text.slice(64, 128), text.slice(128)];
const order = secp256k1.Point.CURVE().n;
const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const recover = (signature: string): string => recoverAddress(digest, readHex(signature, 'signature'));

describe('the address whose key signed', () => {
  it('is recovered, with v as a number of Bitcoin or of a point', () => {
    expect(recover(text)).toBe(addressOfKey(authorizerKey));
    expect(recover(r + s + (v === '1b' ? '00' : '01'))).toBe(addressOfKey(authorizerKey));
  });

  it.each([
    ['64 bytes', r + s, '65 bytes'],
    ['66 bytes', r + s + v + '00', '65 bytes'],
    ['no r', word(0n) + s + v, '0 < r < n'],
    ['r = n', word(order) + s + v, '0 < r < n'],
    ['no s', r + word(0n) + v, '0 < s ≤ n/2'],
    ['s = n/2 + 1', r + word((order >> 1n) + 1n) + v, '0 < s ≤ n/2'],
    ['v = 2', r + s + '02', 'v of 0, 1, 27 or 28'],
    ['v = 26', r + s + '1a', 'v of 0, 1, 27 or 28'],
    ['v = 29', r + s + '1d', 'v of 0, 1, 27 or 28'],
    ['an r that is no x of the curve', word(5n) + s + v, 'an r that is on the curve'],
  ])('%s is refused by its rule', (_name, signature, rule) => {
    expect(() => recover(signature)).toThrow(rule);
  });

  it('s = n/2 is the last low one', () => {
    expect(recover(r + word(order >> 1n) + v)).toMatch(/^0x[0-9a-f]{40}$/);
  });
});
