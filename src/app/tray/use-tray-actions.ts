import { useNavigate } from 'react-router-dom';
import type { BulkJob } from '#jobs/bulk/bulk-record.ts';
import type { bulkJobs } from '#jobs/bulk/bulk-jobs.ts';
import { bulkUploads } from '#jobs/bulk/bulk-uploads.ts';
import type { certifyJobs } from '#jobs/certify/certify-jobs.ts';
import { resumeInOneTab } from '#jobs/engine/locks.ts';
import type { sendJobs } from '#jobs/send/send-jobs.ts';
import { sends } from '#jobs/send/sends.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import type { BulkRates } from './items/bulk-rate.ts';
import { saveCertifyResult } from './items/certify-csv.ts';
import { bulkDone } from './tray-counts.ts';
import type { TrayActions } from './items/tray-items.ts';
import type { TabRunControls } from './use-tab-run.ts';

interface Controls {
  readonly send: ReturnType<typeof sendJobs>;
  readonly certify: ReturnType<typeof certifyJobs>;
  readonly bulk: ReturnType<typeof bulkJobs>;
}

/** What a user may do with the jobs of the tray. */
export function useTrayActions(
  scope: string,
  jobs: Controls,
  rates: BulkRates,
  run: TabRunControls | undefined,
): TrayActions {
  const navigate = useNavigate();
  const format = useFormat();
  const snack = useSnack();
  const say = (done: Promise<unknown>, text: string): void => void done.then(() => snack({ text }));
  const sayFailed = (done: Promise<unknown>, text: string): void => void done.catch(() => snack({ text }));
  const saveBulkResult = async (job: BulkJob): Promise<void> =>
    (await import('#features/bulk/run/save-result.ts')).saveResult(scope, job);
  return {
    send: {
      resume: ({ id }, decision) =>
        void resumeInOneTab(sends(scope), id, (newest) => jobs.send.resume(newest, decision)),
      open: ({ progress }) => void navigate(paths.request(progress.requestId ?? '')),
      decide: ({ id }) => void navigate(paths.draft(id)),
      remove: ({ id }) => say(jobs.send.remove(id), m.shell_send_removed()),
    },
    certify: {
      ...queueActions(jobs.certify),
      cancel: ({ id }) => say(jobs.certify.cancel(id), m.witnesses_certify_tray_cancel_done()),
      settleUnclear: ({ id }) => void jobs.certify.settleUnclear(id),
      save: (job) => sayFailed(saveCertifyResult(scope, job), m.witnesses_certify_csv_failed()),
      remove: ({ id }) => say(jobs.certify.remove(id), m.witnesses_certify_tray_removed()),
    },
    bulk: {
      ...queueActions(jobs.bulk),
      cancel: ({ id }) => say(jobs.bulk.cancel(id), m.shell_bulk_cancel_done()),
      open: ({ id }) => void navigate(paths.bulkRun(id)),
      save: (job) => sayFailed(saveBulkResult(job), m.shell_bulk_result_failed()),
      remove: ({ id }) => say(jobs.bulk.remove(id), m.shell_bulk_removed()),
      rate: (job) => rates.of(job.id, bulkDone(job).left),
      uploading: ({ id }) => bulkUploads.of(id),
    },
    verify: {
      pause: () => run?.pause(),
      resume: () => run?.resume(),
      cancel: () => {
        run?.cancel();
        snack({ text: m.shell_verify_cancel_done() });
      },
      takeUp: () => run?.takeUp(),
      open: () => void navigate(paths.verify),
      save: () => sayFailed(run?.saveCsv(format.options) ?? Promise.resolve(), m.shell_bulk_result_failed()),
      remove: () => run?.remove(),
    },
  };
}

interface Identified {
  readonly id: string;
}

function queueActions(controls: Record<'resume' | 'pause' | 'retryFailed', (id: string) => Promise<void>>) {
  return {
    resume: ({ id }: Identified) => void controls.resume(id),
    pause: ({ id }: Identified) => void controls.pause(id),
    retryFailed: ({ id }: Identified) => void controls.retryFailed(id),
  };
}
