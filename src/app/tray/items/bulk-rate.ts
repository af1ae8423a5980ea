/** How far a bulk was when somebody looked. */
interface Sample {
  readonly at: number;
  readonly done: number;
}

export interface BulkRate {
  /** Requests that came to an outcome in a minute. */
  readonly perMinute: number;
  /** Milliseconds until the rest is done at this rate. */
  readonly left: number;
}

/** As far as it is looked back: what was before says little about what is to come. Milliseconds. */
const lookBack = 60_000;
/** Less than this says nothing. Milliseconds. */
const shortest = 3000;

/** How fast bulks come on, from what this tab saw of them. */
export class BulkRates {
  readonly #samples = new Map<string, Sample[]>();

  note(id: string, done: number, at: number): void {
    const samples = (this.#samples.get(id) ?? []).filter((sample) => at - sample.at <= lookBack);
    // What goes back (failed ones that are tried again) begins anew.
    const last = samples.at(-1);
    this.#samples.set(id, last && last.done > done ? [{ at, done }] : [...samples, { at, done }]);
  }

  /** @param remaining how many have no outcome yet */
  of(id: string, remaining: number): BulkRate | undefined {
    const samples = this.#samples.get(id) ?? [];
    const [first] = samples;
    const last = samples.at(-1);
    if (!first || !last || last.at - first.at < shortest || last.done === first.done) return undefined;
    const each = (last.at - first.at) / (last.done - first.done);
    return { perMinute: 60_000 / each, left: each * remaining };
  }
}
