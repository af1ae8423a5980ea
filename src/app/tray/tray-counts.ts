import type { BulkJob } from '#jobs/bulk/bulk-record.ts';
import type { JobEntry } from '#jobs/engine/job-list.ts';
import type { TabRun } from './use-tab-run.ts';

/** What nothing more is to be done with: it can be cleared away. */
export function isOver(entry: JobEntry): boolean {
  if (entry.kind === 'send') return entry.job.status === 'done';
  const { status, counts } = entry.job;
  return status === 'cancelled' || (status === 'done' && counts.failed === 0);
}

/** How many run now, and how many neither run nor are over: they wait for the reader, or to be taken up. */
export interface TrayCounts {
  readonly running: number;
  readonly waiting: number;
}

export function trayCounts(entries: readonly JobEntry[], run?: TabRun): TrayCounts {
  const isRunning = ({ job, interrupted }: JobEntry): boolean => job.status === 'running' && !interrupted;
  const running = entries.filter(isRunning).length;
  const waiting = entries.filter((entry) => !isOver(entry)).length - running;
  return { running: running + Number(run?.phase === 'running'), waiting: waiting + Number(isWaiting(run)) };
}

/** Whether the run of /verify is for the user to go on with, or to know of. */
function isWaiting(run: TabRun | undefined): boolean {
  return run?.phase === 'paused' || run?.phase === 'ended' || (run?.phase === 'done' && run.broken > 0);
}

/** Whether nothing more is to be done with the run of /verify but to look at its results. */
export function isRunOver(run: TabRun | undefined): boolean {
  return run?.phase === 'done' && run.broken === 0;
}

/** Entries that the tray shows at once; of those that are over only as many as fit beside the others. */
const mostShown = 100;
const mostOver = 50;

/**
 * What the tray shows of a long journal: what is not over first, then what was done last.
 *
 * @returns how many are left out
 */
export function shownEntries(entries: readonly JobEntry[]): {
  shown: readonly JobEntry[];
  rest: number;
} {
  const newest = entries.toSorted((a, b) => b.job.updatedAt.localeCompare(a.job.updatedAt));
  const open = newest.filter((entry) => !isOver(entry)).slice(0, mostShown);
  const over = newest.filter(isOver).slice(0, Math.max(0, mostOver - open.length));
  return { shown: [...open, ...over], rest: entries.length - open.length - over.length };
}

/** Items that came to an outcome, of those that are to be sent at all. */
export function bulkDone({ counts }: BulkJob): { done: number; total: number; left: number } {
  const left = counts.waiting + counts.running;
  const done = counts.done + counts.failed;
  return { done, total: done + left, left };
}
