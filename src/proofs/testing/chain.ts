/** A node of the tests' own: answers the questions of anchors from a little world, each of which can be bent. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Json } from '../encoding/json.ts';
import type { RpcExchange, RpcQuestion } from '../chain/rpc.ts';
import { hex, leafAt } from './trees.ts';

export const network = 421614;
export const rangeContract = '0x' + '22'.repeat(20);
export const endorser = { network, address: '0x' + '33'.repeat(20), role: hex(leafAt(900)) };
export const txHash = hex(leafAt(901));
const blockHash = '0x' + hex(leafAt(902));

/** What a node knows. Times are epoch seconds. */
export interface World {
  readonly chainId: number;
  readonly root: string;
  readonly status: string;
  readonly blockNumber: number;
  readonly blockTime: number;
  readonly finalNumber: number;
  /** Block at the height of the transaction. */
  readonly canonicalHash: string;
  readonly input: string;
  readonly logs: Json;
  readonly mined: boolean;
  readonly known: boolean;
  /** rootInfo at the final and at the latest block; undefined: zeros. */
  readonly info: { readonly size: number; readonly seconds: number } | undefined;
  readonly latestInfo: { readonly size: number; readonly seconds: number } | undefined;
  readonly hasRole: boolean;
  readonly code: string;
}

export function world(root: string, change: Partial<World> = {}): World {
  const info = { size: 13, seconds: 1_790_000_000 };
  return {
    chainId: network,
    root,
    status: '0x1',
    blockNumber: 100,
    blockTime: 1_790_000_000,
    finalNumber: 120,
    canonicalHash: blockHash,
    input: '0x12345678' + root,
    logs: [],
    mined: true,
    known: true,
    info,
    latestInfo: change.info ?? info,
    hasRole: true,
    code: '0x',
    ...change,
  };
}

const quantity = (value: number): string => '0x' + value.toString(16);
const word = (value: number): string => value.toString(16).padStart(64, '0');

export function ask(
  rpc: string,
  questions: readonly RpcQuestion[],
  state: World,
  fail?: (question: RpcQuestion) => boolean,
): RpcExchange[] {
  return questions.map((question) => ({
    ...question,
    rpc,
    at: '2026-11-20T15:00:00Z',
    ...(fail?.(question) === true ? { error: 'timeout' } : { result: answer(question, state) }),
  }));
}

/** The questions about a transaction, with the one about its block. */
export function requestedTransaction(change: readonly RpcQuestion[], blockNumber = 100): RpcQuestion[] {
  return [...change, { network, method: 'eth_getBlockByNumber', params: [quantity(blockNumber), false] }];
}

function answer({ method, params }: RpcQuestion, state: World): Json {
  switch (method) {
    case 'eth_chainId':
      return quantity(state.chainId);
    case 'eth_getTransactionByHash':
      return state.known ? { hash: '0x' + txHash, blockHash, input: state.input } : null;
    case 'eth_getTransactionReceipt':
      if (!state.mined || !state.known) return null;
      return {
        transactionHash: '0x' + txHash,
        status: state.status,
        blockHash,
        blockNumber: quantity(state.blockNumber),
        logs: state.logs,
      };
    case 'eth_getBlockByNumber':
      if (params[0] === 'finalized') {
        return {
          number: quantity(state.finalNumber),
          hash: '0x' + hex(leafAt(903)),
          timestamp: quantity(state.blockTime + 60),
        };
      }
      return {
        number: quantity(state.blockNumber),
        hash: state.canonicalHash,
        timestamp: quantity(state.blockTime),
      };
    case 'eth_getCode':
      return state.code;
    case 'eth_call':
      return called(params[0], params[1], state);
    default:
      return null;
  }
}

function called(call: Json | undefined, block: Json | undefined, state: World): Json {
  const data = (call as { data: string }).data;
  if (data.startsWith('0x91d14854')) return '0x' + word(state.hasRole ? 1 : 0);
  const info = block === 'finalized' ? state.info : state.latestInfo;
  const known = data.slice(10) === state.root ? info : undefined;
  return '0x' + word(known?.size ?? 0) + word(known?.seconds ?? 0) + word(known === undefined ? 0 : 77);
}

/** A key of an authorizer, and what it signs. */
export const authorizerKey = leafAt(950);

export function addressOfKey(key: Uint8Array): string {
  return '0x' + hex(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12));
}

/** r ‖ s ‖ v with v of 27 or 28. */
export function signDigest(digest: Uint8Array, key: Uint8Array): string {
  const signed = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  return hex(signed.subarray(1)) + (27 + signed[0]!).toString(16);
}
