/**
 * The steps of a check as a ladder to be drawn: one rung for each value that was computed, and between two rungs
 * the join that leads from one to the other. Nothing is hashed here: what no step says is not drawn.
 */
import type { Check, Step } from '#proofs/check.ts';

export type Side = 'left' | 'right';

export type JoinKind = 'merge' | 'merge-left' | 'merge-right' | 'bag' | 'join-right' | 'join-left';

/** How one value was made of two. */
export interface Join {
  readonly kind: JoinKind;
  /** On which side of the value of the rung the other one stands. */
  readonly side: Side;
  readonly sibling: string;
  /** Whether the sibling was given with the proof, or computed on an earlier rung. */
  readonly given: boolean;
  readonly left: string;
  readonly right: string;
  readonly result: string;
  /** How high above the leaf the value of the rung stands, inside the mountain of the leaf. */
  readonly height: number;
  /** The sibling in the stored evidence, where the one that is shown differs from it. */
  readonly stored?: string;
}

export interface Rung {
  readonly value: string;
  /** `bag`: beside the spine, where the peaks at the right are folded. */
  readonly lane: 'spine' | 'bag';
  /** The step that leads on from here; the root has none, and a peak that waits for the bag has none. */
  readonly join?: Join;
  /** Number of that step, from 1. */
  readonly step?: number;
  /** The value in the stored evidence, where the one that is shown differs from it. */
  readonly stored?: string;
}

export interface Ladder {
  readonly rungs: readonly Rung[];
  /** How many joins there are. */
  readonly last: number;
  /** What the leaf was made of, where that was a step of its own. */
  readonly hash?: string;
  readonly storedHash?: string;
  /** The root that the evidence declares, as the check compared it. */
  readonly declared?: string;
  readonly recipe?: string;
}

/**
 * @param stored the same check over the evidence as it is stored, when `check` is over an altered copy of it:
 *   whatever differs is marked
 * @returns undefined where the check recorded no path: nothing was computed that could be drawn
 */
export function readLadder(check: Check, stored?: Check): Ladder | undefined {
  const plain = ladderOf(check);
  const before = stored === undefined ? undefined : ladderOf(stored);
  return plain === undefined || before === undefined ? plain : compared(plain, before);
}

/** The join that a step makes; step 0 is the leaf, which no join made. */
export function rungOfStep(ladder: Ladder, step: number): number {
  if (step <= 0) return 0;
  return Math.max(
    0,
    ladder.rungs.findIndex((rung) => rung.step === step),
  );
}

function ladderOf(check: Check): Ladder | undefined {
  const [first, ...rest] = check.steps ?? [];
  if (first?.kind !== 'leaf') return undefined;
  const leaf = first.values.leaf ?? first.values.result;
  if (leaf === undefined) return undefined;
  const joins = rest.flatMap((step) => joinOf(step) ?? []);
  const hash = first.values.hash;
  return {
    rungs: rungsOf(leaf, joins),
    last: joins.length,
    ...(hash !== undefined && { hash }),
    ...(check.expected !== undefined && { declared: check.expected }),
    ...(check.recipe !== undefined && { recipe: check.recipe }),
  };
}

type Made = Pick<Join, 'kind' | 'left' | 'right' | 'result'>;

const kinds: readonly string[] = ['merge', 'merge-left', 'merge-right', 'bag', 'join-right', 'join-left'];

function joinOf({ kind, values }: Step): Made | undefined {
  const { left, right } = values;
  const result = values.parent ?? values.result;
  if (!kinds.includes(kind) || left === undefined || right === undefined || result === undefined) {
    return undefined;
  }
  return { kind: kind as JoinKind, left, right, result }; // it is one of them: see the line above
}

function rungsOf(leaf: string, made: readonly Made[]): Rung[] {
  const rungs: Rung[] = [];
  let open: Rung = { value: leaf, lane: 'spine' };
  let height = 0;
  for (const [at, one] of made.entries()) {
    const { kind, left, right, result } = one;
    const step = at + 1;
    if (kind === 'bag' && open.lane === 'spine') {
      // The peak of the leaf waits while the peaks at its right are folded, from the last one on.
      rungs.push(open);
      open = { value: right, lane: 'bag' };
    }
    const ofBag = kind === 'join-right' && open.lane === 'bag';
    const side: Side =
      kind === 'merge' ? (left === open.value ? 'right' : 'left') : sideOf(kind, ofBag ? 'bag' : 'spine');
    const join: Join = {
      ...one,
      side,
      sibling: side === 'left' ? left : right,
      given: !ofBag,
      height,
    };
    rungs.push({ ...open, join, step });
    open = { value: result, lane: kind === 'bag' ? 'bag' : 'spine' };
    if (kind.startsWith('merge')) height += 1;
  }
  return [...rungs, open];
}

/** A bag takes the next peak at its left; the finished bag meets the peak of the leaf, which stands at its left. */
function sideOf(kind: JoinKind, lane: Rung['lane']): Side {
  if (kind === 'merge-right') return 'right';
  if (kind === 'join-right') return lane === 'bag' ? 'left' : 'right';
  return 'left';
}

function compared(ladder: Ladder, stored: Ladder): Ladder {
  return {
    ...ladder,
    ...(stored.hash !== undefined && stored.hash !== ladder.hash && { storedHash: stored.hash }),
    rungs: ladder.rungs.map((rung, at) => {
      const before = stored.rungs[at];
      const { join } = rung;
      const sibling = before?.join?.sibling;
      return {
        ...rung,
        ...(before !== undefined && before.value !== rung.value && { stored: before.value }),
        ...(join !== undefined && {
          join: {
            ...join,
            ...(sibling !== undefined && sibling !== join.sibling && { stored: sibling }),
          },
        }),
      };
    }),
  };
}
