/** The flat arrays of a `ProofBatch` while they are being filled by a reader. */
import { tooLarge } from '../errors.ts';
import { maxDepth } from '../merkle/inclusion-proof.ts';
import { batchBounds, itemBytes, type ProofBatch } from './proof-batch.ts';

/** Bytes of JSON that a sibling takes at the least: 64 digits, two quotes, a comma or a bracket. */
const siblingText = 67;
export class BatchWriter {
  /** Of each proof; they grow with `reserve`. */
  hashes = new Uint8Array(0);
  roots = new Uint8Array(0);
  depths = new Uint8Array(0);
  #positions = new Uint32Array(0);
  /** Capacity for every sibling that the text can contain: the system allocates pages only once they are written. */
  readonly siblings: Uint8Array;
  readonly #without: number[] = [];
  /** Proofs so far. */
  count = 0;
  /** Siblings so far, of all proofs. */
  siblingCount = 0;
  /** Witnesses so far, with and without a proof. */
  elements = 0;

  /** @param textBytes length of the JSON text */
  constructor(textBytes: number) {
    const siblings = Math.min(batchBounds.siblings, Math.ceil(textBytes / siblingText)) + maxDepth;
    this.siblings = new Uint8Array(siblings * itemBytes);
  }

  /** Grows the arrays for the hashes and roots of so many more proofs, from `count` on. */
  reserve(proofs: number): void {
    const needed = this.count + proofs;
    if (needed <= this.depths.length) return;
    const length = Math.max(needed, 2 * this.depths.length, 1024);
    this.hashes = grown(this.hashes, new Uint8Array(length * itemBytes));
    this.roots = grown(this.roots, new Uint8Array(length * itemBytes));
    this.depths = grown(this.depths, new Uint8Array(length));
    this.#positions = grown(this.#positions, new Uint32Array(length));
  }

  /**
   * Makes sure that this much more may be taken.
   * @throws ProofError `too-large`
   */
  expectCapacity(witnesses: number, siblings: number): void {
    if (this.elements + witnesses > batchBounds.proofs) {
      throw tooLarge('witnesses', `at most ${batchBounds.proofs}`);
    }
    if (this.siblingCount + siblings > batchBounds.siblings) {
      throw tooLarge('witnesses', `at most ${batchBounds.siblings} siblings in all`);
    }
  }

  /** Takes the hash and root that were written at `count` and the siblings at `siblingCount` as one more proof. */
  addProof(depth: number): void {
    this.expectCapacity(1, depth);
    this.depths[this.count] = depth;
    this.#positions[this.count] = this.elements++;
    this.count += 1;
    this.siblingCount += depth;
  }

  addWithoutProof(): void {
    this.expectCapacity(1, 0);
    this.#without.push(this.elements++);
  }

  /** @param recipe the place in `batchRecipes` that all of them have */
  finish(recipe: number): { batch: ProofBatch; positions: Uint32Array; without: Uint32Array } {
    const { count } = this;
    return {
      batch: {
        count,
        recipes: new Uint8Array(count).fill(recipe),
        depths: this.depths.slice(0, count),
        hashes: this.hashes.slice(0, count * itemBytes),
        roots: this.roots.slice(0, count * itemBytes),
        siblings: this.siblings.subarray(0, this.siblingCount * itemBytes),
      },
      positions: this.#positions.slice(0, count),
      without: Uint32Array.from(this.#without),
    };
  }
}

function grown<Items extends Uint8Array | Uint32Array>(items: Items, larger: Items): Items {
  larger.set(items);
  return larger;
}
