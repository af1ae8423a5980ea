/**
 * Proofs under one root meet: from the node where two paths join, all that is left to compute is the same. Only
 * one of them goes on, the others take over its answer.
 *
 * Why the answers stay those of the single check. Folding the rest of a proof is a function of four things: the
 * recipe, the node reached, the siblings that are left, and the root to compare with. A merge is a function of
 * the unordered pair {node, sibling}, since pairs are sorted before they are hashed. So when two proofs
 *   1. have the same recipe (each is folded apart), the same depth and the same root (companions), and
 *   2. stand at the same level with the same unordered pair {node, next sibling}, and
 *   3. have the same siblings above that level, one by one,
 * both folds end in the same value, and the comparison with the same root has the same outcome, whatever it
 * is. All three are decided by comparing every byte, here, of values computed from these very proofs; a table of
 * hash codes only proposes candidates. Nothing is inferred from an earlier success, so there is nothing that a
 * forged proof could borrow: a sibling changed below the meeting point gives another node (2 fails), at it
 * another pair (2 fails), above it other siblings (3 fails), and the proof is folded by itself.
 *
 * Sharing is never needed for an answer, so it is dropped wherever it costs too much: a candidate further than a
 * few places away in a table is not looked for, and comparisons in vain spend a budget. An input made to
 * collide is verified without sharing, in linear time.
 */
import { CandidateTable } from './candidate-table.ts';
import type { Companions } from './companions.ts';
import { equalWords, itemWords, type Kernel } from './kernel.ts';
import type { ProofBatch } from './proof-batch.ts';

/** Words that may be compared in vain, for each proof. */
const patiencePerProof = 64;

/** Levels at most between two attempts to meet, while less than half do: looking costs about as much as a merge. */
const maxStride = 4;

interface Ascent {
  readonly batch: ProofBatch;
  readonly kernel: Kernel;
  readonly recipe: number;
  /** What each proof has reached: leaves at first, and at the end the roots of those who followed nobody. */
  readonly nodes: Uint32Array;
  readonly siblings: Uint32Array;
  readonly starts: Uint32Array;
  readonly companions: Companions;
  /** The proofs to fold, all of `recipe`. */
  readonly proofs: Uint32Array;
}

/** Folds proofs that have companions, level by level, and lets those that meet go on as one. */
export function foldTogether(ascent: Ascent): void {
  const { batch, kernel, recipe, nodes, siblings, starts } = ascent;
  const active = ascent.proofs.slice();
  const moves = {
    count: active.length,
    proofs: active,
    starts: new Uint32Array(active.length),
    runs: new Uint8Array(active.length),
  };
  const table = new CandidateTable(active.length);
  const budget = { left: patiencePerProof * active.length };
  let stride = 1;
  for (let level = 0; moves.count > 0; level += stride) {
    moves.count = keep(active, moves.count, (proof) => level < (batch.depths[proof] ?? 0));
    const before = moves.count;
    if (budget.left > 0) moves.count = meet(ascent, table, active, before, level, budget);
    if (budget.left <= 0) stride = 64;
    else stride = (before - moves.count) * 2 > before ? 1 : Math.min(2 * stride, maxStride);
    for (let i = 0; i < moves.count; i++) {
      const proof = active[i] ?? 0;
      moves.starts[i] = (starts[proof] ?? 0) + level;
      moves.runs[i] = Math.min(stride, (batch.depths[proof] ?? 0) - level);
    }
    kernel.fold(recipe, nodes, siblings, moves);
  }
}

/** Links the active proofs that meet at this level and keeps the others. Returns how many are left. */
function meet(
  ascent: Ascent,
  table: CandidateTable,
  active: Uint32Array,
  count: number,
  level: number,
  budget: { left: number },
): number {
  const { nodes, siblings, starts, companions } = ascent;
  table.clear(count);
  return keep(active, count, (proof) => {
    const sibling = ((starts[proof] ?? 0) + level) * itemWords;
    // A sum, because the pair has no order.
    table.seek((nodes[proof * itemWords] ?? 0) + (siblings[sibling] ?? 0));
    for (let other = table.next(); other >= 0; other = table.next()) {
      if (companions.groupOf(other) !== companions.groupOf(proof)) continue;
      if (!samePair(ascent, level, proof, other)) continue;
      if (!sameAbove(ascent, level, proof, other, budget)) continue;
      companions.link(proof, other);
      return false;
    }
    table.add(proof);
    return true;
  });
}

/** Whether two proofs are about to merge the same two items, in either order. */
function samePair({ nodes, siblings, starts }: Ascent, level: number, a: number, b: number): boolean {
  const nodeA = a * itemWords;
  const nodeB = b * itemWords;
  const siblingA = ((starts[a] ?? 0) + level) * itemWords;
  const siblingB = ((starts[b] ?? 0) + level) * itemWords;
  return (
    (equalWords(nodes, nodeA, siblings, siblingB, itemWords) &&
      equalWords(siblings, siblingA, nodes, nodeB, itemWords)) ||
    (equalWords(nodes, nodeA, nodes, nodeB, itemWords) &&
      equalWords(siblings, siblingA, siblings, siblingB, itemWords))
  );
}

/** Whether two companions have the same siblings above this level. What is compared in vain is taken from the budget. */
function sameAbove(
  { batch, siblings, starts }: Ascent,
  level: number,
  a: number,
  b: number,
  budget: { left: number },
): boolean {
  const items = (batch.depths[a] ?? 0) - level - 1;
  const above = level + 1;
  const same = equalWords(
    siblings,
    ((starts[a] ?? 0) + above) * itemWords,
    siblings,
    ((starts[b] ?? 0) + above) * itemWords,
    items * itemWords,
  );
  if (!same) budget.left -= items * itemWords;
  return same;
}

/** Moves the entries that pass to the front, in order. Returns how many do. */
function keep(places: Uint32Array, count: number, test: (place: number) => boolean): number {
  let passing = 0;
  for (let i = 0; i < count; i++) {
    const place = places[i] ?? 0;
    if (test(place)) places[passing++] = place;
  }
  return passing;
}
