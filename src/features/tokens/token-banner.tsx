import type { ReactNode } from 'react';
import { parseInteger } from '#clock/instants.ts';
import type { Check } from '#proofs/check.ts';
import { answerOf, nodesOf, type RpcExchange } from '#proofs/chain/rpc.ts';
import type { EventsBasis, TokenChain } from '#proofs/token/token-chains.ts';
import type { FormatOptions } from '#ui/formats/formats.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { VerdictBanner } from '#ui/verdicts/verdict-banner.tsx';
import { ReportedChip, VerdictChip } from '#ui/verdicts/verdict-chip.tsx';
import type { VerdictState } from '#ui/verdicts/verdict-shape.tsx';
import type { TokenResult } from '#widgets/verification/worker/tasks.ts';
import type { VerificationContext } from '#widgets/verification/context/verification-context.ts';
import type { RpcNodeAddress } from '#widgets/verification/nodes/query-nodes.ts';
import { networkName } from '#widgets/network-name.ts';
import { nextOf, reasonSentence } from '#widgets/report/texts/check-sentences.ts';
import { m } from '#i18n/messages.ts';
import css from './token-banner.module.css';

/** How the chain of a token stands: as the service tells it is a state of its own, and no verdict. */
export type TokenStand = 'reported' | 'PASSED' | 'FAILED' | 'INDETERMINATE';

export interface TokenVerdict {
  readonly stand: TokenStand;
  readonly sentence: string;
  /** The check that decided against it. */
  readonly decided: Check | undefined;
}

/** What a claim leaves open while nobody but the service was queried. */
const notQueried: readonly string[] = ['X_SERVER_WORD', 'X_ANCHOR_NOT_CHECKED', 'X_CLAIM_CONTRACT_UNKNOWN'];

/** The verdict on the chain of the token's own network, named where events stand on other networks too. */
export function tokenVerdict(
  answer: TokenResult,
  number: (value: number) => string,
  wording: FormatOptions,
): TokenVerdict {
  const said = ownVerdict(answer, number, wording);
  const [own, ...others] = answer.chains;
  const network = others.length > 0 && networkName(own?.network);
  const isOfClaim = answer.claim.some((check) => check === said.decided);
  return network && !isOfClaim
    ? { ...said, sentence: m.verdicts_s_of_section({ section: network, sentence: said.sentence }) }
    : said;
}

function ownVerdict(
  { chains, claim, verdict }: TokenResult,
  number: (value: number) => string,
  wording: FormatOptions,
): TokenVerdict {
  const [chain] = chains;
  const count = chain?.links.length ?? 0;
  const checks = [...(chain?.checks ?? []), ...claim];
  const stop = verdict.stops[0];
  const decided = stop && checks.find(({ id, reason }) => id === stop.id && reason?.code === stop.code);
  const said = decided?.reason ? reasonSentence(decided.reason, decided.id, wording) : '';
  if (verdict.conclusion === 'TOTAL_PASSED')
    return {
      stand: 'PASSED',
      sentence: m.tokens_whole({ count, number: number(count) }),
      decided: undefined,
    };
  if (verdict.conclusion === 'TOTAL_FAILED') return { stand: 'FAILED', sentence: said, decided };
  // Said by the service alone, and not contradicting itself: grey, whatever it says.
  const isReportedOnly = (chain?.checks ?? []).every(
    ({ status, reason }) => status === 'PASSED' || reason?.code === 'X_SERVER_WORD',
  );
  const claimNotQueried = claim.every(
    ({ status, level, reason }) =>
      status === 'PASSED' || level !== 'FAIL' || notQueried.includes(reason?.code ?? ''),
  );
  if (isReportedOnly && claimNotQueried && chain?.basis === 'SERVER')
    return {
      stand: 'reported',
      sentence: m.tokens_reported_whole({ count, number: number(count) }),
      decided,
    };
  // A gap that only the service tells decides nothing, and is what there is to say.
  // Chains of several networks come first: what else does not fit may follow from that.
  const mixed = checks.find(({ reason }) => reason?.code === 'X_ENDORSE_MIXED_NETWORKS');
  const broken = checks.find(({ status, level }) => status === 'FAILED' && level === 'FAIL');
  const open =
    mixed ?? broken ?? checks.find(({ id, reason }) => stopsFor(id, reason?.code, verdict)) ?? decided;
  const sentence = open?.reason ? reasonSentence(open.reason, open.id, wording) : said;
  const claimOnly = chain?.basis === 'CHAIN' && chain.checks.every(({ status }) => status === 'PASSED');
  return {
    stand: 'INDETERMINATE',
    sentence: claimOnly ? m.tokens_whole_but({ sentence }) : sentence,
    decided: open,
  };
}

/** What is open for a better reason than that only the service says it. */
function stopsFor(id: Check['id'], code: string | undefined, { stops }: TokenResult['verdict']): boolean {
  return !notQueried.includes(code ?? '') && stops.some((stop) => stop.id === id && stop.code === code);
}

const stateOf = (stand: TokenStand): VerdictState => (stand === 'reported' ? 'NOT_APPLICABLE' : stand);

/** The verdict on the chain first, then from where it was read and what the reader can do about it. */
export function TokenBanner({
  answer,
  reader,
  nodes,
  awaited,
  actions,
}: {
  answer: TokenResult;
  reader: VerificationContext;
  nodes: readonly RpcNodeAddress[];
  /** The nodes have not answered yet, or were stopped: a strip below says so. */
  awaited: boolean;
  actions: ReactNode;
}) {
  const format = useFormat();
  const { stand, sentence, decided } = tokenVerdict(answer, format.number, format.options);
  const [chain] = answer.chains;
  const next = decided && nextOf(decided);
  const moreWords =
    chain?.basis === 'SERVER' && stand !== 'FAILED'
      ? serverOnlyWords(chain, reader, nodes, awaited)
      : undefined;
  return (
    <VerdictBanner
      state={stateOf(stand)}
      reported={stand === 'reported'}
      sentence={sentence}
      actions={actions}
      facts={
        <>
          {stand === 'reported' ? (
            <ReportedChip>{m.verdicts_reported()}</ReportedChip>
          ) : (
            <VerdictChip state={stand} warnings={answer.verdict.warnings} />
          )}
          {chain && !hasNoEvents(chain) && (
            <span>
              <From chain={chain} reader={reader} />
            </span>
          )}
          {moreWords !== undefined && <span className={css.line}>{moreWords}</span>}
          {stand !== 'reported' && stand !== 'PASSED' && chain?.basis === 'CHAIN' && next && (
            <span className={css.line}>{next}</span>
          )}
        </>
      }
    />
  );
}

/** The service reports no event: there is nothing of which to say who reports it. A node that was queried is named. */
const hasNoEvents = ({ basis, checks }: TokenChain): boolean =>
  basis === 'SERVER' &&
  checks.some(({ id, reason }) => id === 'token.continuity' && reason?.code === 'X_EVIDENCE_ABSENT');

function From({ chain, reader }: { chain: TokenChain; reader: VerificationContext }) {
  const format = useFormat();
  if (chain.basis === 'SERVER') return <>{m.tokens_reported_fact()}</>;
  const answered = heardFrom(reader.exchanges, chain.network);
  return (
    <>
      {m.tokens_chain_fact({
        count: answered.hosts.length,
        hosts: format.list(answered.hosts),
        network: networkName(chain.network) ?? '',
        block: answered.block === undefined ? '—' : format.number(answered.block),
      })}
    </>
  );
}

/** The nodes that returned logs, and the lowest block that they call final. */
function heardFrom(exchanges: readonly RpcExchange[], network: number) {
  const answered = nodesOf(exchanges, network).filter(({ exchanges: own }) =>
    own.some(({ method, result }) => method === 'eth_getLogs' && result !== undefined),
  );
  const blocks = answered.flatMap((node) => {
    const { result } = answerOf(node, 'eth_getBlockByNumber', ['finalized', false]);
    const height =
      typeof result === 'object' && result !== null && 'number' in result ? result.number : undefined;
    const whole = typeof height === 'string' && height.startsWith('0x') ? parseInteger(height) : undefined;
    return whole === undefined ? [] : [whole];
  });
  return {
    hosts: answered.map(({ rpc }) => rpc),
    block: blocks.sort((a, b) => (a < b ? -1 : 1))[0],
  };
}

/** Why it is the service's word alone, and how it becomes more; undefined while the nodes are awaited. */
function serverOnlyWords(
  { network }: { readonly network: number; readonly basis: EventsBasis },
  { trust }: VerificationContext,
  nodes: readonly RpcNodeAddress[],
  awaited: boolean,
): string | undefined {
  const words = { network: networkName(network) ?? '' };
  if (!trust.endorsers.some((one) => one.network === network)) return m.tokens_reported_name_contract(words);
  if (!nodes.some((one) => one.network === network)) return m.tokens_reported_name_node(words);
  return awaited ? undefined : m.tokens_nodes_no_logs();
}
