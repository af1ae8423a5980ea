import type { JobEntry } from '#jobs/engine/job-list.ts';
import type { TrayItem } from './tray-list.tsx';
import { bulkItem, type BulkActions } from './bulk-item.ts';
import { certifyItem, type CertifyActions, type Writing } from './certify-item.ts';
import { sendItem, type SendActions } from './send-item.ts';

/** What a reader may do with operations, by their kind. */
export interface TrayActions {
  readonly send: SendActions;
  readonly certify: CertifyActions;
  readonly bulk: BulkActions;
}

/** An job in the words of the tray. */
export function trayItem(entry: JobEntry, actions: TrayActions, writing: Writing): TrayItem {
  switch (entry.kind) {
    case 'send':
      return sendItem(entry, actions.send, writing);
    case 'certify':
      return certifyItem(entry, actions.certify, writing);
    case 'bulk':
      return bulkItem(entry, actions.bulk, writing);
  }
}
