import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Tray } from '#ui/tray.tsx';
import { TrayButton } from './tray-button.tsx';
import { trayItem } from './tray-items.ts';
import { useTray } from './use-tray.ts';

/** The tray with its button: the journal, and what goes on by itself after a reload. Fetched after the first page. */
export function TrayHost() {
  const { entries, actions, clearDone } = useTray();
  const [open, setOpen] = useState(false);
  const unfinished = entries.filter(({ operation }) => operation.status !== 'done').length;
  return (
    <>
      <TrayButton
        count={unfinished}
        open={open}
        onClick={() => {
          setOpen(!open);
        }}
      />
      {open &&
        createPortal(
          <Tray
            items={entries.map((entry) => trayItem(entry, actions))}
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
