/**
 * Anchors: is the root on the chain that the witness names? Each node that the user named is read on its own
 * (`anchor-transaction.ts`, `anchor-root-info.ts`); here the policy decides how many must agree, and what it
 * means when they do not. Nothing here queries a network: the caller passes the answers in.
 */
import type { Basis, EvidenceRef, NextAction, ReasonCode } from '../check.ts';
import type { Instant } from '../encoding/instant.ts';
import {
  computedText,
  failed,
  indeterminate,
  passed,
  unreadableFinding,
  type Finding,
} from '../verdict/finding.ts';
import type { Policy } from '../policy/policy.ts';
import { answerOf, chainOf, isObject, nodesOf, readQuantity, readWord } from './rpc.ts';
import type { RpcExchange, RpcNode, RpcQuestion } from './rpc.ts';

export interface AnchorResult {
  readonly finding: Finding;
  /** When the chain saw the root; only beside a finding that passed. */
  readonly time?: Instant;
  /** Leaves of the tree under the root; only of `rootInfo`, beside a finding that passed. */
  readonly treeSize?: bigint;
}

/** Result of reading an anchor from one node. */
export type Reading =
  | {
      readonly kind: 'holds';
      readonly seconds: bigint;
      readonly block?: string;
      readonly treeSize?: bigint;
      readonly why?: undefined;
    }
  | { readonly kind: 'absent' | 'pending' | 'not-final'; readonly why: string }
  | { readonly kind: 'unreachable' | 'not-queried' | 'other-chain' | 'unreadable'; readonly why: string };

/** Answers inside a case file are declared: they count as the service's until the user's own node repeats them. */
export interface ChainView {
  readonly exchanges: readonly RpcExchange[];
  readonly basis: Extract<Basis, 'CHAIN' | 'SERVER'>;
}

/** Queries for every node, whatever the anchor. */
export const headQuestions = (network: number): RpcQuestion[] => [
  { network, method: 'eth_chainId', params: [] },
  { network, method: 'eth_getBlockByNumber', params: ['finalized', false] },
];

export interface FinalHead {
  readonly number: bigint;
  readonly hash: string;
  /** Epoch seconds, where the node tells them. */
  readonly timestamp?: number;
}

/** The head that the node calls final. */
export function finalized(node: RpcNode): FinalHead | undefined {
  const answer = answerOf(node, 'eth_getBlockByNumber', ['finalized', false]);
  if (!isObject(answer.result)) return undefined;
  const { number, hash, timestamp } = answer.result;
  return {
    number: readQuantity(number, 'finalized.number'),
    hash: readWord(hash, 'finalized.hash'),
    ...(timestamp !== undefined && { timestamp: Number(readQuantity(timestamp, 'finalized.timestamp')) }),
  };
}

/** Reads every node and asks the policy how many must agree. */
export function agree(
  policy: Policy,
  network: number,
  view: ChainView,
  read: (node: RpcNode) => Reading,
): AnchorResult {
  const nodes = nodesOf(view.exchanges, network);
  const readings = nodes.map((node) => ({ rpc: node.rpc, ...readNode(node, network, read) }));
  const evidence: EvidenceRef[] = nodes.map(({ rpc, exchanges }) => ({
    kind: 'rpc',
    origin: rpc,
    ...(exchanges[0] !== undefined && { time: exchanges[0].at }),
  }));
  const more = { basis: view.basis, evidence } as const;
  const ask = { code: 'name_an_rpc', detail: { network } } as const;
  const hosts = (kind: Reading['kind']): string =>
    readings
      .filter((one) => one.kind === kind)
      .map((one) => one.rpc)
      .join(', ');

  const otherChain = readings.find((one) => one.kind === 'other-chain');
  if (otherChain !== undefined) {
    const detail = { network, rpc: otherChain.rpc };
    return { finding: indeterminate('X_RPC_CHAIN_MISMATCH', ask, detail, more) };
  }
  const holding = readings.filter((one) => one.kind === 'holds');
  const absent = readings.filter((one) => one.kind === 'absent');
  const first = holding[0];
  const odd = holding.find(
    (one) => one.seconds !== first?.seconds || one.block !== first.block || one.treeSize !== first.treeSize,
  );
  if ((first !== undefined && absent.length > 0) || odd !== undefined) {
    const detail = { network, holds: hosts('holds'), absent: hosts('absent') };
    return {
      finding: indeterminate(
        'X_RPC_DISAGREE',
        { code: 'ask_another_rpc', detail: { network } },
        detail,
        more,
      ),
    };
  }
  if (first !== undefined) {
    if (holding.length < policy.anchors.rpcs) {
      const detail = { network, needed: policy.anchors.rpcs, answered: holding.length };
      return {
        finding: indeterminate('X_ANCHOR_NOT_CHECKED', { code: 'ask_another_rpc', detail }, detail, more),
      };
    }
    return {
      finding: passed({
        ...more,
        ...(first.block !== undefined && { computed: computedText(`block ${first.block}`) }),
      }),
      time: Number(first.seconds) * 1000,
      ...(first.treeSize !== undefined && { treeSize: first.treeSize }),
    };
  }
  const [denial] = absent;
  if (denial !== undefined) {
    const detail = { network, rpc: hosts('absent'), why: denial.why ?? '' };
    // One node may lag or lie; two that agree on a final chain make it a failure (verdict model).
    if (absent.length >= 2 && view.basis === 'CHAIN')
      return { finding: failed('X_ANCHOR_ROOT_ABSENT', detail, more) };
    return {
      finding: indeterminate(
        'X_ANCHOR_ROOT_ABSENT',
        { code: 'ask_another_rpc', detail: { network } },
        detail,
        more,
      ),
    };
  }
  return { finding: undecided(readings, network, more) };
}

/** No node holds it and none denies it: say what stands in the way, the nearest to an answer first. */
function undecided(
  readings: readonly (Reading & { readonly rpc: string })[],
  network: number,
  more: Pick<Finding, 'basis' | 'evidence'>,
): Finding {
  const later = { code: 'try_later', detail: { network } };
  const ask = { code: 'name_an_rpc', detail: { network } };
  const first = (kind: Reading['kind'], code: ReasonCode, next: NextAction): Finding | undefined => {
    const one = readings.find((reading) => reading.kind === kind);
    return one && indeterminate(code, next, { network, rpc: one.rpc, why: one.why ?? '' }, more);
  };
  return (
    first('not-final', 'X_ANCHOR_NOT_FINAL', later) ??
    first('pending', 'X_ANCHOR_PENDING', later) ??
    first('unreadable', 'X_UNREADABLE', ask) ??
    first('unreachable', 'X_RPC_UNREACHABLE', ask) ??
    indeterminate('X_ANCHOR_NOT_CHECKED', ask, { network }, more)
  );
}

function readNode(node: RpcNode, network: number, read: (node: RpcNode) => Reading): Reading {
  try {
    const chain = chainOf(node);
    if (chain === undefined) {
      const silent = answerOf(node, 'eth_chainId', []);
      return silent.kind === 'failed'
        ? { kind: 'unreachable', why: silent.error }
        : { kind: 'not-queried', why: 'the chain of the node was not queried' };
    }
    if (chain !== BigInt(network)) return { kind: 'other-chain', why: `chain ${chain}` };
    return read(node);
  } catch (error) {
    const { reason } = unreadableFinding(error);
    return { kind: 'unreadable', why: String(reason?.detail?.message ?? '') };
  }
}
