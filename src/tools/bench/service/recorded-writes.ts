/** What the service acknowledged to a client as written. */
export interface Recorded {
  readonly content: { readonly key: string; readonly sha256: string };
  readonly request: { readonly id: string; readonly name: string };
  /** A draft that was sent. */
  readonly sent: { readonly id: string };
  readonly invite: { readonly id: string; readonly request: string; readonly subject: string };
  readonly answer: { readonly invite: string; readonly status: 'SIGNED' | 'REJECTED' };
  readonly witness: { readonly id: string; readonly hash: string };
  readonly certificate: { readonly witness: string };
}

export type RecordedKind = keyof Recorded;
export const recordedKinds: readonly RecordedKind[] = [
  'content',
  'request',
  'sent',
  'invite',
  'answer',
  'witness',
  'certificate',
];

/** What happened: how long answers took, what they were, and what they promised. */
export class RecordedWrites {
  readonly #times = new Map<string, number[]>();
  readonly #statuses = new Map<string, number>();
  readonly #wrong: string[] = [];
  readonly #recorded: { [K in RecordedKind]: Recorded[K][] } = {
    content: [],
    request: [],
    sent: [],
    invite: [],
    answer: [],
    witness: [],
    certificate: [],
  };
  /** Writes whose answer never came whole: they may be there or not. */
  inDoubt = 0;
  readonly #began = performance.now();
  readonly #isWrong: (status: number | undefined) => boolean;

  /** @param isWrong whether an answer without an injected fault is a defect */
  constructor(
    isWrong: (status: number | undefined) => boolean = (status) => status === 500 || status === 503,
  ) {
    this.#isWrong = isWrong;
  }

  /** @param fault what the answer says was on purpose */
  answered(
    operation: string,
    milliseconds: number,
    status: number | undefined,
    fault: string | undefined,
  ): void {
    const shown = `${status ?? 'no answer'}${fault ? ` (${fault})` : ''}`;
    this.#statuses.set(shown, (this.#statuses.get(shown) ?? 0) + 1);
    const times = this.#times.get(operation) ?? [];
    this.#times.set(operation, times);
    times.push(milliseconds);
    if (fault === undefined && this.#isWrong(status))
      this.#wrong.push(`${operation} was answered ${status ?? 'nothing'}, ${this.seconds()} s into the load`);
  }

  /** Since the record began. */
  seconds(): string {
    return ((performance.now() - this.#began) / 1000).toFixed(1);
  }

  went(what: string): void {
    this.#wrong.push(what);
  }

  add<K extends RecordedKind>(kind: K, fact: Recorded[K]): void {
    this.#recorded[kind].push(fact);
  }

  all<K extends RecordedKind>(kind: K): readonly Recorded[K][] {
    return this.#recorded[kind];
  }

  wrong(): readonly string[] {
    return this.#wrong;
  }

  /** @param seconds that it took */
  summaryLines(seconds: number): string[] {
    const all = [...this.#times.values()].flat();
    const statuses = [...this.#statuses].sort(([, a], [, b]) => b - a);
    return [
      ...[...this.#times].sort(([a], [b]) => a.localeCompare(b)).map(([name, times]) => line(name, times)),
      line('everything', all),
      `answers      ${(all.length / seconds).toFixed(0)} a second: ${statuses.map(([name, count]) => `${count} × ${name}`).join(', ')}`,
    ];
  }
}

/** The time that a share of all were not longer than. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function line(name: string, times: readonly number[]): string {
  const at = (share: number): string => `${quantile(times, share).toFixed(0)} ms`.padStart(7);
  const count = String(times.length).padStart(6);
  return `${name.padEnd(32)} ${count}  p50 ${at(0.5)}  p99 ${at(0.99)}  most ${at(1)}`;
}
