import type { CertifyEntry } from '#jobs/engine/job-list.ts';
import { wayOf } from '#jobs/certify/run-certification.ts';
import type { CertifyFailure, CertifyJob, CertifyState } from '#jobs/certify/certify-record.ts';
import type { TrayItem } from '../tray-list.tsx';
import { queueItem, type QueueActions, type Writing } from './queue-item.ts';
import { storedFailureWords } from '#widgets/failure/stored-failure.ts';
import { m } from '#i18n/messages.ts';

/** What a user may do with a queue of certifications. */
export interface CertifyActions extends QueueActions<CertifyJob> {
  /** A person's decision that what is in doubt was taken. */
  readonly settleUnclear: (job: CertifyJob) => void;
}

/** A queue of certifications as the tray shows it. */
export function certifyItem(entry: CertifyEntry, actions: CertifyActions, writing: Writing): TrayItem {
  const { job } = entry;
  const { total, counts, failure, waitingUntil } = job;
  const done = total - counts.waiting - counts.asking;
  const far = { done: writing.number(done), total: writing.number(total) };
  const size = { count: total, shown: writing.number(total) };
  const isUnclear = job.status === 'done' && failure?.kind === 'unclear';
  const csv = { label: 'CSV', onSelect: () => actions.save(job) };
  const taken = { label: m.witnesses_certify_tray_taken(), onSelect: () => actions.settleUnclear(job) };
  const sum = (): string => summary(job, writing);
  return queueItem(entry, actions, {
    title:
      wayOf(job) === 'single' ? m.witnesses_certify_tray_title(size) : m.witnesses_certify_tray_grouped(size),
    progress: total === 0 ? 1 : done / total,
    lines: {
      interrupted: () => m.witnesses_certify_tray_interrupted(far),
      running: () =>
        waitingUntil === undefined
          ? m.witnesses_certify_tray_running(far)
          : m.witnesses_certify_tray_waiting({ ...far, time: writing.time(new Date(waitingUntil)) }),
      paused: () => m.witnesses_certify_tray_paused(far),
      stopped: () => `${failure ? stopReason(failure, job) : m.errors_defect()} ${sum()}`,
      cancelled: () => `${m.witnesses_certify_tray_cancelled()} ${sum()}`,
      done: () => (counts.failed > 0 && failure ? `${sum()}. ${reasonOf(failure)}` : sum()),
    },
    resumeLabel: m.common_retry(),
    retryLabel: isUnclear ? m.witnesses_certify_tray_again() : m.common_retry(),
    links: (state) => {
      if (['running', 'interrupted', 'paused'].includes(state)) return [];
      return isUnclear && counts.failed > 0 ? [taken, csv] : [csv];
    },
  });
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
  return storedFailureWords({ kind, messages, request });
}

export function stateWord(state: CertifyState): string {
  switch (state) {
    case 'waiting':
      return m.witnesses_certify_state_waiting();
    case 'asking':
      return m.witnesses_certify_state_requested();
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
