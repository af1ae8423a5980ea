import { createCustomCommon, Hardfork, Mainnet, type Common } from '@ethereumjs/common';
import type { TypedTransaction } from '@ethereumjs/tx';
import { bytesToBigInt, bytesToHex, ecrecover } from '@ethereumjs/util';

/** The rules of a chain (Cancun), shared by everything in it. */
export interface Rules {
  readonly common: Common;
  /** A transaction that was just signed with this public key: it need not be computed from the signature. */
  readonly remember: (transaction: TypedTransaction, publicKey: Uint8Array) => void;
}

/** Signers of transactions of blocks that are under way. */
const mostRemembered = 20_000;

/**
 * The library copies its rules for every transaction and merges its parameters into each copy, which took most of
 * the time of a block. These never change, so all share one.
 */
export function rulesOf(chainId: number): Rules {
  const signers = new Map<string, Uint8Array>();
  const common = createCustomCommon({ chainId }, Mainnet, {
    hardfork: Hardfork.Cancun,
    customCrypto: {
      ecrecover: (digest, v, r, s, chain) =>
        signers.get(signatureName(digest, bytesToBigInt(r), bytesToBigInt(s))) ??
        ecrecover(digest, v, r, s, chain),
    },
  });
  const merge = common.updateParams.bind(common);
  const merged = new Set<object>();
  common.updateParams = (params) => {
    if (!merged.has(params)) merge(params);
    merged.add(params);
  };
  common.copy = () => common;
  // Cached, because the virtual machine queries it at every step.
  const activated = new Map<number, boolean>();
  const isActivated = common.isActivatedEIP.bind(common);
  common.isActivatedEIP = (eip) => {
    const known = activated.get(eip) ?? isActivated(eip);
    activated.set(eip, known);
    return known;
  };
  return {
    common,
    remember(transaction, publicKey) {
      const { r, s } = transaction;
      if (r === undefined || s === undefined) throw new TypeError('rules: the transaction is not signed');
      if (signers.size >= mostRemembered) signers.clear();
      signers.set(signatureName(transaction.getMessageToVerifySignature(), r, s), publicKey);
    },
  };
}

const signatureName = (digest: Uint8Array, r: bigint, s: bigint): string =>
  `${bytesToHex(digest)} ${r.toString(16)} ${s.toString(16)}`;
