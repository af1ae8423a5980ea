import { expect, it } from 'vitest';
import type { Kernel } from './kernel.ts';
import { plainKernel } from './plain-kernel.ts';
import { batchRecipes, packProofs } from './proof-batch.ts';
import { bytesOf, type Entry, family, forge, naiveAnswers } from './testing/batches.ts';
import { verifyProofs } from './verify-proofs.ts';

/** Answers of a batch, and how many merges they cost. */
function folded(entries: readonly Entry[]): { answers: number[]; merges: number } {
  let merges = 0;
  const counting: Kernel = {
    ...plainKernel,
    fold(recipe, nodes, siblings, moves) {
      for (let i = 0; i < moves.count; i++) merges += moves.runs[i] ?? 0;
      plainKernel.fold(recipe, nodes, siblings, moves);
    },
  };
  return { answers: [...verifyProofs(packProofs(entries), counting).holds], merges };
}

const merge = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { proof }) => sum + proof.siblings.length, 0);

it.each(batchRecipes)(
  'all leaves of a tree cost about what the tree has nodes, not leaves by levels (%s)',
  (recipe) => {
    const leaves = family(recipe, 7, 0, 'whole');
    const { answers, merges } = folded(leaves);
    expect(answers).toEqual(leaves.map(() => 1));
    // 127 inner nodes; each proof alone: 896.
    expect(merges).toBeGreaterThanOrEqual(127);
    expect(merges).toBeLessThanOrEqual(2 * 127);
  },
);

it('what all proofs have above them is folded once', () => {
  const leaves = family('bytes-sorted/1', 5, 55, 'stem');
  const { answers, merges } = folded(leaves);
  expect(answers).toEqual(leaves.map(() => 1));
  expect(merges).toBeLessThanOrEqual(2 * 31 + 55);
});

it('the same proof said often is folded once', () => {
  const [one] = family('bytes-sorted/1', 4, 4, 'often');
  const often = Array.from({ length: 100 }, () => one).filter((entry) => entry !== undefined);
  expect(folded(often)).toEqual({ answers: often.map(() => 1), merges: 8 });
});

it('trees in one batch are shared each by itself', () => {
  const trees = ['a', 'b', 'c', 'd'].flatMap((seed) => family('ascii-hex-sorted/1', 5, 2, seed));
  const mixed = trees.map((_, at) => trees[(at * 37) % trees.length]).filter((entry) => entry !== undefined);
  const { answers, merges } = folded(mixed);
  expect(answers).toEqual(mixed.map(() => 1));
  expect(merges).toBeLessThanOrEqual(4 * (2 * 31 + 2 * 2));
});

it('a leaf far from the others does not keep them from meeting', () => {
  // Every second leaf is missing: pairs meet one level further up.
  const leaves = family('bytes-sorted/1', 7, 6, 'half').filter((_, at) => at % 2 === 0);
  const { answers, merges } = folded(leaves);
  expect(answers).toEqual(leaves.map(() => 1));
  expect(merges).toBeLessThanOrEqual(64 + 2 * 63 + 6);
});

it('proofs that have nothing in common cost what each costs by itself', () => {
  const unrelated = Array.from(
    { length: 40 },
    (_, at) => family('bytes-sorted/1', 2, 10, `s${at}`)[at % 4],
  ).filter((entry) => entry !== undefined);
  expect(folded(unrelated)).toEqual({ answers: unrelated.map(() => 1), merges: merge(unrelated) });
});

it('proofs made to look alike until their last sibling are given up for shared, and answered each by itself', () => {
  const [good] = family('bytes-sorted/1', 0, 64, 'alike');
  if (good === undefined) throw new Error('a family has members');
  // All claim one hash, one root and one pair to merge; they differ in the last sibling alone.
  const alike = Array.from({ length: 200 }, (_, at): Entry => {
    const siblings = good.proof.siblings.with(63, bytesOf(`last ${at}`));
    return { recipe: good.recipe, proof: { ...good.proof, siblings } };
  });
  const entries = [good, ...alike, forge(good, 3, 9)];
  const { answers, merges } = folded(entries);
  expect(answers).toEqual(naiveAnswers(entries));
  expect(merges).toBeLessThanOrEqual(merge(entries));
});
