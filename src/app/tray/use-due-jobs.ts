import { useEffect, useRef } from 'react';
import { currentMillis } from '#clock/clock.ts';
import { hasLocks } from '#jobs/engine/locks.ts';
import type { JobKind } from '#jobs/engine/job.ts';
import type { JobEntry } from '#jobs/engine/job-list.ts';
import type { RunOptions } from '#jobs/engine/use-jobs.ts';
import { isDue } from '#jobs/send/send-job.ts';
import { sends } from '#jobs/send/sends.ts';

export type Runners = Readonly<
  Record<JobKind, { readonly run: (id: string, options: RunOptions) => Promise<unknown> }>
>;

/**
 * Runs what needs nobody: jobs that are stored as running, whoever ran them, and sends that failed for what is
 * transient, once it is time. This tab waits for the lock of each, so that it continues at once when the tab that runs
 * it ends, also while this one is in the background.
 */
export function useDueJobs(scope: string, entries: readonly JobEntry[], runners: Runners): void {
  const latest = useRef(runners);
  useEffect(() => {
    latest.current = runners;
  });

  /** What this tab runs or waits for, with what ends the waiting. */
  const taken = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const waiting = taken.current;
    // In another organization nothing of this one is waited for; what runs ends by its own rules.
    return () => {
      for (const ends of waiting.values()) ends.abort();
      waiting.clear();
    };
  }, [scope]);

  useEffect(() => {
    const waiting = taken.current;
    const run = async ({ kind, job }: JobEntry, options: RunOptions): Promise<void> => {
      if (kind === 'send' && !(await sends(scope).canResume(job))) return;
      await latest.current[kind].run(job.id, options);
    };
    const take = (entry: JobEntry, isOnline = false): void => {
      const { id } = entry.job;
      if (waiting.has(id)) return;
      const ends = new AbortController();
      waiting.set(id, ends);
      // A run may end early, as when the user opens another connection: while the job is stored as running, the next
      // list takes it again.
      void run(entry, { signal: ends.signal, isOnline })
        .catch(() => undefined)
        .finally(() => {
          if (waiting.get(id) === ends) waiting.delete(id);
        });
    };
    const takeDueSends = (isOnline = false): void => {
      for (const entry of entries)
        if (entry.kind === 'send' && entry.job.status === 'failed')
          if (isDue(entry.job, currentMillis(), isOnline)) take(entry, isOnline);
    };
    // Without locks no tab can wait for another one: then only a job that stored nothing for long is taken.
    for (const entry of entries)
      if (entry.job.status === 'running' && (hasLocks() || entry.interrupted)) take(entry);
    takeDueSends();
    // What failed for want of a network is not left waiting for its time once there is one again.
    const onOnline = (): void => takeDueSends(true);
    addEventListener('online', onOnline);
    const next = nextRetryInMs(entries);
    const timer = next === undefined ? undefined : setTimeout(takeDueSends, next + 50);
    return () => {
      removeEventListener('online', onOnline);
      clearTimeout(timer);
    };
    // Every reading gives another list, also one that finds the same.
  }, [entries, scope]);
}

/** Milliseconds until the next failed send is tried again. */
function nextRetryInMs(entries: readonly JobEntry[]): number | undefined {
  const left = entries.flatMap((entry) =>
    entry.kind === 'send' && entry.job.status === 'failed' && entry.job.retryAt !== undefined
      ? Date.parse(entry.job.retryAt) - currentMillis()
      : [],
  );
  const later = left.filter((milliseconds) => milliseconds > 0);
  return later.length > 0 ? Math.min(...later) : undefined;
}
