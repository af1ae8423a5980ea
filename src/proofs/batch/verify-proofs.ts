/**
 * Large audits: many inclusion proofs at once, with the answers that checking them one by one would give.
 */
import { Companions } from './companions.ts';
import { equalWords, itemWords, type Kernel, wordsOf } from './kernel.ts';
import { plainKernel } from './plain-kernel.ts';
import { batchRecipes, checkProofBatch, type ProofBatch } from './proof-batch.ts';
import { foldTogether } from './shared-nodes.ts';

export interface BatchVerdict {
  /** One byte for each proof: 1 when its siblings lead from its hash to its root, 0 when they do not. */
  readonly holds: Uint8Array;
  /** Places of the proofs that do not hold, ascending. The single check tells their steps. */
  readonly failed: Uint32Array;
}

/**
 * Folds every proof by its recipe and compares with its root. Synchronous, without effects.
 * @param kernel what hashes; without one, the plain kernel (same answers, about ten times slower)
 * @throws ProofError when the arrays of the batch do not fit one another or exceed `batchBounds`
 */
export function verifyProofs(batch: ProofBatch, kernel: Kernel = plainKernel): BatchVerdict {
  const starts = checkProofBatch(batch);
  const nodes = wordsOf(batch.hashes.slice());
  const siblings = wordsOf(batch.siblings);
  const roots = wordsOf(batch.roots);
  const companions = new Companions(batch, roots);

  for (let recipe = 0; recipe < batchRecipes.length; recipe++) {
    const proofs = placesWhere(batch.count, (i) => batch.recipes[i] === recipe);
    if (proofs.length === 0) continue;
    kernel.leaves(recipe, nodes, proofs);
    const alone = proofs.filter((proof) => !companions.has(proof));
    const runs = new Uint8Array(alone.length);
    alone.forEach((proof, i) => (runs[i] = batch.depths[proof] ?? 0));
    const from = alone.map((proof) => starts[proof] ?? 0);
    kernel.fold(recipe, nodes, siblings, { count: alone.length, proofs: alone, starts: from, runs });
    const together = proofs.filter((proof) => companions.has(proof));
    foldTogether({ batch, kernel, recipe, nodes, siblings, starts, companions, proofs: together });
  }

  const holds = new Uint8Array(batch.count);
  for (let i = 0; i < batch.count; i++) {
    holds[i] = equalWords(nodes, i * itemWords, roots, i * itemWords, itemWords) ? 1 : 0;
  }
  companions.passOn(holds);
  return { holds, failed: placesWhere(batch.count, (i) => holds[i] === 0) };
}

function placesWhere(count: number, test: (place: number) => boolean): Uint32Array {
  const places = new Uint32Array(count);
  let matches = 0;
  for (let i = 0; i < count; i++) if (test(i)) places[matches++] = i;
  return places.slice(0, matches);
}
