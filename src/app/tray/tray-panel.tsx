import type { JournalEntry } from '#api/operations/journal.ts';
import { Tray } from '#ui/tray.tsx';
import { trayItem, type TrayActions } from './tray-items.ts';

/** The open tray; its file is fetched when it is first opened. */
export function TrayPanel({
  entries,
  actions,
  onFold,
  onClearDone,
}: {
  entries: readonly JournalEntry[];
  actions: TrayActions;
  onFold: () => void;
  onClearDone: () => void;
}) {
  return (
    <Tray
      items={entries.map((entry) => trayItem(entry, actions))}
      onFold={onFold}
      onClearDone={entries.some(({ operation }) => operation.status === 'done') ? onClearDone : undefined}
    />
  );
}
