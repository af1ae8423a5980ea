import { describe, expect, test } from 'vitest';
import { keyDigest, sameKey, type PublicKey } from './public-key.ts';
import { issue, testKey } from '../testing/authority.ts';

const spkiOf = (label: string, kind: 'P-256' | 'P-384' | 'RSA' = 'P-256') =>
  issue({ subject: `CN=${label}`, key: testKey(label, kind) }).certificate.publicKey;
const compressed = (point: Uint8Array): Uint8Array =>
  Uint8Array.of(2 + (point.at(-1)! & 1), ...point.subarray(1, 33));

/** The same key in another form, with the digest of that form. */
function formed(key: PublicKey): { key: PublicKey; digest: string } {
  const info = spkiOf('any');
  return { key, digest: keyDigest({ ...info, key, der: Uint8Array.of(1) }) };
}

describe('one key is one, whatever it is wrapped in', () => {
  test('of RSA the same modulus, whatever the exponent', () => {
    const { key } = spkiOf('r', 'RSA');
    if (key.kind !== 'rsa') throw new Error('an RSA key');
    const three = formed({ ...key, exponent: Uint8Array.of(3) });
    expect(sameKey(key, three.key)).toBe(true);
    expect(three.digest).toBe(keyDigest(spkiOf('r', 'RSA')));
    const other = spkiOf('s', 'RSA');
    expect(sameKey(key, other.key)).toBe(false);
    expect(keyDigest(other)).not.toBe(three.digest);
    expect(sameKey(key, { ...key, modulus: Uint8Array.of(0, ...key.modulus) })).toBe(true);
  });

  test('of a curve the same x-coordinate on it, compressed or not', () => {
    const { key } = spkiOf('e');
    if (key.kind !== 'ec') throw new Error('a key of a curve');
    const short = formed({ ...key, point: compressed(key.point) });
    expect(sameKey(key, short.key)).toBe(true);
    expect(sameKey(short.key, key)).toBe(true);
    expect(short.digest).toBe(keyDigest(spkiOf('e')));
    const other = spkiOf('f');
    expect(sameKey(key, other.key)).toBe(false);
    expect(keyDigest(other)).not.toBe(short.digest);
    const elsewhere = formed({ ...key, curve: 'P-384' });
    expect(sameKey(key, elsewhere.key)).toBe(false);
    expect(elsewhere.digest).not.toBe(short.digest);
  });

  test('keys of different kinds, and of kinds that are not checked, are not the same', () => {
    const odd = { kind: 'unsupported', algorithm: 'DSA' } as const;
    expect(sameKey(spkiOf('r', 'RSA').key, spkiOf('e').key)).toBe(false);
    expect(sameKey(odd, odd)).toBe(false);
    const info = spkiOf('e');
    const [one, two] = [1, 2].map((byte) => keyDigest({ ...info, key: odd, der: Uint8Array.of(byte) }));
    expect(one).not.toBe(two);
  });
});
