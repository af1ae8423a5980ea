/**
 * The endorsement chain of a token: whose it was, link by link. Events reported by the service are consistent or not
 * "as reported" (basis SERVER); events read from logs by the reader's own node are CHAIN. That the token's id is the
 * number of the witness hash is arithmetic, and RECOMPUTED.
 */
import { bigIntOf, readHexOf } from '../encoding/bytes.ts';
import type { Basis, Check, Step } from '../check.ts';
import { readUint256 } from '../chain/eip712.ts';
import { tooLarge, unreadable } from '../errors.ts';
import { readAddress } from '../chain/address.ts';
import { computedText, failed, indeterminate, runRule, passed, type Finding } from '../verdict/finding.ts';
import type { Policy } from '../policy/policy.ts';

export interface EventFacts {
  /** `<blockHash>-<logIndex hex>`; ids are not ordered by time. */
  readonly id: string;
  /** Epoch seconds. */
  readonly timestamp: number;
  readonly from: string;
  readonly to: string;
  /** The token's id. */
  readonly digest: bigint | number | string;
  readonly network: number;
  /** Height of the block, where the events come from logs. */
  readonly block?: bigint | number;
}

export interface TokenFacts {
  readonly id: bigint | number | string;
  readonly ownerId: string;
  readonly network: number;
  /** Events in any order. */
  readonly events: readonly EventFacts[];
  /** Every page was read, and the service reported no more. */
  readonly complete: boolean;
  /** What the service tells beyond the last final block, where `events` come from logs up to it. */
  readonly later?: Later;
  /** Wallet of the witness's initial owner, as the service tells it. */
  readonly initialOwner?: string;
}

/** Events reported and not final: they may become true, so nothing that they would explain is called false. */
export interface Later {
  readonly events: readonly EventFacts[];
  /** Every page was read: the service tells of no others. */
  readonly complete: boolean;
}

/** From whom a token comes when it is made, and to whom it goes when it is burnt. */
export const zeroAddress = '0x' + '0'.repeat(40);
const maxEvents = 100_000;
/** The report shows only the ends of a very long chain as steps; every link is checked. */
const maxSteps = 1000;
/** Blocks of one second among which an order is searched. */
const maxTies = 1000;

/** An event as it is read. Addresses are `0x` and lower case. */
export interface Link {
  readonly id: string;
  /** Epoch seconds. */
  readonly at: number;
  readonly from: string;
  readonly to: string;
  /** Hash of its block, bare and lower case; the id itself where that tells no block. */
  readonly block: string;
  readonly height: bigint | undefined;
  readonly logIndex: number;
}

/** How a link goes on from the one before it: it does, it does not, or their true order is not known here. */
export type Following = 'FOLLOWS' | 'GAP' | 'UNORDERED';

/** All `token.*` checks, in the order of their ids. */
export function checkToken(
  policy: Policy,
  witnessHash: string,
  token: TokenFacts,
  basis: Extract<Basis, 'SERVER' | 'CHAIN'> = 'SERVER',
): Check[] {
  const oneNetwork = token.events.every(({ network }) => network === token.network);
  const at = (rule: (links: readonly Link[]) => Finding) => () => ({
    basis,
    // Events of several networks are several chains: distinguished first, each can be checked.
    ...(oneNetwork ? rule(orderedLinks(token.events)) : networkFinding(token)),
  });
  return [
    runRule(policy, 'token.id', () => idFinding(witnessHash, token)),
    runRule(
      policy,
      'token.continuity',
      at((links) => continuityFinding(links, token)),
    ),
    runRule(
      policy,
      'token.head',
      at((links) => headFinding(links, token)),
    ),
    runRule(
      policy,
      'token.first',
      at((links) => firstFinding(links, token)),
    ),
    runRule(policy, 'token.complete', () => ({ basis, ...completeFinding(token) })),
    runRule(
      policy,
      'token.order',
      at((links) => orderFinding(links, token)),
    ),
    runRule(policy, 'token.network', () => ({ basis, ...networkFinding(token) })),
  ];
}

/** The token, and every event of it, carries uint256(witness hash). */
function idFinding(witnessHash: string, token: TokenFacts): Finding {
  const ofHash = bigIntOf(readHexOf(witnessHash, 32, 'hash'));
  const ids = [
    { of: 'token', id: readUint256(token.id, 'token.id') },
    ...token.events.map(({ id, digest }) => ({ of: `event ${id}`, id: readUint256(digest, 'event.digest') })),
  ];
  const odd = ids.find(({ id }) => id !== ofHash);
  const more = {
    expected: (odd?.id ?? readUint256(token.id, 'token.id')).toString(),
    computed: computedText(ofHash.toString()),
  };
  return odd === undefined ? passed(more) : failed('X_TOKEN_NOT_DOCUMENT', { of: odd.of }, more);
}

function continuityFinding(links: readonly Link[], token: TokenFacts): Finding {
  if (links.length === 0) return noEvents(token);
  const steps: Step[] = [];
  for (const [at, link] of links.entries()) {
    const before = links[at - 1];
    const following = followingOf(link, before);
    if (before !== undefined && following !== 'FOLLOWS') {
      const detail = { event: link.id, expected: before.to, from: link.from };
      return following === 'UNORDERED'
        ? indeterminate('X_ENDORSE_ORDER', { code: 'read_logs' }, detail)
        : failed('X_ENDORSE_GAP', detail, { expected: before.to, computed: computedText(link.from), steps });
    }
    if (steps.length < maxSteps) {
      steps.push({
        kind: 'link',
        values: { from: link.from, to: link.to, event: link.id, at: String(link.at) },
      });
    }
  }
  return passed({ steps });
}

/** Compares a link with the one before it. The first link always follows; `token.first` checks it. */
export function followingOf(link: Link, before: Link | undefined): Following {
  if (before === undefined || before.to === link.from) return 'FOLLOWS';
  // Events of one second in different blocks, without heights: their true order is not known here.
  return before.at === link.at && before.block !== link.block && link.height === undefined
    ? 'UNORDERED'
    : 'GAP';
}

function headFinding(links: readonly Link[], token: TokenFacts): Finding {
  const last = links.at(-1);
  if (last === undefined) return noEvents(token);
  const expected = readAddress(token.ownerId, 'ownerId');
  const more = { expected, computed: computedText(last.to) };
  if (last.to === expected) return passed(more);
  const { later } = token;
  // An owner of the last seconds is not final yet; and pages that were not read may tell how it became so.
  if (later !== undefined && leadsTo(expected, token.events, later.events)) return notFinal(later, more);
  if (later?.complete === false)
    return indeterminate('X_ENDORSE_INCOMPLETE', { code: 'read_every_page' }, undefined, more);
  return failed('X_ENDORSE_HEAD_MISMATCH', { owner: expected, last: last.to }, more);
}

/** The reported events go on from the last final one, link by link, and end at the owner. */
function leadsTo(owner: string, final: readonly EventFacts[], later: readonly EventFacts[]): boolean {
  const links = orderedLinks([...final, ...later]);
  return (
    links.at(-1)?.to === owner && links.every((link, at) => followingOf(link, links[at - 1]) === 'FOLLOWS')
  );
}

function firstFinding(links: readonly Link[], token: TokenFacts): Finding {
  const first = links[0];
  if (first === undefined) return noEvents(token);
  if (first.from !== zeroAddress) {
    return failed(
      'X_ENDORSE_FIRST_OWNER',
      { from: first.from },
      { expected: zeroAddress, computed: computedText(first.from) },
    );
  }
  if (token.initialOwner === undefined)
    return indeterminate('X_EVIDENCE_ABSENT', { code: 'get_initial_owner' }, { what: 'initialOwner' });
  const expected = readAddress(token.initialOwner, 'initialOwner');
  const more = { expected, computed: computedText(first.to) };
  return first.to === expected
    ? passed(more)
    : failed('X_ENDORSE_FIRST_OWNER', { owner: expected, first: first.to }, more);
}

function completeFinding(token: TokenFacts): Finding {
  const ids = new Set(token.events.map(({ id }) => id.toLowerCase()));
  if (ids.size !== token.events.length) {
    return indeterminate(
      'X_ENDORSE_INCOMPLETE',
      { code: 'read_again' },
      { repeated: token.events.length - ids.size },
    );
  }
  if (token.later !== undefined && token.later.events.length > 0) return notFinal(token.later);
  if (!token.complete) return indeterminate('X_ENDORSE_INCOMPLETE', { code: 'read_every_page' });
  // A list without endorsements shows nothing: a token has at least the one that made it.
  return token.events.length === 0 ? noEvents(token) : passed();
}

/** Along the order of blocks and log indexes, times never go back; one block has one time. */
function orderFinding(links: readonly Link[], token: TokenFacts): Finding {
  if (links.length === 0) return noEvents(token);
  const timeByBlock = new Map<string, number>();
  for (const link of links) {
    const reportedTime = timeByBlock.get(link.block);
    if (reportedTime !== undefined && reportedTime !== link.at) {
      return failed('X_ENDORSE_ORDER', { event: link.id, why: 'one block, two times' });
    }
    timeByBlock.set(link.block, link.at);
  }
  let highest = 0n;
  for (const { id, height } of links) {
    if (height === undefined) continue;
    if (height < highest) {
      return failed('X_ENDORSE_ORDER', { event: id, why: 'a later time in an earlier block' });
    }
    highest = height;
  }
  return passed();
}

function networkFinding(token: TokenFacts): Finding {
  if (token.events.length === 0) return noEvents(token);
  const networks = new Set([token.network, ...token.events.map(({ network }) => network)]);
  return networks.size === 1
    ? passed()
    : indeterminate(
        'X_ENDORSE_MIXED_NETWORKS',
        { code: 'read_each_network' },
        { networks: [...networks].join(', ') },
      );
}

/**
 * By time, then height, then log index within a block. Several blocks may share one second (layer-2 networks make
 * four of them), and the interface tells no heights: within such a second the blocks are put in the order in which
 * each `from` follows the `to` before it, if there is one.
 *
 * @throws ProofError where an event cannot be read
 */
export function orderedLinks(events: readonly EventFacts[]): Link[] {
  if (events.length > maxEvents) throw tooLarge('events', `at most ${maxEvents}`);
  const links = events
    .map(readLink)
    .sort((a, b) => a.at - b.at || Number((a.height ?? 0n) - (b.height ?? 0n)));
  const ordered: Link[] = [];
  for (const second of groups(links, (link) => String(link.at))) {
    const blocks = groups(second, (link) => link.block).map((block) =>
      block.sort((a, b) => a.logIndex - b.logIndex),
    );
    const hasHeights = second.every((link) => link.height !== undefined);
    ordered.push(...(hasHeights ? blocks.flat() : linkedBlocks(blocks, ordered.at(-1)?.to)));
  }
  return ordered;
}

function linkedBlocks(blocks: readonly Group[], before: string | undefined): Link[] {
  const ordered: Link[] = [];
  const rest = [...blocks];
  let owner = before ?? zeroAddress;
  while (rest.length > 0) {
    const fitting =
      rest.length > maxTies
        ? 0
        : Math.max(
            0,
            rest.findIndex(([first]) => first.from === owner),
          );
    for (const link of rest.splice(fitting, 1).flat()) {
      ordered.push(link);
      owner = link.to;
    }
  }
  return ordered;
}

type Group = [Link, ...Link[]];

/** Members with the same key, in the order in which the keys first occur. */
function groups(links: readonly Link[], keyOf: (link: Link) => string): Group[] {
  const byKey = new Map<string, Group>();
  for (const link of links) {
    const group = byKey.get(keyOf(link));
    if (group === undefined) byKey.set(keyOf(link), [link]);
    else group.push(link);
  }
  return [...byKey.values()];
}

/** Where an event stands: hash of its block, bare and lower case, and its log index; 0 where its id tells none. */
export function placeOf(id: string): { readonly block: string; readonly logIndex: number } {
  if (id.length > 200) throw tooLarge('event.id', 'at most 200 characters');
  // An id of another form tells no block: the event then stands in a block of its own.
  const parts = /^(?:0x)?([0-9a-fA-F]{64})-(?:0x)?([0-9a-fA-F]{1,8})$/.exec(id);
  return { block: (parts?.[1] ?? id).toLowerCase(), logIndex: Number.parseInt(parts?.[2] ?? '0', 16) };
}

function readLink(event: EventFacts): Link {
  const { id, timestamp, block } = event;
  if (!Number.isSafeInteger(timestamp) || timestamp < 0) throw unreadable('event.timestamp', 'epoch seconds');
  return {
    id,
    at: timestamp,
    from: readAddress(event.from, 'event.from'),
    to: readAddress(event.to, 'event.to'),
    ...placeOf(id),
    height: block === undefined ? undefined : readUint256(block, 'event.block'),
  };
}

function noEvents({ complete, later }: TokenFacts): Finding {
  if (later !== undefined && later.events.length > 0) return notFinal(later);
  // A complete list has no more pages to read. `later` is there where a node has returned the logs already.
  const read = later === undefined ? 'read_logs' : 'ask_another_rpc';
  return indeterminate('X_EVIDENCE_ABSENT', { code: complete ? read : 'read_every_page' });
}

function notFinal({ events }: Later, more?: Partial<Finding>): Finding {
  return indeterminate('X_ENDORSE_NOT_FINAL', { code: 'wait_until_final' }, { count: events.length }, more);
}
