import type { JobEntry } from '#jobs/engine/job-list.ts';
import type { TrayItem } from '../tray-list.tsx';
import { bulkItem, type BulkActions } from './bulk-item.ts';
import { certifyItem, type CertifyActions } from './certify-item.ts';
import type { Writing } from './queue-item.ts';
import { sendItem, type SendActions } from './send-item.ts';
import type { VerifyActions } from './verify-item.ts';

/** What a user may do with jobs, by their kind. */
interface JobActions {
  readonly send: SendActions;
  readonly certify: CertifyActions;
  readonly bulk: BulkActions;
}

/** What a user may do with everything in the tray. */
export interface TrayActions extends JobActions {
  readonly verify: VerifyActions;
}

/** A job as the tray shows it. */
export function trayItem(entry: JobEntry, actions: JobActions, writing: Writing): TrayItem {
  switch (entry.kind) {
    case 'send':
      return sendItem(entry, actions.send, writing);
    case 'certify':
      return certifyItem(entry, actions.certify, writing);
    case 'bulk':
      return bulkItem(entry, actions.bulk, writing);
  }
}
