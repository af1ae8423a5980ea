import type { AnyOperationName } from '../http/send-call.ts';
import type { AnswerIssue } from './read-answer.ts';

// Differences between real answers and the contract, while the tab is open: names of fields and shapes, never a value.

/** One way in which the answers of one operation differ from the contract. */
export interface Drift extends Omit<AnswerIssue, 'isLeftOut'> {
  readonly operation: AnyOperationName;
  /** In how many answers it occurred; `times` counts all of its occurrences. */
  readonly answers: number;
}

export interface DriftReport {
  /** Number of answers that were read, by operation. */
  readonly looked: Readonly<Partial<Record<AnyOperationName, number>>>;
  readonly drifts: readonly Drift[];
  /** There were more than `maxDrifts`. */
  readonly cut: boolean;
}

export interface DriftLog {
  note(service: string, operation: AnyOperationName, issues: readonly AnswerIssue[]): void;
  report(service: string): DriftReport;
  subscribe(listener: () => void): () => void;
}

/** Differences that are stored of one service. */
export const maxDrifts = 1000;

const empty: DriftReport = { looked: {}, drifts: [], cut: false };

export function createDriftLog(): DriftLog {
  const reports = new Map<string, DriftReport>();
  const listeners = new Set<() => void>();
  return {
    note(service, operation, issues) {
      reports.set(service, merged(reports.get(service) ?? empty, operation, issues));
      for (const listener of listeners) listener();
    },
    report: (service) => reports.get(service) ?? empty,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function merged(
  before: DriftReport,
  operation: AnyOperationName,
  issues: readonly AnswerIssue[],
): DriftReport {
  const looked = { ...before.looked, [operation]: (before.looked[operation] ?? 0) + 1 };
  if (issues.length === 0) return { ...before, looked };
  const drifts = new Map(before.drifts.map((drift) => [keyOf(drift), drift]));
  let { cut } = before;
  for (const { isLeftOut: _isLeftOut, times, ...issue } of issues) {
    const drift = { ...issue, operation };
    const known = drifts.get(keyOf(drift));
    if (!known && drifts.size >= maxDrifts) cut = true;
    // The first example stays: a report does not change while somebody reads it.
    else
      drifts.set(keyOf(drift), {
        ...(known ?? drift),
        answers: (known?.answers ?? 0) + 1,
        times: (known?.times ?? 0) + times,
      });
  }
  return { looked, drifts: [...drifts.values()], cut };
}

const keyOf = ({
  operation,
  field,
  kind,
  now,
}: Pick<Drift, 'operation' | 'field' | 'kind' | 'now'>): string => [operation, field, kind, now].join(' ');
