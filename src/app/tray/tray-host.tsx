import { lazy, Suspense, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { TrayButton } from './tray-button.tsx';
import { trayCounts } from './tray-counts.ts';
import { useAnchored } from './use-anchored.ts';
import { useTray } from './use-tray.ts';

const TrayPanel = lazy(async () => ({ default: (await import('./tray-panel.tsx')).TrayPanel }));

/**
 * The tray with its button: the journal, and what goes on by itself after a reload. Fetched after the first page.
 *
 * @param opens its button was pressed before this part was there
 */
export function TrayHost({ opens }: { opens: boolean }) {
  const { entries, actions, pauseAll, clearDone } = useTray();
  const [open, setOpen] = useState(opens);
  const button = useRef<HTMLButtonElement>(null);
  const place = useAnchored(button, open);
  return (
    <>
      <TrayButton
        ref={button}
        {...trayCounts(entries)}
        open={open}
        onClick={() => {
          setOpen(!open);
        }}
      />
      {open &&
        createPortal(
          <Suspense fallback={null}>
            <TrayPanel
              place={place}
              entries={entries}
              actions={actions}
              onPauseAll={pauseAll}
              onClearDone={clearDone}
              onFold={() => {
                setOpen(false);
              }}
            />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
