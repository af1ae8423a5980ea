import type { SubjectKey } from './people.ts';
import type { Random } from './random.ts';
import type { Story } from './story.ts';
import type { TokenRow } from './story-rows.ts';

/** A token as the interface's Endorsable has it. */
export interface SeedToken {
  /** uint256 of the witness hash. */
  readonly id: bigint;
  /** Wallet of the last holder, `0x` and forty lower-case hex digits. */
  readonly ownerId: string;
  /** Epoch seconds of its minting. */
  readonly timestamp: number;
  readonly network: number;
  readonly witnessId: string;
  /** Oldest first; the first comes from the zero address. */
  readonly events: readonly SeedEndorseEvent[];
}

export interface SeedEndorseEvent {
  /** `<blockHash>-<logIndex hex>`. */
  readonly id: string;
  readonly timestamp: number;
  readonly fromId: string;
  readonly toId: string;
  /** The token's id. */
  readonly digest: bigint;
  readonly network: number;
}

/** What a token row needs that only the made witnesses and keys can tell. */
export interface TokenFacts {
  /** SHA-256 of the request's document, 64 hex digits. */
  readonly hashOf: (requestKey: string) => string;
  /** The wallet of a subject. */
  readonly walletOf: (subject: SubjectKey) => string;
}

/** Tokens live on this test network. */
export const tokenNetwork = 421_614;
const zeroAddress = `0x${'0'.repeat(40)}`;
const fiveDays = 5 * 86_400;

/** The minted tokens of the story, each with its chain of holders; none later than `now`. */
export function makeTokens(story: Story, random: Random, now: Date, facts: TokenFacts): SeedToken[] {
  return story.tokens
    .filter(({ claimed }) => claimed)
    .map((row) => makeToken(row, story, random.fork(`token/${row.request}`), now, facts));
}

function makeToken(row: TokenRow, story: Story, random: Random, now: Date, facts: TokenFacts): SeedToken {
  const witness = story.requests.find(({ key }) => key === row.request)?.witness;
  const processed = [witness?.nom151At, witness?.merkleizedAt, witness?.externalAt].filter(
    (at) => at !== undefined,
  );
  if (witness === undefined || processed.length === 0) {
    throw new RangeError(`The token of ${row.request} has no processed witness`);
  }
  const id = BigInt(`0x${facts.hashOf(row.request)}`);
  const from = Math.ceil(Math.min(...processed.map(Number)) / 1000);
  const until = Math.floor(now.getTime() / 1000);
  const holders = [row.initialOwner, ...row.endorsedTo].map(facts.walletOf);
  const step = Math.floor(Math.min(fiveDays, (until - from) / (holders.length + 1)));
  const events = holders.map((toId, index): SeedEndorseEvent => ({
    id: `0x${random.hex(32)}-0x${random.integer(0, 60).toString(16)}`,
    timestamp: from + step * index + random.integer(Math.floor(step / 4), step - 1),
    fromId: holders[index - 1] ?? zeroAddress,
    toId,
    digest: id,
    network: tokenNetwork,
  }));
  return {
    id,
    ownerId: holders.at(-1) ?? zeroAddress,
    timestamp: events[0]?.timestamp ?? from,
    network: tokenNetwork,
    witnessId: witness.id,
    events,
  };
}
