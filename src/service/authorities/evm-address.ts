import type { KeyObject } from 'node:crypto';
import { accountAddress } from '../chain/contracts.ts';
import { publicNumbers } from './keys.ts';

/**
 * The sandbox's address of an RSA key, `0x` and forty lower-case hex digits: the account that does what this key
 * signed, at the place that `accounts` gives it before it stands. How a live service derives its smart accounts
 * cannot be recomputed from public sources (gaps §4.9).
 *
 * @param accounts address of the contract that puts accounts in their places
 */
export function evmAddress(publicKey: KeyObject, accounts: string): string {
  return accountAddress(accounts, publicNumbers(publicKey));
}
