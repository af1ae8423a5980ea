import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { currentMillis, currentTime } from '#clock/clock.ts';
import { sleep } from '#client/http/sleep.ts';
import { invalidate } from '#client/queries/invalidate.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import { storedFiles } from '../store/stored-files.ts';
import { knownRequests } from '../store/known-requests.ts';
import { beginBulk, resumeBulk, type BulkInput, type BulkDecision } from './bulk.ts';
import type { BulkJob } from './bulk-record.ts';
import { bulkUploads } from './bulk-uploads.ts';
import { bulks } from './bulks.ts';
import { jobList, lockOf, withLock } from '../engine/job-list.ts';
import { limitToConnection } from '../engine/connection-client.ts';
import { recordRequests } from '../engine/record-requests.ts';
import { listMadeRequests } from '../engine/made-requests.ts';
import { runBulk } from './run-bulk.ts';

export interface BulkResume {
  /**
   * The reader's word that what the service cannot tell about was not made: those that failed for it are made again.
   */
  readonly createAgain?: boolean;
}

export interface Bulks {
  /**
   * Keeps the documents, then the bulk with all its items whole, and lets it run; resolves once it is kept.
   *
   * @throws DOMException `QuotaExceededError` when there is no room: nothing was begun
   */
  readonly start: (begun: BulkInput) => Promise<BulkJob>;
  /** Runs what is written as running, when it is its turn; one tab alone does. */
  readonly run: (id: string, signal?: AbortSignal) => Promise<BulkJob | undefined>;
  readonly pause: (id: string) => Promise<void>;
  readonly resume: (id: string, options?: BulkResume) => Promise<void>;
  /** What is sent stays so; the rest is not sent. */
  readonly cancel: (id: string) => Promise<void>;
  readonly retryFailed: (id: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** A person's decision about one item in doubt by its place, or about all of them. */
  readonly decide: (id: string, decision: BulkDecision, n?: number) => Promise<void>;
}

/** Milliseconds between two looks of the screens at what a run writes. */
const lookEvery = 300;

/**
 * Starts and steers bulks. A bulk holds a lock of its own name, so that two tabs never run the same one; and of one
 * service only one runs at a time, so that it is never asked for more than it likes.
 */
export function useBulks(): Bulks {
  const queries = useQueryClient();
  const host = useHost();
  const { client, connection } = useConnection();

  return useMemo(() => {
    const { scope } = client;
    const book = bulks(scope);
    const files = storedFiles(scope);
    const record = knownRequests(client);
    const refresh = (): Promise<void> => jobList(scope).refresh(queries);
    const now = (): string => currentTime().toISOString();
    let looking: ReturnType<typeof setTimeout> | undefined;
    const written = (): void => {
      looking ??= setTimeout(() => {
        looking = undefined;
        void refresh();
      }, lookEvery);
    };
    const seen =
      <A extends unknown[], R>(act: (...given: A) => Promise<R>) =>
      async (...given: A): Promise<R> => {
        const answer = await act(...given);
        written();
        return answer;
      };
    const runNow = async (id: string): Promise<BulkJob | undefined> => {
      const isPresent = () => host.session.snapshot().connection === connection;
      const end = await runBulk(id, {
        client: recordRequests(limitToConnection(client, isPresent), record),
        connection,
        fetch: host.fetch,
        book: { ...book, change: seen(book.change), settle: seen(book.settle) },
        readFile: files.readFile,
        others: () => listMadeRequests(scope, id),
        sleep,
        now: currentMillis,
        random: Math.random,
        isOnline: () => navigator.onLine,
        onUpload: (n, bytes) => bulkUploads.note(id, n, bytes),
      });
      if (end?.status === 'stopped' && end.failure?.kind === 'disk') book.noteUnkept(id, end.failure);
      if (end?.status === 'done' && end.counts.failed === 0)
        await book.removeFiles(id).catch(() => undefined);
      return end;
    };
    const run = async (id: string, signal?: AbortSignal): Promise<BulkJob | undefined> => {
      const end = await withLock(
        lockOf(id, 'bulk'),
        () => withLock(`testigo-bulk-at-${connection.baseUrl}`, () => runNow(id), signal),
        signal,
      );
      await Promise.all([refresh(), invalidate(queries, signatureRequests(client).key)]);
      return end;
    };
    const turn = async (id: string, status: 'paused' | 'cancelled'): Promise<void> => {
      book.noteUnkept(id, undefined);
      await book.change(id, (job) => {
        if (book.isOver(job)) return job;
        const { waitingUntil: _then, ...rest } = job;
        return { ...rest, status, updatedAt: now() };
      });
      await refresh();
    };
    return {
      start: async ({ files: documents, ...begun }) => {
        const { job, items } = beginBulk(crypto.randomUUID(), scope, begun, currentMillis());
        for (const { id, file } of documents) await files.writeFile(id, file);
        await book.add(job, items);
        await refresh();
        void run(job.id);
        return job;
      },
      run,
      pause: (id) => turn(id, 'paused'),
      resume: async (id, { createAgain = false } = {}) => {
        book.noteUnkept(id, undefined);
        if (createAgain) await book.retryFailed(id, true);
        else
          await book.change(id, (job) => (book.isOver(job) ? job : { ...resumeBulk(job), updatedAt: now() }));
        await refresh();
        void run(id);
      },
      cancel: async (id) => {
        await turn(id, 'cancelled');
        await book.removeFiles(id).catch(() => undefined);
      },
      retryFailed: async (id) => {
        book.noteUnkept(id, undefined);
        await book.retryFailed(id);
        await refresh();
        void run(id);
      },
      decide: async (id, decision, n) => {
        book.noteUnkept(id, undefined);
        await book.decide(id, decision, n);
        await refresh();
        if (decision.kind !== 'discard') void run(id);
      },
      remove: async (id) => {
        await book.remove(id);
        await refresh();
      },
    };
  }, [client, connection, host, queries]);
}
