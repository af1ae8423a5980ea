import { useEffect, useRef } from 'react';
import { currentMillis } from '#clock/clock.ts';
import type { JobEntry } from '#jobs/engine/job-list.ts';
import { isDue } from '#jobs/send/send-job.ts';
import { sends } from '#jobs/send/sends.ts';
import type { Bulks } from '#jobs/bulk/use-bulks.tsx';
import type { Certifications } from '#jobs/certify/use-certifications.tsx';
import type { useSends } from '#jobs/send/use-sends.tsx';
import { hasLocks } from '#jobs/engine/locks.ts';

interface Runners {
  readonly letters: Pick<ReturnType<typeof useSends>, 'run'>;
  readonly queues: Pick<Certifications, 'run'>;
  readonly many: Pick<Bulks, 'run'>;
}

/**
 * Lets go on by itself what needs nobody: what is written as running, whoever ran it, and sends that failed by what
 * passes, once it is time. This tab waits in the queue of each lock, so that it goes on at once when the tab that
 * runs it ends, also while this one is in the background.
 */
export function useGoingOn(scope: string, entries: readonly JobEntry[], runners: Runners): void {
  const latest = useRef(runners);
  useEffect(() => {
    latest.current = runners;
  });

  /** What this tab runs or waits for, with the end of the waiting. */
  const inHand = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const waiting = inHand.current;
    // Who goes to another organization waits for nothing of this one; what runs ends by its own rules.
    return () => {
      for (const ends of waiting.values()) ends.abort();
      waiting.clear();
    };
  }, [scope]);

  useEffect(() => {
    const waiting = inHand.current;
    const take = ({ kind, job }: JobEntry, reached = false): void => {
      const { id } = job;
      if (waiting.has(id)) return;
      const ends = new AbortController();
      waiting.set(id, ends);
      const going = async (): Promise<void> => {
        const { letters, queues, many } = latest.current;
        if (kind === 'bulk') await many.run(id, ends.signal);
        else if (kind === 'certify') await queues.run(id, ends.signal);
        else if (await sends(scope).canResume(job)) await letters.run(id, ends.signal, reached);
      };
      // What was taken up may be left again, as when the reader goes elsewhere: as long as it is written as
      // running, the next look takes it up once more.
      void going()
        .catch(() => undefined)
        .finally(() => {
          if (waiting.get(id) === ends) waiting.delete(id);
        });
    };
    let next = Infinity;
    for (const entry of entries) {
      // Without locks no tab can wait for another one: then only a job that has been silent for long is taken up.
      if (hasLocks() || entry.interrupted) if (entry.job.status === 'running') take(entry);
      const { job } = entry;
      if (entry.kind === 'send' && 'retryAt' in job && job.status === 'failed') {
        const left = Date.parse(job.retryAt ?? '') - currentMillis();
        if (left <= 0) take(entry);
        else if (left < next) next = left;
      }
    }
    // What failed for want of a network is not left waiting for its time once there is one again.
    const reached = (): void => {
      for (const entry of entries)
        if (entry.kind === 'send' && entry.job.status === 'failed')
          if (isDue(entry.job, currentMillis(), true)) take(entry, true);
    };
    addEventListener('online', reached);
    const timer =
      next === Infinity
        ? undefined
        : setTimeout(() => {
            for (const entry of entries)
              if ('retryAt' in entry.job && Date.parse(entry.job.retryAt ?? '') <= currentMillis())
                take(entry);
          }, next + 50);
    return () => {
      removeEventListener('online', reached);
      clearTimeout(timer);
    };
    // Every look is another list, also one that finds the same.
  }, [entries, scope]);
}
