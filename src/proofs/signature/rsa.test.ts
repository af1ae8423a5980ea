import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bigIntOf, bytesOfBigInt, readHex } from '../encoding/bytes.ts';
import { hash, sha256, type HashName } from '../encoding/hash.ts';
import {
  encodePkcs1v15,
  modulusBits,
  rsaBounds,
  verifyRsaPkcs1v15,
  verifyRsaPkcs1v15Message,
  type RsaPublicKey,
} from './rsa.ts';
import { flipByte } from '../testing/mutate.ts';
import { filesBelow, fuzzRuns, fuzzTimeout, vectorSet } from '../testing/vectors.ts';

function pair(bits: number, publicExponent = 65537) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits, publicExponent });
  const { n, e } = publicKey.export({ format: 'jwk' });
  const key: RsaPublicKey = {
    modulus: new Uint8Array(Buffer.from(n!, 'base64url')),
    exponent: new Uint8Array(Buffer.from(e!, 'base64url')),
  };
  const d = bigIntOf(new Uint8Array(Buffer.from(privateKey.export({ format: 'jwk' }).d!, 'base64url')));
  return { key, privateKey, d };
}

const message = new TextEncoder().encode('Yo, la parte deudora, pagaré.');
const signer = pair(2048);
const signature = new Uint8Array(sign('sha256', message, signer.privateKey));
const digest = sha256(message);

const raise = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let [result, square] = [1n, base];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
};

/** Signs an encoding of one's own choice, as an attacker with the key would. */
function signEncoded(encoded: Uint8Array): Uint8Array {
  const n = bigIntOf(signer.key.modulus);
  return bytesOfBigInt(raise(bigIntOf(encoded), signer.d, n), 256);
}

describe('RSASSA-PKCS1-v1_5 over a digest', () => {
  it.each([
    ['SHA-256', 2048],
    ['SHA-384', 3072],
    ['SHA-512', 4096],
  ] as const)('accepts what another implementation signed: %s, %d bits', (name, bits) => {
    const { key, privateKey } = pair(bits);
    const signed = new Uint8Array(sign(name.replace('-', ''), message, privateKey));
    expect(verifyRsaPkcs1v15(key, name, hash(name, message), signed)).toMatchObject({
      valid: true,
      bits,
      warnings: [],
    });
    expect(verifyRsaPkcs1v15Message(key, name, message, signed).valid).toBe(true);
    const other: HashName = name === 'SHA-256' ? 'SHA-512' : 'SHA-256';
    expect(verifyRsaPkcs1v15(key, other, hash(other, message), signed)).toMatchObject({ reason: 'mismatch' });
  });

  it('one flipped bit in any byte of signature, digest, modulus or exponent is refused', () => {
    for (let at = 0; at < signature.length; at++) {
      expect(verifyRsaPkcs1v15(signer.key, 'SHA-256', digest, flipByte(signature, at)).valid).toBe(false);
      const modulus = flipByte(signer.key.modulus, at, 2);
      expect(verifyRsaPkcs1v15({ ...signer.key, modulus }, 'SHA-256', digest, signature).valid).toBe(false);
    }
    for (let at = 0; at < digest.length; at++) {
      expect(verifyRsaPkcs1v15(signer.key, 'SHA-256', flipByte(digest, at), signature).valid).toBe(false);
    }
    const exponent = Uint8Array.of(1, 0, 3);
    expect(verifyRsaPkcs1v15({ ...signer.key, exponent }, 'SHA-256', digest, signature).valid).toBe(false);
  });

  it('the signature has exactly the length of the modulus and lies strictly between 0 and n', () => {
    const n = bigIntOf(signer.key.modulus);
    const s = bigIntOf(signature);
    const form = { valid: false, reason: 'form' };
    const of = (bytes: Uint8Array) => verifyRsaPkcs1v15(signer.key, 'SHA-256', digest, bytes);
    expect(of(signature.slice(1))).toMatchObject(form);
    expect(of(Uint8Array.of(0, ...signature))).toMatchObject(form);
    expect(of(new Uint8Array())).toMatchObject(form);
    expect(of(new Uint8Array(256))).toMatchObject(form);
    expect(of(bytesOfBigInt(n, 256))).toMatchObject(form);
    // s + n verifies the same power, and fits 256 bytes only if n is small enough: never accept it either way.
    if (s + n < 1n << 2048n) expect(of(bytesOfBigInt(s + n, 256))).toMatchObject(form);
    expect(of(bytesOfBigInt(n - s, 256))).toMatchObject({ reason: 'mismatch' });
    expect(of(bytesOfBigInt(n - 1n, 256))).toMatchObject({ reason: 'mismatch' });
    expect(of(bytesOfBigInt(1n, 256))).toMatchObject({ reason: 'mismatch' });
  });

  it('rejects a digest of another length as bad form', () => {
    expect(verifyRsaPkcs1v15(signer.key, 'SHA-256', digest.slice(1), signature)).toMatchObject({
      reason: 'form',
    });
    expect(verifyRsaPkcs1v15(signer.key, 'SHA-512', digest, signature)).toMatchObject({ reason: 'form' });
  });

  it('the encoding is compared whole: no other padding, separator, block type or DigestInfo', () => {
    const right = encodePkcs1v15('SHA-256', digest, 256)!;
    expect(verifyRsaPkcs1v15(signer.key, 'SHA-256', digest, signEncoded(right)).valid).toBe(true);
    const start = 256 - 51;
    const lies: Record<string, Uint8Array> = {
      'block type 2': flipByte(right, 1, 3),
      'leading byte': right.with(0, 1),
      'padding byte': flipByte(right, 100),
      'last padding byte': flipByte(right, start - 2),
      separator: flipByte(right, start - 1),
      'missing NULL': (() => {
        const info = readHex('302f300b0609608648016503040201' + '0420', 'info');
        const encoded = new Uint8Array(256).fill(0xff);
        encoded.set([0, 1]);
        encoded.set([0, ...info, ...digest], 256 - 1 - info.length - 32);
        return encoded;
      })(),
      'short padding with garbage after the digest': (() => {
        const info = right.slice(start);
        const encoded = new Uint8Array(256);
        encoded.set([0, 1, 255, 255, 255, 255, 255, 255, 255, 255, 0, ...info]);
        return encoded;
      })(),
    };
    for (let at = start; at < 256; at++) lies[`DigestInfo byte ${at - start}`] = flipByte(right, at);
    for (const [name, encoded] of Object.entries(lies)) {
      if (bigIntOf(encoded) >= bigIntOf(signer.key.modulus)) continue;
      const result = verifyRsaPkcs1v15(signer.key, 'SHA-256', digest, signEncoded(encoded));
      expect(result, name).toMatchObject({ valid: false, reason: 'mismatch' });
    }
  });

  it('needs space for eight bytes of padding', () => {
    expect(encodePkcs1v15('SHA-256', digest, 62)).toHaveLength(62);
    expect(encodePkcs1v15('SHA-256', digest, 62)!.slice(0, 11)).toEqual(
      Uint8Array.of(0, 1, 255, 255, 255, 255, 255, 255, 255, 255, 0),
    );
    expect(encodePkcs1v15('SHA-256', digest, 61)).toBeUndefined();
    const tiny = { modulus: new Uint8Array(60).fill(0xff), exponent: Uint8Array.of(3) };
    const small = { minBits: 8, maxBits: 8192 };
    expect(verifyRsaPkcs1v15(tiny, 'SHA-256', digest, new Uint8Array(60).fill(1), small)).toMatchObject({
      reason: 'form',
      rule: 'the modulus has room for eight bytes of padding',
    });
  });

  it('keys outside the rules are refused as keys', () => {
    const modulus = signer.key.modulus;
    const refused: [string, RsaPublicKey][] = [
      ['even modulus', { ...signer.key, modulus: flipByte(modulus, 255) }],
      ['no modulus', { ...signer.key, modulus: new Uint8Array() }],
      ['zero modulus', { ...signer.key, modulus: new Uint8Array(256) }],
      ['short modulus', { ...signer.key, modulus: flipByte(modulus.slice(1), 254, 0) }],
      ['2047 bits', { ...signer.key, modulus: modulus.with(0, 0x7f) }],
      ['8200 bits', { ...signer.key, modulus: new Uint8Array(1025).fill(0xff) }],
      [
        'padded beyond reason',
        { ...signer.key, modulus: Uint8Array.of(...new Uint8Array(2000), ...modulus) },
      ],
      ['e = 0', { modulus, exponent: new Uint8Array() }],
      ['e = 1', { modulus, exponent: Uint8Array.of(1) }],
      ['e = 2', { modulus, exponent: Uint8Array.of(2) }],
      ['e even', { modulus, exponent: Uint8Array.of(1, 0, 0) }],
      ['e of 257 bits', { modulus, exponent: new Uint8Array(33).fill(1) }],
      ['e of 34 bytes', { modulus, exponent: Uint8Array.of(...new Uint8Array(33), 3) }],
    ];
    for (const [name, key] of refused) {
      expect(verifyRsaPkcs1v15(key, 'SHA-256', digest, signature), name).toMatchObject({
        valid: false,
        reason: 'key',
      });
    }
    const signByte = { modulus: Uint8Array.of(0, ...modulus), exponent: Uint8Array.of(0, 1, 0, 1) };
    expect(verifyRsaPkcs1v15(signByte, 'SHA-256', digest, signature).valid).toBe(true);
  });

  it('bits are counted without leading zeros', () => {
    const bits = (...modulus: number[]) =>
      modulusBits({ modulus: Uint8Array.from(modulus), exponent: Uint8Array.of(3) });
    expect([bits(), bits(0), bits(1), bits(0x80), bits(0, 0x80, 0), bits(0x7f, 0xff)]).toEqual([
      0, 0, 1, 8, 16, 15,
    ]);
    expect(rsaBounds).toEqual({ minBits: 2048, maxBits: 8192 });
  });

  it('the bounds themselves are inside: 8192 bits, one byte of sign, an exponent of 256 bits', () => {
    const largest = new Uint8Array(1024).fill(0xff);
    const faultOf = (modulus: Uint8Array, exponent = Uint8Array.of(3)) => {
      const result = verifyRsaPkcs1v15(
        { modulus, exponent },
        'SHA-256',
        digest,
        new Uint8Array(1024).fill(1),
      );
      return result.valid ? 'none' : result.reason;
    };
    expect(modulusBits({ modulus: Uint8Array.of(0, 1), exponent: Uint8Array.of(3) })).toBe(1);
    expect(faultOf(largest)).toBe('mismatch');
    expect(faultOf(Uint8Array.of(0, ...largest))).toBe('mismatch');
    expect(faultOf(Uint8Array.of(0, 0, ...largest))).toBe('key');
    expect(faultOf(Uint8Array.of(1, ...largest))).toBe('key');
    expect(faultOf(largest, Uint8Array.of(0, ...new Uint8Array(32).fill(0xff)))).toBe('mismatch');
  });

  it('an exponent other than 65537 is accepted with a warning', () => {
    const three = pair(2048, 3);
    const signed = new Uint8Array(sign('sha256', message, three.privateKey));
    expect(verifyRsaPkcs1v15(three.key, 'SHA-256', digest, signed)).toMatchObject({
      valid: true,
      warnings: [{ code: 'X_UNUSUAL_EXPONENT', detail: { exponent: '3' } }],
    });
  });

  it(
    'random keys and signatures end in a refusal',
    () => {
      const bytes = fc.uint8Array({ maxLength: 300 });
      fc.assert(
        fc.property(bytes, bytes, bytes, (modulus, exponent, signed) => {
          expect(verifyRsaPkcs1v15({ modulus, exponent }, 'SHA-256', digest, signed).valid).toBe(false);
          expect(verifyRsaPkcs1v15(signer.key, 'SHA-256', digest, signed).valid).toBe(false);
        }),
        { numRuns: fuzzRuns },
      );
    },
    fuzzTimeout,
  );
});

const set = vectorSet('wycheproof-rsa');
describe.skipIf(set === undefined)('known answers: wycheproof-rsa', () => {
  it('agrees with every test, and refuses the "acceptable" ones', () => {
    let tests = 0;
    for (const file of filesBelow(set!, '.json')) {
      for (const group of JSON.parse(readFileSync(file, 'utf8')).testGroups) {
        const key = {
          modulus: readHex(group.publicKey.modulus, 'modulus'),
          exponent: readHex(group.publicKey.publicExponent, 'exponent'),
        };
        for (const { tcId, msg, sig, result } of group.tests) {
          const { valid } = verifyRsaPkcs1v15Message(
            key,
            group.sha,
            readHex(msg, 'msg'),
            readHex(sig, 'sig'),
          );
          expect(valid, `${file} ${tcId}`).toBe(result === 'valid');
          tests += 1;
        }
      }
    }
    expect(tests).toBeGreaterThan(200);
  });
});
