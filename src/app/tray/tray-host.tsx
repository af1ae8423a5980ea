import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Tray } from '#ui/tray.tsx';
import { useFormat } from '#ui/use-format.ts';
import { m } from '#words/words.ts';
import { TrayButton } from './tray-button.tsx';
import { shownEntries, trayCounts, trayItem } from './tray-items.ts';
import { useTray } from './use-tray.ts';

/** The tray with its button: the journal, and what goes on by itself after a reload. Fetched after the first page. */
export function TrayHost() {
  const { entries, actions, pauseAll, clearDone } = useTray();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const writing = { number: format.number, time: (date: Date) => format.time(date), bytes: format.bytes };
  const { shown, rest } = shownEntries(entries);
  return (
    <>
      <TrayButton
        {...trayCounts(entries)}
        open={open}
        onClick={() => {
          setOpen(!open);
        }}
      />
      {open &&
        createPortal(
          <Tray
            items={shown.map((entry) => trayItem(entry, actions, writing))}
            rest={rest > 0 ? m.common_tray_rest({ count: rest, shown: format.number(rest) }) : undefined}
            onPauseAll={pauseAll}
            onClearDone={clearDone}
            onFold={() => {
              setOpen(false);
            }}
          />,
          document.body,
        )}
    </>
  );
}
