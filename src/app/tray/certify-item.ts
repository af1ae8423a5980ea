import type { CertifyEntry } from '#jobs/engine/job-list.ts';
import { wayOf } from '#jobs/certify/run-certification.ts';
import type { CertifyFailure, CertifyJob, CertifyState } from '#jobs/certify/certify-record.ts';
import type { TrayItem } from './tray-list.tsx';
import { keptFailureWords } from '#widgets/failure/stored-failure.ts';
import { m } from '#i18n/messages.ts';

/** What a reader may do with a queue of certifications. */
export interface CertifyActions extends QueueActions<CertifyJob> {
  /** A person's word that what is in doubt was taken. */
  readonly settleUnclear: (job: CertifyJob) => void;
}

/** What a reader may do with work of many items. */
export interface QueueActions<O> {
  readonly resume: (job: O) => void;
  readonly pause: (job: O) => void;
  readonly cancel: (job: O) => void;
  readonly retryFailed: (job: O) => void;
  readonly save: (job: O) => void;
  readonly remove: (job: O) => void;
}

/** How numbers and times are written. */
export interface Writing {
  readonly number: (value: number) => string;
  readonly time: (date: Date) => string;
  readonly bytes: (bytes: number) => string;
}

/** A queue of certifications in the words of the tray. */
export function certifyItem(
  { job, interrupted }: CertifyEntry,
  actions: CertifyActions,
  writing: Writing,
): TrayItem {
  const { id, total, counts, status, failure, waitingUntil } = job;
  const done = total - counts.waiting - counts.asking;
  const far = { done: writing.number(done), total: writing.number(total) };
  const on = (act: (job: CertifyJob) => void) => () => {
    act(job);
  };
  const shared = {
    id,
    title:
      wayOf(job) === 'single'
        ? m.witnesses_certify_tray_title({ count: total, shown: writing.number(total) })
        : m.witnesses_certify_tray_grouped({ count: total, shown: writing.number(total) }),
    progress: total === 0 ? 1 : done / total,
  };
  const csv = { label: 'CSV', onSelect: on(actions.save) };
  if (interrupted)
    return {
      ...shared,
      state: 'paused',
      line: m.witnesses_certify_tray_interrupted(far),
      onResume: on(actions.resume),
      onCancel: on(actions.cancel),
    };
  switch (status) {
    case 'running':
      return {
        ...shared,
        state: 'running',
        line:
          waitingUntil === undefined
            ? m.witnesses_certify_tray_running(far)
            : m.witnesses_certify_tray_waiting({ ...far, time: writing.time(new Date(waitingUntil)) }),
        onPause: on(actions.pause),
        onCancel: on(actions.cancel),
      };
    case 'paused':
      return {
        ...shared,
        state: 'paused',
        line: m.witnesses_certify_tray_paused(far),
        onResume: on(actions.resume),
        onCancel: on(actions.cancel),
      };
    case 'stopped':
      return {
        ...shared,
        state: 'failed',
        line: `${failure ? stopReason(failure, job) : m.errors_defect()} ${summary(job, writing)}`,
        action: { label: m.common_retry(), onSelect: on(actions.resume) },
        more: [csv],
        onCancel: on(actions.cancel),
      };
    case 'cancelled':
      return {
        ...shared,
        state: 'done',
        line: `${m.witnesses_certify_tray_cancelled()} ${summary(job, writing)}`,
        action: csv,
      };
    case 'done':
      return counts.failed === 0
        ? { ...shared, state: 'done', line: summary(job, writing), action: csv }
        : {
            ...shared,
            state: 'failed',
            line: failure ? `${summary(job, writing)}. ${reasonOf(failure)}` : summary(job, writing),
            action: {
              label: failure?.kind === 'unclear' ? m.witnesses_certify_tray_again() : m.common_retry(),
              onSelect: on(actions.retryFailed),
            },
            more: [
              ...(failure?.kind === 'unclear'
                ? [{ label: m.witnesses_certify_tray_taken(), onSelect: on(actions.settleUnclear) }]
                : []),
              csv,
            ],
            onCancel: on(actions.remove),
          };
  }
}

/** What became of all of it: only what there is any of. */
function summary(job: CertifyJob, { number }: Writing): string {
  const { counts } = job;
  const said = (count: number) => ({ count, shown: number(count) });
  return [
    counts.certified > 0 ? m.witnesses_certify_tray_certified(said(counts.certified)) : '',
    counts.already > 0 ? m.witnesses_certify_tray_already(said(counts.already)) : '',
    counts.pending === 0
      ? ''
      : wayOf(job) === 'single'
        ? m.witnesses_certify_tray_pending(said(counts.pending))
        : m.witnesses_certify_tray_scheduled(said(counts.pending)),
    counts.failed > 0 ? m.witnesses_certify_tray_failed(said(counts.failed)) : '',
    counts.asking > 0 ? m.witnesses_certify_tray_unanswered({ shown: number(counts.asking) }) : '',
    counts.waiting > 0 ? m.witnesses_certify_tray_left(said(counts.waiting)) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function stopReason(failure: CertifyFailure, job: CertifyJob): string {
  const hasNoGroups = wayOf(job) === 'grouped' && failure.kind === 'absent';
  return hasNoGroups ? m.witnesses_certify_tray_no_groups() : reasonOf(failure);
}

/** Why a certification did not come about, in words, with what the service said. */
export function reasonOf({ kind, messages, request }: CertifyFailure): string {
  if (kind === 'quota') return m.witnesses_certify_tray_quota();
  if (kind === 'unclear') return m.witnesses_certify_tray_unclear();
  return keptFailureWords({ kind, messages, request });
}

export function stateWord(state: CertifyState): string {
  switch (state) {
    case 'waiting':
      return m.witnesses_certify_state_waiting();
    case 'asking':
      return m.witnesses_certify_state_asking();
    case 'certified':
      return m.witnesses_certify_state_certified();
    case 'already':
      return m.witnesses_certify_state_already();
    case 'pending':
      return m.witnesses_certify_state_pending();
    case 'failed':
      return m.witnesses_certify_state_failed();
  }
}
