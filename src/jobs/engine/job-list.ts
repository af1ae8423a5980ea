import { queryOptions } from '@tanstack/react-query';
import { currentMillis } from '#clock/clock.ts';
import { bulks } from '../bulk/bulks.ts';
import { certifications } from '../certify/certifications.ts';
import { sends } from '../send/sends.ts';
import { jobListKey } from './has-jobs.ts';
import type { JobByKind, JobKind } from './job.ts';
import { jobLock, listHeldLocks } from './locks.ts';

interface Entry<K extends JobKind> {
  readonly kind: K;
  readonly job: JobByKind[K];
  /** It is stored as running, but no tab runs it: a reload or a crash stopped it. */
  readonly interrupted: boolean;
}

export type SendEntry = Entry<'send'>;
export type CertifyEntry = Entry<'certify'>;
export type BulkEntry = Entry<'bulk'>;
/** One job as the tray shows it. */
export type JobEntry = SendEntry | CertifyEntry | BulkEntry;

/** Without Web Locks, a running job that stored nothing for this long counts as interrupted. */
const silenceMs = 60_000;

/** The stored jobs of a scope, of every kind. */
export const jobList = (scope: string) =>
  queryOptions({
    queryKey: [...jobListKey(scope), 'list'],
    queryFn: async (): Promise<JobEntry[]> => {
      // Queried before and after, because a job may begin or end while the lists are read.
      const before = await listHeldLocks();
      const [sendJobs, certifyJobs, bulkJobs] = await Promise.all([
        sends(scope).list(),
        certifications(scope).list(),
        bulks(scope).list(),
      ]);
      const after = await listHeldLocks();
      const isRun = (kind: JobKind, { id, updatedAt }: JobByKind[JobKind]): boolean => {
        const name = jobLock(kind, id);
        if (before && after) return before.has(name) || after.has(name);
        return currentMillis() - Date.parse(updatedAt) < silenceMs;
      };
      const entriesOf = <K extends JobKind>(kind: K, jobs: readonly JobByKind[K][]): Entry<K>[] =>
        jobs.map((job) => ({ kind, job, interrupted: job.status === 'running' && !isRun(kind, job) }));
      return [
        ...entriesOf('send', sendJobs),
        ...entriesOf('certify', certifyJobs),
        ...entriesOf('bulk', bulkJobs),
      ];
    },
    staleTime: 0,
  });

/** The send of a draft, of the jobs in a list. */
export const sendOf = (id: string, entries: readonly JobEntry[] | undefined): SendEntry | undefined =>
  entries?.find((entry): entry is SendEntry => entry.kind === 'send' && entry.job.id === id);
