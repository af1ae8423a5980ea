import type { JournalEntry } from '#api/operations/journal.ts';
import type { TrayItem } from '#ui/tray.tsx';
import { bulkItem, type BulkActions } from './bulk-item.ts';
import { certifyItem, type CertifyActions, type Writing } from './certify-item.ts';
import { sendItem, type SendActions } from './send-item.ts';

/** What a reader may do with operations, by their kind. */
export interface TrayActions {
  readonly send: SendActions;
  readonly certify: CertifyActions;
  readonly bulk: BulkActions;
}

/** An operation in the words of the tray. */
export function trayItem(entry: JournalEntry, actions: TrayActions, writing: Writing): TrayItem {
  switch (entry.kind) {
    case 'send':
      return sendItem(entry, actions.send, writing);
    case 'certify':
      return certifyItem(entry, actions.certify, writing);
    case 'bulk':
      return bulkItem(entry, actions.bulk, writing);
  }
}

/** What nothing more is to be done with: it can be cleared away. */
export function isOver(entry: JournalEntry): boolean {
  if (entry.kind === 'send') return entry.operation.status === 'done';
  const { status, counts } = entry.operation;
  return status === 'cancelled' || (status === 'done' && counts.failed === 0);
}

/** How many run now, and how many neither run nor are over: they wait for the reader, or to be taken up. */
export function trayCounts(entries: readonly JournalEntry[]): { running: number; waiting: number } {
  const isRunning = ({ operation, interrupted }: JournalEntry): boolean =>
    operation.status === 'running' && !interrupted;
  const running = entries.filter(isRunning).length;
  return { running, waiting: entries.filter((entry) => !isOver(entry)).length - running };
}
