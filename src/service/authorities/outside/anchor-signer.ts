import { createFeeMarket1559Tx, createTxFromRLP } from '@ethereumjs/tx';
import type { FeeMarket1559Tx } from '@ethereumjs/tx';
import {
  bytesToHex,
  createAddressFromPrivateKey,
  createAddressFromString,
  hexToBytes,
} from '@ethereumjs/util';
import type { Common } from '@ethereumjs/common';
import { rulesOf } from '../../chain/rules.ts';
import { SettingsError } from '../../settings/read-setting.ts';
import type { AnchorSettings } from '../../settings/authorities.ts';
import { readSecretFile } from '../../storage/secret-file.ts';
import { memberOf, openRpc } from './rpc-client.ts';
import { AuthorityFailure } from './send.ts';

/** The transaction to sign; fees are wei per unit of gas. */
export interface UnsignedTransaction {
  readonly chainId: number;
  readonly nonce: number;
  readonly to: string;
  readonly data: string;
  readonly gas: bigint;
  readonly maxFee: bigint;
  readonly priorityFee: bigint;
}

export interface SignedTransaction {
  /** `0x` and hexadecimal, both. */
  readonly raw: string;
  readonly hash: string;
}

export interface AnchorSigner {
  /** `0x` and 40 lower-case hexadecimal digits. */
  readonly address: string;
  /** Signs and does not send. @throws AuthorityFailure */
  sign(transaction: UnsignedTransaction): Promise<SignedTransaction>;
}

/** @throws SettingsError for a key that is none, or that others may read */
export async function openSigner(signer: AnchorSettings['signer']): Promise<AnchorSigner> {
  return 'keyFile' in signer ? openKey(signer.keyFile) : openRemote(signer.address, signer.from);
}

async function openKey(path: string): Promise<AnchorSigner> {
  const text = (await readSecretFile('TESTIGO_ANCHOR_KEY_FILE', path))
    .toString('utf8')
    .trim()
    .replace(/^0x/, '');
  const { key, address } = (() => {
    try {
      if (!/^[0-9a-f]{64}$/i.test(text)) throw new TypeError('not 64 digits');
      const bytes = Buffer.from(text, 'hex');
      return { key: bytes, address: createAddressFromPrivateKey(bytes).toString() };
    } catch {
      throw new SettingsError(
        `TESTIGO_ANCHOR_KEY_FILE is "${path}", which holds no key; expected 64 hexadecimal digits.`,
      );
    }
  })();
  return {
    address,
    sign: (transaction) => {
      const signed = unsigned(transaction, rulesOf(transaction.chainId).common).sign(key);
      return Promise.resolve({ raw: bytesToHex(signed.serialize()), hash: bytesToHex(signed.hash()) });
    },
  };
}

/** A signer that has the key and signs at `eth_signTransaction`. What it signed is compared with what was requested. */
function openRemote(address: URL, from: string): AnchorSigner {
  const rpc = openRpc(address);
  return {
    address: from,
    async sign(transaction) {
      const answer = await rpc.request('eth_signTransaction', {
        from,
        to: transaction.to,
        data: transaction.data,
        value: '0x0',
        chainId: hex(transaction.chainId),
        nonce: hex(transaction.nonce),
        gas: hex(transaction.gas),
        maxFeePerGas: hex(transaction.maxFee),
        maxPriorityFeePerGas: hex(transaction.priorityFee),
      });
      // Clients of the first kind answer the bytes, of the second an object with them.
      const raw = typeof answer === 'string' ? answer : memberOf(answer, 'raw');
      if (typeof raw !== 'string' || !/^0x02([0-9a-f]{2})+$/i.test(raw))
        throw new AuthorityFailure(`The signer ${address.host} answers no signed transaction (EIP-1559).`);
      const signed = readSigned(raw, transaction, from);
      if (!signed)
        throw new AuthorityFailure(
          `The signer ${address.host} signed another transaction than was requested.`,
        );
      return { raw: bytesToHex(signed.serialize()), hash: bytesToHex(signed.hash()) };
    },
  };
}

/** The transaction that was requested, signed by the address; undefined for any other. */
function readSigned(raw: string, requested: UnsignedTransaction, from: string): FeeMarket1559Tx | undefined {
  const { common } = rulesOf(requested.chainId);
  try {
    const signed = createTxFromRLP(hexToBytes(prefixed(raw)), { common }) as FeeMarket1559Tx; // begins with 0x02
    const isWanted =
      Buffer.from(signed.getMessageToSign()).equals(unsigned(requested, common).getMessageToSign()) &&
      signed.getSenderAddress().toString() === from;
    return isWanted ? signed : undefined;
  } catch {
    // Bytes that cannot be read are no such transaction.
    return undefined;
  }
}

function unsigned(
  { to, data, nonce, gas, maxFee, priorityFee, chainId }: UnsignedTransaction,
  common: Common,
): FeeMarket1559Tx {
  return createFeeMarket1559Tx(
    {
      chainId,
      nonce,
      to: createAddressFromString(to),
      data: hexToBytes(prefixed(data)),
      gasLimit: gas,
      maxFeePerGas: maxFee,
      maxPriorityFeePerGas: priorityFee,
    },
    { common },
  );
}

function prefixed(text: string): `0x${string}` {
  if (!text.startsWith('0x')) throw new TypeError('anchor: expected 0x and hexadecimal');
  return text as `0x${string}`; // just looked at
}

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
