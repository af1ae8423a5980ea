import type { BulkItem, BulkJob } from '../bulk/bulk-record.ts';
import type { CertifyItem, CertifyJob } from '../certify/certify-record.ts';
import type { SendJob } from '../send/send-record.ts';

/** The job of each kind, as it is stored. */
export interface JobByKind {
  readonly send: SendJob;
  readonly certify: CertifyJob;
  readonly bulk: BulkJob;
}
export type JobKind = keyof JobByKind;
export type Job = JobByKind[JobKind];

/** A job of many items, which are stored apart from it: its queue may have thousands. */
export interface ItemByKind {
  readonly certify: CertifyItem;
  readonly bulk: BulkItem;
}
export type QueueKind = keyof ItemByKind;

/** Another tab began an attempt meanwhile, or what is stored was erased: this one does nothing more, and stores nothing. */
export class AttemptConflict extends Error {}

/** Whether a job needs no further step. */
export const isOver = ({ status }: Pick<Job, 'status'>): boolean =>
  status === 'done' || status === 'cancelled';

export const isRunning = <J extends Pick<Job, 'status'>>(job: J | undefined): job is J =>
  job?.status === 'running';

/** The job after one of its items changed its state. */
export function countItem<J extends { readonly counts: Readonly<Record<string, number>> }>(
  job: J,
  before: { readonly state: keyof J['counts'] & string },
  item: { readonly state: keyof J['counts'] & string },
): J {
  const counts: Record<string, number> = { ...job.counts };
  counts[before.state] = (counts[before.state] ?? 0) - 1;
  counts[item.state] = (counts[item.state] ?? 0) + 1;
  return { ...job, counts };
}

/** The job in state running, without its failure and its pause. */
export function resumeJob<J extends JobByKind[QueueKind]>(job: J): J {
  const { failure: _past, waitingUntil: _over, ...rest } = job;
  return { ...rest, status: 'running' } as J; // what was left out is optional in every kind
}
