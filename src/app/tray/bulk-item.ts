import type { BulkJob } from '#jobs/bulk/bulk-record.ts';
import type { BulkEntry } from '#jobs/engine/job-list.ts';
import type { TrayItem } from './tray-list.tsx';
import { formatAge } from '#ui/formats/formats.ts';
import { m } from '#i18n/messages.ts';
import type { BulkRate } from './bulk-rate.ts';
import { bulkDone } from './tray-counts.ts';
import type { QueueActions, Writing } from './certify-item.ts';
import { reasonOf, waitReason } from './failure-words.ts';

/** What a reader may do with a bulk. */
export interface BulkActions extends QueueActions<BulkJob> {
  /** Its own page, with every request. */
  readonly open: (job: BulkJob) => void;
  /** How fast it comes on; undefined while that cannot be told. */
  readonly rate: (job: BulkJob) => BulkRate | undefined;
  /** Bytes of it that are on their way from this tab. */
  readonly uploading: (job: BulkJob) => number;
}

/** A bulk of sends in the words of the tray. */
export function bulkItem({ job, interrupted }: BulkEntry, actions: BulkActions, writing: Writing): TrayItem {
  const { id, title, counts, status, failure, waitingUntil } = job;
  const { done, total } = bulkDone(job);
  const on = (act: (job: BulkJob) => void) => () => {
    act(job);
  };
  const shared = { id, title, progress: progressOf(job, actions.uploading(job)) };
  const csv = { label: 'CSV', onSelect: on(actions.save) };
  const open = { label: m.common_open(), onSelect: on(actions.open) };
  const sent = m.shell_bulk_sent({ done: writing.number(done), total: writing.number(total) });
  const goesOn = { onResume: on(actions.resume), onCancel: on(actions.cancel) };
  if (interrupted)
    return {
      ...shared,
      state: 'paused',
      line: `${sent} · ${m.shell_bulk_interrupted()}`,
      more: [open],
      ...goesOn,
    };
  switch (status) {
    case 'running':
      return {
        ...shared,
        state: 'running',
        line:
          waitingUntil === undefined
            ? runningLine(job, sent, actions, writing)
            : [
                `${sent}.`,
                failure ? waitReason(failure) : '',
                m.shell_bulk_waiting({ time: writing.time(new Date(waitingUntil)) }),
              ]
                .filter(Boolean)
                .join(' '),
        more: [open],
        onPause: on(actions.pause),
        onCancel: on(actions.cancel),
      };
    case 'paused':
      return { ...shared, state: 'paused', line: summary(job, writing), more: [open, csv], ...goesOn };
    case 'stopped':
      return {
        ...shared,
        state: 'failed',
        line: `${failure ? reasonOf(failure) : m.errors_defect()} ${summary(job, writing)}`,
        action: { label: m.shell_bulk_resume(), onSelect: on(actions.resume) },
        more: [open, csv],
        onCancel: on(actions.cancel),
      };
    case 'cancelled':
      return {
        ...shared,
        state: 'done',
        line: `${m.shell_bulk_cancelled()} ${summary(job, writing)}`,
        more: [open, csv],
      };
    case 'done':
      return counts.failed === 0
        ? { ...shared, state: 'done', line: summary(job, writing), more: [open, csv] }
        : {
            ...shared,
            state: 'failed',
            line: summary(job, writing),
            action: { label: m.shell_bulk_retry(), onSelect: on(actions.retryFailed) },
            more: [open, csv],
            onCancel: on(actions.remove),
          };
  }
}

/** By requests, and by the bytes of a document that is on its way. */
function progressOf(job: BulkJob, uploading: number): number {
  const { done, total } = bulkDone(job);
  if (total === 0) return 1;
  const { bytes } = job;
  // Of one request, its upload is about half of the work.
  const ahead = bytes.total === 0 ? 0 : Math.min(1, (bytes.sent + uploading) / bytes.total);
  return (done / total + ahead) / 2;
}

function runningLine(job: BulkJob, sent: string, actions: BulkActions, { number, bytes }: Writing): string {
  const { left } = bulkDone(job);
  const rate = actions.rate(job);
  const gone = job.bytes.sent + actions.uploading(job);
  return [
    sent,
    gone < job.bytes.total ? m.shell_bulk_bytes({ sent: bytes(gone), total: bytes(job.bytes.total) }) : '',
    rate ? m.shell_bulk_rate({ count: number(Math.round(rate.perMinute)) }) : '',
    rate ? m.shell_bulk_left({ age: formatAge(rate.left) }) : '',
    job.counts.failed > 0
      ? m.shell_bulk_failed({ count: job.counts.failed, shown: number(job.counts.failed) })
      : '',
    left > 0 && job.counts.running === 0 && job.counts.done === 0 ? m.shell_bulk_turn() : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What became of all of it: only what there is any of. */
function summary(job: BulkJob, { number }: Writing): string {
  const { counts } = job;
  const { left } = bulkDone(job);
  const said = (count: number) => ({ count, shown: number(count) });
  return [
    counts.done > 0 ? m.shell_bulk_done(said(counts.done)) : '',
    counts.failed > 0 ? m.shell_bulk_failed(said(counts.failed)) : '',
    counts.refused > 0 ? m.shell_bulk_refused(said(counts.refused)) : '',
    left > 0 ? m.shell_bulk_remaining(said(left)) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
