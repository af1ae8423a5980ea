/**
 * What to ask a node so that everything in a case that hangs on a chain can be checked. Whoever has a network asks
 * `firstQuestions`, then `followUpQuestions` of the same node about its answers, and hands the exchanges in.
 */
import { rootInfoQuestions } from './anchor-root-info.ts';
import { blockQuestion, transactionQuestions } from './anchor-transaction.ts';
import { claimQuestions } from '../token/claim-questions.ts';
import { ProofError } from '../errors.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import type { WitnessFacts } from '../evidence/facts.ts';
import { canonicalJson } from '../encoding/json.ts';
import type { RpcExchange, RpcQuestion } from './rpc.ts';
import { logBlockQuestions, logQuestions } from '../token/token-logs.ts';

/** The contracts are the reader's; without them the questions that need them are left out. */
export function firstQuestions(
  evidence: Evidence,
  context: Pick<Context, 'endorsers' | 'range'>,
): RpcQuestion[] {
  const { witness, invites = [] } = evidence;
  const witnesses = [witness, ...invites.map((invite) => invite.witness)].filter((one) => one !== undefined);
  return each([
    ...witnesses.flatMap((one) => anchorQuestions(one, context)),
    ...(witness === undefined ? [] : endorsementQuestions(witness, context)),
  ]);
}

function anchorQuestions(
  { merkleized, external }: WitnessFacts,
  { range }: Pick<Context, 'range'>,
): RpcQuestion[] {
  const { txHash, network, merkleRoot: root } = merkleized ?? {};
  const inRange = external?.targetRootHash;
  return [
    ...readable(() =>
      txHash === undefined || network === undefined || root === undefined
        ? []
        : transactionQuestions({ txHash, network, root }),
    ),
    ...readable(() =>
      range === undefined || inRange === undefined
        ? []
        : rootInfoQuestions({ network: range.network, contract: range.address, root: inRange }),
    ),
  ];
}

function endorsementQuestions(
  { claiming, endorsable }: WitnessFacts,
  { endorsers = [] }: Pick<Context, 'endorsers'>,
): RpcQuestion[] {
  const { authorizer, claimer, signature, network } = claiming ?? {};
  const contractOn = (id: number | undefined) => endorsers.find((one) => one.network === id);
  return [
    ...readable(() =>
      authorizer === undefined || claimer === undefined || signature === undefined || network === undefined
        ? []
        : claimQuestions({ authorizer, claimer, signature, network }, contractOn(network)),
    ),
    ...readable(() => {
      const contract = contractOn(endorsable?.network);
      const id = endorsable?.id;
      // Of a token that no uint256 names there are no logs.
      return contract === undefined || id === undefined || id >> 256n !== 0n
        ? []
        : logQuestions(contract, id);
    }),
  ];
}

/** Queries for the blocks that a node's answers name and that were not queried yet. */
export function followUpQuestions(exchanges: readonly RpcExchange[]): RpcQuestion[] {
  const answeredKeys = new Set(exchanges.map(keyOf));
  const more = exchanges.flatMap(({ network, method, result }) => {
    if (method === 'eth_getLogs') return logBlockQuestions(network, result);
    const block = method === 'eth_getTransactionReceipt' ? blockQuestion(network, result) : undefined;
    return block === undefined ? [] : [block];
  });
  return each(more).filter((question) => !answeredKeys.has(keyOf(question)));
}

/** The checks report facts that cannot be read; no queries are made about them. */
function readable(questions: () => RpcQuestion[]): RpcQuestion[] {
  try {
    return questions();
  } catch (error) {
    if (error instanceof ProofError) return [];
    throw error;
  }
}

/** Each question once, in the order of its first appearance. */
function each(questions: readonly RpcQuestion[]): RpcQuestion[] {
  return [...new Map(questions.map((question) => [keyOf(question), question])).values()];
}

function keyOf({ network, method, params }: RpcQuestion): string {
  return canonicalJson([network, method, params]);
}
