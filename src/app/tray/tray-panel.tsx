import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import type { JobEntry } from '#jobs/engine/job-list.ts';
import { Tray } from './tray-list.tsx';
import { focusableIn } from '#ui/overlays/floating.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import type { TrayPlace } from './use-anchored.ts';
import { shownEntries } from './tray-counts.ts';
import { trayItem, type TrayActions } from './items/tray-items.ts';
import { verifyItem } from './items/verify-item.ts';
import type { TabRun } from './use-tab-run.ts';

/**
 * The opened tray: what goes on, what waits and what was done last. Fetched when it is opened. It takes the focus, and
 * gives it back to its button when it is closed or Tab leaves it.
 */
export function TrayPanel({
  entries,
  run,
  actions,
  onPauseAll,
  onClearDone,
  onClose,
  place,
  button,
  panel,
}: {
  entries: readonly JobEntry[];
  run: TabRun | undefined;
  actions: TrayActions;
  onPauseAll: Parameters<typeof Tray>[0]['onPauseAll'];
  onClearDone: Parameters<typeof Tray>[0]['onClearDone'];
  onClose: () => void;
  place: TrayPlace | undefined;
  button: RefObject<HTMLButtonElement | null>;
  panel: RefObject<HTMLElement | null>;
}) {
  const format = useFormat();
  const writing = { number: format.number, time: (date: Date) => format.time(date), bytes: format.bytes };
  const { shown, rest } = shownEntries(entries);
  useEffect(() => panel.current?.focus({ preventScroll: true }), [panel]);
  const moveOut = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    }
    if (event.key !== 'Tab' || !panel.current) return;
    const controls = focusableIn(panel.current);
    const isAtStart = event.target === panel.current || event.target === controls[0];
    if (event.shiftKey && isAtStart) {
      event.preventDefault();
      button.current?.focus();
    }
    // The browser then moves on from the button, which the panel belongs to, and not from the end of the document.
    if (!event.shiftKey && event.target === controls.at(-1)) button.current?.focus();
  };
  return (
    <Tray
      items={[
        ...(run ? [verifyItem(run, actions.verify, writing)] : []),
        ...shown.map((entry) => trayItem(entry, actions, writing)),
      ]}
      rest={rest > 0 ? m.common_tray_rest({ count: rest, shown: format.number(rest) }) : undefined}
      onPauseAll={onPauseAll}
      onClearDone={onClearDone}
      onFold={onClose}
      place={place}
      ref={panel}
      onKeyDown={moveOut}
    />
  );
}
