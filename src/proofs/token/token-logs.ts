/**
 * The endorsement chain as the logs of the endorser contract tell it: every Transfer of one token up to the final
 * block, read from nodes that the reader named. Only these events are CHAIN; what the service tells stays its word.
 */
import { bigIntOf, bytesOfBigInt, readHexOf, toHex } from '../encoding/bytes.ts';
import type { ChainView } from '../chain/anchor.ts';
import { finalized, headQuestions } from '../chain/anchor.ts';
import type { EndorserContract } from './claim-questions.ts';
import { ProofError, tooLarge, unreadable } from '../errors.ts';
import { readAddress } from '../chain/address.ts';
import { canonicalJson, type Json } from '../encoding/json.ts';
import type { Policy } from '../policy/policy.ts';
import {
  answerOf,
  chainOf,
  isObject,
  nodesOf,
  readQuantity,
  readWord,
  type RpcExchange,
  type RpcNode,
  type RpcQuestion,
} from '../chain/rpc.ts';
import type { EventFacts } from './token.ts';

/** keccak256("Transfer(address,address,uint256)"), the event of ERC-721. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const maxLogs = 100_000;

/** The logs of one token; `logBlockQuestions` follows from the answer. */
export function logQuestions(contract: EndorserContract, tokenId: bigint): RpcQuestion[] {
  const { network } = contract;
  return [
    ...headQuestions(network),
    { network, method: 'eth_getLogs', params: logParams(contract, tokenId) },
  ];
}

/** The blocks whose times the logs need, each once. */
export function logBlockQuestions(network: number, logs: Json | undefined): RpcQuestion[] {
  const items = Array.isArray(logs) ? (logs as readonly Json[]) : []; // isArray drops readonly
  const heights = new Set(
    items.slice(0, maxLogs).map((log) => (isObject(log) ? log.blockNumber : undefined)),
  );
  return [...heights]
    .filter((height) => typeof height === 'string')
    .map((height) => ({ network, method: 'eth_getBlockByNumber', params: [height, false] }));
}

/** Whether a contract can have such a token. */
export function isTokenId(id: bigint): boolean {
  return id >= 0n && id >> 256n === 0n;
}

function logParams(contract: EndorserContract, tokenId: bigint): Json[] {
  const id = '0x' + toHex(bytesOfBigInt(tokenId, 32));
  const address = readAddress(contract.address, 'contract');
  return [{ address, topics: [transferTopic, null, null, id], fromBlock: '0x0', toBlock: 'finalized' }];
}

/** The events of a token up to the last final block. */
export interface FinalEvents {
  readonly events: readonly EventFacts[];
  /** Time of the last final block, epoch seconds; of several nodes the latest. */
  readonly until: number;
}

/**
 * The events that as many nodes as the policy asks for tell alike; undefined where fewer do, or where two differ,
 * or where what they tell cannot be read: the service's events are then checked as its word.
 */
export function readTransferLogs(
  policy: Policy,
  contract: EndorserContract,
  tokenId: bigint,
  view: ChainView,
): FinalEvents | undefined {
  if (view.basis !== 'CHAIN') return undefined;
  const answers = nodesOf(view.exchanges, contract.network)
    .map((node) => readNode(node, contract, tokenId))
    .filter((final) => final !== undefined);
  const [first] = answers;
  const texts = new Set(answers.map(({ events }) => canonicalJson(events.map((event) => ({ ...event })))));
  return first !== undefined && answers.length >= policy.anchors.rpcs && texts.size === 1
    ? { events: first.events, until: Math.max(...answers.map(({ until }) => until)) }
    : undefined;
}

function readNode(node: RpcNode, contract: EndorserContract, tokenId: bigint): FinalEvents | undefined {
  try {
    const { number, timestamp: until } = finalized(node) ?? {};
    if (chainOf(node) !== BigInt(contract.network) || number === undefined || until === undefined)
      return undefined;
    const answer = answerOf(node, 'eth_getLogs', logParams(contract, tokenId));
    if (!Array.isArray(answer.result)) return undefined;
    const logs = answer.result as readonly Json[]; // isArray drops readonly
    if (logs.length > maxLogs) throw tooLarge('eth_getLogs', `at most ${maxLogs} logs`);
    // The logs are a question of their own, so the node may honestly answer up to a later block than this one.
    const events = logs
      .map((log) => readLog(node, log, contract, tokenId))
      .filter(({ block }) => block <= number);
    return { events, until };
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

/** Whether a node answered with logs of the token above its last final block: these counted as final before. */
export function logsAboveHead(
  contract: EndorserContract,
  tokenId: bigint,
  exchanges: readonly RpcExchange[],
): boolean {
  if (!isTokenId(tokenId)) return false;
  return nodesOf(exchanges, contract.network).some((node) => {
    try {
      const number = finalized(node)?.number;
      const { result } = answerOf(node, 'eth_getLogs', logParams(contract, tokenId));
      if (number === undefined || !Array.isArray(result)) return false;
      const logs = result as readonly Json[]; // isArray drops readonly
      return logs.some((log) => isObject(log) && readQuantity(log.blockNumber, 'log.blockNumber') > number);
    } catch (error) {
      if (error instanceof ProofError) return false;
      throw error;
    }
  });
}

type FinalEvent = EventFacts & { readonly block: bigint };

function readLog(node: RpcNode, log: Json, contract: EndorserContract, tokenId: bigint): FinalEvent {
  if (!isObject(log) || log.removed === true) throw unreadable('log', 'a log that stands');
  const [event, from, to, id, ...more] = Array.isArray(log.topics) ? (log.topics as readonly Json[]) : []; // isArray drops readonly
  const isOfContract =
    typeof log.address === 'string' &&
    readAddress(log.address, 'log.address') === readAddress(contract.address, 'contract');
  if (!isOfContract || event !== transferTopic || more.length > 0)
    throw unreadable('log', 'a Transfer of the contract');
  if (bigIntOf(readHexOf(readWord(id, 'log.tokenId'), 32, 'log.tokenId')) !== tokenId) {
    throw unreadable('log', 'a Transfer of the token');
  }
  const blockHash = readWord(log.blockHash, 'log.blockHash');
  return {
    id: `0x${blockHash}-0x${readQuantity(log.logIndex, 'log.logIndex').toString(16)}`,
    timestamp: blockTime(node, log.blockNumber, blockHash),
    from: addressTopic(from),
    to: addressTopic(to),
    digest: tokenId,
    network: contract.network,
    block: readQuantity(log.blockNumber, 'log.blockNumber'),
  };
}

/** An address stands in the low 20 bytes of its topic. */
function addressTopic(topic: Json | undefined): string {
  const word = readWord(topic, 'log.topic');
  if (!word.startsWith('0'.repeat(24))) throw unreadable('log.topic', 'an address');
  return '0x' + word.slice(24);
}

/** The time of the block, which must be the one that the log names. */
function blockTime(node: RpcNode, height: Json | undefined, blockHash: string): number {
  const answer = answerOf(node, 'eth_getBlockByNumber', [height ?? null, false]);
  if (!isObject(answer.result)) throw unreadable('block', 'to be there');
  if (readWord(answer.result.hash, 'block.hash') !== blockHash)
    throw unreadable('block', 'the block of the log');
  return Number(readQuantity(answer.result.timestamp, 'block.timestamp'));
}
