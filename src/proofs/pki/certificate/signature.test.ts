import { constants, createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bytesOfBigInt, toHex, utf8Of } from '../../encoding/bytes.ts';
import { standard, strict, vectors } from '../../policy/policy.ts';
import { flipByte } from '../../testing/mutate.ts';
import { readDer } from '../der/der.ts';
import { readPublicKeyInfo, keyText, type PublicKey } from './public-key.ts';
import { hashOf, readAlgorithm, verifyEcdsa, verifySignature, type SignatureUse } from './signature.ts';
import { testKey } from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';

const message = utf8Of('message');
const algorithm = (id: string, parameters?: Uint8Array) =>
  readAlgorithm(readDer(der.sequence(der.oid(id), ...(parameters ? [parameters] : [])), 'a'), 'a');
const keyOf = (spki: Uint8Array): PublicKey => readPublicKeyInfo(readDer(spki, 'key'), 'key').key;

function verify(
  id: string,
  key: PublicKey,
  signature: Uint8Array,
  {
    policy = standard,
    use = 'certificate',
    parameters,
    bytes = message,
  }: {
    policy?: typeof standard;
    use?: SignatureUse;
    parameters?: Uint8Array;
    bytes?: Uint8Array;
  } = {},
): string {
  const result = verifySignature(algorithm(id, parameters), key, bytes, signature, policy.algorithms, use);
  return result.kind;
}

const rsaIds = {
  sha256: '1.2.840.113549.1.1.11',
  sha384: '1.2.840.113549.1.1.12',
  sha512: '1.2.840.113549.1.1.13',
};
const ecIds = { sha256: '1.2.840.10045.4.3.2', sha384: '1.2.840.10045.4.3.3', sha512: '1.2.840.10045.4.3.4' };
const hashes = ['sha256', 'sha384', 'sha512'] as const;
const signed = (hash: string, key: KeyObject): Uint8Array => Uint8Array.from(sign(hash, message, key));

describe('RSASSA-PKCS1-v1_5 (RFC 8017 §8.2)', () => {
  const { privateKey, spki } = testKey('signature', 'RSA');
  const key = keyOf(spki);

  test.each(hashes)('with %s, by an implementation of others; parameters NULL or absent', (hash) => {
    const signature = signed(hash, privateKey);
    expect(verify(rsaIds[hash], key, signature)).toBe('valid');
    expect(verify(rsaIds[hash], key, signature, { parameters: der.nullValue() })).toBe('valid');
    expect(verify(rsaIds[hash], key, signature, { parameters: der.integer(1) })).toBe('unsupported');
    expect(verify(rsaIds[hash], key, flipByte(signature, 9))).toBe('invalid');
    expect(verify(rsaIds[hash], key, signature, { bytes: utf8Of('massage') })).toBe('invalid');
  });

  test('SHA-1 counts where a policy lets it: in OCSP with a warning, for known answers anywhere', () => {
    const signature = signed('sha1', privateKey);
    const id = '1.2.840.113549.1.1.5';
    for (const use of ['certificate', 'crl', 'stamp'] as const) {
      expect(verify(id, key, signature, { use })).toBe('refused');
      expect(verify(id, key, signature, { use, policy: vectors })).toBe('valid');
    }
    expect(verify(id, key, signature, { use: 'ocsp' })).toBe('valid');
    expect(verify(id, key, signature, { use: 'ocsp', policy: strict })).toBe('refused');
    const weak = verifySignature(algorithm(id), key, message, signature, standard.algorithms, 'ocsp');
    expect(weak).toMatchObject({ kind: 'valid', weak: true, algorithm: 'RSA with SHA-1' });
  });

  test('keys that a policy does not let count', () => {
    const small = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const smallKey = keyOf(Uint8Array.from(small.publicKey.export({ type: 'spki', format: 'der' })));
    const signature = signed('sha256', small.privateKey);
    expect(verify(rsaIds.sha256, smallKey, signature)).toBe('refused');
    expect(verify(rsaIds.sha256, smallKey, signature, { policy: vectors })).toBe('valid');
  });

  test('RSA-PSS says that it is not supported', () => {
    const pss = Uint8Array.from(
      sign('sha256', message, { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }),
    );
    expect(verify('1.2.840.113549.1.1.10', key, pss, { parameters: der.sequence() })).toBe('unsupported');
    expect(verify(rsaIds.sha256, key, pss)).toBe('invalid');
  });
});

describe('ECDSA (FIPS 186-5 §6.4)', () => {
  const curves = ['P-256', 'P-384', 'P-521'] as const;
  const cases = curves.flatMap((curve) => hashes.map((hash) => [curve, hash] as const));

  test.each(cases)('%s with %s, by an implementation of others', (curve, hash) => {
    const { privateKey, spki } = testKey('signature', curve);
    const key = keyOf(spki);
    const signature = signed(hash, privateKey);
    expect(verify(ecIds[hash], key, signature)).toBe('valid');
    expect(verify(ecIds[hash], key, signature, { bytes: utf8Of('massage') })).toBe('invalid');
    // The larger curves are slow: of their signatures the header and every ninth byte.
    const step = curve === 'P-256' ? 1 : 9;
    for (let index = 0; index < signature.length; index += index < 6 ? 1 : step) {
      expect(verify(ecIds[hash], key, flipByte(signature, index))).toBe('invalid');
    }
    // RFC 5758 §3.2: the parameters are absent.
    expect(verify(ecIds[hash], key, signature, { parameters: der.nullValue() })).toBe('unsupported');
  });

  test('s in the upper half counts, as X.509 has it; scalars out of range and other forms do not', () => {
    const { privateKey, spki } = testKey('signature', 'P-256');
    const key = keyOf(spki);
    if (key.kind !== 'ec') throw new Error('not a curve');
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const compact = Uint8Array.from(sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' }));
    const r = BigInt(`0x${toHex(compact.subarray(0, 32))}`);
    const s = BigInt(`0x${toHex(compact.subarray(32))}`);
    const digest = Uint8Array.from(createHash('sha256').update(message).digest());
    const holds = (...scalars: bigint[]): boolean =>
      verifyEcdsa('P-256', key.point, digest, der.sequence(...scalars.map(der.integer)));
    expect(holds(r, s)).toBe(true);
    expect(holds(r, order - s)).toBe(true);
    for (const wrong of [
      [r, s + order],
      [r + order, s],
      [0n, s],
      [r, 0n],
      [r, order],
      [-r, s],
      [r],
      [r, s, s],
    ]) {
      expect(holds(...wrong)).toBe(false);
    }
    expect(verifyEcdsa('P-256', key.point, digest, compact)).toBe(false);
    expect(verifyEcdsa('P-256', key.point, digest, new Uint8Array())).toBe(false);
    // A point that is not on the curve verifies nothing, and is no exception.
    const off = flipByte(key.point, 40);
    expect(verifyEcdsa('P-256', off, digest, der.sequence(der.integer(r), der.integer(s)))).toBe(false);
    const compressed = Uint8Array.of(2 + ((key.point[64] ?? 0) & 1), ...key.point.subarray(1, 33));
    expect(verifyEcdsa('P-256', compressed, digest, der.sequence(der.integer(r), der.integer(s)))).toBe(true);
    expect(bytesOfBigInt(r, 32)).toHaveLength(32);
  });
});

describe('what is not checked says so', () => {
  const rsa = keyOf(testKey('signature', 'RSA').spki);
  const ec = keyOf(testKey('signature', 'P-256').spki);

  test('by name where it has one', () => {
    const named = (id: string): unknown =>
      verifySignature(algorithm(id), rsa, message, message, standard.algorithms, 'crl');
    expect(named('1.2.840.113549.1.1.4')).toEqual({ kind: 'unsupported', what: 'RSA with MD5' });
    expect(named('1.2.840.10040.4.3')).toEqual({ kind: 'unsupported', what: 'DSA with SHA-1' });
    expect(named('1.2.3.4')).toEqual({ kind: 'unsupported', what: '1.2.3.4' });
  });

  test('an algorithm of another kind of key is invalid', () => {
    expect(verify(ecIds.sha256, rsa, message)).toBe('invalid');
    expect(verify(rsaIds.sha256, ec, message)).toBe('invalid');
  });

  test('keys: Ed25519, other curves, explicit curve parameters', () => {
    const exported = (key: KeyObject): Uint8Array =>
      Uint8Array.from(key.export({ type: 'spki', format: 'der' }));
    const ed = generateKeyPairSync('ed25519');
    expect(keyText(keyOf(exported(ed.publicKey)))).toBe('Ed25519');
    const koblitz = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
    expect(keyText(keyOf(exported(koblitz.publicKey)))).toBe('EC on curve 1.3.132.0.10');
    const explicitCurve = generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding: 'explicit' });
    expect(keyText(keyOf(exported(explicitCurve.publicKey)))).toBe('EC with explicit parameters');
    expect(verify(ecIds.sha256, keyOf(exported(koblitz.publicKey)), message)).toBe('unsupported');
    expect(keyText(rsa)).toBe('RSA 2048');
    expect(keyText(ec)).toBe('EC P-256');
  });

  test('points and RSA keys that are none', () => {
    const curve = der.sequence(der.oid('1.2.840.10045.2.1'), der.oid('1.2.840.10045.3.1.7'));
    for (const point of [new Uint8Array(65), new Uint8Array(0), Uint8Array.of(4, 1), Uint8Array.of(2, 1)]) {
      expect(() => keyOf(der.sequence(curve, der.bitString(point)))).toThrow('a point of the curve');
    }
    const rsaAlgorithm = der.sequence(der.oid('1.2.840.113549.1.1.1'), der.nullValue());
    const negative = der.sequence(der.integer(-5), der.integer(3));
    expect(() => keyOf(der.sequence(rsaAlgorithm, der.bitString(negative)))).toThrow('a positive integer');
    const bare = der.sequence(der.oid('1.2.840.113549.1.1.1'));
    expect(() => keyOf(der.sequence(bare, der.bitString(negative)))).toThrow('parameters');
  });
});

test('hash identifiers with NULL or nothing (RFC 5754 §2)', () => {
  expect(hashOf(algorithm('2.16.840.1.101.3.4.2.1'))).toBe('SHA-256');
  expect(hashOf(algorithm('2.16.840.1.101.3.4.2.2', der.nullValue()))).toBe('SHA-384');
  expect(hashOf(algorithm('2.16.840.1.101.3.4.2.3', der.integer(0)))).toBeUndefined();
  expect(hashOf(algorithm('1.3.14.3.2.26'))).toBe('SHA-1');
  expect(hashOf(algorithm('1.2.840.113549.2.5'))).toBeUndefined();
});
