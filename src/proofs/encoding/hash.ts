/** The hash functions of this layer, by name. SHA-1 is here because OCSP uses it; policies decide what it is worth. */
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

export { sha1, sha256 };

/** Keccak-256 as Ethereum uses it: the original padding, not the one of SHA3-256. */
export const keccak256 = keccak_256;

export type HashName = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';

const hashByName: Readonly<Record<HashName, (bytes: Uint8Array) => Uint8Array>> = {
  'SHA-1': sha1,
  'SHA-256': sha256,
  'SHA-384': sha384,
  'SHA-512': sha512,
};

/** Bytes of a digest, by name. */
export const digestLength: Readonly<Record<HashName, number>> = {
  'SHA-1': 20,
  'SHA-256': 32,
  'SHA-384': 48,
  'SHA-512': 64,
};

export function hash(name: HashName, bytes: Uint8Array): Uint8Array {
  return hashByName[name](bytes);
}
