import { z } from 'zod/mini';
import type { ReadonlyDeep } from '#contract/schema/readonly-deep.ts';
import { errorKinds } from '#client/http/errors.ts';
import { certifyWays } from './certify-way.ts';
import { StoredMessage, StoredRequestLine } from '../send/send-record.ts';

/**
 * What became of one witness of the queue. `asking`: the request left and no answer is known. `pending`: the service
 * took it and reports no date yet; in a group that is how it ends, because its batch is made later.
 */
const CertifyState = z.enum(['waiting', 'asking', 'certified', 'already', 'pending', 'failed']);
export type CertifyState = z.infer<typeof CertifyState>;

const CertifyFailure = z.object({
  /**
   * `quota`: the organization has none left. `unclear`: the request left, no answer came, and nothing of the witness
   * shows whether it was taken: to request it again may spend again, so that is for the user to decide.
   */
  kind: z.enum([...errorKinds, 'quota', 'unclear', 'defect']),
  messages: z.array(StoredMessage),
  request: z.exactOptional(StoredRequestLine),
});
export type CertifyFailure = ReadonlyDeep<z.infer<typeof CertifyFailure>>;

/** One witness of a queue, stored by itself: a step writes one of them and not all. */
export const CertifyItem = z.object({
  /** Id of the job, and the place in it from 0. */
  operation: z.string(),
  n: z.number(),
  scope: z.string(),
  witness: z.string(),
  hash: z.exactOptional(z.string()),
  /** What it is of, by the name that it had when the queue was made. */
  title: z.exactOptional(z.string()),
  state: CertifyState,
  /** How often it was requested since a person decided; what was refused for sure does not count. */
  attempts: z.exactOptional(z.number()),
  /** The service answered yes and nothing readable: it is not requested again without a person's decision. */
  accepted: z.exactOptional(z.literal(true)),
  /** When it was settled, RFC 3339 UTC. */
  at: z.exactOptional(z.string()),
  /** The date that the service gives. */
  certifiedAt: z.exactOptional(z.string()),
  failure: z.exactOptional(CertifyFailure),
});
export type CertifyItem = ReadonlyDeep<z.infer<typeof CertifyItem>>;

/** A queue: a job that survives reload. */
export const CertifyJob = z.object({
  id: z.string(),
  scope: z.string(),
  /** Absent in what was written before there was a choice: each by a certificate of its own. */
  way: z.exactOptional(z.enum(certifyWays)),
  /** `stopped`: something that concerns all of it, said in `failure`; it can go on. */
  status: z.enum(['running', 'paused', 'stopped', 'cancelled', 'done']),
  total: z.number(),
  counts: z.record(CertifyState, z.number()),
  /** Why it stopped; once it is done, why all that failed did, where that is one reason. */
  failure: z.exactOptional(CertifyFailure),
  /** The service requested a pause until then, RFC 3339 UTC. */
  waitingUntil: z.exactOptional(z.string()),
  startedAt: z.string(),
  updatedAt: z.string(),
});
export type CertifyJob = ReadonlyDeep<z.infer<typeof CertifyJob>>;
