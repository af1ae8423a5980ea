import { currentMillis, currentTime } from '#clock/clock.ts';
import { ApiError } from '#client/http/errors.ts';
import { isDiskFull } from '../store/storage-space.ts';
import { AttemptConflict } from '../engine/job.ts';
import { create, findCreated, listRecentDrafts } from './send-create.ts';
import { findInvite, invite, inviteAfter } from './send-invite.ts';
import {
  isOutOfTries,
  attemptsOf,
  longestPauseMs,
  mayAttempt,
  isTransient,
  withoutAttempt,
  type SendHost,
} from './send-job.ts';
import type { SendFailure, SendJob, SendProgress, SendStep } from './send-record.ts';
import { Ambiguous, FileMissing, isAnswered, isDefinite, isLimited, isUnclear } from './send-outcome.ts';
import { sendOut } from './send-out.ts';
import { uploadContent } from './send-upload.ts';

/**
 * Runs a send to its end or to its first failure, from its stored progress: upload, create as a draft,
 * invite everyone, then send. Signers see nothing until the last step, so a send that stops half-way has
 * invited nobody by accident. Calling it again after a failure repeats nothing that was acknowledged. A job that
 * comes back as running was interrupted by the user, and did not fail.
 */
export async function runSend(job: SendJob, host: SendHost): Promise<SendJob> {
  const { failure: _past, retryAt: _then, ...rest } = job;
  const machine = new SendRun({ ...rest, status: 'running' }, host);
  try {
    await machine.run();
  } catch (error) {
    await machine.fail(error);
  }
  return machine.job;
}

class SendRun {
  job: SendJob;
  readonly #host: SendHost;
  /** What the service reported of the last call of this run. */
  #reported: Pick<SendProgress, 'refused' | 'over'> = {};
  /** The person whose invite is under way. */
  #subject: string | undefined;

  constructor(job: SendJob, host: SendHost) {
    this.job = job;
    this.#host = host;
  }

  async run(): Promise<void> {
    const { plan } = this.job;
    let { requestId } = this.job.progress;
    if (requestId === undefined) {
      const key = this.job.progress.key ?? (await this.#upload());
      try {
        requestId = await this.#create(key);
      } catch (error) {
        if (!this.#wasNeverThere(error)) throw error;
        requestId = await this.#create(await this.#upload());
      }
    }
    for (const signer of plan.signers) {
      if (this.job.progress.invited[signer.id] === undefined) await this.#invite(requestId, signer.id);
    }
    if (!plan.keepAsDraft && !this.job.progress.sent) {
      await this.#keep({ step: 'send' });
      await sendOut(this.job, this.#host);
      await this.#keep({ status: 'done', progress: { ...this.job.progress, sent: true } });
    } else await this.#keep({ status: 'done' });
  }

  async fail(error: unknown): Promise<void> {
    // The stored job is newer than the state of this run.
    if (error instanceof AttemptConflict) return;
    const failure = failureOf(this.job.step, error, this.#subject);
    // The user opened another connection: the job stays stored as running, and goes on when they are back.
    if (failure.kind === 'cancelled') return this.#keep({ status: 'running' });
    const tries = (this.job.tries ?? 0) + 1;
    const progress = { ...this.job.progress, ...this.#reported };
    const isRetried = isTransient(failure) && !isOutOfTries(failure, progress);
    const retryAt = isRetried ? { retryAt: nextRetryAt(tries, failure.retryAfter) } : {};
    await this.#keep({ status: 'failed', failure, tries, ...retryAt, progress });
  }

  async #upload(): Promise<string> {
    const {
      key: _old,
      keyUnsure: _doubt,
      md5Confirmed: _same,
      creating: _begun,
      refused: _no,
      ...progress
    } = this.job.progress;
    await this.#keep({ step: 'upload', progress });
    const { key, outcome, isDirect } = await uploadContent(this.job, this.#host);
    await this.#advance({
      key,
      // Of bytes in the store that no request names for a day the service knows nothing any more.
      ...((outcome === 'there' || isDirect) && { keyUnsure: true }),
      ...(outcome === 'confirmed' && { md5Confirmed: true }),
    });
    return key;
  }

  async #create(key: string): Promise<string> {
    let requestId: string | undefined;
    if (this.job.progress.creating) {
      await this.#at('create');
      requestId = await findCreated(this.job, key, this.#host);
    }
    if (requestId === undefined) {
      if (!mayAttempt(this.job.progress)) throw new Ambiguous(await listRecentDrafts(this.job, this.#host));
      // A gateway may hide behind a plain 500 that it refused the form: nothing came of it, so the other one is next.
      const { over, refused } = this.job.progress;
      const first = over && !refused ? 'wrapped' : 'flat';
      const after = this.#host.newest?.();
      await this.#begin('create', { creating: true, ...(after === undefined ? {} : { after }) });
      requestId = await this.#resolveOutcome(create(this.job, key, this.#host, first), () =>
        findCreated(this.job, key, this.#host, true),
      );
    }
    await this.#advance({ requestId });
    return requestId;
  }

  /** The upload reported that the bytes exist, and the create reports that they do not: they are uploaded once more. */
  #wasNeverThere(error: unknown): boolean {
    const { keyUnsure, requestId } = this.job.progress;
    const isAboutIt = error instanceof ApiError && ['rule', 'not-found', 'malformed'].includes(error.kind);
    return keyUnsure === true && requestId === undefined && isAboutIt && isDefinite(error);
  }

  async #invite(requestId: string, subject: string): Promise<void> {
    this.#subject = subject;
    const { inviting } = this.job.progress;
    // The person in doubt before was removed since: the counted attempts were of that invite.
    if (inviting !== undefined && inviting !== subject)
      await this.#keep({ progress: withoutAttempt(this.job.progress) });
    let made: string | undefined;
    if (this.job.progress.inviting === subject) {
      await this.#at('invite');
      made = await findInvite(this.job, requestId, subject, this.#host);
    }
    if (made === undefined) {
      if (!mayAttempt(this.job.progress)) throw new Ambiguous();
      await this.#begin('invite', { inviting: subject });
      made = await this.#resolveOutcome(invite(requestId, subject, this.#host), (error) =>
        inviteAfter(error, this.job, requestId, subject, this.#host),
      );
    }
    await this.#advance({ invited: { ...this.job.progress.invited, [subject]: made } });
    this.#subject = undefined;
  }

  /**
   * Awaits a call. If the service answered with something unreadable, or that the object exists already, the object is
   * looked up. How the call itself ended is noted, so that the outcome of the lookup does not replace it.
   */
  async #resolveOutcome(
    call: Promise<string>,
    find: (error: ApiError) => Promise<string | undefined>,
  ): Promise<string> {
    try {
      return await call;
    } catch (error) {
      this.#reported = {
        ...(isDefinite(error) ? { refused: true } : {}),
        ...(isAnswered(error) ? { over: true } : {}),
      };
      const { progress } = this.job;
      // Refused for sure, it did not happen, so it does not count as a try. A 429 does: a service that creates all the
      // same would otherwise be sent it without end.
      if (isDefinite(error) && !isLimited(error))
        this.job = { ...this.job, progress: { ...progress, attempts: attemptsOf(progress) - 1 } };
      const isTaken = isUnclear(error);
      if (isTaken) await this.#keep({ progress: { ...progress, ...this.#reported, accepted: true } });
      const isOpen = error instanceof ApiError && (isTaken || error.kind === 'conflict');
      const found = isOpen ? await find(error) : undefined;
      if (found === undefined) throw error;
      return found;
    }
  }

  /** Stores the attempt before the call: a later reader of the job knows that the call may have happened. */
  #begin(step: SendStep, intent: Partial<SendProgress>): Promise<void> {
    const { refused: _past, over: _then, ...progress } = this.job.progress;
    this.#reported = {};
    const begunAt = new Date(this.#host.now?.() ?? currentMillis()).toISOString();
    const attempts = attemptsOf(progress);
    const since = progress.since ?? (attempts === 0 ? begunAt : (progress.begunAt ?? begunAt));
    const next = { ...progress, ...intent, begunAt, since, attempts: attempts + 1 };
    return this.#keep({ step, progress: next }, attempts);
  }

  async #at(step: SendStep): Promise<void> {
    if (this.job.step !== step) await this.#keep({ step });
  }

  /** Stores what the service acknowledged. The next failure counts as the first again. */
  #advance(acknowledged: Partial<SendProgress>): Promise<void> {
    this.#reported = {};
    const { tries: _over, ...job } = this.job;
    this.job = job;
    return this.#keep({ progress: { ...withoutAttempt(job.progress), ...acknowledged } });
  }

  async #keep(part: Partial<SendJob>, attempts?: number): Promise<void> {
    this.job = { ...this.job, ...part, updatedAt: currentTime().toISOString() };
    await this.#host.write(this.job, attempts);
  }
}

/** When a send that failed goes on by itself: time to read why, and longer from time to time. */
function nextRetryAt(tries: number, retryAfter = 0): string {
  const pause = Math.min(longestPauseMs, 4000 * 2 ** (tries - 1));
  const wait = Math.max(retryAfter * 1000, 3000) + Math.random() * pause;
  return new Date(currentMillis() + wait).toISOString();
}

function failureOf(step: SendStep, error: unknown, subjectId: string | undefined): SendFailure {
  const about = { step, ...(subjectId === undefined ? {} : { subjectId }) };
  if (error instanceof ApiError) {
    const { kind, messages, request, retryAfter } = error;
    return { ...about, kind, messages, request, ...(retryAfter === undefined ? {} : { retryAfter }) };
  }
  if (error instanceof Ambiguous) {
    const { candidates } = error;
    return { ...about, kind: 'ambiguous', ...(candidates.length > 0 ? { candidates } : {}), messages: [] };
  }
  if (error instanceof FileMissing) return { ...about, kind: 'file-missing', messages: [] };
  const errorMessages = [{ message: error instanceof Error ? error.message : String(error) }];
  return { ...about, kind: isDiskFull(error) ? 'disk' : 'defect', messages: errorMessages };
}
