import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { currentMillis } from '#clock/clock.ts';
import { invalidate } from '#client/queries/invalidate.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import { drafts } from '../drafts/drafts.ts';
import { corrections, unlinkedSigners } from '../store/follow-ups.ts';
import { knownRequests } from '../store/known-requests.ts';
import { jobList, lockOf, withLock } from '../engine/job-list.ts';
import { limitToConnection } from '../engine/connection-client.ts';
import { recordRequests } from '../engine/record-requests.ts';
import { listMadeRequests } from '../engine/made-requests.ts';
import { beginSend, createAgain, allowRetry, isDue, leaveOut, tookPlace } from './send-job.ts';
import type { SendJob, SendPlan } from './send-record.ts';
import { runSend } from './run-send.ts';
import { sends } from './sends.ts';

export interface ResumeOptions {
  /** The reader's word that a create whose answer never came was not done. */
  readonly createAgain?: boolean;
  /** A person's word that what is in doubt took place: as this request, or as the invite that was begun. */
  readonly tookPlace?: { readonly requestId?: string | undefined };
  /** Ids of the people to go on without. */
  readonly without?: readonly string[];
  /** Those of them whom the service refused: they may be invited once linked. */
  readonly refused?: readonly string[];
}

/**
 * Starts and resumes sends. A send holds a lock of its own name, so that two tabs never run the same one.
 */
export function useSends(): {
  start: (id: string, plan: SendPlan) => Promise<SendJob>;
  resume: (job: SendJob, options?: ResumeOptions) => Promise<SendJob>;
  /**
   * Goes on with what needs nobody, when it is its turn: what is written as running, or failed by what passes and is
   * to be tried again by now. The signal ends the waiting for its turn; `reached` says that there is a network again.
   */
  run: (id: string, signal?: AbortSignal, reached?: boolean) => Promise<SendJob | undefined>;
} {
  const queries = useQueryClient();
  const { client, connection } = useConnection();
  const host = useHost();

  const run = useCallback(
    async (
      id: string,
      begin: (newest: SendJob | undefined) => SendJob | undefined,
      signal?: AbortSignal,
    ): Promise<SendJob | undefined> => {
      const kept = sends(client.scope);
      const isPresent = () => host.session.snapshot().connection === connection;
      const record = knownRequests(client);
      const refresh = (): Promise<void> => jobList(client.scope).refresh(queries);
      const go = async (): Promise<SendJob | undefined> => {
        // Another tab may have begun it, or come further, while this one waited for its turn.
        const newest = await kept.read(id);
        if (newest && kept.isOver(newest)) return newest;
        const begun = begin(newest);
        if (begun === undefined) return begun;
        return runSend(begun, {
          client: recordRequests(limitToConnection(client, isPresent), record),
          connection,
          fetch: host.fetch,
          readFile: kept.readFile,
          others: () => listMadeRequests(client.scope, id),
          write: async (entry, attempts) => {
            await kept.write(entry, attempts);
            void refresh();
          },
        });
      };
      const done = await withLock(lockOf(id), go, signal);
      // The draft is gone once the service has it all; the journal entry says how it went.
      if (done?.status === 'done') await drafts(client.scope).remove(id);
      await Promise.all([
        refresh(),
        invalidate(
          queries,
          drafts(client.scope).key,
          corrections(client.scope).key,
          unlinkedSigners(client.scope).key,
          signatureRequests(client).key,
        ),
      ]);
      return done;
    },
    [client, connection, host, queries],
  );

  const surely = async (...given: Parameters<typeof run>): Promise<SendJob> => {
    const done = await run(...given);
    if (!done) throw new Error('A send that was to begin did not.');
    return done;
  };
  return {
    start: (id, plan) => surely(id, (newest) => newest ?? beginSend(id, client.scope, plan)),
    resume: (job, { createAgain: again = false, tookPlace: there, without = [], refused } = {}) =>
      surely(job.id, (newest = job) => {
        const retried = { ...newest, progress: allowRetry(newest.progress, newest.failure) };
        const decided = there ? tookPlace(newest, there.requestId) : again ? createAgain(newest) : retried;
        return leaveOut(decided, without, refused);
      }),
    run: (id, signal, reached) =>
      run(id, (newest) => (newest && isDue(newest, currentMillis(), reached) ? newest : undefined), signal),
  };
}
