import { currentMillis } from '#clock/clock.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { drafts } from '../drafts/drafts.ts';
import { isOver } from '../engine/job.ts';
import { jobLock } from '../engine/locks.ts';
import { listMadeRequests } from '../engine/made-requests.ts';
import type { JobContext, RunOptions } from '../engine/use-jobs.ts';
import { corrections, unlinkedSigners } from '../store/follow-ups.ts';
import { runSend } from './run-send.ts';
import {
  allowRetry,
  attemptsOf,
  beginSend,
  createAgain,
  isDue,
  leaveOut,
  tookPlace,
  withoutRetry,
  withPlan,
} from './send-job.ts';
import type { SendJob, SendPlan } from './send-record.ts';
import { sends } from './sends.ts';

/** A person's decision about a send that stopped. */
export interface SendDecision {
  /** A create whose answer never came was not done. */
  readonly createAgain?: boolean;
  /** The step in doubt happened: it made this request, or the invite that was begun. */
  readonly tookPlace?: { readonly requestId?: string | undefined };
  /** Ids of the people to go on without. */
  readonly without?: readonly string[];
  /** Those of them whom the service refused: they may be invited once linked. */
  readonly refused?: readonly string[];
}

/** Single sends. */
export function sendJobs(context: JobContext) {
  const { client, connection, fetch, refresh, scope } = context;
  const store = sends(scope);
  const affected = [
    drafts(scope).key,
    corrections(scope).key,
    unlinkedSigners(scope).key,
    signatureRequests(client).key,
  ];
  /** @param begin what is run, from what is stored by then: another tab may have come further meanwhile */
  const run = (
    id: string,
    begin: (stored: SendJob | undefined) => SendJob | undefined | Promise<SendJob | undefined>,
    signal?: AbortSignal,
  ): Promise<SendJob | undefined> =>
    context.runInOneTab(
      [jobLock('send', id)],
      async () => {
        const stored = await store.read(id);
        const jobToRun = stored && isOver(stored) ? undefined : await begin(stored);
        const end = jobToRun
          ? await runSend(jobToRun, {
              client,
              connection,
              fetch,
              readFile: store.readFile,
              others: () => listMadeRequests(scope, id),
              write: async (job, attempts) => {
                await store.write(job, attempts);
                void refresh();
              },
            })
          : stored;
        // The draft is removed once the service has all of it; the job says how it went.
        if (end?.status === 'done') await drafts(scope).remove(id);
        return end;
      },
      affected,
      signal,
    );
  /** Changes what is stored of a send while no tab runs it. */
  const whileStill = (id: string, change: () => Promise<void>): Promise<void> =>
    context.runInOneTab([jobLock('send', id)], change, [drafts(scope).key]);
  return {
    /**
     * Sends a draft as it is now, also after it was changed because its send failed. What was begun and can no longer
     * be changed stays as it is.
     *
     * @param file stored first: a repeated upload must find the very same bytes
     * @returns once the send is done or failed
     */
    start: (id: string, plan: SendPlan, file: File): Promise<SendJob | undefined> =>
      run(id, async (stored) => {
        const job = stored ? withPlan(stored, plan) : beginSend(id, scope, plan);
        if (!job) return undefined;
        // From here on the former plan is sent by nobody, with whatever bytes.
        if (stored) await store.change(id, withoutRetry);
        await drafts(scope).writeFile(id, file);
        if (stored) await store.write(job, attemptsOf(stored.progress));
        return job;
      }),
    /** Resolves once the send is done or failed; undefined when it was removed meanwhile. */
    resume: ({ id }: Pick<SendJob, 'id'>, decision: SendDecision = {}): Promise<SendJob | undefined> =>
      run(id, async (stored) => {
        // One that the full disk did not take is in the list alone.
        const job = stored ?? (await store.list()).find((listed) => listed.id === id);
        // Its draft changed: what is stored here is not what its form shows.
        if (!job || job.edited) return undefined;
        return leaveOut(applyDecision(job, decision), decision.without ?? [], decision.refused);
      }),
    /** Runs what needs nobody, when it is its turn: a running send, or one whose time to be tried again has come. */
    run: (id: string, { signal, isOnline }: RunOptions = {}): Promise<SendJob | undefined> =>
      run(id, (stored) => (stored && isDue(stored, currentMillis(), isOnline) ? stored : undefined), signal),
    /** Ends the automatic retries of a failed send whose draft is being changed. */
    hold: (id: string): Promise<void> =>
      whileStill(id, async () => {
        await store.change(id, withoutRetry);
      }),
    remove: (id: string): Promise<void> => whileStill(id, () => store.remove(id)),
    /** Removes a draft and with it the send that would go on by itself; that something was sent stays known. */
    discard: (id: string): Promise<void> =>
      whileStill(id, async () => {
        const stored = await store.read(id);
        if (!stored || !isOver(stored)) await store.remove(id);
        await drafts(scope).remove(id);
      }),
  };
}

function applyDecision(job: SendJob, { createAgain: again, tookPlace: there }: SendDecision): SendJob {
  if (there) return tookPlace(job, there.requestId);
  if (again) return createAgain(job);
  return { ...job, progress: allowRetry(job.progress, job.failure) };
}
