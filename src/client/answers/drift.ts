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
  /** Number of answers that were errors of the service, by operation: they are not compared. */
  readonly failed: Readonly<Partial<Record<AnyOperationName, number>>>;
  /** Operations whose latest answer was such an error. */
  readonly failing: readonly AnyOperationName[];
  /** There were more than `maxDrifts`. */
  readonly cut: boolean;
}

export interface DriftLog {
  note(service: string, operation: AnyOperationName, issues: readonly AnswerIssue[]): void;
  noteFailure(service: string, operation: AnyOperationName): void;
  report(service: string): DriftReport;
  subscribe(listener: () => void): () => void;
}

/** Differences that are stored of one service. */
export const maxDrifts = 1000;

export const emptyDriftReport: DriftReport = { looked: {}, drifts: [], failed: {}, failing: [], cut: false };

export function createDriftLog(): DriftLog {
  const reports = new Map<string, DriftReport>();
  const listeners = new Set<() => void>();
  const report = (service: string): DriftReport => reports.get(service) ?? emptyDriftReport;
  const change = (service: string, changed: DriftReport): void => {
    reports.set(service, changed);
    for (const listener of listeners) listener();
  };
  return {
    note: (service, operation, issues) => change(service, merged(report(service), operation, issues)),
    noteFailure: (service, operation) => change(service, withFailure(report(service), operation)),
    report,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function withFailure(before: DriftReport, operation: AnyOperationName): DriftReport {
  return {
    ...before,
    failed: { ...before.failed, [operation]: (before.failed[operation] ?? 0) + 1 },
    failing: [...new Set([...before.failing, operation])],
  };
}

function merged(
  reported: DriftReport,
  operation: AnyOperationName,
  issues: readonly AnswerIssue[],
): DriftReport {
  const before = { ...reported, failing: reported.failing.filter((failing) => failing !== operation) };
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
  return { ...before, looked, drifts: [...drifts.values()], cut };
}

/** Of the counts of a report, over all operations. */
export const sumOf = (counts: DriftReport['looked']): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const keyOf = ({
  operation,
  field,
  kind,
  now,
}: Pick<Drift, 'operation' | 'field' | 'kind' | 'now'>): string => [operation, field, kind, now].join(' ');
