/**
 * Proofs of existence as alternatives. A witness carries up to three; each is a block with its own verdict and its
 * own proven time, and the witness holds when as many as the policy asks for do. A block that failed beside one
 * that passed stays visible as a warning.
 */
import type { Check } from '../check.ts';
import type { Instant } from '../encoding/instant.ts';
import type { StampAuthority } from '../pki/timestamp/stamp-authority.ts';
import type { Policy } from '../policy/policy.ts';
import {
  conclude,
  countWarnings,
  isDecidingFailure,
  weakestBasis,
  type Stop,
  type Verdict,
} from './verdict.ts';

export type BlockName = 'nom151' | 'merkleized' | 'external';

export interface ExistenceBlock {
  readonly name: BlockName;
  readonly checks: readonly Check[];
  readonly verdict: Verdict;
  /** When the hash existed, by this proof; only where the block passed and proves a time. */
  readonly provenTime?: Instant;
  /** The authority of the time-stamp that proves it. */
  readonly stampedBy?: StampAuthority;
  /** What a proof that passed rests on: any one of these would do. */
  readonly grounds: readonly Ground[];
}

/**
 * What a proof of existence rests on: a time-stamp token, of which digest and signer tell whether another proof rests on
 * the same; the final block of a chain; or nothing but membership, where a policy asks for no more.
 */
export type Ground =
  | { readonly kind: 'token'; readonly digest: string; readonly signer: string }
  | { readonly kind: 'anchor' }
  | { readonly kind: 'membership' };

/** A check with the time that it proves when it passes, and what it rests on. */
export interface TimedCheck {
  readonly check: Check;
  readonly time?: Instant;
  readonly stampedBy?: StampAuthority;
  readonly ground?: Ground;
}

/** NOM-151: everything must hold; the time is the one of the token. */
export function nom151Block(
  checks: readonly Check[],
  { time, stampedBy, ground }: Omit<TimedCheck, 'check'> = {},
): ExistenceBlock {
  const verdict = conclude(checks);
  const times = provenBy(verdict, [time]);
  return {
    name: 'nom151',
    checks,
    verdict,
    ...times,
    ...stampOf(times, [{ time, stampedBy }]),
    grounds: groundsOf([ground]),
  };
}

/**
 * Merkleized: membership, and a time-stamp over the root *or* a final anchor of it. A Merkle root alone proves
 * membership, not time. The earlier of the two proven times counts.
 */
export function merkleizedBlock(
  membership: readonly Check[],
  stamp: TimedCheck,
  anchor: TimedCheck,
): ExistenceBlock {
  const alternatives = [stamp, anchor];
  const checks = [...membership, ...alternatives.map(({ check }) => check)];
  const passing = alternatives.filter(holds);
  const chosen = passing.length > 0 ? passing : alternatives;
  const verdict = {
    ...withoutTime(conclude([...membership, ...chosen.map(({ check }) => check)]), chosen),
    warnings: countWarnings(checks) + failuresBeside(passing.length > 0, alternatives),
  };
  const times = provenBy(
    verdict,
    passing.map(({ time }) => time),
  );
  return {
    name: 'merkleized',
    checks,
    verdict,
    ...times,
    ...stampOf(times, passing),
    grounds: groundsOf(passing.map(({ ground }) => ground)),
  };
}

/** What only the service says proves no time, whatever a policy makes of it. */
function holds({ check }: TimedCheck): boolean {
  return check.status === 'PASSED' && check.basis !== 'SERVER';
}

/** Where a time counts and neither alternative is even there, membership alone is no proof of existence. */
function withoutTime(verdict: Verdict, chosen: readonly TimedCheck[]): Verdict {
  const absent = chosen.every(({ check }) => check.status === 'NOT_APPLICABLE' && check.level === 'FAIL');
  if (!absent || verdict.conclusion !== 'TOTAL_PASSED') return verdict;
  return { ...verdict, conclusion: 'INDETERMINATE', subIndication: 'NO_POE' };
}

/** External: membership in the range, and the range's root known to the contract at a final block. */
export function externalBlock(checks: readonly Check[], anchor: TimedCheck): ExistenceBlock {
  const verdict = conclude([...checks, anchor.check]);
  const passing = holds(anchor);
  return {
    name: 'external',
    checks: [...checks, anchor.check],
    verdict,
    ...provenBy(verdict, [passing ? anchor.time : undefined]),
    grounds: groundsOf([passing ? anchor.ground : undefined]),
  };
}

function groundsOf(found: readonly (Ground | undefined)[]): readonly Ground[] {
  const known = found.filter((ground) => ground !== undefined);
  return known.length > 0 ? known : [{ kind: 'membership' }];
}

/** Whoever made the time-stamp is named beside the time only where that is the time shown. */
function stampOf(
  { provenTime }: { readonly provenTime?: Instant },
  passing: readonly {
    readonly time?: Instant | undefined;
    readonly stampedBy?: StampAuthority | undefined;
  }[],
): { readonly stampedBy?: StampAuthority } {
  const first = provenTime === undefined ? undefined : passing.find(({ time }) => time === provenTime);
  return first?.stampedBy === undefined ? {} : { stampedBy: first.stampedBy };
}

/** An alternative that failed beside one that held is one more warning. */
function failuresBeside(passing: boolean, alternatives: readonly TimedCheck[]): number {
  return passing ? alternatives.filter(({ check }) => isDecidingFailure(check)).length : 0;
}

/** The earliest of the times that are known, where the verdict is that they count. */
function provenBy(
  verdict: Verdict,
  times: readonly (Instant | undefined)[],
): { readonly provenTime?: Instant } {
  const known = times.filter((time) => time !== undefined);
  return verdict.conclusion === 'TOTAL_PASSED' && known.length > 0 ? { provenTime: Math.min(...known) } : {};
}

export interface Existence {
  readonly verdict: Verdict;
  /** Earliest proven time among the blocks that passed, and who made the time-stamp that proves it. */
  readonly provenTime?: Instant;
  readonly stampedBy?: StampAuthority;
}

/**
 * The verdict of a witness over its blocks: TOTAL_PASSED when as many independent ones passed as the policy asks for,
 * TOTAL_FAILED when one failed and none passed, INDETERMINATE otherwise.
 */
export function composeExistence(policy: Policy, blocks: readonly ExistenceBlock[]): Existence {
  const by = (conclusion: Verdict['conclusion']) =>
    blocks.filter(({ verdict }) => verdict.conclusion === conclusion);
  const passed = by('TOTAL_PASSED');
  const failed = by('TOTAL_FAILED');
  const open = by('INDETERMINATE');
  const basis = weakestBasis(
    passed.flatMap(({ checks }) => checks.filter(({ status }) => status === 'PASSED')),
  );
  const common = { ...(basis !== undefined && { basis }) };
  if (passed.length > 0 && countIndependentProofs(passed) >= policy.existence.proofs) {
    const warnings = passed.reduce((sum, { verdict }) => sum + verdict.warnings, 0);
    const verdict = {
      conclusion: 'TOTAL_PASSED',
      stops: stopsOf(failed),
      warnings: warnings + failed.length,
      ...common,
    } as const;
    const earliest = provenBy(
      verdict,
      passed.map(({ provenTime }) => provenTime),
    );
    const dated = passed.map(({ provenTime: time, stampedBy }) => ({ time, stampedBy }));
    return { verdict, ...earliest, ...stampOf(earliest, dated) };
  }
  const conclusion = failed.length > 0 && passed.length === 0 ? 'TOTAL_FAILED' : 'INDETERMINATE';
  const stops = [...stopsOf(failed), ...stopsOf(open)];
  return {
    verdict: {
      conclusion,
      subIndication: stops[0]?.code ?? 'NO_POE',
      stops,
      warnings: blocks.reduce((sum, { verdict }) => sum + verdict.warnings, 0),
      ...common,
    },
  };
}

/**
 * How many of these proofs rest on evidence of their own. Tokens are independent by different digests of different
 * signers, a token and a final anchor are; two anchors count once, since who writes one can write the other.
 */
export function countIndependentProofs(blocks: readonly Pick<ExistenceBlock, 'grounds'>[]): number {
  const [block, ...others] = blocks;
  if (block === undefined) return 0;
  return bestCount(block.grounds, others, []);
}

/** Tries each ground of a proof beside those that the proofs before it took; there are three proofs at most. */
function bestCount(
  grounds: readonly Ground[],
  others: readonly Pick<ExistenceBlock, 'grounds'>[],
  taken: readonly Ground[],
): number {
  const [next, ...rest] = others;
  const counts = grounds.map((ground) => {
    const isNew = !taken.some((one) => isSameGround(one, ground));
    const after = isNew ? [...taken, ground] : taken;
    return next === undefined ? after.length : bestCount(next.grounds, rest, after);
  });
  return Math.max(...counts);
}

function isSameGround(a: Ground, b: Ground): boolean {
  if (a.kind !== 'token' || b.kind !== 'token') return a.kind === b.kind;
  return a.digest === b.digest || a.signer === b.signer;
}

function stopsOf(blocks: readonly ExistenceBlock[]): Stop[] {
  return blocks.flatMap(({ verdict }) => verdict.stops);
}

/** What a case is about, piece by piece; each piece keeps its own verdict. */
export interface Piece {
  readonly verdict: Verdict;
  /** Whether the case cannot pass without this piece; a failure of any piece fails the case. */
  readonly counts: boolean;
}

/** The weakest of the pieces. A case in which nothing counts has nothing to pass. */
export function composeCase(pieces: readonly Piece[]): Verdict {
  const failed = pieces.filter(({ verdict }) => verdict.conclusion === 'TOTAL_FAILED');
  const counted = pieces.filter(({ counts }) => counts);
  const open = counted.filter(({ verdict }) => verdict.conclusion === 'INDETERMINATE');
  const weakest = [...failed, ...open];
  const bases = counted.map(({ verdict }) => verdict.basis);
  const basis = (['SERVER', 'PINNED', 'CHAIN', 'RECOMPUTED'] as const).find((one) => bases.includes(one));
  const common = {
    stops: weakest.flatMap(({ verdict }) => verdict.stops),
    warnings: pieces.reduce((sum, { verdict }) => sum + verdict.warnings, 0),
    ...(basis !== undefined && { basis }),
  };
  if (counted.length > 0 && weakest.length === 0) return { conclusion: 'TOTAL_PASSED', ...common };
  return {
    conclusion: failed.length > 0 ? 'TOTAL_FAILED' : 'INDETERMINATE',
    subIndication: weakest[0]?.verdict.subIndication ?? 'X_EVIDENCE_ABSENT',
    ...common,
  };
}
