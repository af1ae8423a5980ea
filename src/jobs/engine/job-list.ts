import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { currentMillis } from '#clock/clock.ts';
import { invalidate } from '#client/queries/invalidate.ts';
import type { Book, Job, JobKind } from './job.ts';
import type { BulkJob } from '../bulk/bulk-record.ts';
import { bulks } from '../bulk/bulks.ts';
import { certifications } from '../certify/certifications.ts';
import type { CertifyJob } from '../certify/certify-record.ts';
import { jobListKey } from './has-jobs.ts';
import type { SendJob } from '../send/send-record.ts';
import { sends } from '../send/sends.ts';
import { hasLocks, listHeldLocks } from './locks.ts';

interface Entry<K extends JobKind, O> {
  readonly kind: K;
  readonly job: O;
  /** It is written as running, but no tab runs it: a reload or a crash stopped it. */
  readonly interrupted: boolean;
}

export type SendEntry = Entry<'send', SendJob>;
export type CertifyEntry = Entry<'certify', CertifyJob>;
export type BulkEntry = Entry<'bulk', BulkJob>;
/** One job as the tray shows it. */
export type JobEntry = SendEntry | CertifyEntry | BulkEntry;

/** The name of the lock that a running job holds. */
export const lockOf = (id: string, kind: JobKind = 'send'): string => `testigo-${kind}-${id}`;

/** Without Web Locks, an job that has written nothing for this long is taken for stopped. */
const silenceMs = 60_000;

/** Everything under way or done of a scope, of every kind. */
export function jobList(scope: string) {
  const queues = certifications(scope);
  const sendJobs = sends(scope);
  const many = bulks(scope);
  const key = jobListKey(scope);
  return {
    /** What is written is seen: to be called after every change of an entry. */
    refresh: (queries: QueryClient): Promise<void> =>
      invalidate(queries, sendJobs.key, queues.key, many.key, key),
    entries: () =>
      queryOptions({
        queryKey: key,
        queryFn: async (context): Promise<JobEntry[]> => {
          // Asked before and after, because an job may begin or end while the lists are read.
          const before = await listHeldLocks();
          const [sent, certified, bulk] = await Promise.all([
            context.client.query(sendJobs.list()),
            context.client.query(queues.list()),
            context.client.query(many.list()),
          ]);
          const after = await listHeldLocks();
          const isInterrupted = (job: Job, kind: JobKind): boolean => {
            const name = lockOf(job.id, kind);
            const runs =
              before && after
                ? before.has(name) || after.has(name)
                : currentMillis() - Date.parse(job.updatedAt) < silenceMs;
            return job.status === 'running' && !runs;
          };
          return [
            ...sent.map((job) => ({
              kind: 'send' as const,
              job,
              interrupted: isInterrupted(job, 'send'),
            })),
            ...certified.map((job) => ({
              kind: 'certify' as const,
              job,
              interrupted: isInterrupted(job, 'certify'),
            })),
            ...bulk.map((job) => ({
              kind: 'bulk' as const,
              job,
              interrupted: isInterrupted(job, 'bulk'),
            })),
          ];
        },
        staleTime: 0,
      }),
  };
}

/**
 * Lets exactly one tab take up a stopped job, with the newest of what is written about it.
 *
 * @returns false when another tab has it, or when there is nothing to go on with
 */
export async function resumeInOneTab<O extends Job>(
  book: Pick<Book<O>, 'kind' | 'read' | 'isOver'>,
  id: string,
  resume: (job: O) => Promise<unknown>,
): Promise<boolean> {
  const take = async (): Promise<boolean> => {
    if ((await listHeldLocks())?.has(lockOf(id, book.kind))) return false;
    const job = await book.read(id);
    if (!job || book.isOver(job)) return false;
    await resume(job);
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
