import type { BulkJob } from '#jobs/bulk/bulk-record.ts';
import type { BulkEntry } from '#jobs/engine/job-list.ts';
import type { TrayItem } from '../tray-list.tsx';
import { formatAge } from '#ui/formats/formats.ts';
import { m } from '#i18n/messages.ts';
import type { BulkRate } from './bulk-rate.ts';
import { bulkDone } from '../tray-counts.ts';
import { queueItem, type QueueActions, type Writing } from './queue-item.ts';
import { reasonOf, waitReason } from './failure-texts.ts';

/** What a user may do with a bulk. */
export interface BulkActions extends QueueActions<BulkJob> {
  /** Its own page, with every request. */
  readonly open: (job: BulkJob) => void;
  /** How fast it comes on; undefined while that is not known. */
  readonly rate: (job: BulkJob) => BulkRate | undefined;
  /** Bytes of it that are on their way from this tab. */
  readonly uploading: (job: BulkJob) => number;
}

/** A bulk send as the tray shows it. */
export function bulkItem(entry: BulkEntry, actions: BulkActions, writing: Writing): TrayItem {
  const { job } = entry;
  const { done, total } = bulkDone(job);
  const csv = { label: 'CSV', onSelect: () => actions.save(job) };
  const open = { label: m.common_open(), onSelect: () => actions.open(job) };
  const sent = m.shell_bulk_sent({ done: writing.number(done), total: writing.number(total) });
  const sum = (): string => summary(job, writing);
  return queueItem(entry, actions, {
    title: job.title,
    progress: progressOf(job, actions.uploading(job)),
    lines: {
      interrupted: () => `${sent} · ${m.shell_bulk_interrupted()}`,
      running: () =>
        job.waitingUntil === undefined
          ? runningLine(job, sent, actions, writing)
          : waitingLine(job, sent, writing.time(new Date(job.waitingUntil))),
      paused: sum,
      stopped: () => `${job.failure ? reasonOf(job.failure) : m.errors_defect()} ${sum()}`,
      cancelled: () => `${m.shell_bulk_cancelled()} ${sum()}`,
      done: sum,
    },
    resumeLabel: m.shell_bulk_resume(),
    retryLabel: m.shell_bulk_retry(),
    links: (state) => (state === 'running' || state === 'interrupted' ? [open] : [open, csv]),
  });
}

function waitingLine({ failure }: BulkJob, sent: string, time: string): string {
  return [`${sent}.`, failure ? waitReason(failure) : '', m.shell_bulk_waiting({ time })]
    .filter(Boolean)
    .join(' ');
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
