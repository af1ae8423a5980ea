/** Recoverable signatures of Ethereum-like chains. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bigIntOf, toHex } from '../encoding/bytes.ts';
import { unreadable } from '../errors.ts';
import { keccak256 } from '../encoding/hash.ts';

const order = secp256k1.Point.CURVE().n;

/**
 * The address whose key made a signature over a 32-byte digest.
 * 65 bytes r ‖ s ‖ v with 0 < r < n, 0 < s ≤ n/2 (EIP-2: the other s would be a second spelling of the same
 * signature) and v one of 0, 1, 27, 28.
 * @throws ProofError when a rule of form is broken or r is on no point of the curve
 */
export function recoverAddress(digest: Uint8Array, signature: Uint8Array): string {
  if (signature.length !== 65) throw unreadable('signature', '65 bytes');
  const r = bigIntOf(signature.subarray(0, 32));
  const s = bigIntOf(signature.subarray(32, 64));
  const v = Number(signature[64]);
  if (r === 0n || r >= order) throw unreadable('signature', '0 < r < n');
  if (s === 0n || s > order >> 1n) throw unreadable('signature', '0 < s ≤ n/2');
  if (v !== 0 && v !== 1 && v !== 27 && v !== 28) throw unreadable('signature', 'v of 0, 1, 27 or 28');
  return addressOf(recoverPoint(digest, r, s, v % 27));
}

function recoverPoint(digest: Uint8Array, r: bigint, s: bigint, parity: number): Uint8Array {
  try {
    return new secp256k1.Signature(r, s, parity).recoverPublicKey(digest).toBytes(false);
  } catch {
    // The library throws for an r that is no x coordinate and for a recovered point at infinity.
    throw unreadable('signature', 'an r that is on the curve');
  }
}

/** Last 20 bytes of keccak over the uncompressed point without its first byte. */
function addressOf(point: Uint8Array): string {
  return '0x' + toHex(keccak256(point.subarray(1)).subarray(12));
}
