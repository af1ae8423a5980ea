import { currentTime } from '#clock/clock.ts';
import type { Client } from '#client/http/client.ts';
import type { Connection } from '#client/session/connection.ts';
import type { SendFailure, SendJob, SendPlan, SendProgress } from './send-record.ts';

/** The environment of a send. */
export interface SendHost {
  readonly client: Client;
  readonly connection: Connection;
  readonly fetch: typeof fetch;
  /** Reads the document's bytes by job id. */
  readonly readFile: (id: string) => Promise<Blob | undefined>;
  /**
   * Stores the job before any step that follows from it.
   *
   * @param attempts attempts that must be stored already: another tab may have begun one meanwhile
   * @throws AttemptConflict when another number is stored; nothing is stored then
   */
  readonly write: (job: SendJob, attempts?: number) => Promise<void>;
  /** Ids of requests that other jobs made: none of them belongs to this job. */
  readonly others?: (() => Promise<ReadonlySet<string>>) | undefined;
  /** Aborts uploads only: an aborted upload has begun nothing. */
  readonly uploadSignal?: AbortSignal | undefined;
  /** Called with the number of the document's bytes sent so far. */
  readonly onUpload?: ((bytes: number) => void) | undefined;
  /** Id of a request that is known to be older than this call. */
  readonly newest?: (() => string | undefined) | undefined;
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined;
  readonly now?: (() => number) | undefined;
  readonly signal?: AbortSignal;
}

export function beginSend(id: string, scope: string, plan: SendPlan): SendJob {
  const now = currentTime().toISOString();
  return {
    id,
    scope,
    plan,
    progress: { invited: {} },
    status: 'running',
    step: 'upload',
    startedAt: now,
    updatedAt: now,
  };
}

/** Whether the failed step may have happened nevertheless: it was begun, and the service did not refuse it. */
export function mayHaveHappened({
  step,
  progress,
  failure,
}: Pick<SendJob, 'step' | 'progress' | 'failure'>): boolean {
  if (failure === undefined || progress.refused) return false;
  switch (step) {
    case 'upload':
      return false;
    case 'create':
      return progress.creating === true;
    case 'invite':
      return progress.inviting !== undefined && progress.inviting === failure.subjectId;
    case 'send':
      return !isRefusal(failure.kind, failure.request?.status);
  }
}

/** Whether nothing was created and no create is in doubt: what is sent may still be changed. */
export function isPlanOpen({
  progress: { requestId, creating, refused },
  failure,
}: Pick<SendJob, 'progress' | 'failure'>): boolean {
  if (failure?.kind === 'ambiguous') return false;
  return requestId === undefined && (!creating || refused === true);
}

/**
 * The send with the present plan of its draft. Of what was done for another plan only an upload of the same bytes
 * remains.
 *
 * @returns undefined when the plan differs and can no longer be changed
 */
export function withPlan(job: SendJob, plan: SendPlan): SendJob | undefined {
  const { edited: _changed, ...same } = job;
  if (factsOf(job.plan) === factsOf(plan))
    return { ...same, progress: allowRetry(job.progress, job.failure) };
  if (!isPlanOpen(job)) return undefined;
  const { key, keyUnsure, md5Confirmed } = job.progress;
  const isUploaded =
    key !== undefined &&
    (['kind', 'filePath', 'md5', 'size'] as const).every((fact) => job.plan[fact] === plan[fact]);
  const upload = isUploaded && {
    key,
    ...(keyUnsure && { keyUnsure }),
    ...(md5Confirmed && { md5Confirmed }),
  };
  return { ...beginSend(job.id, job.scope, plan), progress: { invited: {}, ...upload } };
}

/** A record of an older build has no SHA-256, and what is sent is the same. */
const factsOf = (plan: SendPlan): string => JSON.stringify({ ...plan, sha256: undefined });

/** The failed send without the time at which it would go on by itself, because its draft changed. */
export function withoutRetry(job: SendJob): SendJob {
  if (job.status !== 'failed' || job.edited || !isPlanOpen(job)) return job;
  const { retryAt: _then, ...rest } = job;
  return { ...rest, edited: true, updatedAt: currentTime().toISOString() };
}

/**
 * Whether the service refused, so that nothing happened. Not 409: a named call gets it while its first attempt is still
 * running. Not 408 and 425, which request a repetition.
 */
export function isRefusal(kind: SendFailure['kind'], status = 0): boolean {
  if (kind === 'blocked' || kind === 'malformed') return true;
  return status >= 400 && status < 500 && ![408, 409, 425].includes(status);
}

/** Most attempts of a create or an invite without a person's decision, whatever the answers. */
export const mostAttempts = 2;

export const attemptsOf = ({ attempts, creating, inviting, requestId }: SendProgress): number =>
  attempts ?? Number(inviting !== undefined || (creating === true && requestId === undefined));

/** Whether the last attempt may be repeated without a person's decision. */
export function mayAttempt(progress: SendProgress): boolean {
  return !progress.accepted && attemptsOf(progress) < (progress.allowed ?? mostAttempts);
}

/** Whether every attempt was answered with 429, so that a person must decide about another one. */
export function isOutOfTries({ kind }: Pick<SendFailure, 'kind'>, progress: SendProgress): boolean {
  return kind === 'rate-limited' && progress.refused === true && !mayAttempt(progress);
}

/** Allows one more attempt, on a person's decision, for a send that is out of attempts. */
export function allowRetry(progress: SendProgress, failure: SendFailure | undefined): SendProgress {
  if (failure === undefined || !isOutOfTries(failure, progress)) return progress;
  return { ...progress, allowed: attemptsOf(progress) + 1 };
}

/** A person decided that it is to be made again: that allows one more try. */
export function createAgain(job: SendJob): SendJob {
  return { ...job, progress: allowAnotherAttempt(job.progress) };
}

/** The same of its progress alone. */
export function allowAnotherAttempt(progress: SendProgress): SendProgress {
  const { creating: _create, inviting: _invite, accepted: _yes, ...rest } = progress;
  const attempts = attemptsOf(progress);
  return { ...rest, attempts, allowed: attempts + 1 };
}

/** A person decided that it was done: the request is the one with this id, or the invite that was in doubt is there. */
export function tookPlace(job: SendJob, requestId?: string): SendJob {
  const { failure } = job;
  return { ...job, progress: withOutcome(job.progress, failure?.subjectId, requestId) };
}

/** The same of its progress alone. */
export function withOutcome(progress: SendProgress, subject?: string, requestId?: string): SendProgress {
  if (progress.requestId === undefined)
    return requestId === undefined ? progress : { ...withoutAttempt(progress), requestId };
  if (subject === undefined) return progress;
  return { ...withoutAttempt(progress), invited: { ...progress.invited, [subject]: 'unknown' } };
}

/** The progress after an attempt ended: the next step counts its attempts anew. */
export function withoutAttempt(progress: SendProgress): SendProgress {
  const {
    refused: _no,
    over: _over,
    attempts: _tries,
    allowed: _most,
    accepted: _yes,
    ...counted
  } = progress;
  const { inviting: _whom, since: _when, ...rest } = counted;
  return rest;
}

/**
 * The job without these people, except those who are invited already: an invite cannot be withdrawn.
 * @param refused those of them whom the service refused: they remain chosen, and may be invited once linked
 */
export function leaveOut(
  job: SendJob,
  subjects: readonly string[],
  refused: readonly string[] = [],
): SendJob {
  const { plan, progress } = job;
  const isOut = ({ id }: { id: string }): boolean =>
    subjects.includes(id) && progress.invited[id] === undefined;
  const signers = plan.signers.filter((signer) => !isOut(signer));
  const newlyUnlinked = plan.signers.filter((signer) => isOut(signer) && refused.includes(signer.id));
  const unlinked = [...(plan.unlinked ?? []), ...newlyUnlinked];
  return { ...job, plan: { ...plan, signers, ...(unlinked.length > 0 ? { unlinked } : {}) } };
}

/** Whether a failure is transient: the same call may succeed later without anybody's help. */
export function isTransient({ kind }: Pick<SendFailure, 'kind'>): boolean {
  return (
    ['offline', 'unreachable', 'timeout', 'rate-limited'].includes(kind) ||
    ['unavailable', 'server', 'unreadable'].includes(kind)
  );
}

/**
 * Whether a send is due to run without a person's decision.
 * @param now milliseconds since 1970
 * @param reached the network is back: a send that failed for want of it need not wait for its retry time
 */
export function isDue({ status, retryAt, failure }: SendJob, now: number, reached = false): boolean {
  if (status !== 'failed' || retryAt === undefined) return status === 'running';
  return Date.parse(retryAt) <= now || (reached && ['offline', 'unreachable'].includes(failure?.kind ?? ''));
}

/** Longest pause between two attempts in milliseconds: after an outage the service is called again soon. */
export const longestPauseMs = 30_000;
