/** Which proofs of a batch have depth and root in common, and which of them took over another's answer. */
import { CandidateTable } from './candidate-table.ts';
import { equalWords, itemWords } from './kernel.ts';
import type { ProofBatch } from './proof-batch.ts';

export class Companions {
  /** For each proof the first one that it has depth and root in common with. */
  readonly #first: Uint32Array;
  /** By first proof. */
  readonly #sizes: Uint32Array;
  /** Pairs of follower and leader, in the order in which they were made. */
  readonly #followers: Uint32Array;
  readonly #leaders: Uint32Array;
  #links = 0;

  constructor(batch: ProofBatch, roots: Uint32Array) {
    const { count, depths } = batch;
    this.#first = new Uint32Array(count);
    this.#sizes = new Uint32Array(count);
    this.#followers = new Uint32Array(count);
    this.#leaders = new Uint32Array(count);
    const table = new CandidateTable(count);
    for (let i = 0; i < count; i++) {
      table.seek(roots[i * itemWords] ?? 0);
      let first = table.next();
      while (first >= 0) {
        const asDeep = depths[first] === depths[i];
        if (asDeep && equalWords(roots, first * itemWords, roots, i * itemWords, itemWords)) break;
        first = table.next();
      }
      if (first < 0) {
        table.add(i);
        first = i;
      }
      this.#first[i] = first;
      this.#sizes[first] = (this.#sizes[first] ?? 0) + 1;
    }
  }

  /** Whether any other proof of the batch is a companion. */
  has(proof: number): boolean {
    return (this.#sizes[this.groupOf(proof)] ?? 0) > 1;
  }

  /** Equal for companions alone. */
  groupOf(proof: number): number {
    return this.#first[proof] ?? 0;
  }

  /** From here on `follower` has the answer of `leader`. */
  link(follower: number, leader: number): void {
    this.#followers[this.#links] = follower;
    this.#leaders[this.#links] = leader;
    this.#links += 1;
  }

  /** A leader can only have followed later than its followers, so going back every answer is final when used. */
  passOn(holds: Uint8Array): void {
    for (let i = this.#links - 1; i >= 0; i--) {
      holds[this.#followers[i] ?? 0] = holds[this.#leaders[i] ?? 0] ?? 0;
    }
  }
}
