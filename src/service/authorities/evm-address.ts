import type { KeyObject } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { publicKeyInfo } from './keys.ts';

/**
 * The sandbox's address of an RSA key: `0x` and the last 20 bytes of
 * keccak-256(`testigo-evm-address/1` ‖ SubjectPublicKeyInfo DER), in lower-case hex. It is the sandbox's own
 * derivation: how a live service derives its smart accounts cannot be recomputed from public sources (gaps §4.9).
 */
export function evmAddress(publicKey: KeyObject): string {
  const label = Buffer.from('testigo-evm-address/1', 'latin1');
  const hash = keccak_256(Buffer.concat([label, publicKeyInfo(publicKey)]));
  return `0x${Buffer.from(hash.subarray(12)).toString('hex')}`;
}
