/**
 * Proposes earlier entries with the same 32-bit hash code. A proposal proves nothing; the caller compares. Open
 * addressing, at most half full, with a bounded number of places looked at: inputs made to collide cost missed
 * proposals, not time.
 */
const maxProbes = 8;

export class CandidateTable {
  /** Entries, one more than their number; 0 is free. */
  readonly #entries: Uint32Array;
  readonly #codes: Uint32Array;
  readonly #shift: number;
  #code = 0;
  #slot = 0;
  #probes = 0;

  /** @param count how many entries will be added at most */
  constructor(count: number) {
    const bits = Math.max(4, 33 - Math.clz32(count));
    this.#entries = new Uint32Array(2 ** bits);
    this.#codes = new Uint32Array(2 ** bits);
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
    const mask = this.#entries.length - 1;
    for (; this.#probes > 0; this.#probes -= 1) {
      const slot = this.#slot;
      const entry = this.#entries[slot] ?? 0;
      if (entry === 0) return -1;
      this.#slot = (slot + 1) & mask;
      if (this.#codes[slot] === this.#code) {
        this.#probes -= 1;
        return entry - 1;
      }
    }
    return -1;
  }

  /** Adds an entry where the search that gave -1 ended; if no place near was free, in the place of another. */
  add(entry: number): void {
    this.#entries[this.#slot] = entry + 1;
    this.#codes[this.#slot] = this.#code;
  }
}
