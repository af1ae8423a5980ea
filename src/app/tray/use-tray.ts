import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { bulkJobs } from '#jobs/bulk/bulk-jobs.ts';
import { certifyJobs } from '#jobs/certify/certify-jobs.ts';
import { jobList, type JobEntry } from '#jobs/engine/job-list.ts';
import { useJobs } from '#jobs/engine/use-jobs.ts';
import { sendJobs } from '#jobs/send/send-jobs.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { BulkRates } from './items/bulk-rate.ts';
import { bulkDone, isOver, isRunOver } from './tray-counts.ts';
import type { TrayActions } from './items/tray-items.ts';
import { useDueJobs } from './use-due-jobs.ts';
import { useTabRun, type TabRun } from './use-tab-run.ts';
import { useTrayActions } from './use-tray-actions.ts';

const none: readonly JobEntry[] = [];

/** Every stored job and what can be done with it. Jobs that a reload stopped run again by themselves. */
export function useTray(): {
  entries: readonly JobEntry[];
  /** Of /verify, in this tab. */
  run: TabRun | undefined;
  actions: TrayActions;
  /** Absent while nothing runs that can be paused. */
  pauseAll: (() => void) | undefined;
  clearDone: () => void;
} {
  const { scope } = useConnection().client;
  const jobs = { send: useJobs(sendJobs), certify: useJobs(certifyJobs), bulk: useJobs(bulkJobs) };
  const { data: entries = none, dataUpdatedAt } = useQuery({
    ...jobList(scope),
    // Another tab may be at work: what it stores is seen by reading.
    refetchInterval: ({ state }) => (state.data?.some(({ job }) => job.status === 'running') ? 2000 : false),
  });
  useDueJobs(scope, entries, jobs);
  const [rates] = useState(() => new BulkRates());
  useEffect(() => {
    for (const { kind, job } of entries)
      if (kind === 'bulk' && job.status === 'running') rates.note(job.id, bulkDone(job).done, dataUpdatedAt);
  }, [entries, dataUpdatedAt, rates]);
  const { run, controls } = useTabRun();
  const actions = useTrayActions(scope, jobs, rates, controls);
  const pausable = entries.flatMap(({ kind, job, interrupted }) =>
    kind !== 'send' && job.status === 'running' && !interrupted ? [() => jobs[kind].pause(job.id)] : [],
  );
  if (run?.phase === 'running') pausable.push(() => Promise.resolve(controls?.pause()));
  return {
    entries,
    run,
    actions,
    pauseAll:
      pausable.length > 0
        ? () => {
            for (const pause of pausable) void pause();
          }
        : undefined,
    clearDone: () => {
      for (const { kind, job } of entries.filter(isOver)) void jobs[kind].remove(job.id);
      if (isRunOver(run)) controls?.remove();
    },
  };
}
