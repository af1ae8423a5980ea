/**
 * Answers of RPC nodes as evidence. Nothing here queries a node: a caller with network access sends the queries that
 * `anchorQuestions` and similar functions list, and passes in each request and response unchanged.
 */
import type { Json, JsonObject } from '../encoding/json.ts';
import { canonicalJson } from '../encoding/json.ts';
import { readHexOf, toHex } from '../encoding/bytes.ts';
import { unreadable } from '../errors.ts';

export interface RpcQuestion {
  readonly network: number;
  readonly method: string;
  readonly params: readonly Json[];
}

export interface RpcExchange extends RpcQuestion {
  /** The host alone: the address of a node may hold a key. */
  readonly rpc: string;
  /** Time of the query, RFC 3339. */
  readonly at: string;
  readonly result?: Json;
  /** `unreachable`, `timeout`, `rate-limit`, `cors`, or the message of the node. */
  readonly error?: string;
}

/** The exchanges of one node about one network. */
export interface RpcNode {
  readonly rpc: string;
  readonly exchanges: readonly RpcExchange[];
}

/** The nodes that answered about this network, sorted by name, so that the same evidence gives the same report. */
export function nodesOf(exchanges: readonly RpcExchange[], network: number): RpcNode[] {
  const names = new Set(exchanges.filter((one) => one.network === network).map((one) => one.rpc));
  return [...names].sort().map((rpc) => ({
    rpc,
    exchanges: exchanges.filter((one) => one.rpc === rpc && one.network === network),
  }));
}

/** `absent`: not queried; `failed`: queried without an answer; otherwise the answer. */
export type Answer =
  | { readonly kind: 'absent'; readonly result?: undefined }
  | { readonly kind: 'failed'; readonly error: string; readonly result?: undefined }
  | { readonly kind: 'answered'; readonly result: Json };

export function answerOf(node: RpcNode, method: string, params: readonly Json[]): Answer {
  const answer = answersOf(node).get(canonicalJson([method, params]));
  if (answer === undefined) return { kind: 'absent' };
  if (answer.result === undefined) return { kind: 'failed', error: answer.error ?? 'no answer' };
  return { kind: 'answered', result: answer.result };
}

const answersByNode = new WeakMap<RpcNode, ReadonlyMap<string, RpcExchange>>();

/** The first answer to each query. A token of thousands of events needs as many blocks, so they are indexed. */
function answersOf(node: RpcNode): ReadonlyMap<string, RpcExchange> {
  const known = answersByNode.get(node);
  if (known !== undefined) return known;
  const answers = new Map<string, RpcExchange>();
  for (const one of node.exchanges) {
    const question = canonicalJson([one.method, one.params]);
    if (!answers.has(question)) answers.set(question, one);
  }
  answersByNode.set(node, answers);
  return answers;
}

/** What `eth_chainId` reports of a node: the requested network, another one, or nothing. */
export function chainOf(node: RpcNode): bigint | undefined {
  const answer = answerOf(node, 'eth_chainId', []);
  return answer.kind === 'answered' ? readQuantity(answer.result, 'eth_chainId') : undefined;
}

/** A QUANTITY of JSON-RPC: `0x` and hex digits, below 2^256. */
export function readQuantity(value: Json | undefined, subject: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) {
    throw unreadable(subject, 'a quantity in hex');
  }
  return BigInt(value);
}

/** Epoch seconds of a block, below 2^40 as contracts store them: what is above is no date. */
export function readSeconds(value: Json | undefined, subject: string): bigint {
  const seconds = readQuantity(value, subject);
  if (seconds >> 40n !== 0n) throw unreadable(subject, 'epoch seconds below 2^40');
  return seconds;
}

/** 32 bytes of hex, lower case, without prefix. */
export function readWord(value: Json | undefined, subject: string): string {
  if (typeof value !== 'string') throw unreadable(subject, '32 bytes of hex');
  return toHex(readHexOf(value, 32, subject));
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
