import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { currentMillis } from '#clock/clock.ts';
import { invalidate } from '#client/queries/invalidate.ts';
import type { Book, Kept, OperationKind } from './book.ts';
import type { BulkOperation } from '../bulk/bulk-record.ts';
import { bulks } from '../bulk/bulks.ts';
import { certifications } from '../certify/certifications.ts';
import type { CertifyOperation } from '../certify/certify-record.ts';
import { journalKey } from './has-jobs.ts';
import type { SendOperation } from '../send/send-record.ts';
import { sends } from '../send/sends.ts';
import { hasLocks, heldLocks } from '../store/locks.ts';

interface Entry<K extends OperationKind, O> {
  readonly kind: K;
  readonly operation: O;
  /** It is written as running, but no tab runs it: a reload or a crash stopped it. */
  readonly interrupted: boolean;
}

export type SendEntry = Entry<'send', SendOperation>;
export type CertifyEntry = Entry<'certify', CertifyOperation>;
export type BulkEntry = Entry<'bulk', BulkOperation>;
/** One operation as the tray shows it. */
export type JournalEntry = SendEntry | CertifyEntry | BulkEntry;

/** The name of the lock that a running operation holds. */
export const lockOf = (id: string, kind: OperationKind = 'send'): string => `testigo-${kind}-${id}`;

/** Without Web Locks, an operation that has written nothing for this long is taken for stopped. */
const silence = 60_000;

/** Everything under way or done of a scope, of every kind. */
export function journal(scope: string) {
  const queues = certifications(scope);
  const sendJobs = sends(scope);
  const many = bulks(scope);
  const key = journalKey(scope);
  return {
    /** What is written is seen: to be called after every change of an entry. */
    refresh: (queries: QueryClient): Promise<void> =>
      invalidate(queries, sendJobs.key, queues.key, many.key, key),
    entries: () =>
      queryOptions({
        queryKey: key,
        queryFn: async (context): Promise<JournalEntry[]> => {
          // Asked before and after, because an operation may begin or end while the lists are read.
          const before = await heldLocks();
          const [sent, certified, bulk] = await Promise.all([
            context.client.query(sendJobs.list()),
            context.client.query(queues.list()),
            context.client.query(many.list()),
          ]);
          const after = await heldLocks();
          const isInterrupted = (operation: Kept, kind: OperationKind): boolean => {
            const name = lockOf(operation.id, kind);
            const runs =
              before && after
                ? before.has(name) || after.has(name)
                : currentMillis() - Date.parse(operation.updatedAt) < silence;
            return operation.status === 'running' && !runs;
          };
          return [
            ...sent.map((operation) => ({
              kind: 'send' as const,
              operation,
              interrupted: isInterrupted(operation, 'send'),
            })),
            ...certified.map((operation) => ({
              kind: 'certify' as const,
              operation,
              interrupted: isInterrupted(operation, 'certify'),
            })),
            ...bulk.map((operation) => ({
              kind: 'bulk' as const,
              operation,
              interrupted: isInterrupted(operation, 'bulk'),
            })),
          ];
        },
        staleTime: 0,
      }),
  };
}

/**
 * Lets exactly one tab take up a stopped operation, with the newest of what is written about it.
 *
 * @returns false when another tab has it, or when there is nothing to go on with
 */
export async function takeUp<O extends Kept>(
  book: Pick<Book<O>, 'kind' | 'read' | 'isOver'>,
  id: string,
  resume: (operation: O) => Promise<unknown>,
): Promise<boolean> {
  const take = async (): Promise<boolean> => {
    if ((await heldLocks())?.has(lockOf(id, book.kind))) return false;
    const operation = await book.read(id);
    if (!operation || book.isOver(operation)) return false;
    await resume(operation);
    return true;
  };
  if (!hasLocks()) return take();
  return navigator.locks.request(`testigo-resume-${id}`, { ifAvailable: true }, (lock) =>
    lock ? take() : Promise.resolve(false),
  );
}

/**
 * Runs under a lock of the whole origin. Without Web Locks (old browsers) work runs unguarded, as it would in a single
 * tab.
 *
 * @param signal ends the waiting for it, and not what runs
 * @throws DOMException `AbortError` when it ended so
 */
export function withLock<T>(name: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!hasLocks()) return run();
  return navigator.locks.request(name, signal ? { signal } : {}, run);
}
