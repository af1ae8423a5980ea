import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** An RSA-2048 pair with e = 65537 (gaps §4.1). */
export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const generate = promisify(generateKeyPair);

/**
 * Creates the requested number of key pairs beside the main thread. The pool that makes them also serves file
 * reads, so at least one of its four threads always stays free: a first start reads its data folder meanwhile.
 */
export async function generateKeyPairs(count: number): Promise<KeyPair[]> {
  const pairs: KeyPair[] = [];
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      pairs.push(await generate('rsa', { modulusLength: 2048, publicExponent: 65_537 }));
    }
  };
  const workers = Math.min(count, availableParallelism(), 3);
  await Promise.all(Array.from({ length: workers }, work));
  return pairs;
}

/** PKCS #8 PEM, unencrypted: whoever stores it keeps the file private. */
export const exportPrivateKey = (key: KeyObject): string =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The pair of a PKCS #8 PEM; throws when the text is no private key. */
export function importKeyPair(pem: string): KeyPair {
  const privateKey = createPrivateKey(pem);
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** SubjectPublicKeyInfo, DER. */
export const publicKeyInfo = (key: KeyObject): Uint8Array => key.export({ type: 'spki', format: 'der' });

/** Exponent and modulus as the interface shows them: bare lower-case hex, without a sign byte. */
export function publicNumbers(key: KeyObject): { exponent: string; modulus: string } {
  const { e, n } = key.export({ format: 'jwk' });
  if (e === undefined || n === undefined) throw new TypeError('publicNumbers: the key is not an RSA key');
  const hex = (base64url: string): string => Buffer.from(base64url, 'base64url').toString('hex');
  return { exponent: hex(e), modulus: hex(n) };
}
