import type { SubjectKey, TokenRow } from '../data/tables.ts';
import type { Random } from './random.ts';
import type { SeedWitness, Story } from './story.ts';

/** A token of the story: of which witness, and who came to hold it when. */
export interface SeedToken {
  readonly witness: SeedWitness;
  /** Oldest first; the first one claimed it. */
  readonly holders: readonly { readonly subject: SubjectKey; readonly at: Date }[];
}

const second = 1000;
const fiveDays = 5 * 86_400 * second;

/** The tokens that were claimed, each with its chain of holders; none later than `now`. */
export function planTokens(story: Story, random: Random, now: Date): SeedToken[] {
  return story.tokens
    .filter(({ claimed }) => claimed)
    .map((row) => planToken(row, story, random.fork(`token/${row.request}`), now));
}

function planToken(row: TokenRow, story: Story, random: Random, now: Date): SeedToken {
  const witness = story.requests.find(({ key }) => key === row.request)?.witness;
  if (witness?.externalAt === undefined)
    throw new RangeError(`The token of ${row.request} is of a witness that is in no tree of a third party`);
  const from = witness.externalAt.getTime();
  const subjects = [row.claimedBy ?? row.initialOwner, ...row.endorsedTo];
  const step = Math.floor(Math.min(fiveDays, (now.getTime() - from) / (subjects.length + 1)) / second);
  const holders = subjects.map((subject, index) => ({
    subject,
    at: new Date(from + (step * index + random.integer(Math.floor(step / 4), step - 1)) * second),
  }));
  return { witness, holders };
}
