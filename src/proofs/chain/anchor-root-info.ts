/** `external.anchor`: the contract of the third party knows the root, since when, and of how many leaves. */
import { agree, finalized, headQuestions, type AnchorResult, type ChainView } from './anchor.ts';
import { readHexOf, toHex } from '../encoding/bytes.ts';
import { unreadable } from '../errors.ts';
import type { Json } from '../encoding/json.ts';
import type { Policy } from '../policy/policy.ts';
import { answerOf, type RpcQuestion } from './rpc.ts';

export interface RootAnchor {
  readonly network: number;
  /** Contract of the third party, from the reader's settings. */
  readonly contract: string;
  /** The root it should know, 32 bytes of hex. */
  readonly root: string;
}

/** rootInfo(bytes32) → (uint176 treeSize, uint40 timestamp, uint40 height) */
const rootInfoSelector = '0a805d5c';

/** Queried at the final block and at the latest one, so that "not yet final" and "unknown" can be distinguished. */
export function rootInfoQuestions(anchor: RootAnchor): RpcQuestion[] {
  const { network } = anchor;
  const calls = (['finalized', 'latest'] as const).map((block) => ({
    network,
    method: 'eth_call',
    params: rootInfoParams(anchor, block),
  }));
  return [...headQuestions(network), ...calls];
}

function rootInfoParams(anchor: RootAnchor, block: string): Json[] {
  const to = '0x' + toHex(readHexOf(anchor.contract, 20, 'contract'));
  const data = '0x' + rootInfoSelector + toHex(readHexOf(anchor.root, 32, 'targetRootHash'));
  return [{ to, data }, block];
}

/** `external.anchor` */
export function checkRootInfo(policy: Policy, anchor: RootAnchor, view: ChainView): AnchorResult {
  return agree(policy, anchor.network, view, (node) => {
    const final = answerOf(node, 'eth_call', rootInfoParams(anchor, 'finalized'));
    if (final.kind === 'absent') return { kind: 'not-queried', why: 'rootInfo was not queried' };
    if (final.kind === 'failed') return { kind: 'unreachable', why: final.error };
    const info = readRootInfo(final.result);
    if (info !== undefined) {
      if (finalized(node) === undefined) return { kind: 'not-final', why: 'the node names no final block' };
      return { kind: 'holds', ...info };
    }
    const latest = answerOf(node, 'eth_call', rootInfoParams(anchor, 'latest'));
    if (latest.kind === 'answered' && readRootInfo(latest.result) !== undefined) {
      return { kind: 'not-final', why: 'the contract knows the root only since a block that is not final' };
    }
    return { kind: 'absent', why: 'the contract does not know the root' };
  });
}

/** Three words; all zero means unknown. */
function readRootInfo(result: Json): { readonly treeSize: bigint; readonly seconds: bigint } | undefined {
  if (typeof result !== 'string') throw unreadable('rootInfo', 'three words of hex');
  const bytes = toHex(readHexOf(result, 96, 'rootInfo'));
  const word = (at: number): bigint => BigInt('0x' + bytes.slice(64 * at, 64 * at + 64));
  const [treeSize, seconds, height] = [word(0), word(1), word(2)];
  if (treeSize >> 176n !== 0n || seconds >> 40n !== 0n || height >> 40n !== 0n) {
    throw unreadable('rootInfo', 'a uint176 and two uint40');
  }
  if (treeSize === 0n || seconds === 0n) return undefined;
  return { treeSize, seconds };
}
