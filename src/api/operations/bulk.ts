import {
  allowRetry,
  onceMore,
  withOutcome,
  type SendFailure,
  type SendPlan,
  type SendProgress,
  type SendStep,
} from './send-operation.ts';

/**
 * What became of one request of a bulk. `running`: it was begun and has no end yet; what of it is done stands in its
 * progress. `refused`: the dry run found reasons against it, so nothing of it was ever asked.
 */
export const bulkStates = ['waiting', 'running', 'done', 'failed', 'refused'] as const;
export type BulkState = (typeof bulkStates)[number];

/** A row of the reader's table, as it was given: it comes back in the result file. */
export interface BulkRow {
  /** Number of the row in the table, from 1. */
  readonly n: number;
  readonly cells: readonly string[];
}

/** One request of a bulk: a send with its own place in the queue. */
export interface BulkItem {
  /** Id of the bulk, and the place in it from 0. */
  readonly operation: string;
  readonly n: number;
  readonly scope: string;
  readonly state: BulkState;
  readonly plan: SendPlan;
  /** Id in the `files` store: several requests may be of one document's bytes. */
  readonly fileId: string;
  readonly progress: SendProgress;
  readonly step: SendStep;
  readonly failure?: SendFailure;
  /** When it was settled, RFC 3339 UTC. */
  readonly at?: string;
  /** The rows that it was made of. */
  readonly rows: readonly BulkRow[];
  /** Why the dry run refused it: codes of the dry run. */
  readonly reasons?: readonly string[];
}

/** Many sends at once: a journal entry that survives reload, with its items apart from it. */
export interface BulkOperation {
  readonly id: string;
  readonly scope: string;
  readonly title: string;
  /** Names of the columns of the reader's table. */
  readonly columns: readonly string[];
  /** `stopped`: something that concerns all of it, said in `failure`; it can go on. */
  readonly status: 'running' | 'paused' | 'stopped' | 'cancelled' | 'done';
  readonly total: number;
  readonly counts: Readonly<Record<BulkState, number>>;
  /** Of the documents that are to be uploaded, and how many of them the service has. */
  readonly bytes: { readonly total: number; readonly sent: number };
  /** Why it stopped, or while `waitingUntil` stands, what it waits for to pass. */
  readonly failure?: SendFailure;
  /** Nothing is asked of the service until then, RFC 3339 UTC. */
  readonly waitingUntil?: string;
  readonly startedAt: string;
  readonly updatedAt: string;
}

/** One request of a bulk that is about to begin. */
export interface BulkStart {
  readonly plan: SendPlan;
  readonly fileId: string;
  readonly rows: readonly BulkRow[];
  /** Present and not empty: it is kept for the result, and never sent. */
  readonly reasons?: readonly string[];
}

/** A document of a bulk that is about to begin: its bytes are kept with it. */
export interface BulkFile {
  readonly id: string;
  readonly file: File;
}

export interface BulkBegun {
  readonly title: string;
  readonly columns: readonly string[];
  readonly items: readonly BulkStart[];
  /** Every document that an item names and that is not kept already. */
  readonly files: readonly BulkFile[];
}

/** A bulk as it is written before anything of it is asked. */
export function beginBulk(
  id: string,
  scope: string,
  { title, columns, items }: Omit<BulkBegun, 'files'>,
  now: number,
): { operation: BulkOperation; items: BulkItem[] } {
  const at = new Date(now).toISOString();
  const begun = items.map(({ plan, fileId, rows, reasons }, n): BulkItem => {
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
  const toSend = begun.filter(({ state }) => state === 'waiting');
  return {
    operation: {
      id,
      scope,
      title,
      columns,
      status: 'running',
      total: begun.length,
      counts: {
        waiting: toSend.length,
        running: 0,
        done: 0,
        failed: 0,
        refused: begun.length - toSend.length,
      },
      bytes: { total: toSend.reduce((sum, { plan }) => sum + plan.size, 0), sent: 0 },
      startedAt: at,
      updatedAt: at,
    },
    items: begun,
  };
}

/** The entry after one of its items changed: how many of each there are, and the bytes that the service has. */
export function afterSettling(operation: BulkOperation, before: BulkItem, item: BulkItem): BulkOperation {
  const counts = { ...operation.counts };
  counts[before.state] -= 1;
  counts[item.state] += 1;
  const sent = operation.bytes.sent + sentOf(item) - sentOf(before);
  return { ...operation, counts, bytes: { ...operation.bytes, sent } };
}

const sentOf = ({ plan, progress }: BulkItem): number => (progress.key === undefined ? 0 : plan.size);

/**
 * A failed item, to be tried again from where it stands.
 *
 * @param createAgain the reader looked: what the service cannot tell about was not made
 */
export function tryAgain({ failure, at: _then, ...item }: BulkItem, createAgain = false): BulkItem {
  const isUnknown = failure?.kind === 'ambiguous';
  const progress = createAgain && isUnknown ? onceMore(item.progress) : allowRetry(item.progress, failure);
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
      return tryAgain(item, true);
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

/** Goes on: what stopped it, or was to be waited for, is past. */
export function goOn({ failure: _past, waitingUntil: _over, ...operation }: BulkOperation): BulkOperation {
  return { ...operation, status: 'running' };
}
