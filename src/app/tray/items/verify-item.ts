import { formatAge } from '#ui/formats/formats.ts';
import { m } from '#i18n/messages.ts';
import type { TrayItem, TrayLink } from '../tray-list.tsx';
import type { TabRun } from '../use-tab-run.ts';
import type { Writing } from './queue-item.ts';

/** What a user may do with the run of /verify. */
export interface VerifyActions {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
  /** Checks again where the verifier stopped. */
  readonly takeUp: () => void;
  readonly open: () => void;
  readonly save: () => void;
  /** From the tray; results that are there stay on /verify. */
  readonly remove: () => void;
}

/** The run of /verify as the tray shows it. */
export function verifyItem(run: TabRun, actions: VerifyActions, writing: Writing): TrayItem {
  const { phase, total, checked, broken } = run;
  const open = { label: m.common_open(), onSelect: actions.open };
  const csv = { label: 'CSV', onSelect: actions.save };
  const again = { label: m.common_retry(), onSelect: actions.takeUp };
  const shared = (links: readonly TrayLink[]) => ({
    id: 'verify',
    title: m.shell_verify_run({ count: total, shown: writing.number(total) }),
    progress: total === 0 ? 1 : checked / total,
    line: lineOf(run, writing),
    endsWithPage: true,
    links,
  });
  switch (phase) {
    case 'running':
      return { ...shared([open]), state: 'running', onPause: actions.pause, onCancel: actions.cancel };
    case 'paused':
      return { ...shared([open, csv]), state: 'paused', onResume: actions.resume, onCancel: actions.cancel };
    case 'done':
      if (broken === 0) return { ...shared([open, csv]), state: 'done' };
      return { ...shared([again, open, csv]), state: 'failed', onCancel: actions.remove };
    case 'ended':
      return { ...shared([open]), state: 'failed', onCancel: actions.remove };
  }
}

/** How far it came, how long it takes, and what failed: only what there is any of. */
function lineOf(
  { phase, total, checked, invalid, broken, cancelled, secondsLeft }: TabRun,
  { number }: Writing,
): string {
  const counted = { done: number(checked), total: number(total) };
  if (phase === 'ended') return m.shell_verify_ended({ done: counted.done });
  return [
    phase === 'done' && cancelled > 0 ? m.shell_verify_cancelled() : '',
    m.shell_verify_progress({ count: total, ...counted }),
    secondsLeft === undefined ? '' : m.shell_bulk_left({ age: formatAge(secondsLeft * 1000) }),
    invalid > 0 ? m.shell_verify_invalid({ count: invalid, shown: number(invalid) }) : '',
    broken > 0 ? m.shell_verify_broken({ count: broken, shown: number(broken) }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
