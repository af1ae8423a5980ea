import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { currentMillis, currentTime } from '#clock/clock.ts';
import { sleep } from '#client/http/sleep.ts';
import { invalidate } from '#client/queries/invalidate.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import { keptFiles } from '../store/file-bytes.ts';
import { knownRequests } from '../store/known-requests.ts';
import { beginBulk, goOn, type BulkBegun, type BulkDecision } from './bulk.ts';
import type { BulkOperation } from './bulk-record.ts';
import { bulkUploads } from './bulk-uploads.ts';
import { bulks } from './bulks.ts';
import { journal, lockOf, withLock } from '../engine/journal.ts';
import { ofThisConnection } from '../engine/of-this-connection.ts';
import { recording } from '../engine/recording.ts';
import { requestsOfJournal } from '../engine/requests-of-journal.ts';
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
  readonly start: (begun: BulkBegun) => Promise<BulkOperation>;
  /** Runs what is written as running, when it is its turn; one tab alone does. */
  readonly run: (id: string, signal?: AbortSignal) => Promise<BulkOperation | undefined>;
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
    const files = keptFiles(scope);
    const record = knownRequests(client);
    const refresh = (): Promise<void> => journal(scope).refresh(queries);
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
    const runNow = async (id: string): Promise<BulkOperation | undefined> => {
      const isPresent = () => host.session.snapshot().connection === connection;
      const end = await runBulk(id, {
        client: recording(ofThisConnection(client, isPresent), record),
        connection,
        fetch: host.fetch,
        book: { ...book, change: seen(book.change), settle: seen(book.settle) },
        readFile: files.readFile,
        others: () => requestsOfJournal(scope, id),
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
    const run = async (id: string, signal?: AbortSignal): Promise<BulkOperation | undefined> => {
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
      await book.change(id, (operation) => {
        if (book.isOver(operation)) return operation;
        const { waitingUntil: _then, ...rest } = operation;
        return { ...rest, status, updatedAt: now() };
      });
      await refresh();
    };
    return {
      start: async ({ files: documents, ...begun }) => {
        const { operation, items } = beginBulk(crypto.randomUUID(), scope, begun, currentMillis());
        for (const { id, file } of documents) await files.writeFile(id, file);
        await book.add(operation, items);
        await refresh();
        void run(operation.id);
        return operation;
      },
      run,
      pause: (id) => turn(id, 'paused'),
      resume: async (id, { createAgain = false } = {}) => {
        book.noteUnkept(id, undefined);
        if (createAgain) await book.retryFailed(id, true);
        else
          await book.change(id, (operation) =>
            book.isOver(operation) ? operation : { ...goOn(operation), updatedAt: now() },
          );
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
