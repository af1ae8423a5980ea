import type { BulkOperation } from '#jobs/bulk/bulk-record.ts';
import type { BulkEntry } from '#jobs/engine/journal.ts';
import type { TrayItem } from './tray-list.tsx';
import { formatAge } from '#ui/formats/formats.ts';
import { m } from '#i18n/messages.ts';
import type { BulkRate } from './bulk-rate.ts';
import { bulkDone } from './tray-counts.ts';
import type { QueueActions, Writing } from './certify-item.ts';
import { reasonOf, waitReason } from './failure-words.ts';

/** What a reader may do with a bulk. */
export interface BulkActions extends QueueActions<BulkOperation> {
  /** Its own page, with every request. */
  readonly open: (operation: BulkOperation) => void;
  /** How fast it comes on; undefined while that cannot be told. */
  readonly rate: (operation: BulkOperation) => BulkRate | undefined;
  /** Bytes of it that are on their way from this tab. */
  readonly uploading: (operation: BulkOperation) => number;
}

/** A bulk of sends in the words of the tray. */
export function bulkItem(
  { operation, interrupted }: BulkEntry,
  actions: BulkActions,
  writing: Writing,
): TrayItem {
  const { id, title, counts, status, failure, waitingUntil } = operation;
  const { done, total } = bulkDone(operation);
  const on = (act: (operation: BulkOperation) => void) => () => {
    act(operation);
  };
  const shared = { id, title, progress: progressOf(operation, actions.uploading(operation)) };
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
            ? runningLine(operation, sent, actions, writing)
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
      return { ...shared, state: 'paused', line: summary(operation, writing), more: [open, csv], ...goesOn };
    case 'stopped':
      return {
        ...shared,
        state: 'failed',
        line: `${failure ? reasonOf(failure) : m.errors_defect()} ${summary(operation, writing)}`,
        action: { label: m.shell_bulk_resume(), onSelect: on(actions.resume) },
        more: [open, csv],
        onCancel: on(actions.cancel),
      };
    case 'cancelled':
      return {
        ...shared,
        state: 'done',
        line: `${m.shell_bulk_cancelled()} ${summary(operation, writing)}`,
        more: [open, csv],
      };
    case 'done':
      return counts.failed === 0
        ? { ...shared, state: 'done', line: summary(operation, writing), more: [open, csv] }
        : {
            ...shared,
            state: 'failed',
            line: summary(operation, writing),
            action: { label: m.shell_bulk_retry(), onSelect: on(actions.retryFailed) },
            more: [open, csv],
            onCancel: on(actions.remove),
          };
  }
}

/** By requests, and by the bytes of a document that is on its way. */
function progressOf(operation: BulkOperation, uploading: number): number {
  const { done, total } = bulkDone(operation);
  if (total === 0) return 1;
  const { bytes } = operation;
  // Of one request, its upload is about half of the work.
  const ahead = bytes.total === 0 ? 0 : Math.min(1, (bytes.sent + uploading) / bytes.total);
  return (done / total + ahead) / 2;
}

function runningLine(
  operation: BulkOperation,
  sent: string,
  actions: BulkActions,
  { number, bytes }: Writing,
): string {
  const { left } = bulkDone(operation);
  const rate = actions.rate(operation);
  const gone = operation.bytes.sent + actions.uploading(operation);
  return [
    sent,
    gone < operation.bytes.total
      ? m.shell_bulk_bytes({ sent: bytes(gone), total: bytes(operation.bytes.total) })
      : '',
    rate ? m.shell_bulk_rate({ count: number(Math.round(rate.perMinute)) }) : '',
    rate ? m.shell_bulk_left({ age: formatAge(rate.left) }) : '',
    operation.counts.failed > 0
      ? m.shell_bulk_failed({ count: operation.counts.failed, shown: number(operation.counts.failed) })
      : '',
    left > 0 && operation.counts.running === 0 && operation.counts.done === 0 ? m.shell_bulk_turn() : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What became of all of it: only what there is any of. */
function summary(operation: BulkOperation, { number }: Writing): string {
  const { counts } = operation;
  const { left } = bulkDone(operation);
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
