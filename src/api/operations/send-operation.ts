import { currentTime } from '#clock/clock.ts';
import type { ContentKind } from '#contract/kinds.ts';
import type { ContentInput } from '#contract/signature-request.ts';
import type { Client } from '../client.ts';
import type { Connection } from '../connection.ts';
import type { ErrorKind, RequestLine, ServiceMessage } from '../errors.ts';

/** What is to be sent. Everything that a repeat needs, except the file's bytes. */
export interface SendPlan {
  readonly name: string;
  readonly organizationId: string;
  readonly kind: ContentKind;
  /** Path under which the service files the bytes. */
  readonly filePath: string;
  readonly md5: string;
  readonly size: number;
  readonly iou?: Omit<Extract<ContentInput, { debtor: string }>, 'raw'>;
  /** Why an IOU was sent whose text does not agree with its fields: stored with the operation, not sent. */
  readonly disagreement?: string;
  readonly nom151: boolean;
  /** Leave it as a draft on the service. */
  readonly keepAsDraft: boolean;
  readonly signers: readonly { id: string; name: string }[];
  /** Who was chosen and cannot be invited without a link: stored with the operation, not sent. */
  readonly unlinked?: readonly { readonly id: string; readonly name: string }[];
  /** The rejected request in whose place it is sent: stored with the operation, not sent. */
  readonly corrects?: { readonly id: string; readonly name: string };
}

/** How far it came. Only facts that the service acknowledged stand here, and what was begun without knowing its end. */
export interface SendProgress {
  readonly key?: string;
  /** The service said that the bytes are there already: whether they are is told by the create. */
  readonly keyUnsure?: true;
  /** The place that took the bytes answered with the MD5 that was computed here. */
  readonly md5Confirmed?: true;
  /** Creating was begun: an answer that never came is looked up before it is repeated. */
  readonly creating?: true;
  /** A request that was made before creating was begun: what is older need not be looked through. */
  readonly after?: string;
  readonly requestId?: string;
  /** Invite ids by subject id. */
  readonly invited: Readonly<Record<string, string>>;
  /** Whose invite was begun: an answer that never came is looked up before it is repeated. */
  readonly inviting?: string;
  /** When what was begun last was begun, RFC 3339 UTC. */
  readonly begunAt?: string;
  /** What was begun last was refused by the service, so nothing came of it. */
  readonly refused?: true;
  /** It was answered, be it by what cannot be read: nothing of it is under way any more. */
  readonly over?: true;
  /**
   * How often what was begun last was sent: a try that the service refused for sure counts no more. Absent in what was
   * written before tries were counted: once, if it was begun.
   */
  readonly attempts?: number;
  /** The most tries that a person allowed for it; absent: `mostAttempts`. */
  readonly allowed?: number;
  /** When the first of these tries was begun, RFC 3339 UTC. */
  readonly since?: string;
  /** The service answered yes and named nothing: it is there, so it is never sent again without a person's decision. */
  readonly accepted?: true;
  readonly sent?: true;
}

export type SendStep = 'upload' | 'create' | 'invite' | 'send';

/** A request that may be the one whose create had no readable answer. */
export interface Candidate {
  readonly id: string;
  readonly name?: string;
  readonly createdAt?: string;
}

export interface SendFailure {
  readonly step: SendStep;
  /**
   * `ambiguous`: a create or an invite of which nobody knows whether it happened: a person decides.
   * `disk`: this browser has no room to keep what is done, and nothing is done that is not kept.
   */
  readonly kind: ErrorKind | 'file-missing' | 'ambiguous' | 'disk' | 'defect';
  readonly subjectId?: string;
  /** Of an ambiguous create: what is there that it may have made. */
  readonly candidates?: readonly Candidate[];
  readonly messages: readonly ServiceMessage[];
  readonly request?: RequestLine;
  /** Seconds that the service asked to wait. */
  readonly retryAfter?: number;
}

/** One send: a journal entry that survives reload. */
export interface SendOperation {
  readonly id: string;
  readonly scope: string;
  readonly plan: SendPlan;
  readonly progress: SendProgress;
  readonly status: 'running' | 'failed' | 'done';
  readonly step: SendStep;
  readonly failure?: SendFailure;
  readonly startedAt: string;
  readonly updatedAt: string;
  /** Failed by what passes, this many times in a row since something was acknowledged. */
  readonly tries?: number;
  /** When it goes on by itself, RFC 3339 UTC. */
  readonly retryAt?: string;
}

/** What the machine needs of its surroundings. */
export interface SendHost {
  readonly client: Client;
  readonly connection: Connection;
  readonly fetch: typeof fetch;
  /** The bytes, by operation id. */
  readonly readFile: (id: string) => Promise<Blob | undefined>;
  /**
   * Keeps the entry before anything that follows from it is done.
   *
   * @param attempts tries that must be stored already: another tab may have begun one meanwhile
   * @throws TakenElsewhere when other tries stand there; nothing is stored then
   */
  readonly write: (operation: SendOperation, attempts?: number) => Promise<void>;
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

export function beginSend(id: string, scope: string, plan: SendPlan): SendOperation {
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
}: Pick<SendOperation, 'step' | 'progress' | 'failure'>): boolean {
  if (failure === undefined || progress.refused) return false;
  switch (step) {
    case 'upload':
      return false;
    case 'create':
      return progress.creating === true;
    case 'invite':
      return progress.inviting !== undefined && progress.inviting === failure.subjectId;
    case 'send':
      return !saysNo(failure.kind, failure.request?.status);
  }
}

/**
 * The service said no, so nothing came of it. Not 409: under a name of its own that is said of a call whose first
 * try is still at work; and 408 and 425 ask for the same once more.
 */
export function saysNo(kind: SendFailure['kind'], status = 0): boolean {
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
export function createAgain(operation: SendOperation): SendOperation {
  return { ...operation, progress: onceMore(operation.progress) };
}

/** The same of its progress alone. */
export function onceMore(progress: SendProgress): SendProgress {
  const { creating: _create, inviting: _invite, accepted: _yes, ...rest } = progress;
  const attempts = attemptsOf(progress);
  return { ...rest, attempts, allowed: attempts + 1 };
}

/** A person decided that it was done: the request is the one with this id, or the invite that was in doubt is there. */
export function tookPlace(operation: SendOperation, requestId?: string): SendOperation {
  const { failure } = operation;
  return { ...operation, progress: withOutcome(operation.progress, failure?.subjectId, requestId) };
}

/** The same of its progress alone. */
export function withOutcome(progress: SendProgress, subject?: string, requestId?: string): SendProgress {
  if (progress.requestId === undefined)
    return requestId === undefined ? progress : { ...settled(progress), requestId };
  if (subject === undefined) return progress;
  return { ...settled(progress), invited: { ...progress.invited, [subject]: 'unknown' } };
}

/** What was begun last came to its end: what is begun next is counted anew. */
export function settled(progress: SendProgress): SendProgress {
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
  operation: SendOperation,
  subjects: readonly string[],
  refused: readonly string[] = [],
): SendOperation {
  const { plan, progress } = operation;
  const isOut = ({ id }: { id: string }): boolean =>
    subjects.includes(id) && progress.invited[id] === undefined;
  const signers = plan.signers.filter((signer) => !isOut(signer));
  const wanted = plan.signers.filter((signer) => isOut(signer) && refused.includes(signer.id));
  const unlinked = [...(plan.unlinked ?? []), ...wanted];
  return { ...operation, plan: { ...plan, signers, ...(unlinked.length > 0 ? { unlinked } : {}) } };
}

/** What passes by itself: the same may be tried again later, and needs nobody. */
export function passes({ kind }: Pick<SendFailure, 'kind'>): boolean {
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
export function goesOnByItself(
  { status, retryAt, failure }: SendOperation,
  now: number,
  reached = false,
): boolean {
  if (status !== 'failed' || retryAt === undefined) return status === 'running';
  return Date.parse(retryAt) <= now || (reached && ['offline', 'unreachable'].includes(failure?.kind ?? ''));
}

/** Milliseconds between two tries, at most: a service that is back is not left waiting long. */
export const longestPause = 30_000;
