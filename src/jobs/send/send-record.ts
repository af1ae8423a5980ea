import { z } from 'zod/mini';
import { contentKinds } from '#contract/resources/kinds.ts';
import type { ReadonlyDeep } from '#contract/schema/readonly-deep.ts';
import { Decimal } from '#contract/schema/scalars.ts';
import { errorKinds } from '#client/http/errors.ts';

// What the database stores of sends. Fields of other builds stay: a record that is read is returned as it was stored.

const Named = z.object({ id: z.string(), name: z.string() });

/** What is to be sent. Everything that a repeat needs, except the file's bytes. */
export const SendPlan = z.object({
  name: z.string(),
  organizationId: z.string(),
  kind: z.enum(contentKinds),
  /** Path under which the service files the bytes. */
  filePath: z.string(),
  md5: z.string(),
  size: z.number(),
  /** Fields of an IOU as they were sent: whether they are right is for the service to say. */
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
  /** Why an IOU was sent whose text does not agree with its fields: stored with the job, not sent. */
  disagreement: z.exactOptional(z.string()),
  nom151: z.boolean(),
  /** Leave it as a draft on the service. */
  keepAsDraft: z.boolean(),
  signers: z.array(Named),
  /** Who was chosen and cannot be invited without a link: stored with the job, not sent. */
  unlinked: z.exactOptional(z.array(Named)),
  /** The rejected request in whose place it is sent: stored with the job, not sent. */
  corrects: z.exactOptional(Named),
});
export type SendPlan = ReadonlyDeep<z.infer<typeof SendPlan>>;

const Yes = z.exactOptional(z.literal(true));

/** How far it came: what the service acknowledged, and what was begun without knowing its end. */
export const SendProgress = z.object({
  key: z.exactOptional(z.string()),
  /** The service said that the bytes are there already: whether they are is known from the create. */
  keyUnsure: Yes,
  /** The place that took the bytes answered with the MD5 that was computed here. */
  md5Confirmed: Yes,
  /** Creating was begun: an answer that never came is looked up before it is repeated. */
  creating: Yes,
  /** A request that was made before creating was begun: what is older need not be looked through. */
  after: z.exactOptional(z.string()),
  requestId: z.exactOptional(z.string()),
  /** Invite ids by subject id. */
  invited: z.record(z.string(), z.string()),
  /** Whose invite was begun: an answer that never came is looked up before it is repeated. */
  inviting: z.exactOptional(z.string()),
  /** Start time of the last attempt, RFC 3339 UTC. */
  begunAt: z.exactOptional(z.string()),
  /** What was begun last was refused by the service, so nothing came of it. */
  refused: Yes,
  /** It was answered, be it by what cannot be read: nothing of it is under way any more. */
  over: Yes,
  /**
   * How often what was begun last was sent: a try that the service refused for sure counts no more. Absent in what was
   * written before tries were counted: once, if it was begun.
   */
  attempts: z.exactOptional(z.number()),
  /** The most tries that a person allowed for it; absent: `mostAttempts`. */
  allowed: z.exactOptional(z.number()),
  /** Start time of the first of these tries, RFC 3339 UTC. */
  since: z.exactOptional(z.string()),
  /** The service answered yes and named nothing: it is there, so it is never sent again without a person's decision. */
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
  /** Of an ambiguous create: what is there that it may have made. */
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
});
export type SendJob = ReadonlyDeep<z.infer<typeof SendJob>>;
