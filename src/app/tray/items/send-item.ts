import type { SendEntry } from '#jobs/engine/job-list.ts';
import { mayHaveHappened } from '#jobs/send/send-job.ts';
import type { SendJob, SendStep } from '#jobs/send/send-record.ts';
import type { TrayItem, TrayLink } from '../tray-list.tsx';
import { m } from '#i18n/messages.ts';
import type { Writing } from './queue-item.ts';
import { reasonOf, waitReason } from './failure-texts.ts';

/** What a user may do with a send. */
export interface SendActions {
  readonly resume: (job: SendJob, options?: { createAgain: boolean }) => void;
  readonly open: (job: SendJob) => void;
  readonly remove: (job: SendJob) => void;
  /** Where a person decides about what is in doubt or was changed: the form that it was sent from. */
  readonly decide: (job: SendJob) => void;
}

/** A send as the tray shows it. */
export function sendItem({ job, interrupted }: SendEntry, actions: SendActions, writing: Writing): TrayItem {
  const { id, plan, status, progress } = job;
  const shared = { id, title: plan.name, progress: doneOf(job) };
  const onCancel = () => actions.remove(job);
  const onResume = () => actions.resume(job);
  if (interrupted)
    return { ...shared, state: 'paused', line: m.shell_send_interrupted(), onResume, onCancel };
  switch (status) {
    case 'running':
      return { ...shared, state: 'running', line: runningLine(job) };
    case 'failed':
      return {
        ...shared,
        state: 'failed',
        line: failureLine(job, writing),
        onCancel,
        links: failedLinks(job, actions),
      };
    case 'done':
      return {
        ...shared,
        state: 'done',
        line: plan.keepAsDraft
          ? m.shell_send_saved_as_draft()
          : m.shell_send_done({ count: plan.signers.length }),
        links: progress.requestId ? [{ label: m.common_open(), onSelect: () => actions.open(job) }] : [],
      };
  }
}

function failedLinks(job: SendJob, actions: SendActions): readonly TrayLink[] {
  if (job.edited) return [{ label: m.common_open(), onSelect: () => actions.decide(job) }];
  if (job.failure?.kind === 'ambiguous') return decisionLinks(job, job.failure.step, actions);
  return [{ label: m.common_retry(), onSelect: () => actions.resume(job) }];
}

/** What a person may decide about a create or an invite of which nobody knows whether it happened. */
function decisionLinks(job: SendJob, step: SendStep, actions: SendActions): readonly TrayLink[] {
  const label = step === 'invite' ? m.shell_send_invite_again() : m.shell_send_create_again();
  return [
    { label, onSelect: () => actions.resume(job, { createAgain: true }) },
    { label: m.shell_send_decide(), onSelect: () => actions.decide(job) },
  ];
}

/** Between 0 and 1, from what the service has acknowledged. */
function doneOf({ plan, progress }: SendJob): number {
  const all = 2 + plan.signers.length + (plan.keepAsDraft ? 0 : 1);
  const done =
    Number(progress.key !== undefined) +
    Number(progress.requestId !== undefined) +
    Object.keys(progress.invited).length +
    Number(progress.sent ?? false);
  return done / all;
}

function runningLine({ step, plan, progress }: SendJob): string {
  switch (step) {
    case 'upload':
      return m.shell_send_uploading();
    case 'create':
      return m.shell_send_creating();
    case 'invite':
      return m.shell_send_inviting({
        done: Object.keys(progress.invited).length,
        total: plan.signers.length,
      });
    case 'send':
      return m.shell_send_sending();
  }
}

function failureLine(job: SendJob, { time }: Writing): string {
  const { failure, plan, retryAt, edited } = job;
  if (!failure) return m.errors_defect();
  const signer = plan.signers.find(({ id }) => id === failure.subjectId)?.name;
  if (edited) return `${whereWords(job, signer)} ${m.shell_send_edited()}`;
  const again = retryAt === undefined ? '' : m.shell_send_again_at({ time: time(new Date(retryAt)) });
  const why = retryAt === undefined ? reasonOf(failure, signer) : waitReason(failure);
  return `${whereWords(job, signer)} ${why} ${again}`.trimEnd();
}

/** How far it came; of what may have happened all the same it is not said that it did not. */
function whereWords(job: SendJob, signer: string | undefined): string {
  const isOpen = mayHaveHappened(job);
  switch (job.step) {
    case 'upload':
      return m.shell_send_failed_upload();
    case 'create':
      return isOpen ? m.shell_send_unknown_create() : m.shell_send_failed_create();
    case 'invite':
      if (signer === undefined) return m.shell_send_failed_inviting();
      return isOpen
        ? m.shell_send_unknown_invite({ name: signer })
        : m.shell_send_failed_invite({ name: signer });
    case 'send':
      return isOpen ? m.shell_send_unknown_send() : m.shell_send_failed_send();
  }
}
