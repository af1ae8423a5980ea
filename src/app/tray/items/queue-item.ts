import type { BulkJob } from '#jobs/bulk/bulk-record.ts';
import type { CertifyJob } from '#jobs/certify/certify-record.ts';
import type { TrayItem, TrayLink } from '../tray-list.tsx';

/** What a user may do with a job of many items. */
export interface QueueActions<J> {
  readonly resume: (job: J) => void;
  readonly pause: (job: J) => void;
  readonly cancel: (job: J) => void;
  readonly retryFailed: (job: J) => void;
  readonly save: (job: J) => void;
  readonly remove: (job: J) => void;
}

/** How numbers and times are written. */
export interface Writing {
  readonly number: (value: number) => string;
  readonly time: (date: Date) => string;
  readonly bytes: (bytes: number) => string;
}

export type QueueState = (BulkJob | CertifyJob)['status'] | 'interrupted';

/** What a kind of queue shows in its item of the tray. */
interface QueueSlots {
  readonly title: string;
  /** Between 0 and 1. */
  readonly progress: number;
  readonly lines: Readonly<Record<QueueState, () => string>>;
  readonly resumeLabel: string;
  readonly retryLabel: string;
  /** Beside what every queue offers. */
  readonly links: (state: QueueState) => readonly TrayLink[];
}

/** A job of many items as the tray shows it. */
export function queueItem<J extends BulkJob | CertifyJob>(
  { job, interrupted }: { readonly job: J; readonly interrupted: boolean },
  actions: QueueActions<J>,
  { title, progress, lines, resumeLabel, retryLabel, links }: QueueSlots,
): TrayItem {
  const state = interrupted ? 'interrupted' : job.status;
  const on = (act: (job: J) => void) => () => act(job);
  const shared = { id: job.id, title, progress, line: lines[state]() };
  const others = links(state);
  switch (state) {
    case 'running':
      return {
        ...shared,
        state: 'running',
        links: others,
        onPause: on(actions.pause),
        onCancel: on(actions.cancel),
      };
    case 'interrupted':
    case 'paused':
      return {
        ...shared,
        state: 'paused',
        links: others,
        onResume: on(actions.resume),
        onCancel: on(actions.cancel),
      };
    case 'stopped':
      return {
        ...shared,
        state: 'failed',
        links: [{ label: resumeLabel, onSelect: on(actions.resume) }, ...others],
        onCancel: on(actions.cancel),
      };
    case 'cancelled':
      return { ...shared, state: 'done', links: others };
    case 'done':
      if (job.counts.failed === 0) return { ...shared, state: 'done', links: others };
      return {
        ...shared,
        state: 'failed',
        links: [{ label: retryLabel, onSelect: on(actions.retryFailed) }, ...others],
        onCancel: on(actions.remove),
      };
  }
}
