import { z } from 'zod/mini';
import type { ReadonlyDeep } from '#contract/schema/readonly-deep.ts';
import { SendFailure, SendPlan, SendProgress, SendStep } from '../send/send-record.ts';

/**
 * What became of one request of a bulk. `running`: it was begun and has no end yet; its progress says what is done.
 * `refused`: the dry run found reasons against it, so nothing of it was ever requested.
 */
const BulkState = z.enum(['waiting', 'running', 'done', 'failed', 'refused']);
export type BulkState = z.infer<typeof BulkState>;

/** A row of the user's table, which is returned unchanged in the result file. */
const BulkRow = z.object({
  /** Number of the row in the table, from 1. */
  n: z.number(),
  cells: z.array(z.string()),
});
export type BulkRow = ReadonlyDeep<z.infer<typeof BulkRow>>;

/** One request of a bulk: a send with its own place in the queue. */
export const BulkItem = z.object({
  /** Id of the bulk, and the place in it from 0. */
  operation: z.string(),
  n: z.number(),
  scope: z.string(),
  state: BulkState,
  plan: SendPlan,
  /** Id in the `files` store: several requests may be of one document's bytes. */
  fileId: z.string(),
  progress: SendProgress,
  step: SendStep,
  failure: z.exactOptional(SendFailure),
  /** When it was settled, RFC 3339 UTC. */
  at: z.exactOptional(z.string()),
  /** The rows that it was made of. */
  rows: z.array(BulkRow),
  /** Why the dry run refused it: codes of the dry run. */
  reasons: z.exactOptional(z.array(z.string())),
});
export type BulkItem = ReadonlyDeep<z.infer<typeof BulkItem>>;

/** Many sends at once: a job that survives reload, with its items apart from it. */
export const BulkJob = z.object({
  id: z.string(),
  scope: z.string(),
  title: z.string(),
  /** Names of the columns of the user's table. */
  columns: z.array(z.string()),
  /** `stopped`: something that concerns all of it, said in `failure`; it can go on. */
  status: z.enum(['running', 'paused', 'stopped', 'cancelled', 'done']),
  total: z.number(),
  counts: z.record(BulkState, z.number()),
  /** Bytes of the documents: in total, and as far as the service has them. */
  bytes: z.object({ total: z.number(), sent: z.number() }),
  /** Why it stopped, or while `waitingUntil` is there, what it waits for to pass. */
  failure: z.exactOptional(SendFailure),
  /** Nothing is requested of the service until then, RFC 3339 UTC. */
  waitingUntil: z.exactOptional(z.string()),
  startedAt: z.string(),
  updatedAt: z.string(),
});
export type BulkJob = ReadonlyDeep<z.infer<typeof BulkJob>>;
