import {
  bytesToHex,
  createAddressFromPrivateKey,
  createAddressFromString,
  createContractAddress,
  createContractAddress2,
  hexToBytes,
} from '@ethereumjs/util';
import { keccak_256 } from '@noble/hashes/sha3.js';
import {
  decodeErrorResult,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
} from 'viem/utils';
import type { Order } from './chain.ts';
import {
  accountContract,
  accountsContract,
  anchorsContract,
  checkpointsContract,
  contractErrors,
  endorserContract,
} from './compiled-contracts.ts';

/** The test network whose number the sandbox's chain carries. */
export const sandboxNetwork = 421_614;

/** keccak-256 of `AUTHORIZER_ROLE`: who has it in the endorser may authorize claims. */
export const authorizerRole = bytesToHex(keccak_256(Buffer.from('AUTHORIZER_ROLE')));

/** Where the contracts of the sandbox stand, `0x` and forty lower-case hex digits. */
export interface ContractAddresses {
  readonly checkpoints: string;
  readonly anchors: string;
  readonly accounts: string;
  readonly endorser: string;
}

/** The payer makes them with its first four transactions, in this order, so their places follow from its key. */
export function contractAddresses(payerKey: string): ContractAddresses {
  const payer = createAddressFromPrivateKey(Buffer.from(payerKey, 'hex'));
  const at = (nonce: bigint): string => createContractAddress(payer, nonce).toString();
  return { checkpoints: at(0n), anchors: at(1n), accounts: at(2n), endorser: at(3n) };
}

/** The orders that make them, for the first block after the genesis. */
export function deployment(payerKey: string, authorizer: string): Order[] {
  const operator = hexOf(createAddressFromPrivateKey(Buffer.from(payerKey, 'hex')).toString());
  const { checkpoints } = contractAddresses(payerKey);
  return [
    encodeDeployData({ ...checkpointsContract, args: [operator] }),
    encodeDeployData({ ...anchorsContract, args: [operator] }),
    encodeDeployData({ ...accountsContract }),
    encodeDeployData({ ...endorserContract, args: [hexOf(checkpoints), hexOf(authorizer)] }),
  ].map((data) => ({ data }));
}

/** Why a hash belongs under a root, as the interface's `witnessExternal` has it; bare hex. */
export interface InclusionProof {
  readonly leafIndex: number | bigint;
  readonly leftHashes: readonly string[];
  readonly rightHashes: readonly string[];
  readonly targetRootHash: string;
}

export const anchorOrder = ({ anchors }: ContractAddresses, root: string): Order => ({
  to: anchors,
  data: encodeFunctionData({ abi: anchorsContract.abi, functionName: 'anchor', args: [hexOf(root)] }),
});

export const checkpointOrder = ({ checkpoints }: ContractAddresses, root: string, size: number): Order => ({
  to: checkpoints,
  data: encodeFunctionData({
    abi: checkpointsContract.abi,
    functionName: 'checkpoint',
    args: [hexOf(root), BigInt(size)],
  }),
});

/** @param signature of the authorizer, 65 bytes of hex */
export function mintOrder(
  { endorser }: ContractAddresses,
  { leaf, to, signature, proof }: { leaf: string; to: string; signature: string; proof: InclusionProof },
): Order {
  const inclusion = {
    leafIndex: BigInt(proof.leafIndex),
    left: proof.leftHashes.map(hexOf),
    right: proof.rightHashes.map(hexOf),
    root: hexOf(proof.targetRootHash),
  };
  return {
    to: endorser,
    data: encodeFunctionData({
      abi: endorserContract.abi,
      functionName: 'mint',
      args: [hexOf(leaf), hexOf(to), hexOf(signature), inclusion],
    }),
  };
}

export const createAccountOrder = ({ accounts }: ContractAddresses, key: RsaNumbers): Order => ({
  to: accounts,
  data: encodeFunctionData({ abi: accountsContract.abi, functionName: 'create', args: numbersOf(key) }),
});

/** An RSA key as its two numbers, hex. */
export interface RsaNumbers {
  readonly exponent: string;
  readonly modulus: string;
}

const numbersOf = ({ exponent, modulus }: RsaNumbers) => [evenHex(exponent), evenHex(modulus)] as const;

/** The place of the account of a key, whether it stands or not (CREATE2, salt 0): it says which key it obeys. */
export function accountAddress(accounts: string, key: RsaNumbers): string {
  const code = encodeDeployData({ ...accountContract, args: numbersOf(key) });
  const salt = new Uint8Array(32);
  return createContractAddress2(createAddressFromString(accounts), salt, hexToBytes(code)).toString();
}

export const transferData = (from: string, to: string, token: bigint): string =>
  encodeFunctionData({
    abi: endorserContract.abi,
    functionName: 'transferFrom',
    args: [hexOf(from), hexOf(to), token],
  });

export const burnData = (token: bigint): string =>
  encodeFunctionData({ abi: endorserContract.abi, functionName: 'burn', args: [token] });

/** Call that reads from an account the bytes that its key must sign for its next call. */
export const messageCall = (account: string, target: string, data: string): Order => ({
  to: account,
  data: encodeFunctionData({
    abi: accountContract.abi,
    functionName: 'messageOf',
    args: [hexOf(target), hexOf(data)],
  }),
});

/** The same bytes, computed without a call. */
export function messageOf(
  chainId: number,
  account: string,
  nonce: bigint,
  target: string,
  data: string,
): Uint8Array {
  const types = ['uint256', 'address', 'uint256', 'address', 'bytes'].map((type) => ({ type }));
  const values = [BigInt(chainId), hexOf(account), nonce, hexOf(target), hexOf(data)];
  return hexToBytes(encodeAbiParameters(types, values));
}

/** Call that reads how many calls an account has made. */
export const nonceCall = (account: string): Order => ({
  to: account,
  data: encodeFunctionData({ abi: accountContract.abi, functionName: 'nonce' }),
});

/** The bytes in the answer to `messageCall`. */
export const messageIn = (answer: string): Uint8Array =>
  Buffer.from(
    decodeFunctionResult({ abi: accountContract.abi, functionName: 'messageOf', data: hexOf(answer) }).slice(
      2,
    ),
    'hex',
  );

export const executeOrder = (account: string, target: string, data: string, signature: string): Order => ({
  to: account,
  data: encodeFunctionData({
    abi: accountContract.abi,
    functionName: 'execute',
    args: [hexOf(target), hexOf(data), hexOf(signature)],
  }),
});

/** The name of the error by which a contract refused; undefined where none is known. */
export function refusalName(data: string): string | undefined {
  try {
    return decodeErrorResult({ abi: contractErrors, data: hexOf(data) }).errorName;
  } catch {
    return undefined;
  }
}

/** Hex with or without `0x`, as the encoders want it. */
const hexOf = (text: string): `0x${string}` => `0x${text.replace(/^0x/, '')}`;

const evenHex = (text: string): `0x${string}` => {
  const bare = text.replace(/^0x/, '');
  return `0x${bare.length % 2 === 0 ? bare : `0${bare}`}`;
};
