import type { BulkItem, BulkJob, BulkRow } from './bulk-record.ts';
import { allowRetry, allowAnotherAttempt, withOutcome } from '../send/send-job.ts';
import { countItem } from '../engine/job.ts';
import type { SendPlan } from '../send/send-record.ts';

/** One request of a bulk that is about to begin. */
export interface BulkInputItem {
  readonly plan: SendPlan;
  readonly fileId: string;
  readonly rows: readonly BulkRow[];
  /** If present and not empty, the item is stored for the result and never sent. */
  readonly reasons?: readonly string[];
}

/** A document of a bulk that is about to begin. Its bytes are stored with the bulk. */
export interface BulkFile {
  readonly id: string;
  readonly file: File;
}

export interface BulkInput {
  readonly title: string;
  readonly columns: readonly string[];
  readonly items: readonly BulkInputItem[];
  /** Every document that an item names and that is not stored already. */
  readonly files: readonly BulkFile[];
}

/** A bulk as it is stored before its first call. */
export function beginBulk(
  id: string,
  scope: string,
  { title, columns, items }: Omit<BulkInput, 'files'>,
  now: number,
): { job: BulkJob; items: BulkItem[] } {
  const at = new Date(now).toISOString();
  const allItems = items.map(({ plan, fileId, rows, reasons }, n): BulkItem => {
    const refused = reasons !== undefined && reasons.length > 0;
    return {
      operation: id,
      n,
      scope,
      state: refused ? 'refused' : 'waiting',
      plan,
      fileId,
      progress: { invited: {} },
      step: 'upload',
      rows,
      ...(refused ? { at, reasons } : {}),
    };
  });
  const toSend = allItems.filter(({ state }) => state === 'waiting');
  return {
    job: {
      id,
      scope,
      title,
      columns,
      status: 'running',
      total: allItems.length,
      counts: {
        waiting: toSend.length,
        running: 0,
        done: 0,
        failed: 0,
        refused: allItems.length - toSend.length,
      },
      bytes: { total: toSend.reduce((sum, { plan }) => sum + plan.size, 0), sent: 0 },
      startedAt: at,
      updatedAt: at,
    },
    items: allItems,
  };
}

/** The job after one of its items changed: the count of each state, and the bytes that the service has. */
export function afterItem(job: BulkJob, before: BulkItem, item: BulkItem): BulkJob {
  const sent = job.bytes.sent + sentOf(item) - sentOf(before);
  return { ...countItem(job, before, item), bytes: { ...job.bytes, sent } };
}

const sentOf = ({ plan, progress }: BulkItem): number => (progress.key === undefined ? 0 : plan.size);

/**
 * A failed item, to be tried again from where it stands.
 *
 * @param createAgain the reader looked: what the service cannot tell about was not made
 */
export function retryItem({ failure, at: _then, ...item }: BulkItem, createAgain = false): BulkItem {
  const isUnknown = failure?.kind === 'ambiguous';
  const progress =
    createAgain && isUnknown ? allowAnotherAttempt(item.progress) : allowRetry(item.progress, failure);
  return { ...item, progress, state: 'waiting' };
}

/** A person's decision about an item of which nobody knows whether it happened. */
export type BulkDecision =
  | { readonly kind: 'again' }
  /** It happened: with the request, where that is what was in doubt. */
  | { readonly kind: 'there'; readonly requestId?: string }
  | { readonly kind: 'discard' };

/** An item after a person decided about it; the same where there is nothing to decide. */
export function afterDecision(item: BulkItem, decision: BulkDecision): BulkItem {
  if (item.state !== 'failed' || item.failure?.kind !== 'ambiguous') return item;
  switch (decision.kind) {
    case 'again':
      return retryItem(item, true);
    case 'there': {
      const { failure, at: _then, ...rest } = item;
      const progress = withOutcome(item.progress, failure.subjectId, decision.requestId);
      return progress === item.progress ? item : { ...rest, progress, state: 'waiting' };
    }
    case 'discard': {
      const { failure: _past, ...rest } = item;
      return { ...rest, state: 'refused', reasons: ['discarded'] };
    }
  }
}
