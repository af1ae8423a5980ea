import { currentTime } from '#clock/clock.ts';
import type { Client } from '#client/http/client.ts';
import type { Connection } from '#client/session/connection.ts';
import type { SendFailure, SendJob, SendPlan, SendProgress } from './send-record.ts';

/** What the machine needs of its surroundings. */
export interface SendHost {
  readonly client: Client;
  readonly connection: Connection;
  readonly fetch: typeof fetch;
  /** The bytes, by job id. */
  readonly readFile: (id: string) => Promise<Blob | undefined>;
  /**
   * Keeps the entry before anything that follows from it is done.
   *
   * @param attempts tries that must be stored already: another tab may have begun one meanwhile
   * @throws TakenElsewhere when other tries stand there; nothing is stored then
   */
  readonly write: (job: SendJob, attempts?: number) => Promise<void>;
  /** Ids of requests that other entries of the journal made: none of them is this one's. */
  readonly others?: (() => Promise<ReadonlySet<string>>) | undefined;
  /** Ends uploads alone: what is broken off there has begun nothing. */
  readonly uploadSignal?: AbortSignal | undefined;
  /** Bytes of the document that are on their way so far. */
  readonly onUpload?: ((bytes: number) => void) | undefined;
  /** A request that is known to have been made before now. */
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

/** Whether what failed last may have come to pass all the same: it was begun, and the service did not say no to it. */
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

/**
 * The service said no, so nothing came of it. Not 409: under a name of its own that is said of a call whose first
 * try is still at work; and 408 and 425 ask for the same once more.
 */
export function isRefusal(kind: SendFailure['kind'], status = 0): boolean {
  if (kind === 'blocked' || kind === 'malformed') return true;
  return status >= 400 && status < 500 && ![408, 409, 425].includes(status);
}

/** So often a create or an invite is sent at most without a person's decision, whatever becomes of the answers. */
export const mostAttempts = 2;

export const attemptsOf = ({ attempts, creating, inviting, requestId }: SendProgress): number =>
  attempts ?? Number(inviting !== undefined || (creating === true && requestId === undefined));

/** Whether what was begun last may be sent once more without a person's decision. */
export function mayAttempt(progress: SendProgress): boolean {
  return !progress.accepted && attemptsOf(progress) < (progress.allowed ?? mostAttempts);
}

/** Every try was answered with 429: whether it is sent once more is for a person to decide. */
export function isOutOfTries({ kind }: Pick<SendFailure, 'kind'>, progress: SendProgress): boolean {
  return kind === 'rate-limited' && progress.refused === true && !mayAttempt(progress);
}

/** A person retries what is out of tries: one more is allowed, after a look at what is there. */
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

/** What was begun last came to its end: what is begun next is counted anew. */
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
 * Goes on without these people, unless they are invited already: that cannot be taken back.
 * @param refused those of them whom the service refused: they are still wanted, and may be invited once linked
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
  const wanted = plan.signers.filter((signer) => isOut(signer) && refused.includes(signer.id));
  const unlinked = [...(plan.unlinked ?? []), ...wanted];
  return { ...job, plan: { ...plan, signers, ...(unlinked.length > 0 ? { unlinked } : {}) } };
}

/** What passes by itself: the same may be tried again later, and needs nobody. */
export function isTransient({ kind }: Pick<SendFailure, 'kind'>): boolean {
  return (
    ['offline', 'unreachable', 'timeout', 'rate-limited'].includes(kind) ||
    ['unavailable', 'server', 'unreadable'].includes(kind)
  );
}

/**
 * Whether it is to run now without anybody's word.
 * @param now milliseconds since 1970
 * @param reached there is a network again: what failed for want of one need not wait for its time
 */
export function isDue({ status, retryAt, failure }: SendJob, now: number, reached = false): boolean {
  if (status !== 'failed' || retryAt === undefined) return status === 'running';
  return Date.parse(retryAt) <= now || (reached && ['offline', 'unreachable'].includes(failure?.kind ?? ''));
}

/** Milliseconds between two tries, at most: a service that is back is not left waiting long. */
export const longestPauseMs = 30_000;
