/**
 * A token's events as chains that can be shown: in the order in which they are checked, each link with what it says
 * of the one before it, apart by network. What of it holds is for the checks beside them to say.
 */
import type { Basis, Check } from '../check.ts';
import { chainView } from '../witness/check-existence.ts';
import { ProofError } from '../errors.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import type { EndorsableFacts } from '../evidence/facts.ts';
import { check, indeterminate } from '../verdict/finding.ts';
import { isTokenId, readTransferLogs, type FinalEvents } from './token-logs.ts';
import {
  checkToken,
  followingOf,
  orderedLinks,
  placeOf,
  type EventFacts,
  type Following,
  type Later,
  type Link,
  type TokenFacts,
} from './token.ts';

/** From where events were read. */
export type EventsBasis = Extract<Basis, 'SERVER' | 'CHAIN'>;

export interface ReportedToken {
  readonly token: TokenFacts;
  readonly basis: EventsBasis;
}

/** A token with its events: from logs read by the reader's own nodes, and without them those the service tells. */
export function tokenOf(
  { id, ownerId, network }: EndorsableFacts = {},
  initialOwner: string | undefined,
  evidence: Evidence,
  context: Context,
): ReportedToken | undefined {
  if (id === undefined || ownerId === undefined || network === undefined) return undefined;
  const contract = context.endorsers?.find((one) => one.network === network);
  const logs =
    contract === undefined || !isTokenId(id)
      ? undefined
      : readTransferLogs(context.policy, contract, id, chainView(network, evidence, context));
  return {
    token: {
      id,
      ownerId,
      network,
      events: logs?.events ?? evidence.events?.items ?? [],
      complete: logs !== undefined || evidence.events?.complete === true,
      ...(logs !== undefined && { later: laterThan(logs, network, evidence) }),
      ...(initialOwner !== undefined && { initialOwner }),
    },
    basis: logs === undefined ? 'SERVER' : 'CHAIN',
  };
}

/** What the service tells and the logs cannot yet hold: a block of the last final second may come after that. */
function laterThan({ events, until }: FinalEvents, network: number, { events: reported }: Evidence): Later {
  const final = new Set(events.map(({ id }) => placeText(id)));
  return {
    events: (reported?.items ?? []).filter(
      (event) => event.network === network && event.timestamp >= until && !final.has(placeText(event.id)),
    ),
    complete: reported?.complete === true,
  };
}

function placeText(id: string): string {
  const { block, logIndex } = placeOf(id);
  return `${block}-${logIndex}`;
}

export interface ChainLink extends Link {
  readonly following: Following;
}

/** The events of a token on one network. */
export interface TokenChain {
  readonly network: number;
  readonly basis: EventsBasis;
  readonly complete: boolean;
  /** In the order in which they were checked. Empty where an event cannot be read: `checks` then say why. */
  readonly links: readonly ChainLink[];
  /** Reported by the service, and later than the last final block of the logs: not among the links. */
  readonly later: readonly EventFacts[];
  /** All `token.*` checks of this chain alone; the owner is checked on the token's own network only. */
  readonly checks: readonly Check[];
}

/**
 * The chains of a token, that of the network it is reported for first. Where the reader's nodes reported the events of that
 * network, the service's word counts for the others alone.
 *
 * @param witnessHash undefined where no witness is at hand: that the token is its document's then stays open
 */
export function tokenChains(
  token: EndorsableFacts,
  witnessHash: string | undefined,
  initialOwner: string | undefined,
  evidence: Evidence,
  context: Context,
): TokenChain[] {
  const input = tokenOf(token, initialOwner, evidence, context);
  if (input === undefined) return [];
  const reported = evidence.events?.items ?? [];
  const byNetwork = new Map<number, EventFacts[]>([[input.token.network, []]]);
  for (const event of reported) {
    const events = byNetwork.get(event.network);
    if (events === undefined) byNetwork.set(event.network, [event]);
    else events.push(event);
  }
  // Events of several networks are several chains: which of them is the token's stays open, in each of them.
  const mixed =
    byNetwork.size > 1
      ? checkToken(context.policy, witnessHash ?? '', { ...input.token, events: reported }).find(
          ({ id }) => id === 'token.network',
        )
      : undefined;
  return [...byNetwork].map(([network, events]) => {
    const isOwn = network === input.token.network;
    const fromLogs = isOwn && input.basis === 'CHAIN';
    const facts: TokenFacts = fromLogs
      ? input.token
      : { ...input.token, network, events, complete: evidence.events?.complete === true };
    const basis = fromLogs ? 'CHAIN' : 'SERVER';
    return {
      network,
      basis,
      complete: facts.complete,
      links: linksOf(facts.events),
      later: (fromLogs ? facts.later?.events : undefined) ?? [],
      checks: checksOf(facts, witnessHash, basis, context)
        .filter(({ id }) => isOwn || id !== 'token.head')
        .map((one) => (mixed !== undefined && one.id === 'token.network' && !fromLogs ? mixed : one)),
    };
  });
}

function linksOf(events: readonly EventFacts[]): ChainLink[] {
  try {
    return orderedLinks(events).map((link, at, all) => ({
      ...link,
      following: followingOf(link, all[at - 1]),
    }));
  } catch (error) {
    if (error instanceof ProofError) return [];
    throw error;
  }
}

function checksOf(
  facts: TokenFacts,
  witnessHash: string | undefined,
  basis: EventsBasis,
  { policy }: Context,
): Check[] {
  const checks = checkToken(policy, witnessHash ?? '', facts, basis);
  if (witnessHash !== undefined) return checks;
  const open = indeterminate('X_EVIDENCE_ABSENT', { code: 'get_evidence_again' });
  return checks.map((one) => (one.id === 'token.id' ? check(policy, 'token.id', open) : one));
}
