import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { currentTime } from '#clock/clock.ts';
import type { BulkJob } from '#jobs/bulk/bulk-record.ts';
import { bulkUploads } from '#jobs/bulk/bulk-uploads.ts';
import { bulks } from '#jobs/bulk/bulks.ts';
import { certifications } from '#jobs/certify/certifications.ts';
import { wayOf } from '#jobs/certify/run-certification.ts';
import type { CertifyJob } from '#jobs/certify/certify-record.ts';
import { jobList, resumeInOneTab, type JobEntry } from '#jobs/engine/job-list.ts';
import { sends } from '#jobs/send/sends.ts';
import { useBulks } from '#jobs/bulk/use-bulks.tsx';
import { useCertifications } from '#jobs/certify/use-certifications.tsx';
import { useSends } from '#jobs/send/use-sends.tsx';
import { useConnection } from '#client/session/session-context.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { csvBlob } from '#widgets/files/csv.ts';
import { paths } from '#widgets/paths.ts';
import { saveBlob } from '#widgets/files/save-blob.ts';
import { m } from '#i18n/messages.ts';
import { BulkRates } from './bulk-rate.ts';
import { certifyRows } from './certify-csv.ts';
import { bulkDone, isOver } from './tray-counts.ts';
import type { TrayActions } from './tray-items.ts';
import { useGoingOn } from './use-going-on.ts';

const none: readonly JobEntry[] = [];

/** Everything long that is under way or done, and what can be done with it. What a reload stopped goes on by itself. */
export function useTray(): {
  entries: readonly JobEntry[];
  actions: TrayActions;
  /** Absent while nothing runs that can be paused. */
  pauseAll: (() => void) | undefined;
  clearDone: () => void;
} {
  const queries = useQueryClient();
  const { client } = useConnection();
  const { scope } = client;
  const letters = useSends();
  const queues = useCertifications();
  const many = useBulks();
  const navigate = useNavigate();
  const snack = useSnack();
  const { data: entries = none, dataUpdatedAt } = useQuery({
    ...jobList(scope).entries(),
    // Another tab may be at work: what it writes is seen by looking.
    refetchInterval: ({ state }) => (state.data?.some(({ job }) => job.status === 'running') ? 2000 : false),
  });

  const refresh = () => jobList(scope).refresh(queries);
  useGoingOn(scope, entries, { letters, queues, many });
  const [rates] = useState(() => new BulkRates());
  useEffect(() => {
    for (const { kind, job } of entries)
      if (kind === 'bulk' && job.status === 'running') rates.note(job.id, bulkDone(job).done, dataUpdatedAt);
  }, [entries, dataUpdatedAt, rates]);

  const books = { send: sends(scope), certify: certifications(scope), bulk: bulks(scope) };
  const removeOne = async (remove: Promise<void>, said: string) => {
    await remove;
    await refresh();
    snack({ text: said });
  };
  const save = async (job: CertifyJob) => {
    const { id } = job;
    const stamp = currentTime().toISOString().slice(0, 16).replace(':', '');
    try {
      const rows = certifyRows(await certifications(scope).items(id), wayOf(job));
      saveBlob(csvBlob(rows), `${m.witnesses_certify_csv_name()}-${stamp}Z.csv`);
    } catch {
      snack({ text: m.witnesses_certify_csv_failed() });
    }
  };
  const saveBulk = async (job: BulkJob) => {
    try {
      const { saveResult } = await import('#features/bulk/run/save-result.ts');
      await saveResult(scope, job);
    } catch {
      snack({ text: m.shell_bulk_result_failed() });
    }
  };
  const running = entries.filter(
    ({ kind, job, interrupted }) => kind !== 'send' && job.status === 'running' && !interrupted,
  );
  return {
    entries,
    actions: {
      send: {
        resume: (job, options) =>
          void resumeInOneTab(sends(scope), job.id, (newest) => letters.resume(newest, options)),
        open: ({ progress }) => void navigate(paths.request(progress.requestId ?? '')),
        decide: ({ id }) => void navigate(paths.draft(id)),
        remove: ({ id }) => void removeOne(sends(scope).remove(id), m.shell_send_removed()),
      },
      certify: {
        resume: ({ id }) => void queues.resume(id),
        pause: ({ id }) => void queues.pause(id),
        cancel: ({ id }) =>
          void queues.cancel(id).then(() => {
            snack({ text: m.witnesses_certify_tray_cancel_done() });
          }),
        retryFailed: ({ id }) => void queues.retryFailed(id),
        settleUnclear: ({ id }) => void queues.settleUnclear(id),
        save: (job) => void save(job),
        remove: ({ id }) =>
          void removeOne(certifications(scope).remove(id), m.witnesses_certify_tray_removed()),
      },
      bulk: {
        resume: ({ id }) => void many.resume(id),
        pause: ({ id }) => void many.pause(id),
        cancel: ({ id }) =>
          void many.cancel(id).then(() => {
            snack({ text: m.shell_bulk_cancel_done() });
          }),
        retryFailed: ({ id }) => void many.retryFailed(id),
        open: ({ id }) => void navigate(paths.bulkRun(id)),
        save: (job) => void saveBulk(job),
        remove: ({ id }) => void removeOne(many.remove(id), m.shell_bulk_removed()),
        rate: (job) => rates.of(job.id, bulkDone(job).left),
        uploading: ({ id }) => bulkUploads.of(id),
      },
    },
    pauseAll:
      running.length > 0
        ? () => {
            for (const { kind, job } of running) void (kind === 'bulk' ? many : queues).pause(job.id);
          }
        : undefined,
    clearDone: () => {
      const done = entries.filter(isOver);
      void Promise.all(done.map((entry) => books[entry.kind].remove(entry.job.id))).then(refresh);
    },
  };
}
