import type { JobEntry } from '#jobs/engine/job-list.ts';
import { Tray } from './tray-list.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import type { TrayPlace } from './use-anchored.ts';
import { shownEntries } from './tray-counts.ts';
import { trayItem, type TrayActions } from './items/tray-items.ts';

/** The opened tray: what goes on, what waits and what was done last. Fetched when it is opened. */
export function TrayPanel({
  entries,
  actions,
  onPauseAll,
  onClearDone,
  onFold,
  place,
}: {
  entries: readonly JobEntry[];
  actions: TrayActions;
  onPauseAll: Parameters<typeof Tray>[0]['onPauseAll'];
  onClearDone: Parameters<typeof Tray>[0]['onClearDone'];
  onFold: () => void;
  place: TrayPlace | undefined;
}) {
  const format = useFormat();
  const writing = { number: format.number, time: (date: Date) => format.time(date), bytes: format.bytes };
  const { shown, rest } = shownEntries(entries);
  return (
    <Tray
      items={shown.map((entry) => trayItem(entry, actions, writing))}
      rest={rest > 0 ? m.common_tray_rest({ count: rest, shown: format.number(rest) }) : undefined}
      onPauseAll={onPauseAll}
      onClearDone={onClearDone}
      onFold={onFold}
      place={place}
    />
  );
}
