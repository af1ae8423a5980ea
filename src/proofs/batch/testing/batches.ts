/** Proofs to be put in batches, and their answers computed a second time by the definition, one by one. */
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import type { InclusionProof } from '../../merkle/inclusion-proof.ts';
import { type BatchRecipe, batchRecipes, type ProofBatch } from '../proof-batch.ts';

export interface Entry {
  readonly recipe: BatchRecipe;
  readonly proof: InclusionProof;
}

const sha256 = (input: Uint8Array | string): Buffer => createHash('sha256').update(input).digest();

/** 32 bytes that depend on the text alone. */
export const bytesOf = (text: string): Uint8Array => sha256(text);

export function naiveLeaf(recipe: BatchRecipe, hash: Uint8Array): Buffer {
  const bytes = Buffer.from(hash);
  return sha256(recipe === 'bytes-sorted/1' ? bytes : bytes.toString('hex'));
}

export function naiveParent(recipe: BatchRecipe, a: Uint8Array, b: Uint8Array): Buffer {
  const pair = [Buffer.from(a), Buffer.from(b)];
  if (recipe === 'bytes-sorted/1') return sha256(Buffer.concat(pair.sort((x, y) => x.compare(y))));
  const texts = pair.map((item) => item.toString('hex')).sort();
  return sha256(texts.join(''));
}

export function naiveRoot({ recipe, proof }: Entry): Buffer {
  return proof.siblings.reduce<Buffer>(
    (node, sibling) => naiveParent(recipe, node, sibling),
    naiveLeaf(recipe, proof.hash),
  );
}

export function naiveAnswers(entries: readonly Entry[]): number[] {
  return entries.map((entry) => (naiveRoot(entry).equals(entry.proof.root) ? 1 : 0));
}

/**
 * Good proofs under one root: all leaves of a tree of `2^branching` leaves whose root goes on upwards along
 * `stem` further siblings, so that depths beyond any full tree can be had.
 */
export function family(recipe: BatchRecipe, branching: number, stem: number, seed: string): Entry[] {
  const hashes = Array.from({ length: 2 ** branching }, (_, i) => bytesOf(`${seed} hash ${i}`));
  const levels = [hashes.map((hash): Buffer => naiveLeaf(recipe, hash))];
  while (levels.at(-1)!.length > 1) {
    const below = levels.at(-1)!;
    levels.push(
      Array.from({ length: below.length / 2 }, (_, i) =>
        naiveParent(recipe, below[2 * i]!, below[2 * i + 1]!),
      ),
    );
  }
  const above = Array.from({ length: stem }, (_, i) => bytesOf(`${seed} stem ${i}`));
  const root = above.reduce<Buffer>((node, item) => naiveParent(recipe, node, item), levels.at(-1)![0]!);
  return hashes.map((hash, leaf) => {
    const within = levels.slice(0, -1).map((level, height) => level[(leaf >> height) ^ 1]!);
    return { recipe, proof: { hash, siblings: [...within, ...above], root } };
  });
}

/** The entry with one bit of one of its items flipped; `level` undefined: of its hash, -1: of its root. */
export function forge(entry: Entry, level: number | undefined, bit: number): Entry {
  const flip = (item: Uint8Array): Uint8Array => {
    const copy = new Uint8Array(item);
    copy[bit >> 3] = copy[bit >> 3]! ^ (1 << (bit & 7));
    return copy;
  };
  const { recipe, proof } = entry;
  if (level === undefined) return { recipe, proof: { ...proof, hash: flip(proof.hash) } };
  if (level === -1) return { recipe, proof: { ...proof, root: flip(proof.root) } };
  return {
    recipe,
    proof: { ...proof, siblings: proof.siblings.map((item, at) => (at === level ? flip(item) : item)) },
  };
}

/** Batches of families with members left out, said twice, and forged at any place, in any order. */
export const entries: fc.Arbitrary<Entry[]> = fc
  .array(
    fc
      .record({
        recipe: fc.constantFrom(...batchRecipes),
        branching: fc.integer({ min: 0, max: 4 }),
        stem: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 60 })),
        seed: fc.integer({ min: 0, max: 5 }).map(String),
      })
      .chain(({ recipe, branching, stem, seed }) => {
        const members = family(recipe, branching, stem, seed);
        const depth = branching + stem;
        const place = fc.oneof(
          fc.constant('none' as const),
          fc.constant(undefined),
          fc.integer({ min: -1, max: depth - 1 }),
        );
        const member = fc
          .record({ entry: fc.constantFrom(...members), place, bit: fc.integer({ min: 0, max: 255 }) })
          .map(({ entry, place: at, bit }) => (at === 'none' ? entry : forge(entry, at, bit)));
        return fc.array(fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...members) }, member), {
          maxLength: 24,
        });
      }),
    { maxLength: 6 },
  )
  .map((families) => families.flat())
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));

export function emptyBatch(): ProofBatch {
  const none = new Uint8Array(0);
  return { count: 0, recipes: none, depths: none, hashes: none, roots: none, siblings: none };
}
