import { z } from 'zod/mini';
import { contentKinds } from '#contract/resources/kinds.ts';
import type { ReadonlyDeep } from '#contract/schema/readonly-deep.ts';
import { Decimal } from '#contract/schema/scalars.ts';
import { errorKinds } from '#client/http/errors.ts';

// Records of sends in the database. Unknown fields of other builds are preserved: a record is returned as it was stored.

const Named = z.object({ id: z.string(), name: z.string() });

/** Everything that a send needs, except the file's bytes. */
export const SendPlan = z.object({
  name: z.string(),
  organizationId: z.string(),
  kind: z.enum(contentKinds),
  /** Path under which the service files the bytes. */
  filePath: z.string(),
  md5: z.string(),
  /** Lower-case hexadecimal; absent in records of older builds, whose bytes go through the service. */
  sha256: z.exactOptional(z.string()),
  size: z.number(),
  /** Fields of an IOU as they were sent; the service validates them. */
  iou: z.exactOptional(
    z.object({
      latitude: Decimal,
      longitude: Decimal,
      currency: z.string(),
      amount: Decimal,
      debtor: z.string(),
      creditor: z.string(),
    }),
  ),
  /** Reason for sending an IOU whose text differs from its fields: stored with the job, not sent. */
  disagreement: z.exactOptional(z.string()),
  nom151: z.boolean(),
  /** Whether the request stays a draft on the service. */
  keepAsDraft: z.boolean(),
  signers: z.array(Named),
  /** Chosen people who cannot be invited without a link: stored with the job, not sent. */
  unlinked: z.exactOptional(z.array(Named)),
  /** The rejected request that this one replaces: stored with the job, not sent. */
  corrects: z.exactOptional(Named),
});
export type SendPlan = ReadonlyDeep<z.infer<typeof SendPlan>>;

const Yes = z.exactOptional(z.literal(true));

/** Progress of a send: what the service acknowledged, and the step that was begun without a known outcome. */
export const SendProgress = z.object({
  key: z.exactOptional(z.string()),
  /** The service reported that the bytes exist already; only the create shows whether they do. */
  keyUnsure: Yes,
  /** The upload was answered with the MD5 that was computed here. */
  md5Confirmed: Yes,
  /** Creating was begun: an answer that never came is looked up before it is repeated. */
  creating: Yes,
  /** Id of a request that is older than the create: the lookup ends there. */
  after: z.exactOptional(z.string()),
  requestId: z.exactOptional(z.string()),
  /** Invite ids by subject id. */
  invited: z.record(z.string(), z.string()),
  /** Subject id of the invite that was begun: an answer that never came is looked up before it is repeated. */
  inviting: z.exactOptional(z.string()),
  /** Start time of the last attempt, RFC 3339 UTC. */
  begunAt: z.exactOptional(z.string()),
  /** The service refused the last attempt, so it had no effect. */
  refused: Yes,
  /** The last attempt was answered, readable or not: nothing of it is running any more. */
  over: Yes,
  /**
   * Number of attempts of the current step, without those that the service certainly refused. Absent in records of older
   * builds: one, if the step was begun.
   */
  attempts: z.exactOptional(z.number()),
  /** Number of attempts that a person allowed; absent: `mostAttempts`. */
  allowed: z.exactOptional(z.number()),
  /** Start time of the first of these attempts, RFC 3339 UTC. */
  since: z.exactOptional(z.string()),
  /** The service accepted the step without naming an object: it is never repeated without a person's decision. */
  accepted: Yes,
  sent: Yes,
});
export type SendProgress = ReadonlyDeep<z.infer<typeof SendProgress>>;

export const SendStep = z.enum(['upload', 'create', 'invite', 'send']);
export type SendStep = z.infer<typeof SendStep>;

/** A request that may be the one whose create had no readable answer. */
const Candidate = z.object({
  id: z.string(),
  name: z.exactOptional(z.string()),
  createdAt: z.exactOptional(z.string()),
});
export type Candidate = ReadonlyDeep<z.infer<typeof Candidate>>;

export const StoredMessage = z.object({
  message: z.string(),
  path: z.exactOptional(z.array(z.union([z.string(), z.number()]))),
  code: z.exactOptional(z.string()),
});

export const StoredRequestLine = z.object({
  method: z.string(),
  path: z.string(),
  status: z.exactOptional(z.number()),
  at: z.string(),
});

export const SendFailure = z.object({
  step: SendStep,
  /**
   * `ambiguous`: a create or an invite of which nobody knows whether it happened: a person decides.
   * `disk`: this browser has no space to store progress, and no step is taken that cannot be stored.
   */
  kind: z.enum([...errorKinds, 'file-missing', 'ambiguous', 'disk', 'defect']),
  subjectId: z.exactOptional(z.string()),
  /** Requests that an ambiguous create may have made. */
  candidates: z.exactOptional(z.array(Candidate)),
  messages: z.array(StoredMessage),
  request: z.exactOptional(StoredRequestLine),
  /** Seconds to wait, as the service requested. */
  retryAfter: z.exactOptional(z.number()),
});
export type SendFailure = ReadonlyDeep<z.infer<typeof SendFailure>>;

/** One send: a job that survives reload. */
export const SendJob = z.object({
  id: z.string(),
  scope: z.string(),
  plan: SendPlan,
  progress: SendProgress,
  status: z.enum(['running', 'failed', 'done']),
  step: SendStep,
  failure: z.exactOptional(SendFailure),
  startedAt: z.string(),
  updatedAt: z.string(),
  /** Failed by what passes, this many times in a row since something was acknowledged. */
  tries: z.exactOptional(z.number()),
  /** When it goes on by itself, RFC 3339 UTC. */
  retryAt: z.exactOptional(z.string()),
  /** The draft changed since it failed: only its form sends it, as it is by then. */
  edited: Yes,
});
export type SendJob = ReadonlyDeep<z.infer<typeof SendJob>>;
