import type { Difference } from './drift-compare.ts';
import type { AnyOperationName } from './client.ts';

// What differs from the contract in real answers, kept while the tab is open. It holds names of fields and
// shapes, never a value: an answer is let go as soon as it was looked at.

/** One way in which the answers of one operation differ from the contract. */
export interface Drift extends Difference {
  readonly operation: AnyOperationName;
  /** In how many answers it was seen. */
  readonly answers: number;
  /** How many times in all; one answer may hold many rows. */
  readonly times: number;
}

export interface DriftReport {
  /** Answers that were looked at, by operation. */
  readonly looked: Readonly<Partial<Record<AnyOperationName, number>>>;
  readonly drifts: readonly Drift[];
  /** Answers that came too fast to be looked at. */
  readonly skipped: number;
  /** There was more than is kept. */
  readonly cut: boolean;
}

export interface DriftBook {
  /** Notes an answer; it is looked at when the page has nothing better to do. */
  look(service: string, operation: AnyOperationName, answer: unknown): void;
  report(service: string): DriftReport;
  subscribe(listener: () => void): () => void;
  /** Looks at what waits. */
  settle(): Promise<void>;
}

const mostWaiting = 50;
/** Kinds of difference that are kept of one service. */
export const mostDrifts = 1000;

const nothing: DriftReport = { looked: {}, drifts: [], skipped: 0, cut: false };

/**
 * @param later runs something when there is time for it
 */
export function createDriftBook(later: (run: () => void) => void = whenIdle): DriftBook {
  const reports = new Map<string, DriftReport>();
  const listeners = new Set<() => void>();
  let waiting: { service: string; operation: AnyOperationName; answer: unknown }[] = [];
  let planned = false;

  const change = (service: string, part: Partial<DriftReport>): void => {
    reports.set(service, { ...(reports.get(service) ?? nothing), ...part });
    for (const listener of listeners) listener();
  };

  async function settle(): Promise<void> {
    planned = false;
    if (waiting.length === 0) return;
    // The shapes of the contract are many; they are fetched when there is something to hold to them.
    const { compareAnswer } = await import('./drift-compare.ts');
    const taken = waiting;
    waiting = [];
    for (const { service, operation, answer } of taken) {
      const before = reports.get(service) ?? nothing;
      change(service, merged(before, operation, compareAnswer(operation, answer)));
    }
  }

  return {
    look(service, operation, answer) {
      if (waiting.length >= mostWaiting) {
        change(service, { skipped: (reports.get(service) ?? nothing).skipped + 1 });
        return;
      }
      waiting.push({ service, operation, answer });
      if (planned) return;
      planned = true;
      // What cannot be fetched now (offline, a newer build) is tried again with the next answer.
      later(() => void settle().catch(() => undefined));
    },
    report: (service) => reports.get(service) ?? nothing,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settle,
  };
}

function merged(
  before: DriftReport,
  operation: AnyOperationName,
  found: readonly (Difference & { times: number })[],
): DriftReport {
  const drifts = new Map(before.drifts.map((drift) => [keyOf(drift), drift]));
  let { cut } = before;
  for (const { times, ...difference } of found) {
    const drift = { ...difference, operation };
    const known = drifts.get(keyOf(drift));
    if (!known && drifts.size >= mostDrifts) cut = true;
    // The first example stands: a report does not change under whoever reads it.
    else
      drifts.set(keyOf(drift), {
        ...(known ?? drift),
        answers: (known?.answers ?? 0) + 1,
        times: (known?.times ?? 0) + times,
      });
  }
  const looked = { ...before.looked, [operation]: (before.looked[operation] ?? 0) + 1 };
  return { ...before, looked, drifts: [...drifts.values()], cut };
}

const keyOf = ({ operation, field, kind, now }: Difference & { operation: AnyOperationName }): string =>
  [operation, field, kind, now ?? ''].join(' ');

function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 5_000 });
  else setTimeout(run, 500);
}
