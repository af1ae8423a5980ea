/**
 * `merkleized.anchor`: the transaction succeeded, is in a block of the canonical chain that is final, and carries
 * the root.
 */
import {
  agree,
  finalized,
  headQuestions,
  type AnchorResult,
  type ChainView,
  type Reading,
} from './anchor.ts';
import { readHex, readHexOf, toHex, utf8Of } from '../encoding/bytes.ts';
import { unreadable } from '../errors.ts';
import type { Json, JsonObject } from '../encoding/json.ts';
import type { Policy } from '../policy/policy.ts';
import {
  answerOf,
  isObject,
  readQuantity,
  readSeconds,
  readWord,
  type RpcNode,
  type RpcQuestion,
} from './rpc.ts';

export interface TransactionAnchor {
  readonly network: number;
  /** Hash of the transaction, 32 bytes of hex. */
  readonly txHash: string;
  /** The root it should carry, 32 bytes of hex. */
  readonly root: string;
}

/** The first questions about a transaction; `blockQuestion` follows from the receipt. */
export function transactionQuestions(anchor: TransactionAnchor): RpcQuestion[] {
  const { network } = anchor;
  const txHash = '0x' + toHex(readHexOf(anchor.txHash, 32, 'txHash'));
  return [
    ...headQuestions(network),
    { network, method: 'eth_getTransactionByHash', params: [txHash] },
    { network, method: 'eth_getTransactionReceipt', params: [txHash] },
  ];
}

/** The block of the canonical chain at the height that a receipt names; undefined where there is no receipt. */
export function blockQuestion(network: number, receipt: Json | undefined): RpcQuestion | undefined {
  if (!isObject(receipt) || typeof receipt.blockNumber !== 'string') return undefined;
  return { network, method: 'eth_getBlockByNumber', params: [receipt.blockNumber, false] };
}

/** `merkleized.anchor` */
export function checkTransaction(policy: Policy, anchor: TransactionAnchor, view: ChainView): AnchorResult {
  const root = readHexOf(anchor.root, 32, 'merkleRoot');
  const txHash = '0x' + toHex(readHexOf(anchor.txHash, 32, 'txHash'));
  return agree(policy, anchor.network, view, (node) => readTransaction(node, txHash, root));
}

function readTransaction(node: RpcNode, txHash: string, root: Uint8Array): Reading {
  const [transaction, receipt] = [
    answerOf(node, 'eth_getTransactionByHash', [txHash]),
    answerOf(node, 'eth_getTransactionReceipt', [txHash]),
  ];
  for (const answer of [transaction, receipt]) {
    if (answer.kind === 'failed') return { kind: 'unreachable', why: answer.error };
  }
  if (transaction.kind !== 'answered' || receipt.kind !== 'answered')
    return { kind: 'not-queried', why: 'the transaction was not queried' };
  if (transaction.result === null) return { kind: 'pending', why: 'the node knows no such transaction' };
  if (receipt.result === null) return { kind: 'pending', why: 'the transaction is in no block yet' };
  if (!isObject(transaction.result) || !isObject(receipt.result))
    throw unreadable('transaction', 'an object');
  return readMined(node, transaction.result, receipt.result, txHash, root);
}

function readMined(
  node: RpcNode,
  transaction: JsonObject,
  receipt: JsonObject,
  txHash: string,
  root: Uint8Array,
): Reading {
  for (const [part, of] of [
    [transaction.hash, 'transaction.hash'],
    [receipt.transactionHash, 'receipt.transactionHash'],
  ] as const) {
    if ('0x' + readWord(part, of) !== txHash)
      return { kind: 'unreadable', why: `${of} is of another transaction` };
  }
  const block = readWord(receipt.blockHash, 'receipt.blockHash');
  const number = readQuantity(receipt.blockNumber, 'receipt.blockNumber');
  if (readWord(transaction.blockHash, 'transaction.blockHash') !== block) {
    return { kind: 'unreadable', why: 'transaction and receipt name different blocks' };
  }
  const mined = readBlock(node, receipt, block, number);
  // Only of a final block can it be said that it does not carry the root.
  if (mined.kind !== 'holds') return mined;
  if (readQuantity(receipt.status, 'status') !== 1n) {
    return { kind: 'absent', why: 'the transaction was reverted' };
  }
  return carries(transaction, receipt, root)
    ? mined
    : { kind: 'absent', why: 'the root is not in the transaction' };
}

/** The block that the receipt names is the one of the canonical chain at its height, and it is final. */
function readBlock(node: RpcNode, receipt: JsonObject, block: string, number: bigint): Reading {
  const answer = answerOf(node, 'eth_getBlockByNumber', [receipt.blockNumber ?? null, false]);
  if (answer.kind !== 'answered') return { kind: 'not-queried', why: 'the block was not queried' };
  if (!isObject(answer.result)) return { kind: 'not-final', why: 'the node does not have the block' };
  if (readQuantity(answer.result.number, 'block.number') !== number)
    throw unreadable('block', 'the height asked for');
  if (readWord(answer.result.hash, 'block.hash') !== block) {
    return { kind: 'not-final', why: 'another block stands at that height' };
  }
  const head = finalized(node);
  if (head === undefined) return { kind: 'not-final', why: 'the node names no final block' };
  if (head.number < number)
    return { kind: 'not-final', why: `final is ${head.number}, the block is ${number}` };
  return { kind: 'holds', seconds: readSeconds(answer.result.timestamp, 'block.timestamp'), block };
}

/** The root as a 32-byte word, or as its 64 lower-case characters, in the input or in the logs of the transaction. */
function carries(transaction: JsonObject, receipt: JsonObject, root: Uint8Array): boolean {
  const word = toHex(root);
  const text = toHex(utf8Of(word));
  const fields: string[] = [dataOf(transaction.input, 'input')];
  const logs = Array.isArray(receipt.logs) ? (receipt.logs as readonly Json[]) : []; // isArray drops readonly
  for (const log of logs.slice(0, 4096)) {
    if (!isObject(log)) throw unreadable('log', 'an object');
    fields.push(dataOf(log.data, 'log.data'));
    const topics = Array.isArray(log.topics) ? (log.topics as readonly Json[]) : []; // isArray drops readonly
    for (const topic of topics.slice(0, 4)) fields.push(dataOf(topic, 'topic'));
  }
  return fields.some((field) => holdsBytes(field, word) || holdsBytes(field, text));
}

function dataOf(value: Json | undefined, subject: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw unreadable(subject, 'hex');
  return toHex(readHex(value, subject));
}

/** Occurs at a whole byte: a match that begins in the middle of one is no occurrence. */
function holdsBytes(field: string, sought: string): boolean {
  for (let at = field.indexOf(sought); at >= 0; at = field.indexOf(sought, at + 1)) {
    if (at % 2 === 0) return true;
  }
  return false;
}
