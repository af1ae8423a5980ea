/**
 * RSASSA-PKCS1-v1_5 verification (RFC 8017 §8.2.2) over a digest, by BigInt. WebCrypto wants the whole message;
 * here the document may be absent and only its digest known. All inputs are public, so nothing needs to be
 * constant-time. The encoded message is *built* and compared whole (EMSA-PKCS1-v1_5, §9.2): nothing in the
 * padding is ever parsed, which is where such verifiers have failed (CVE-2006-4339 and its kin).
 */
import { bigIntOf, bytesOfBigInt, equalBytes, readHex } from '../encoding/bytes.ts';
import type { Reason } from '../check.ts';
import { digestLength, hash, type HashName } from '../encoding/hash.ts';

/** Big-endian, unsigned; leading zero bytes are tolerated, as DER integers carry them. */
export interface RsaPublicKey {
  readonly modulus: Uint8Array;
  readonly exponent: Uint8Array;
}

export interface RsaBounds {
  readonly minBits: number;
  readonly maxBits: number;
}

export const rsaBounds: RsaBounds = { minBits: 2048, maxBits: 8192 };

/** `key`: the key breaks a rule; `form`: the signature has the wrong length or range; `mismatch`: it does not hold. */
export type RsaResult =
  | {
      readonly valid: true;
      readonly bits: number;
      readonly encoded: Uint8Array;
      readonly warnings: readonly Reason[];
    }
  | { readonly valid: false; readonly reason: 'key' | 'form' | 'mismatch'; readonly rule: string };

/** DigestInfo up to the digest, with the NULL parameter (RFC 8017 §9.2 note 1). */
const digestInfoPrefix: Readonly<Record<HashName, string>> = {
  'SHA-1': '3021300906052b0e03021a05000414',
  'SHA-256': '3031300d060960864801650304020105000420',
  'SHA-384': '3041300d060960864801650304020205000430',
  'SHA-512': '3051300d060960864801650304020305000440',
};

/**
 * Verifies a signature over a digest.
 * @param digest bytes of the hash of the message; a length that is not the hash's own gives the reason `form`
 * @param bounds bits allowed for the modulus; 2048 to 8192 unless a policy says otherwise
 */
export function verifyRsaPkcs1v15(
  key: RsaPublicKey,
  hashName: HashName,
  digest: Uint8Array,
  signature: Uint8Array,
  bounds: RsaBounds = rsaBounds,
): RsaResult {
  const numbers = readKey(key, bounds);
  if ('rule' in numbers) return { valid: false, reason: 'key', rule: numbers.rule };
  const { n, e, bits } = numbers;
  const k = Math.ceil(bits / 8);
  if (digest.length !== digestLength[hashName]) return form('the digest has the length of its hash');
  if (signature.length !== k) return form(`the signature has ${k} bytes, as the modulus`);
  const s = bigIntOf(signature);
  if (s === 0n || s >= n) return form('0 < s < n');
  const encoded = bytesOfBigInt(power(s, e, n), k);
  const expected = encodePkcs1v15(hashName, digest, k);
  if (expected === undefined) return form('the modulus has room for eight bytes of padding');
  if (!equalBytes(encoded, expected)) {
    return { valid: false, reason: 'mismatch', rule: 's^e mod n is the encoding of the digest' };
  }
  const warnings: Reason[] =
    e === 65537n ? [] : [{ code: 'X_UNUSUAL_EXPONENT', detail: { exponent: e.toString() } }];
  return { valid: true, bits, encoded, warnings };
}

/** Verifies a signature over the bytes of a message. */
export function verifyRsaPkcs1v15Message(
  key: RsaPublicKey,
  hashName: HashName,
  message: Uint8Array,
  signature: Uint8Array,
  bounds: RsaBounds = rsaBounds,
): RsaResult {
  return verifyRsaPkcs1v15(key, hashName, hash(hashName, message), signature, bounds);
}

/** Bits of the modulus, leading zeros not counted. */
export function modulusBits(key: RsaPublicKey): number {
  const first = key.modulus.findIndex((byte) => byte !== 0);
  if (first < 0) return 0;
  return (key.modulus.length - first) * 8 - (Math.clz32(key.modulus[first] ?? 0) - 24);
}

/** The key as numbers, or the rule that it breaks. Lengths are looked at before any number is made of them. */
function readKey(
  key: RsaPublicKey,
  bounds: RsaBounds,
): { readonly n: bigint; readonly e: bigint; readonly bits: number } | { readonly rule: string } {
  const bits = modulusBits(key);
  if (bits < bounds.minBits || bits > bounds.maxBits || key.modulus.length > bounds.maxBits / 8 + 1) {
    return { rule: `the modulus has ${bounds.minBits} to ${bounds.maxBits} bits` };
  }
  // FIPS 186-5 §5.1 bounds e below 2^256; 33 bytes include the sign byte of DER.
  if (key.exponent.length > 33) return { rule: 'the exponent has at most 256 bits' };
  const n = bigIntOf(key.modulus);
  const e = bigIntOf(key.exponent);
  if ((n & 1n) === 0n) return { rule: 'the modulus is odd' };
  if (e < 3n || (e & 1n) === 0n || e >> 256n !== 0n)
    return { rule: 'the exponent is odd, from 3, below 2^256' };
  return { n, e, bits };
}

/** `00 01 ff… 00 DigestInfo`, k bytes with at least eight `ff`; undefined where k is too small for them. */
export function encodePkcs1v15(hashName: HashName, digest: Uint8Array, k: number): Uint8Array | undefined {
  const prefix = readHex(digestInfoPrefix[hashName], 'DigestInfo');
  const length = prefix.length + digest.length;
  if (k < length + 11) return undefined;
  const encoded = new Uint8Array(k).fill(0xff);
  encoded[0] = 0;
  encoded[1] = 1;
  encoded[k - length - 1] = 0;
  encoded.set(prefix, k - length);
  encoded.set(digest, k - digest.length);
  return encoded;
}

/** base^exponent mod modulus, by squaring from the highest bit; the exponent is at most 256 bits. */
function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === '1') result = (result * base) % modulus;
  }
  return result;
}

function form(rule: string): RsaResult {
  return { valid: false, reason: 'form', rule };
}
