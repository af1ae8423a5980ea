/**
 * Proposes earlier entries with the same 32-bit hash code. A proposal proves nothing; the caller compares. Open
 * addressing, at most half full, with a bounded number of places looked at: inputs made to collide cost missed
 * proposals, not time.
 */
const maxProbes = 8;

export class CandidateTable {
  /** For each slot an entry, one more than its number (0 is free), and its code. */
  readonly #slots: Uint32Array;
  #mask = 0;
  #shift = 0;
  #code = 0;
  #slot = 0;
  #probes = 0;

  /** @param count how many entries will be added at most between two calls of `clear` */
  constructor(count: number) {
    this.#slots = new Uint32Array(2 * 2 ** bitsFor(count));
    this.clear(count);
  }

  /** Empties the table and gives it capacity for `count` entries, at most as many as at construction. */
  clear(count: number): void {
    const bits = bitsFor(count);
    this.#slots.fill(0, 0, 2 * 2 ** bits);
    this.#mask = 2 ** bits - 1;
    this.#shift = 32 - bits;
  }

  /** Begins a search; `next` goes on with it. */
  seek(code: number): void {
    this.#code = code >>> 0;
    this.#slot = Math.imul(code ^ (code >>> 15), 0x9e3779b1) >>> this.#shift;
    this.#probes = maxProbes;
  }

  /** The next entry with the code that is sought, or -1 when no other is near. */
  next(): number {
    while (this.#probes > 0) {
      const slot = this.#slot;
      const entry = this.#slots[2 * slot] ?? 0;
      if (entry === 0) return -1;
      this.#probes -= 1;
      // The last place stays where it is: an entry that is added there will be found.
      if (this.#probes > 0) this.#slot = (slot + 1) & this.#mask;
      if (this.#slots[2 * slot + 1] === this.#code) return entry - 1;
    }
    return -1;
  }

  /** Adds an entry where the search that gave -1 ended; if no place near was free, in the place of another. */
  add(entry: number): void {
    this.#slots[2 * this.#slot] = entry + 1;
    this.#slots[2 * this.#slot + 1] = this.#code;
  }
}

function bitsFor(count: number): number {
  return Math.max(4, 33 - Math.clz32(count));
}
