/**
 * Many inclusion proofs in five flat arrays: what an audit of a hundred thousand witnesses passes between the
 * reader, the worker and `verifyProofs` without an object, a string or a copy for each of them.
 */
import { tooLarge, unreadable } from '../errors.ts';
import { type InclusionProof, maxDepth } from '../merkle/inclusion-proof.ts';
import type { RecipeId } from '../merkle/recipes.ts';

/** The recipes that a batch can hold; `recipes` stores the place in this list. */
export const batchRecipes = ['bytes-sorted/1', 'ascii-hex-sorted/1'] as const satisfies readonly RecipeId[];

export type BatchRecipe = (typeof batchRecipes)[number];

/** Bytes of a hash. */
export const itemBytes = 32;

export const batchBounds = {
  proofs: 1 << 20,
  /** Of all proofs together: 256 MiB. */
  siblings: 1 << 23,
} as const;

/** Everything in the order of the proofs, and each proof's siblings from the leaf up. */
export interface ProofBatch {
  readonly count: number;
  /** `count` places in `batchRecipes`. */
  readonly recipes: Uint8Array;
  /** `count` numbers of siblings, 0…64. */
  readonly depths: Uint8Array;
  /** `count` × 32 bytes: the hashes whose membership is claimed. */
  readonly hashes: Uint8Array;
  /** `count` × 32 bytes. */
  readonly roots: Uint8Array;
  /** 32 bytes for each level of each proof. */
  readonly siblings: Uint8Array;
}

/**
 * Proves that the arrays fit one another before anything is read from them.
 * @returns for each proof the place of its first sibling, and after the last one their number
 * @throws ProofError
 */
export function checkProofBatch(batch: ProofBatch): Uint32Array {
  const { count, recipes, depths, siblings } = batch;
  if (!Number.isInteger(count) || count < 0) throw unreadable('proof batch', 'a whole number of proofs');
  if (count > batchBounds.proofs) throw tooLarge('proof batch', `at most ${batchBounds.proofs} proofs`);
  expectLength('recipes', recipes, count);
  expectLength('depths', depths, count);
  expectLength('hashes', batch.hashes, count * itemBytes);
  expectLength('roots', batch.roots, count * itemBytes);
  const starts = new Uint32Array(count + 1);
  let total = 0;
  for (let i = 0; i < count; i++) {
    if ((recipes[i] ?? 0) >= batchRecipes.length) {
      throw unreadable(`recipes[${i}]`, `a recipe of a batch: ${batchRecipes.join(', ')}`);
    }
    const depth = depths[i] ?? 0;
    if (depth > maxDepth) throw tooLarge(`depths[${i}]`, `at most ${maxDepth} levels`);
    starts[i] = total;
    total += depth;
  }
  starts[count] = total;
  if (total > batchBounds.siblings) {
    throw tooLarge('proof batch', `at most ${batchBounds.siblings} siblings in all`);
  }
  expectLength('siblings', siblings, total * itemBytes);
  return starts;
}

function expectLength(name: string, bytes: Uint8Array, length: number): void {
  if (bytes.length !== length) throw unreadable(name, `${length} bytes, not ${bytes.length}`);
}

/**
 * Packs proofs that were read one by one.
 * @throws ProofError naming the proof whose items are not 32 bytes or that is too deep
 */
export function packProofs(
  proofs: readonly { readonly recipe: BatchRecipe; readonly proof: InclusionProof }[],
): ProofBatch {
  if (proofs.length > batchBounds.proofs) throw tooLarge('proofs', `at most ${batchBounds.proofs} proofs`);
  let total = 0;
  proofs.forEach(({ proof }, i) => {
    if (proof.siblings.length > maxDepth) throw tooLarge(`proofs[${i}]`, `at most ${maxDepth} levels`);
    total += proof.siblings.length;
  });
  if (total > batchBounds.siblings) throw tooLarge('proofs', `at most ${batchBounds.siblings} siblings`);

  const batch = {
    count: proofs.length,
    recipes: new Uint8Array(proofs.length),
    depths: new Uint8Array(proofs.length),
    hashes: new Uint8Array(proofs.length * itemBytes),
    roots: new Uint8Array(proofs.length * itemBytes),
    siblings: new Uint8Array(total * itemBytes),
  };
  let at = 0;
  proofs.forEach(({ recipe, proof }, i) => {
    batch.recipes[i] = batchRecipes.indexOf(recipe);
    batch.depths[i] = proof.siblings.length;
    put(batch.hashes, i, proof.hash, `proofs[${i}].hash`);
    put(batch.roots, i, proof.root, `proofs[${i}].root`);
    proof.siblings.forEach((sibling, level) => {
      put(batch.siblings, at++, sibling, `proofs[${i}].siblings[${level}]`);
    });
  });
  return batch;
}

function put(into: Uint8Array, place: number, item: Uint8Array, subject: string): void {
  if (item.length !== itemBytes) throw unreadable(subject, `${itemBytes} bytes, not ${item.length}`);
  into.set(item, place * itemBytes);
}
