/** How fast the work goes, from the last seconds in which it ran: a pause neither slows it down nor counts. */
export interface Pace {
  readonly itemsPerSecond: number;
  readonly bytesPerSecond: number;
}

interface Mark {
  readonly at: number;
  readonly items: number;
  readonly bytes: number;
}

const windowMilliseconds = 5_000;
/** A file costs something besides its bytes. */
const bytesOfAnItem = 96 << 10;

export class PaceMeter {
  #marks: Mark[] = [];
  #pausedAt: number | undefined;
  #paused = 0;

  pause(now: number): void {
    this.#pausedAt ??= now;
  }

  resume(now: number): void {
    if (this.#pausedAt !== undefined) this.#paused += now - this.#pausedAt;
    this.#pausedAt = undefined;
  }

  /** Work begins anew: what was measured before says nothing of it. */
  reset(): void {
    this.#marks = [];
    this.#pausedAt = undefined;
    this.#paused = 0;
  }

  /** @param items done in all so far; bytes likewise */
  note(now: number, items: number, bytes: number): void {
    const at = (this.#pausedAt ?? now) - this.#paused;
    this.#marks.push({ at, items, bytes });
    while (this.#marks.length > 2 && (this.#marks[1]?.at ?? at) < at - windowMilliseconds)
      this.#marks.shift();
  }

  pace(): Pace | undefined {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const seconds = (last.at - first.at) / 1000;
    if (seconds < 0.5 || last.items === first.items) return undefined;
    return {
      itemsPerSecond: (last.items - first.items) / seconds,
      bytesPerSecond: (last.bytes - first.bytes) / seconds,
    };
  }

  /** Seconds for what is left; undefined while too little is known. */
  secondsFor(items: number, bytes: number): number | undefined {
    const pace = this.pace();
    if (pace === undefined) return undefined;
    const speed = pace.bytesPerSecond + pace.itemsPerSecond * bytesOfAnItem;
    return speed > 0 ? (bytes + items * bytesOfAnItem) / speed : undefined;
  }
}
